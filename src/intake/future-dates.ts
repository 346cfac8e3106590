import type { DuckDBConnection } from "@duckdb/node-api";
import { compareJudgedOn, firstDayOf, judgedOnText, lastDaySql } from "../trust/judged-on.ts";
import { counted } from "./counted.ts";
import { literal, readCounts, readRows } from "./intake-database.ts";
import type { ProblemList } from "./problem-report.ts";

/** Notices dates after the present day: they are published, but say nothing about `as_of`. */
export async function noticeFutureDates(connection: DuckDBConnection, now: Date, problems: ProblemList): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const dates = await readRows<{ date: number; count: bigint }>(
    connection,
    `SELECT judged_on AS date, count(*) AS count FROM clean.judgement
      WHERE ${lastDaySql("judged_on")} > date_diff('day', DATE '1970-01-01', DATE '${today}') GROUP BY date`,
  );
  // A month or a year that has begun is not to come.
  const later = dates.filter(({ date }) => firstDayOf(date) * 86_400_000 > Date.parse(today));
  const [latest] = later.toSorted((a, b) => compareJudgedOn(b.date, a.date));
  if (latest !== undefined) {
    const count = later.reduce((sum, each) => sum + Number(each.count), 0);
    const what = counted(count, "judgement is", "judgements are");
    problems.notice(
      `${what} dated after today, ${today}, up to ${judgedOnText(latest.date)}: check judged_on; such days do not count for as_of`,
    );
  }
  const { replies } = await readCounts<"replies">(
    connection,
    `SELECT count(*) AS replies FROM clean.reply WHERE replied_on > ${literal(today)}`,
  );
  if (replies > 0)
    problems.notice(`${counted(replies, "reply is", "replies are")} dated after today, ${today}: check replied_on`);
}
