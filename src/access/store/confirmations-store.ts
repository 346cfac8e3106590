import {
  CONFIRMED_KEYS_PER_EMAIL,
  type ConfirmationOutcome,
  type Confirmations,
  firstValidMailing,
  MAIL_LEASE_MILLISECONDS,
} from "../confirmations.ts";
import type { KeyRecord } from "../accounts.ts";
import { noteKeyChange, readFirst, readKey } from "./accounts-store.ts";
import { worksAt } from "./schema.ts";
import { type Sql, type Statements, writeMoment } from "./sql.ts";

/**
 * Builds the confirmations of e-mail addresses, and the queue of the mails that ask for them, in a
 * database.
 */
export function buildConfirmations(sql: Sql): Confirmations {
  return {
    async lease(countMax, at) {
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
    async start(keyId, hash, at) {
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
    async finish(keyId, nextAt) {
      await sql.transaction((inside) =>
        inside.run("UPDATE api_key SET mail_due_at = $2 WHERE id = $1", keyId, writeMoment(nextAt)),
      );
    },
    find: (hash, at) => find(sql, hash, at),
    confirm: (hash, at) => confirmKey(sql, hash, at),
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
