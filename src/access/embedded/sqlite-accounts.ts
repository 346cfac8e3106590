import type { SQLOutputValue } from "node:sqlite";
import { ACTIVE_KEYS_PER_EMAIL, type Accounts, type KeyChange, type KeyRecord, type NewKey } from "../accounts.ts";
import type { Limits } from "../quota.ts";
import type { AccessDatabase } from "./access-database.ts";

type Row = Record<string, SQLOutputValue>;

/** Builds accounts over `access.sqlite`; the caller closes it. */
export function buildSqliteAccounts(database: AccessDatabase): Accounts {
  const { connection } = database;
  const byHash = connection.prepare("SELECT * FROM api_key WHERE hash = ?");
  const byId = connection.prepare("SELECT * FROM api_key WHERE id = ?");
  const byPrefix = connection.prepare(
    "SELECT * FROM api_key WHERE prefix >= ?1 AND prefix < ?1 || char(1114111) LIMIT 2",
  );
  const all = connection.prepare("SELECT * FROM api_key ORDER BY place");
  const ofEmail = connection.prepare("SELECT * FROM api_key WHERE email_folded = ? ORDER BY place");
  const countingAlone = connection.prepare(
    "SELECT id FROM api_key WHERE email_folded = ? AND revoked_at IS NULL AND counted_as = id ORDER BY place",
  );
  const insert = connection.prepare(`
    INSERT INTO api_key
      (id, hash, prefix, tier, own_limits, counted_as, email, email_folded, use_case, created_at, revoked_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)`);
  const logChange = connection.prepare("INSERT INTO key_change (key_id) VALUES (?)");
  const lastChange = connection.prepare(
    "SELECT coalesce(max(seq), 0) AS place FROM sqlite_sequence WHERE name = 'key_change'",
  );
  const changesAfter = connection.prepare("SELECT place, key_id FROM key_change WHERE place > ? ORDER BY place");

  const find = (id: string): KeyRecord | null => readKey(byId.get(id));
  const store = (key: Omit<KeyRecord, "revokedAt">): void => {
    const { id, hash, prefix, tier, limits, countedAs, email, useCase, createdAt } = key;
    const own = limits === null ? null : JSON.stringify(limits);
    const folded = email.toLowerCase();
    insert.run(id, hash, prefix, tier, own, countedAs, email, folded, useCase, createdAt.getTime());
  };

  const create = (key: NewKey): KeyRecord => {
    const alone = countingAlone.all(key.email.toLowerCase());
    const shared = alone.length > ACTIVE_KEYS_PER_EMAIL ? String(alone.at(-1)!["id"]) : null;
    store({ ...key, countedAs: shared ?? key.id });
    return find(key.id)!;
  };

  const change = (id: string, how: KeyChange): KeyRecord | null => {
    const set = (column: string, value: string | number | null): void =>
      void connection.prepare(`UPDATE api_key SET ${column} WHERE id = ?`).run(value, id);
    if (how.kind === "tier") set("tier = ?", how.tier);
    else if (how.kind === "limits") set("own_limits = ?", how.limits === null ? null : JSON.stringify(how.limits));
    else set("revoked_at = coalesce(revoked_at, ?)", how.at.getTime());
    const changed = find(id);
    if (changed !== null) logChange.run(id);
    return changed;
  };

  const rotate: (...parameters: Parameters<Accounts["rotate"]>) => KeyRecord | null = (id, next) => {
    const before = find(id);
    if (before === null || before.revokedAt !== null) return null;
    store({ ...before, ...next });
    change(id, { kind: "revoke", at: next.createdAt });
    return find(next.id);
  };

  const erase = (email: string): readonly string[] => {
    const keys = ofEmail.all(email.toLowerCase()).map((row) => readKey(row)!);
    const minute = connection.prepare("SELECT coalesce(max(minute), 0) AS minute FROM usage_minute").get()!["minute"]!;
    for (const { id } of keys) {
      const subject = `k_${id}`;
      for (const table of ["usage_minute", "usage_past", "usage_before", "quota_window"])
        connection.prepare(`DELETE FROM ${table} WHERE subject = ?`).run(subject);
      connection.prepare("INSERT OR REPLACE INTO erased_subject VALUES (?, ?)").run(subject, minute);
      connection.prepare("DELETE FROM api_key WHERE id = ?").run(id);
      logChange.run(id);
    }
    return keys.map(({ id }) => id);
  };

  const write = async <Result>(work: () => Result): Promise<Result> => {
    const result = await database.transact(work);
    await database.sync();
    return result;
  };
  const { read } = database;
  return {
    create: (key) => write(() => create(key)),
    findByHash: (hash) => read(() => readKey(byHash.get(hash))),
    find: (text) => read(() => find(text) ?? (text === "" ? null : onlyOne(byPrefix.all(text)))),
    list: ({ email } = {}) =>
      read(() => (email === undefined ? all.all() : ofEmail.all(email.toLowerCase())).map((row) => readKey(row)!)),
    change: (id, how) => write(() => change(id, how)),
    rotate: (id, next) => write(() => rotate(id, next)),
    async erase(email) {
      const ids = await write(() => erase(email));
      await database.emptyLog();
      return ids;
    },
    changesSince: (place) =>
      read(() => {
        if (place === null) return { place: Number(lastChange.get()!["place"]), keyIds: [] };
        const rows = changesAfter.all(place);
        return { place: Number(rows.at(-1)?.["place"] ?? place), keyIds: rows.map((row) => String(row["key_id"])) };
      }),
  };
}

function onlyOne(rows: readonly Row[]): KeyRecord | null {
  return rows.length === 1 ? readKey(rows[0]) : null;
}

function readKey(row: Row | undefined): KeyRecord | null {
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
    revokedAt: revokedAt === null ? null : new Date(Number(revokedAt)),
  };
}
