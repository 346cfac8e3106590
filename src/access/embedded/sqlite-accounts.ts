import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import {
  type Accounts,
  EMAIL_CONFIRMATIONS,
  type KeyChange,
  type KeyRecord,
  type KeySelection,
  type NewKey,
  expectTextsToKeep,
} from "../accounts.ts";
import type { Limits } from "../quota.ts";
import { subjectsOf } from "../subject.ts";
import type { AccessDatabase } from "./access-database.ts";
import { DELETE_ENDED } from "./sqlite-webhooks.ts";

type Row = Record<string, SQLOutputValue>;

/** Accounts in `access.sqlite`; who opened the file closes it. */
export class SqliteAccounts implements Accounts {
  readonly #database: AccessDatabase;
  readonly #insert: StatementSync;
  readonly #logChange: StatementSync;
  readonly #byHash: StatementSync;
  readonly #byId: StatementSync;
  readonly #changesAfter: StatementSync;

  constructor(database: AccessDatabase) {
    const { connection } = database;
    this.#database = database;
    this.#insert = connection.prepare(`
      INSERT INTO api_key
        (id, hash, prefix, tier, own_limits, counted_as, email, email_folded, use_case, created_at, email_confirmation)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#logChange = connection.prepare("INSERT INTO key_change (key_id) VALUES (?)");
    this.#byHash = connection.prepare("SELECT * FROM api_key WHERE hash = ?");
    this.#byId = connection.prepare("SELECT * FROM api_key WHERE id = ?");
    this.#changesAfter = connection.prepare(
      "SELECT position, key_id FROM key_change WHERE position > ? ORDER BY position",
    );
  }

  async create(key: NewKey): Promise<KeyRecord> {
    expectTextsToKeep(key);
    return this.#write(() => this.#store({ ...key, countedAs: key.id }));
  }

  findByHash(hash: Uint8Array): Promise<KeyRecord | null> {
    return this.#database.read(() => readKey(this.#byHash.get(hash)));
  }

  find(idOrPrefix: string): Promise<KeyRecord | null> {
    return this.#database.read(() => {
      const found = this.#findById(idOrPrefix);
      if (found !== null || idOrPrefix === "") return found;
      const [first, ...more] = this.#all(BY_PREFIX, idOrPrefix);
      return more.length > 0 ? null : readKey(first);
    });
  }

  list(selection?: KeySelection): Promise<readonly KeyRecord[]> {
    return this.#database.read(() => this.#select(selection).flatMap((row) => readKey(row) ?? []));
  }

  change(id: string, how: KeyChange): Promise<KeyRecord | null> {
    return this.#write(() => this.#change(id, how));
  }

  rotate(id: string, next: Parameters<Accounts["rotate"]>[1], oldEndsAt: Date): Promise<KeyRecord | null> {
    return this.#write(() => {
      const before = this.#findById(id);
      if (before === null || before.revokedAt !== null) return null;
      const stored = this.#store({ ...before, ...next });
      // A link that was mailed confirms the new key.
      const [mailed] = this.#all("SELECT confirmation_hash, confirmation_mailed_at FROM api_key WHERE id = ?", id);
      this.#all("UPDATE api_key SET confirmation_hash = NULL, confirmation_mailed_at = NULL WHERE id = ?", id);
      this.#all(
        "UPDATE api_key SET confirmation_hash = ?, confirmation_mailed_at = ? WHERE id = ?",
        mailed?.["confirmation_hash"] ?? null,
        mailed?.["confirmation_mailed_at"] ?? null,
        next.id,
      );
      this.#change(id, { kind: "revoke", at: oldEndsAt });
      return stored;
    });
  }

  async erase(selection: KeySelection): Promise<readonly string[]> {
    const ids = await this.#write(() => {
      const keyIds = this.#select(selection).map((row) => String(row["id"]));
      for (const id of keyIds) this.#eraseKey(id);
      this.#deleteWebhooks(0, null);
      return keyIds;
    });
    await this.#database.emptyLog();
    return ids;
  }

  changesSince(position: number | null): Promise<{ readonly position: number; readonly keyIds: readonly string[] }> {
    return this.#database.read(() => {
      if (position === null) return { position: Number(this.#all(LAST_CHANGE)[0]?.["position"]), keyIds: [] };
      const rows = this.#changesAfter.all(position);
      return {
        position: Number(rows.at(-1)?.["position"] ?? position),
        keyIds: rows.map((row) => String(row["key_id"])),
      };
    });
  }

  /** On disk when it resolves. */
  async #write<Result>(work: () => Result): Promise<Result> {
    const result = await this.#database.transact(work);
    await this.#database.sync();
    return result;
  }

  #all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#database.connection.prepare(sql).all(...values);
  }

  #findById(id: string): KeyRecord | null {
    return readKey(this.#byId.get(id));
  }

  #select(selection: KeySelection | undefined): readonly Row[] {
    if (selection === undefined) return this.#all(ALL);
    if ("email" in selection) return this.#all(OF_EMAIL, selection.email.toLowerCase());
    return this.#all(OF_COUNT, selection.countedAs);
  }

  #store(key: Omit<KeyRecord, "revokedAt">): KeyRecord {
    const { id, hash, prefix, tier, limits, countedAs, email, useCase, createdAt, emailConfirmation } = key;
    const own = limits === null ? null : JSON.stringify(limits);
    const folded = email.toLowerCase();
    const at = createdAt.getTime();
    this.#insert.run(id, hash, prefix, tier, own, countedAs, email, folded, useCase, at, emailConfirmation);
    return { ...key, hash: new Uint8Array(hash), revokedAt: null };
  }

  #change(id: string, how: KeyChange): KeyRecord | null {
    const set = (column: string, value: string | number | null): void =>
      void this.#database.connection.prepare(`UPDATE api_key SET ${column} WHERE id = ?2`).run(value, id);
    if (how.kind === "tier") set("tier = ?1", how.tier);
    else if (how.kind === "limits") set("own_limits = ?1", how.limits === null ? null : JSON.stringify(how.limits));
    else set("revoked_at = min(coalesce(revoked_at, ?1), ?1)", how.at.getTime());
    const changed = this.#findById(id);
    if (changed === null) return null;
    this.#logChange.run(id);
    if (how.kind === "revoke") this.#deleteWebhooks(how.at.getTime(), `k_${changed.countedAs}`);
    return changed;
  }

  /** Deletes the webhooks that no key of their owner works for at a moment. */
  #deleteWebhooks(at: number, owner: string | null): void {
    this.#database.connection.prepare(DELETE_ENDED).run(at, owner);
  }

  /** What is counted later for the key is deleted by pruning. */
  #eraseKey(id: string): void {
    const { connection } = this.#database;
    for (const subject of subjectsOf(id)) {
      for (const table of ["usage_minute", "usage_past", "usage_before", "quota_window"])
        connection.prepare(`DELETE FROM ${table} WHERE subject = ?`).run(subject);
      connection
        .prepare("INSERT OR REPLACE INTO erased_subject SELECT ?, coalesce(max(minute), 0) FROM usage_minute")
        .run(subject);
    }
    connection.prepare("DELETE FROM api_key WHERE id = ?").run(id);
    this.#logChange.run(id);
  }
}

const ALL = "SELECT * FROM api_key ORDER BY position";
const OF_EMAIL = "SELECT * FROM api_key WHERE email_folded = ? ORDER BY position";
const OF_COUNT = "SELECT * FROM api_key WHERE counted_as = ? ORDER BY position";
const BY_PREFIX = "SELECT * FROM api_key WHERE prefix >= ?1 AND prefix < ?1 || char(1114111) LIMIT 2";
const LAST_CHANGE = "SELECT coalesce(max(seq), 0) AS position FROM sqlite_sequence WHERE name = 'key_change'";

/** Reads a row of `api_key`; null where there is none. */
export function readKey(row: Row | undefined): KeyRecord | null {
  if (row === undefined) return null;
  const limits = row["own_limits"];
  const revokedAt = row["revoked_at"];
  return {
    id: String(row["id"]),
    hash: row["hash"] as Uint8Array,
    prefix: String(row["prefix"]),
    tier: row["tier"] as KeyRecord["tier"],
    limits: typeof limits === "string" ? (JSON.parse(limits) as Limits) : null,
    countedAs: String(row["counted_as"]),
    email: String(row["email"]),
    useCase: String(row["use_case"]),
    createdAt: new Date(Number(row["created_at"])),
    emailConfirmation: EMAIL_CONFIRMATIONS.find((each) => each === row["email_confirmation"]) ?? "not_required",
    revokedAt: revokedAt === null ? null : new Date(Number(revokedAt)),
  };
}
