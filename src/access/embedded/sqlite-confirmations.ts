import type { KeyRecord } from "../accounts.ts";
import {
  CONFIRMED_KEYS_PER_EMAIL,
  type ConfirmationOutcome,
  type Confirmations,
  MAILS_PER_EMAIL,
  firstCountedMailing,
  firstValidMailing,
} from "../confirmations.ts";
import type { AccessDatabase } from "./access-database.ts";
import { readKey } from "./sqlite-accounts.ts";

/** Builds the confirmations in `access.sqlite`; the caller closes it. */
export function buildSqliteConfirmations(database: AccessDatabase): Confirmations {
  const { connection } = database;
  const findWaiting = connection.prepare(
    `SELECT email_folded FROM api_key WHERE id = ?1 AND email_confirmation = 'pending' AND ${WORKS}`,
  );
  const countMails = connection.prepare(
    "SELECT count(*) AS mails FROM api_key WHERE email_folded = ? AND id <> ? AND confirmation_mailed_at > ?",
  );
  const keepCode = connection.prepare(
    "UPDATE api_key SET confirmation_hash = ?, confirmation_mailed_at = ? WHERE id = ?",
  );
  const findByCode = connection.prepare(
    `SELECT * FROM api_key WHERE confirmation_hash = ?1 AND confirmation_mailed_at >= ?3 AND ${WORKS}`,
  );
  const countConfirmed = connection.prepare(
    `SELECT count(*) AS keys FROM api_key
     WHERE email_folded = ?1 AND email_confirmation = 'confirmed' AND ${WORKS}`,
  );
  const keepConfirmed = connection.prepare(
    "UPDATE api_key SET email_confirmation = 'confirmed', confirmation_hash = NULL WHERE id = ?",
  );
  const logChange = connection.prepare("INSERT INTO key_change (key_id) VALUES (?)");
  const find = (hash: Uint8Array, at: Date): KeyRecord | null =>
    readKey(findByCode.get(hash, at.getTime(), firstValidMailing(at).getTime()));

  const write = async <Result>(work: () => Result): Promise<Result> => {
    const result = await database.transact(work);
    await database.sync();
    return result;
  };
  return {
    start: (keyId, hash, at) =>
      write(() => {
        const waiting = findWaiting.get(keyId, at.getTime());
        if (waiting === undefined) return false;
        const mailed = countMails.get(String(waiting["email_folded"]), keyId, firstCountedMailing(at).getTime());
        if (Number(mailed?.["mails"]) >= MAILS_PER_EMAIL) return false;
        keepCode.run(hash, at.getTime(), keyId);
        return true;
      }),
    find: (hash, at) => database.read(() => find(hash, at)),
    confirm: (hash, at) =>
      write((): ConfirmationOutcome => {
        const found = find(hash, at);
        if (found === null) return null;
        const confirmed = countConfirmed.get(found.email.toLowerCase(), at.getTime());
        if (Number(confirmed?.["keys"]) >= CONFIRMED_KEYS_PER_EMAIL) return "too_many_keys";
        keepConfirmed.run(found.id);
        logChange.run(found.id);
        return { ...found, emailConfirmation: "confirmed" };
      }),
  };
}

/** Whether a key works at the second parameter. */
const WORKS = "(revoked_at IS NULL OR revoked_at > ?2)";
