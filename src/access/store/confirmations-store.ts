import {
  CONFIRMED_KEYS_PER_EMAIL,
  type ConfirmationOutcome,
  firstValidMailing,
  type LeasedMail,
  MAIL_LEASE_MILLISECONDS,
} from "../confirmations.ts";
import type { KeyRecord } from "../accounts.ts";
import { noteKeyChange, readFirst, readKey } from "./accounts-store.ts";
import { worksAt } from "./schema.ts";
import { type Sql, type Statements, writeMoment } from "./sql.ts";

/** The store of confirmations. */
export type Confirmations = ReturnType<typeof buildConfirmations>;

/**
 * Keeps confirmations of e-mail addresses, and the queue of the mails that ask for them: a key that
 * was created as `pending` waits in it. Of the code in a mail only the SHA-256 is stored; it is
 * forgotten when it was used. Every function rejects with `StoreUnavailable` when the database does
 * not answer in time.
 */
export function buildConfirmations(sql: Sql) {
  return {
    /**
     * Leases mails that are due for `MAIL_LEASE_MILLISECONDS`, the longest due first. A mail whose
     * lease expired can be leased again.
     */
    async lease(countMax: number, at: Date): Promise<readonly LeasedMail[]> {
      const due = "mail_due_at <= $1";
      const waiting = await sql.all(
        `SELECT id FROM api_key WHERE ${due} ORDER BY mail_due_at LIMIT ${countMax}`,
        at.getTime(),
      );
      if (waiting.length === 0) return [];
      return await sql.transaction(async (inside) => {
        const leased = [];
        for (const { id } of waiting)
          leased.push(
            ...(await inside.all(
              `UPDATE api_key SET mail_due_at = $2, mail_attempts = mail_attempts + 1 WHERE id = $3 AND ${due} RETURNING *`,
              at.getTime(),
              at.getTime() + MAIL_LEASE_MILLISECONDS,
              id!,
            )),
          );
        return leased.map((row) => ({ key: readKey(row), attempt: Number(row["mail_attempts"]) }));
      });
    },
    /**
     * Keeps the hash of a code that is about to be mailed, instead of an earlier one of the key.
     * False where the key is not waiting for a confirmation or does not work.
     */
    async start(keyId: string, hash: Uint8Array, at: Date): Promise<boolean> {
      const started = await sql.transaction((inside) =>
        inside.run(
          `UPDATE api_key SET confirmation_hash = $2, mailed_at = $3
           WHERE id = $1 AND email_confirmation = 'pending' AND ${worksAt("$3")}`,
          keyId,
          hash,
          at.getTime(),
        ),
      );
      return started > 0;
    },
    /** Sets the time when the mail about a key is due again; null takes it out of the queue. */
    async finish(keyId: string, nextAt: Date | null): Promise<void> {
      await sql.transaction((inside) =>
        inside.run("UPDATE api_key SET mail_due_at = $2 WHERE id = $1", keyId, writeMoment(nextAt)),
      );
    },
    /** The working key that a code mailed in the last `CONFIRMATION_HOURS` belongs to, or null. */
    find: (hash: Uint8Array, at: Date) => find(sql, hash, at),
    /**
     * Confirms the key of a code, and forgets the code; null where there is none. `too_many_keys`,
     * and nothing is changed, where `CONFIRMED_KEYS_PER_EMAIL` working keys of the e-mail address
     * are confirmed.
     */
    confirm: (hash: Uint8Array, at: Date) => confirmKey(sql, hash, at),
  };
}

function confirmKey(sql: Sql, hash: Uint8Array, at: Date): Promise<ConfirmationOutcome> {
  return sql.transaction(async (inside): Promise<ConfirmationOutcome> => {
    const found = await find(inside, hash, at);
    if (found === null) return null;
    const [confirmed] = await inside.all(
      `SELECT count(*) AS keys FROM api_key
       WHERE email_folded = $1 AND email_confirmation = 'confirmed' AND ${worksAt("$2")}`,
      found.email.toLowerCase(),
      at.getTime(),
    );
    if (Number(confirmed?.["keys"]) >= CONFIRMED_KEYS_PER_EMAIL) return "too_many_keys";
    await inside.run(
      `UPDATE api_key SET email_confirmation = 'confirmed', confirmation_hash = NULL, mail_due_at = NULL WHERE id = $1`,
      found.id,
    );
    await noteKeyChange(inside);
    return { ...found, emailConfirmation: "confirmed" };
  });
}

/** The working key that a code belongs to. */
async function find(statements: Statements, hash: Uint8Array, at: Date): Promise<KeyRecord | null> {
  return readFirst(
    await statements.all(
      `SELECT * FROM api_key WHERE confirmation_hash = $1 AND mailed_at >= $2 AND ${worksAt("$3")}`,
      hash,
      firstValidMailing(at).getTime(),
      at.getTime(),
    ),
  );
}
