import type { KeyRecord } from "../accounts.ts";
import {
  CONFIRMED_KEYS_PER_EMAIL,
  type Confirmations,
  MAILS_PER_EMAIL,
  firstCountedMailing,
  firstValidMailing,
} from "../confirmations.ts";
import { LOCK_CLASS } from "./migrations.ts";
import { COLUMNS, type KeyRow, logChanges, readFirst } from "./postgres-accounts.ts";
import type { Postgres, Query } from "./postgres.ts";

/** Builds the confirmations in PostgreSQL, for many nodes. */
export function buildPostgresConfirmations(postgres: Postgres): Confirmations {
  return {
    start: (keyId, hash, at) =>
      postgres.transact(async (query) => {
        const [waiting] = await query<{ email: string }>(
          `SELECT email FROM account_keys WHERE id = $1 AND email_confirmation = 'pending' AND ${WORKS}`,
          [keyId, at],
        );
        if (waiting === undefined) return false;
        await lockEmail(query, waiting.email);
        const [mailed] = await query<{ mails: string }>(
          `SELECT count(*) AS mails FROM account_keys
           WHERE lower(email) = $1 AND id <> $2 AND confirmation_mailed_at > $3`,
          [waiting.email.toLowerCase(), keyId, firstCountedMailing(at)],
        );
        if (Number(mailed?.mails) >= MAILS_PER_EMAIL) return false;
        await query("UPDATE account_keys SET confirmation_hash = $2, confirmation_mailed_at = $3 WHERE id = $1", [
          keyId,
          hash,
          at,
        ]);
        return true;
      }),
    find: (hash, at) => postgres.transact((query) => findByCode(query, hash, at)),
    confirm: (hash, at) =>
      postgres.transact(async (query) => {
        const found = await findByCode(query, hash, at);
        if (found === null) return null;
        await lockEmail(query, found.email);
        const [confirmed] = await query<{ keys: string }>(
          `SELECT count(*) AS keys FROM account_keys
           WHERE lower(email) = $1 AND email_confirmation = 'confirmed' AND ${WORKS}`,
          [found.email.toLowerCase(), at],
        );
        if (Number(confirmed?.keys) >= CONFIRMED_KEYS_PER_EMAIL) return "too_many_keys";
        const rows = await query<KeyRow>(
          `UPDATE account_keys SET email_confirmation = 'confirmed', confirmation_hash = NULL
           WHERE confirmation_hash = $1 RETURNING ${COLUMNS}`,
          [hash],
        );
        if (rows.length > 0) await logChanges(query, [found.id]);
        return readFirst(rows);
      }),
  };
}

/** Whether a key works at the second parameter. */
const WORKS = "(revoked_at IS NULL OR revoked_at > $2)";

const EMAIL_LOCK_CLASS = LOCK_CLASS + 1;

/** Lets what is counted of an e-mail address be true until the commit. */
export async function lockEmail(query: Query, email: string): Promise<void> {
  await query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [EMAIL_LOCK_CLASS, email.toLowerCase()]);
}

async function findByCode(query: Query, hash: Uint8Array, at: Date): Promise<KeyRecord | null> {
  const rows = await query<KeyRow>(
    `SELECT ${COLUMNS} FROM account_keys
     WHERE confirmation_hash = $1 AND confirmation_mailed_at >= $3 AND ${WORKS}`,
    [hash, at, firstValidMailing(at)],
  );
  return readFirst(rows);
}
