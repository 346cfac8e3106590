import { firstKeptAnswer, firstUnderWay, judgeEarlier, type KeptAnswers } from "../idempotency.ts";
import type { Postgres } from "./postgres.ts";

/** Builds the kept answers in PostgreSQL, for many nodes. */
export function buildPostgresKeptAnswers(postgres: Postgres): KeptAnswers {
  return {
    begin: (kept, at) =>
      postgres.transact(async (query) => {
        await query(DELETE_OVER, [kept.name, firstKeptAnswer(at), firstUnderWay(at)]);
        // One that another node is about to insert is waited for.
        const begun = await query(
          "INSERT INTO kept_answers (name, request, begun_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING name",
          [kept.name, kept.request, at],
        );
        if (begun.length > 0) return "begun";
        const [found] = await query<{ request: Buffer; answer: Buffer | null }>(
          "SELECT request, answer FROM kept_answers WHERE name = $1",
          [kept.name],
        );
        // It failed at this very moment.
        return found === undefined ? "under_way" : judgeEarlier(kept, found);
      }),
    async finish(name, begunAt, answer) {
      const sql = "UPDATE kept_answers SET answer = $3 WHERE name = $1 AND begun_at = $2";
      await postgres.query(sql, [name, begunAt, answer]);
    },
    async forget(name, begunAt) {
      const sql = "DELETE FROM kept_answers WHERE name = $1 AND begun_at = $2 AND answer IS NULL";
      await postgres.query(sql, [name, begunAt]);
    },
    async prune(at) {
      await postgres.query("DELETE FROM kept_answers WHERE begun_at < $1", [firstKeptAnswer(at)]);
    },
  };
}

const DELETE_OVER = `
  DELETE FROM kept_answers WHERE name = $1 AND (begun_at < $2 OR answer IS NULL AND begun_at < $3)`;
