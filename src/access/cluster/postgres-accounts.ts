import { expectTextsToKeep } from "../accounts.ts";
import type { Accounts, KeyChange, KeyRecord, KeySelection, NewKey } from "../accounts.ts";
import type { Limits } from "../quota.ts";
import { subjectsOf } from "../subject.ts";
import { LOCK_CLASS } from "./migrations.ts";
import { DELETE_ENDED } from "./postgres-webhooks.ts";
import type { Postgres, Query } from "./postgres.ts";

/** Accounts in PostgreSQL, for many nodes. The schema must be there (`migrate`). */
export class PostgresAccounts implements Accounts {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async create(key: NewKey): Promise<KeyRecord> {
    expectTextsToKeep(key);
    return this.#postgres.transact((query) => insertKey(query, key, key.id));
  }

  async findByHash(hash: Uint8Array): Promise<KeyRecord | null> {
    return readFirst(await this.#postgres.query<KeyRow>(`${SELECT_KEYS} WHERE hash = $1`, [hash]));
  }

  async find(idOrPrefix: string): Promise<KeyRecord | null> {
    if (isNoText(idOrPrefix)) return null;
    const rows = await this.#postgres.query<KeyRow>(
      `${SELECT_KEYS} WHERE id = $1 OR starts_with(prefix, $1) ORDER BY id = $1 DESC LIMIT 2`,
      [idOrPrefix],
    );
    return rows.length === 1 || rows[0]?.id === idOrPrefix ? readFirst(rows) : null;
  }

  async list(selection?: KeySelection): Promise<readonly KeyRecord[]> {
    const { where, values } = describeSelection(selection);
    const rows = await this.#postgres.query<KeyRow>(`${SELECT_KEYS} WHERE ${where} ORDER BY position`, values);
    return rows.map(readKey);
  }

  change(id: string, change: KeyChange): Promise<KeyRecord | null> {
    return this.#postgres.transact(async (query) => {
      const { set, values } = describeChange(change);
      const rows = await query<KeyRow>(`UPDATE account_keys SET ${set} WHERE id = $1 RETURNING ${COLUMNS}`, [
        id,
        ...values,
      ]);
      const changed = readFirst(rows);
      if (changed === null) return null;
      await logChanges(query, [id]);
      if (change.kind === "revoke") await query(DELETE_ENDED, [change.at, `k_${changed.countedAs}`]);
      return changed;
    });
  }

  rotate(id: string, next: Parameters<Accounts["rotate"]>[1], oldEndsAt: Date): Promise<KeyRecord | null> {
    return this.#postgres.transact(async (query) => {
      const [mailed] = await query<MailedRow>(
        `SELECT confirmation_hash, confirmation_mailed_at FROM account_keys
         WHERE id = $1 AND revoked_at IS NULL FOR UPDATE`,
        [id],
      );
      const rows = await query<KeyRow>(
        `UPDATE account_keys SET revoked_at = $2, confirmation_hash = NULL, confirmation_mailed_at = NULL
         WHERE id = $1 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
        [id, oldEndsAt],
      );
      const before = readFirst(rows);
      if (before === null || mailed === undefined) return null;
      const key = await insertKey(query, { ...before, ...next }, before.countedAs);
      // A link that was mailed confirms the new key.
      await query("UPDATE account_keys SET confirmation_hash = $2, confirmation_mailed_at = $3 WHERE id = $1", [
        key.id,
        mailed.confirmation_hash,
        mailed.confirmation_mailed_at,
      ]);
      await logChanges(query, [id]);
      return key;
    });
  }

  erase(selection: KeySelection): Promise<readonly string[]> {
    const { where, values } = describeSelection(selection);
    return this.#postgres.transact(async (query) => {
      const rows = await query<{ id: string }>(`DELETE FROM account_keys WHERE ${where} RETURNING id`, values);
      const ids = rows.map((row) => row.id);
      if (ids.length > 0) {
        await eraseUsage(query, ids);
        await query(DELETE_ENDED, [new Date(0), null]);
        await logChanges(query, ids);
      }
      return ids;
    });
  }

  async changesSince(
    position: number | null,
  ): Promise<{ readonly position: number; readonly keyIds: readonly string[] }> {
    if (position === null) {
      const [last] = await this.#postgres.query<{ position: string }>(
        "SELECT coalesce(max(position), 0) AS position FROM key_changes",
      );
      return { position: Number(last?.position ?? 0), keyIds: [] };
    }
    const rows = await this.#postgres.query<{ position: string; key_id: string }>(
      "SELECT position, key_id FROM key_changes WHERE position > $1 ORDER BY position LIMIT 10000",
      [position],
    );
    return { position: Number(rows.at(-1)?.position ?? position), keyIds: [...new Set(rows.map((row) => row.key_id))] };
  }
}

/** A row of `account_keys` as `COLUMNS` selects it. */
export interface KeyRow {
  readonly id: string;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly tier: KeyRecord["tier"];
  readonly own_limits: Limits | null;
  readonly counted_as: string;
  readonly email: string;
  readonly use_case: string;
  readonly created_at: Date;
  readonly email_confirmation: KeyRecord["emailConfirmation"];
  readonly revoked_at: Date | null;
}

interface MailedRow {
  readonly confirmation_hash: Buffer | null;
  readonly confirmation_mailed_at: Date | null;
}

export const COLUMNS =
  "id, hash, prefix, tier, own_limits, counted_as, email, use_case, created_at, email_confirmation, revoked_at";
const SELECT_KEYS = `SELECT ${COLUMNS} FROM account_keys`;

const USAGE_TABLES = ["usage_minutes", "usage_hours", "usage_days", "usage_totals"];

const CHANGES_LOCK = 2;

/** The first key of a result, or null. */
export function readFirst(rows: readonly KeyRow[]): KeyRecord | null {
  return rows[0] === undefined ? null : readKey(rows[0]);
}

function readKey(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    hash: new Uint8Array(row.hash),
    prefix: row.prefix,
    tier: row.tier,
    limits: row.own_limits === null ? null : { perHour: row.own_limits.perHour, perDay: row.own_limits.perDay },
    countedAs: row.counted_as,
    email: row.email,
    useCase: row.use_case,
    createdAt: row.created_at,
    emailConfirmation: row.email_confirmation,
    revokedAt: row.revoked_at,
  };
}

function describeSelection(selection: KeySelection | undefined) {
  if (selection === undefined) return { where: "true", values: [] };
  const [where, value] =
    "email" in selection
      ? ["lower(email) = $1", selection.email.toLowerCase()]
      : ["counted_as = $1", selection.countedAs];
  return isNoText(value) ? { where: "false", values: [] } : { where, values: [value] };
}

/** PostgreSQL has no text with U+0000, and refuses to look for one. */
function isNoText(text: string): boolean {
  return text.includes("\0");
}

async function insertKey(query: Query, key: NewKey, countedAs: string): Promise<KeyRecord> {
  const rows = await query<KeyRow>(
    `INSERT INTO account_keys (id, hash, prefix, tier, own_limits, counted_as, email, use_case, created_at, email_confirmation)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${COLUMNS}`,
    [
      key.id,
      key.hash,
      key.prefix,
      key.tier,
      writeLimits(key.limits),
      countedAs,
      key.email,
      key.useCase,
      key.createdAt,
      key.emailConfirmation,
    ],
  );
  const stored = readFirst(rows);
  if (stored === null) throw new Error("an inserted key was not returned");
  return stored;
}

function writeLimits(limits: Limits | null): string | null {
  return limits === null ? null : JSON.stringify(limits);
}

function describeChange(change: KeyChange): { readonly set: string; readonly values: readonly unknown[] } {
  if (change.kind === "tier") return { set: "tier = $2", values: [change.tier] };
  if (change.kind === "limits") return { set: "own_limits = $2", values: [writeLimits(change.limits)] };
  return { set: "revoked_at = least(revoked_at, $2)", values: [change.at] };
}

/**
 * Logs that keys changed, for those who cache them. The lock is held until the commit, so positions
 * become visible in their order.
 */
export async function logChanges(query: Query, keyIds: readonly string[]): Promise<void> {
  await query("SELECT pg_advisory_xact_lock($1, $2)", [LOCK_CLASS, CHANGES_LOCK]);
  await query("INSERT INTO key_changes (key_id) SELECT unnest($1::text[])", [keyIds]);
}

async function eraseUsage(query: Query, keyIds: readonly string[]): Promise<void> {
  const subjectIds = keyIds.flatMap(subjectsOf);
  await query(
    "INSERT INTO erased_subjects (subject_id, erased_at) SELECT unnest($1::text[]), now() ON CONFLICT DO NOTHING",
    [subjectIds],
  );
  for (const table of USAGE_TABLES) {
    await query(`DELETE FROM ${table} WHERE subject_id = ANY($1::text[])`, [subjectIds]);
  }
}
