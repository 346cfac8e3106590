import { firstValidMailing } from "../confirmations.ts";
import { type Follow, type Follows, judgeAsking, MAIL_LEASE_MILLISECONDS } from "../follows.ts";
import { lockEmail } from "./postgres-confirmations.ts";
import type { Postgres } from "./postgres.ts";

interface Row {
  readonly code: string;
  readonly email: string;
  readonly country: string | null;
  readonly asked_at: Date;
  readonly confirmed_at: Date | null;
  readonly attempts: number;
}

/** Builds who follows by e-mail in PostgreSQL, for many nodes. */
export function buildPostgresFollows(postgres: Postgres): Follows {
  const readOne = async (sql: string, values: unknown[]): Promise<Follow | null> =>
    (await postgres.query<Row>(sql, values)).map(readFollow)[0] ?? null;
  return {
    start: ({ code, email, country }, at) =>
      postgres.transact(async (query) => {
        await lockEmail(query, email);
        const others = await query<Row>(OF_EMAIL, [email]);
        const earlier = judgeAsking(others.map(readFollow), country, at);
        if (earlier === "refused") return false;
        if (earlier !== null) await query("DELETE FROM mail_follows WHERE code = $1", [earlier.code]);
        await query(INSERT, [code, email, country, at]);
        return true;
      }),
    find: (code, at) => readOne(`SELECT * FROM mail_follows WHERE ${FOUND}`, [code, firstValidMailing(at)]),
    async confirm(code, at) {
      await postgres.query(CONFIRM, [code, firstValidMailing(at), at]);
      return await readOne(`SELECT * FROM mail_follows WHERE ${FOUND}`, [code, firstValidMailing(at)]);
    },
    leave: (code) => readOne("DELETE FROM mail_follows WHERE code = $1 RETURNING *", [code]),
    async list(email) {
      return (await postgres.query<Row>(OF_EMAIL, [email])).map(readFollow);
    },
    async leaveAll(email) {
      await postgres.query("DELETE FROM mail_follows WHERE lower(email) = lower($1)", [email]);
    },
    async claim(since, countMax, at) {
      const lease = new Date(at.getTime() + MAIL_LEASE_MILLISECONDS);
      const rows = await postgres.query<Row>(CLAIM, [at, since, countMax, lease]);
      return rows.map((row) => ({ ...readFollow(row), attempt: row.attempts }));
    },
    async settle({ code, attempt, confirmedAt }, since) {
      await postgres.query(SETTLE, [code, since, attempt, confirmedAt === null]);
    },
    async postpone({ code, attempt, confirmedAt }, until) {
      await postgres.query(POSTPONE, [code, until, attempt, confirmedAt === null]);
    },
    async prune(at) {
      const sql = "DELETE FROM mail_follows WHERE confirmed_at IS NULL AND asked_at < $1";
      await postgres.query(sql, [firstValidMailing(at)]);
    },
  };
}

const OF_EMAIL = "SELECT * FROM mail_follows WHERE lower(email) = lower($1) ORDER BY position";
const FOUND = "code = $1 AND (confirmed_at IS NOT NULL OR asked_at >= $2)";
const INSERT = "INSERT INTO mail_follows (code, email, country, asked_at, due_at) VALUES ($1, $2, $3, $4, $4)";
const CONFIRM = `
  UPDATE mail_follows SET confirmed_at = $3, told_at = $3, due_at = NULL, attempts = 0
  WHERE ${FOUND} AND confirmed_at IS NULL`;
const CLAIM = `
  UPDATE mail_follows AS mine SET due_at = $4, attempts = attempts + 1
  FROM (
    SELECT code FROM mail_follows
    WHERE confirmed_at IS NULL AND due_at <= $1 OR told_at < $2 AND (due_at IS NULL OR due_at <= $1)
    ORDER BY due_at NULLS FIRST, position LIMIT $3 FOR UPDATE SKIP LOCKED
  ) AS due
  WHERE mine.code = due.code RETURNING mine.*`;
const SETTLE = `
  UPDATE mail_follows SET
    told_at = CASE WHEN told_at IS NOT NULL THEN greatest(told_at, $2) END,
    due_at = CASE WHEN attempts = $3 THEN NULL ELSE due_at END,
    attempts = CASE WHEN attempts = $3 THEN 0 ELSE attempts END
  WHERE code = $1 AND (confirmed_at IS NULL) = $4`;
const POSTPONE = `
  UPDATE mail_follows SET due_at = $2 WHERE code = $1 AND attempts = $3 AND (confirmed_at IS NULL) = $4`;

function readFollow({ code, email, country, asked_at: askedAt, confirmed_at: confirmedAt }: Row): Follow {
  return { code, email, country, askedAt, confirmedAt };
}
