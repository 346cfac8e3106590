import type { DatasetFacts } from "../trust/dataset.ts";
import { REPLY_STATUSES, type ReplyAbout } from "../trust/replies.ts";
import {
  type ColumnDescription,
  dateColumn,
  ofCompany,
  PILLAR_LABEL,
  queried,
  type QueriedColumn,
  queriedPillar,
  textColumn,
} from "./column.ts";

/** The columns of replies in downloadable tables. They are append only, like those of areas.ts. */

/** The reply of a company to its judgements, or a request for one. Dates are `YYYY-MM-DD`. */
export interface CompanyReply extends ReplyAbout {
  readonly replied_on: string | null;
  readonly text: string | null;
  readonly url: string | null;
}

/** A reply with the company it is of. */
export interface OwnedReply extends CompanyReply {
  /** The number of its company, which is its position for `companyAt`. */
  readonly company: number;
}

export function replyColumns(facts: DatasetFacts): QueriedColumn[] {
  const company = ofCompany("c");
  const nullable = { nullable: true };
  const values = facts.pillars.map(({ id }) => id);
  const ofPillar = "Pillar whose judgements it answers; empty where it answers all that the company is judged by.";
  const ofDate = "Date of the one judgement that it answers, as given there; empty for all of the pillar.";
  const repliedOn = "Day of the reply; empty where there is none, or no day is given.";
  const status = "What became of the publisher's request for a reply.";
  const text = "What the company said, in its own words.";
  const url = "URL where the reply, or the request for it, can be read.";
  return [
    company.id,
    queriedPillar(facts, "id", "r.pillar", textColumn("pillar", "Pillar", ofPillar, { ...nullable, values })),
    queried(textColumn("judged_on", "Judged on", ofDate, nullable), "r.judged_on"),
    queried(statusColumn("status", status, {}), "r.status"),
    queried(dateColumn("replied_on", "Replied on", repliedOn, nullable), "CAST(r.replied_on AS DATE)"),
    queried(textColumn("text", "Text", text, nullable), "r.text"),
    queried(textColumn("url", "URL", url, nullable), "r.url"),
    company.name,
    queriedPillar(facts, "label", "r.pillar", { ...PILLAR_LABEL, nullable: true }),
  ];
}

function statusColumn(
  name: string,
  description: string,
  more: Pick<Partial<ColumnDescription>, "nullable" | "since">,
): ColumnDescription {
  return textColumn(name, "Status of the reply", description, { ...more, values: REPLY_STATUSES });
}

const LATER = { nullable: true, since: 2 };

/** The column of the companies table. */
export const REPLY_OF_COMPANY = statusColumn(
  "reply_status",
  "The furthest status of its replies; empty where the publisher does not say that it was asked.",
  LATER,
);

/** The column of the judgements table. */
export const REPLY_TO_JUDGEMENT = statusColumn(
  "reply_status",
  "Of the reply to this judgement, or to those of its pillar; empty where there is none.",
  LATER,
);
