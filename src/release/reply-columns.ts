import type { DatasetFacts } from "../trust/dataset.ts";
import { parseJudgedOnSql } from "../trust/judged-on.ts";
import { REPLY_STATUSES } from "../trust/replies.ts";
import { type ColumnDescription, dateColumn, queried, type QueriedColumn, textColumn, type Value } from "./column.ts";
import type { ReplyFacts } from "./company-batches.ts";
import { quotedList } from "./duck-rows.ts";

/** What the downloadable tables say of replies. Append only, like area-columns.ts. */

export function replyColumns(facts: DatasetFacts): QueriedColumn[] {
  const pillars = facts.pillars.map(({ id }) => id);
  const nullable = { nullable: true };
  const ofPillar = "Pillar whose judgements it answers; empty where it answers all that the company is judged by.";
  const ofDate = "Date of the one judgement that it answers, as given there; empty for all of the pillar.";
  const repliedOn = "Day of the reply; empty where there is none, or no day is given.";
  const url = "URL where the reply, or the request for it, can be read.";
  return [
    queried("c.id", textColumn("company_id", "Company", "`id` of the company in the companies table.")),
    queried(
      `${quotedList(pillars)}[r.pillar + 1]`,
      textColumn("pillar", "Pillar", ofPillar, { ...nullable, values: pillars }),
    ),
    queried("r.judged_on", textColumn("judged_on", "Judged on", ofDate, nullable)),
    queried("r.status", statusColumn("status", "What became of the publisher's request for a reply.", {})),
    queried("CAST(r.replied_on AS DATE)", dateColumn("replied_on", "Replied on", repliedOn, nullable)),
    queried("r.text", textColumn("text", "Text", "What the company said, in its own words.", nullable)),
    queried("r.url", textColumn("url", "URL", url, nullable)),
  ];
}

/** A row of the table of replies: values by the names of `replyColumns`. */
export function replyRecord(
  { pillars }: Pick<DatasetFacts, "pillars">,
  { pillar, judged_on, status, replied_on, text, url }: Omit<ReplyFacts, "company">,
  companyId: string,
): Readonly<Record<string, Value>> {
  const pillarId = pillar === null ? null : (pillars[pillar]?.id ?? null);
  return { company_id: companyId, pillar: pillarId, judged_on, status, replied_on, text, url };
}

function statusColumn(
  name: string,
  description: string,
  more: Pick<Partial<ColumnDescription>, "nullable" | "since">,
): ColumnDescription {
  return textColumn(name, "Status of the reply", description, { ...more, values: REPLY_STATUSES });
}

const LATER = { nullable: true, since: 2 };

/** Of the companies table. */
export const REPLY_OF_COMPANY = statusColumn(
  "reply_status",
  "The furthest status of its replies; empty where the publisher does not say that it was asked.",
  LATER,
);

/** Of the judgements table. */
export const REPLY_TO_JUDGEMENT = statusColumn(
  "reply_status",
  "Of the reply to this judgement, or to those of its pillar; empty where there is none.",
  LATER,
);

/** SQL: the furthest status of each company that has a reply. */
export const FURTHEST_REPLIES = `SELECT company, arg_max(status, list_position(${quotedList(REPLY_STATUSES)}, status)) AS status
  FROM clean.reply GROUP BY company`;

/** SQL: the replies to a judgement `j` by its date (`d`), or to its pillar (`p`). */
export const REPLY_JOINS = `LEFT JOIN (SELECT company, pillar, ${parseJudgedOnSql("judged_on")} AS judged_on, status
      FROM clean.reply WHERE judged_on IS NOT NULL) d ON d.company = j.company AND d.pillar = j.pillar AND d.judged_on = j.judged_on
    LEFT JOIN (SELECT company, pillar, status FROM clean.reply WHERE judged_on IS NULL) p ON p.company = j.company AND p.pillar = j.pillar`;
