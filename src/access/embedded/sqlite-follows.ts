import { firstValidMailing } from "../confirmations.ts";
import { type Follow, type Follows, judgeAsking, MAIL_LEASE_MILLISECONDS } from "../follows.ts";
import type { AccessDatabase } from "./access-database.ts";
import { statementsOf, writeDurably } from "./sqlite-webhooks.ts";

type Row = Readonly<Record<string, unknown>>;

/** Builds who follows by e-mail in `access.sqlite`; the caller closes it. */
export function buildSqliteFollows(database: AccessDatabase): Follows {
  const { all, run } = statementsOf(database);
  const find = (code: string, at: Date): readonly Row[] => all(FIND, code, firstValidMailing(at).getTime());
  const write = <Result>(work: () => Result): Promise<Result> => writeDurably(database, work);
  /** What was deleted is not in the log of changes either. */
  const erase = async <Result>(work: () => Result): Promise<Result> => {
    const result = await write(work);
    await database.emptyLog();
    return result;
  };
  return {
    start: ({ code, email, country }, at) =>
      write(() => {
        const folded = email.toLowerCase();
        const earlier = judgeAsking(all(OF_EMAIL, folded).map(readFollow), country, at);
        if (earlier === "refused") return false;
        if (earlier !== null) run("DELETE FROM mail_follow WHERE code = ?", earlier.code);
        run(INSERT, code, email, folded, country, at.getTime());
        return true;
      }),
    find: (code, at) => database.read(() => find(code, at).map(readFollow)[0] ?? null),
    confirm: (code, at) =>
      write(() => {
        if (find(code, at).length > 0) run(CONFIRM, at.getTime(), code);
        return find(code, at).map(readFollow)[0] ?? null;
      }),
    leave: (code) =>
      erase(() => all("DELETE FROM mail_follow WHERE code = ? RETURNING *", code).map(readFollow)[0] ?? null),
    list: (email) => database.read(() => all(OF_EMAIL, email.toLowerCase()).map(readFollow)),
    leaveAll: (email) => erase(() => void run("DELETE FROM mail_follow WHERE email_folded = ?", email.toLowerCase())),
    async claim(since, countMax, at) {
      const findDue = (): readonly Row[] => all(DUE, at.getTime(), since.getTime(), countMax);
      // Most of the time there is nothing to write.
      if ((await database.read(findDue)).length === 0) return [];
      return await write(() => {
        const due = findDue();
        for (const { code } of due) run(LEASE, at.getTime() + MAIL_LEASE_MILLISECONDS, String(code));
        return due.map((row) => ({ ...readFollow(row), attempt: Number(row["attempts"]) + 1 }));
      });
    },
    settle: ({ code, attempt, confirmedAt }, since) =>
      write(() => void run(SETTLE, since.getTime(), attempt, code, confirmedAt === null ? 1 : 0)),
    postpone: ({ code, attempt, confirmedAt }, until) =>
      write(() => void run(POSTPONE, until.getTime(), attempt, code, confirmedAt === null ? 1 : 0)),
    prune: (at) => database.transact(() => void run(PRUNE, firstValidMailing(at).getTime())),
  };
}

const FIND = "SELECT * FROM mail_follow WHERE code = ?1 AND (confirmed_at IS NOT NULL OR asked_at >= ?2)";
const OF_EMAIL = "SELECT * FROM mail_follow WHERE email_folded = ? ORDER BY position";
const INSERT = `
  INSERT INTO mail_follow (code, email, email_folded, country, asked_at, due_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)`;
const CONFIRM = `
  UPDATE mail_follow SET confirmed_at = ?1, told_at = ?1, due_at = NULL, attempts = 0
  WHERE code = ?2 AND confirmed_at IS NULL`;
const DUE = `
  SELECT * FROM mail_follow
  WHERE confirmed_at IS NULL AND due_at <= ?1 OR told_at < ?2 AND coalesce(due_at, 0) <= ?1
  ORDER BY coalesce(due_at, 0), position LIMIT ?3`;
const LEASE = "UPDATE mail_follow SET due_at = ?, attempts = attempts + 1 WHERE code = ?";
const SETTLE = `
  UPDATE mail_follow SET
    told_at = max(told_at, ?1),
    due_at = CASE WHEN attempts = ?2 THEN NULL ELSE due_at END,
    attempts = CASE WHEN attempts = ?2 THEN 0 ELSE attempts END
  WHERE code = ?3 AND (confirmed_at IS NULL) = ?4`;
const POSTPONE = `
  UPDATE mail_follow SET due_at = ?1 WHERE attempts = ?2 AND code = ?3 AND (confirmed_at IS NULL) = ?4`;
const PRUNE = "DELETE FROM mail_follow WHERE confirmed_at IS NULL AND asked_at < ?";

function readFollow(row: Row): Follow {
  const { code, email, country, asked_at: askedAt, confirmed_at: confirmedAt } = row;
  return {
    code: String(code),
    email: String(email),
    country: typeof country === "string" ? country : null,
    askedAt: new Date(Number(askedAt)),
    confirmedAt: confirmedAt === null ? null : new Date(Number(confirmedAt)),
  };
}
