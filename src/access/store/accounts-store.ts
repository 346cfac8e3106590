import {
  EMAIL_CONFIRMATIONS,
  expectTextsToKeep,
  type KeyChange,
  type KeyRecord,
  type KeySelection,
  type NewKey,
} from "../accounts.ts";
import { PREFIX_CHARACTERS } from "../api-key.ts";
import type { Limits } from "../quota.ts";
import { subjectsOf } from "../subject.ts";
import { readMoment, type Sql, type SqlRow, type Statements, writeMoment } from "./sql.ts";
import { deleteEndedWebhooks } from "./webhooks-store.ts";

/** The store of accounts and keys. */
export type Accounts = ReturnType<typeof buildAccounts>;

/**
 * Keeps accounts and keys, durable when a promise resolves. E-mail addresses are compared in lower
 * case. Every function rejects with `StoreUnavailable` when the database does not answer in time.
 */
export function buildAccounts(sql: Sql) {
  return {
    /**
     * Stores a key that is counted by itself. Rejects with a RangeError for a text that is not to
     * be kept (`findTextFault`).
     */
    async create(key: NewKey): Promise<KeyRecord> {
      expectTextsToKeep(key);
      await sql.transaction((inside) => insertKey(inside, { ...key, countedAs: key.id, revokedAt: null }));
      return { ...key, hash: new Uint8Array(key.hash), countedAs: key.id, revokedAt: null };
    },
    /**
     * The key with this hash, revoked ones included, or null. The same work whether it exists or
     * not.
     */
    async findByHash(hash: Uint8Array): Promise<KeyRecord | null> {
      return readFirst(await sql.all("SELECT * FROM api_key WHERE hash = $1", hash));
    },
    /** The key with this id, or with this prefix where it is the only one; null otherwise. */
    async find(idOrPrefix: string): Promise<KeyRecord | null> {
      if (isNoText(idOrPrefix)) return null;
      const column = idOrPrefix.length === PREFIX_CHARACTERS ? "prefix" : "id";
      const rows = await sql.all(`SELECT * FROM api_key WHERE ${column} = $1 LIMIT 2`, idOrPrefix);
      return rows.length === 1 ? readFirst(rows) : null;
    },
    /** Keys in order of creation, all or some. */
    async list(selection?: KeySelection): Promise<readonly KeyRecord[]> {
      return (await select(sql, selection)).map(readKey);
    },
    /**
     * Changes a key and returns it as it is afterwards; null where there is none of this id. A key
     * that was revoked before, or ends before, keeps its moment.
     */
    change: (id: string, change: KeyChange) => changeKey(sql, id, change),
    /**
     * Replaces a key by a new one, which takes over all other fields; the old one ends in the same
     * transaction, at `oldEndsAt`. Null where there is none, or one whose end was known before.
     */
    rotate: (id: string, next: NextKey, oldEndsAt: Date) => rotateKey(sql, id, next, oldEndsAt),
    /** Removes everything about some keys, their usage included; returns their ids. */
    async erase(selection: KeySelection): Promise<readonly string[]> {
      const ids = await sql.transaction(async (inside) => {
        const keys = await select(inside, selection);
        for (const row of keys) await eraseKey(inside, String(row["id"]));
        if (keys.length > 0) {
          await deleteEndedWebhooks(inside, new Date(0), null);
          await noteKeyChange(inside);
        }
        return keys.map((row) => String(row["id"]));
      });
      await sql.shred();
      return ids;
    },
    /** Returns a number that changes whenever a key is changed or removed. */
    async changes(): Promise<number> {
      const [row] = await sql.all("SELECT key_changes FROM store");
      return Number(row?.["key_changes"]);
    },
  };
}

/** Raises the number by which every node that remembers keys notices that one was changed. */
export async function noteKeyChange(inside: Statements): Promise<void> {
  await inside.run("UPDATE store SET key_changes = key_changes + 1");
}

export function readKey(row: SqlRow): KeyRecord {
  const limits = row["own_limits"];
  return {
    id: String(row["id"]),
    hash: row["hash"] as Uint8Array,
    prefix: String(row["prefix"]),
    tier: row["tier"] as KeyRecord["tier"],
    limits: typeof limits === "string" ? readLimits(limits) : null,
    countedAs: String(row["counted_as"]),
    email: String(row["email"]),
    useCase: String(row["use_case"]),
    createdAt: new Date(Number(row["created_at"])),
    emailConfirmation: EMAIL_CONFIRMATIONS.find((each) => each === row["email_confirmation"]) ?? "not_required",
    revokedAt: readMoment(row["revoked_at"]),
  };
}

/** The first key of a result, or null. */
export function readFirst(rows: readonly SqlRow[]): KeyRecord | null {
  return rows[0] === undefined ? null : readKey(rows[0]);
}

function readLimits(stored: string): Limits {
  const { perHour, perDay } = JSON.parse(stored) as Limits;
  return { perHour, perDay };
}

function writeLimits(limits: Limits | null): string | null {
  return limits === null ? null : JSON.stringify(limits);
}

/** PostgreSQL has no text with U+0000, and refuses to look for one. */
function isNoText(text: string): boolean {
  return text.includes("\0");
}

async function select(statements: Statements, selection: KeySelection | undefined): Promise<readonly SqlRow[]> {
  if (selection === undefined) return statements.all("SELECT * FROM api_key ORDER BY position");
  const [column, value] =
    "email" in selection
      ? (["email_folded", selection.email.toLowerCase()] as const)
      : (["counted_as", selection.countedAs] as const);
  if (isNoText(value)) return [];
  return statements.all(`SELECT * FROM api_key WHERE ${column} = $1 ORDER BY position`, value);
}

async function insertKey(statements: Statements, key: KeyRecord): Promise<void> {
  await statements.run(
    `INSERT INTO api_key (id, hash, prefix, tier, own_limits, counted_as, email, email_folded, use_case, created_at,
       email_confirmation, mail_due_at, mail_attempts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0)`,
    key.id,
    key.hash,
    key.prefix,
    key.tier,
    writeLimits(key.limits),
    key.countedAs,
    key.email,
    key.email.toLowerCase(),
    key.useCase,
    key.createdAt.getTime(),
    key.emailConfirmation,
    writeMoment(key.emailConfirmation === "pending" ? key.createdAt : null),
  );
}

const SUBJECT_TABLES = ["usage_minute", "usage_operation", "quota"];

async function eraseKey(inside: Statements, id: string): Promise<void> {
  for (const subject of subjectsOf(id))
    for (const table of SUBJECT_TABLES) await inside.run(`DELETE FROM ${table} WHERE subject = $1`, subject);
  await inside.run("DELETE FROM api_key WHERE id = $1", id);
}

function changeKey(sql: Sql, id: string, change: KeyChange): Promise<KeyRecord | null> {
  return sql.transaction(async (inside) => {
    const [column, value] =
      change.kind === "tier"
        ? ["tier = $2", change.tier]
        : change.kind === "limits"
          ? ["own_limits = $2", writeLimits(change.limits)]
          : ["revoked_at = CASE WHEN revoked_at < $2 THEN revoked_at ELSE $2 END", change.at.getTime()];
    const changed = readFirst(await inside.all(`UPDATE api_key SET ${column} WHERE id = $1 RETURNING *`, id, value));
    if (changed === null) return null;
    await noteKeyChange(inside);
    if (change.kind === "revoke") await deleteEndedWebhooks(inside, change.at, `k_${changed.countedAs}`);
    return changed;
  });
}

type NextKey = Pick<NewKey, "id" | "hash" | "prefix" | "createdAt">;

function rotateKey(sql: Sql, id: string, next: NextKey, oldEndsAt: Date): Promise<KeyRecord | null> {
  return sql.transaction(async (inside) => {
    const [row] = await inside.all("SELECT * FROM api_key WHERE id = $1 AND revoked_at IS NULL", id);
    if (row === undefined) return null;
    const key = { ...readKey(row), ...next, hash: new Uint8Array(next.hash) };
    await inside.run(
      `UPDATE api_key SET revoked_at = $2, confirmation_hash = NULL, mailed_at = NULL, mail_due_at = NULL
       WHERE id = $1`,
      id,
      oldEndsAt.getTime(),
    );
    await insertKey(inside, key);
    // A link that was mailed confirms the new key, and a mail that waits is about it.
    await inside.run(
      "UPDATE api_key SET confirmation_hash = $2, mailed_at = $3, mail_due_at = $4, mail_attempts = $5 WHERE id = $1",
      key.id,
      ...(["confirmation_hash", "mailed_at", "mail_due_at", "mail_attempts"] as const).map((name) => row[name]!),
    );
    await noteKeyChange(inside);
    return key;
  });
}
