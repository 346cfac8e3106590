import { firstKeptAnswer, firstUnderWay, judgeEarlier, type KeptAnswers } from "../idempotency.ts";
import type { AccessDatabase } from "./access-database.ts";
import { statementsOf, writeDurably } from "./sqlite-webhooks.ts";

/** Builds the kept answers in `access.sqlite`; the caller closes it. */
export function buildSqliteKeptAnswers(database: AccessDatabase): KeptAnswers {
  const { all, run } = statementsOf(database);
  return {
    begin: (kept, at) =>
      writeDurably(database, () => {
        run(DELETE_OVER, kept.name, firstKeptAnswer(at).getTime(), firstUnderWay(at).getTime());
        const [found] = all("SELECT request, answer FROM kept_answer WHERE name = ?", kept.name);
        if (found === undefined) {
          run("INSERT INTO kept_answer VALUES (?, ?, ?, NULL)", kept.name, kept.request, at.getTime());
          return "begun";
        }
        const { request, answer } = found;
        if (!(request instanceof Uint8Array)) throw new TypeError("a kept answer has no request");
        return judgeEarlier(kept, { request, answer: answer instanceof Uint8Array ? answer : null });
      }),
    finish: (name, begunAt, answer) =>
      writeDurably(
        database,
        () => void run("UPDATE kept_answer SET answer = ? WHERE name = ? AND begun_at = ?", answer, name, +begunAt),
      ),
    forget: (name, begunAt) =>
      writeDurably(
        database,
        () => void run("DELETE FROM kept_answer WHERE name = ? AND begun_at = ? AND answer IS NULL", name, +begunAt),
      ),
    prune: (at) =>
      database.transact(() => void run("DELETE FROM kept_answer WHERE begun_at < ?", firstKeptAnswer(at).getTime())),
  };
}

const DELETE_OVER = `
  DELETE FROM kept_answer WHERE name = ?1 AND (begun_at < ?2 OR answer IS NULL AND begun_at < ?3)`;
