import type { TProperties } from "typebox";
import { said, Type } from "../../ask/type.ts";
import type { CompanyReply } from "../../tables/replies.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { JUDGED_ON_PATTERN } from "../../trust/judged-on.ts";
import { isAnswer, REPLY_STATUSES, type ReplyStatus } from "../../trust/replies.ts";
import { joinMembers, nullable, withReasons } from "../../ask/json-shape.ts";
import { replyStatus } from "../../ask/named-members.ts";
import { dayInWords, labelInWords } from "../../ask/grammar.ts";

/** Replies of companies to their judgements, in the answer of a company and in lists. */

export const replyMembers = {
  pillar: nullable(Type.String({ description: "Id of the pillar whose judgements it answers." }), "whole_company"),
  judged_on: nullable(
    Type.String({
      pattern: JUDGED_ON_PATTERN,
      description: "Date of the one judgement that it answers, as given there. It may no longer be current.",
    }),
    "whole_company",
    "whole_pillar",
  ),
  status: replyStatus,
  replied_on: nullable(Type.String({ format: "date", description: "Day of the reply." }), "not_answered", "not_given"),
  text: nullable(
    Type.String({
      description: "What the company said, in its own words: plain text of up to 2,000 characters, with line breaks.",
    }),
    "not_answered",
    "not_given",
  ),
  url: nullable(
    Type.String({ description: "Where the reply, or the request for it, can be read: an http or https URL." }),
    "not_given",
  ),
  summary: said(Type.String({ description: "What the status means, in words, without the text of the reply." })),
} satisfies TProperties;

export function describeReply({ manifest }: Snapshot, reply: CompanyReply) {
  const { pillars } = manifest.dataset;
  const { pillar, judged_on, status, replied_on, text, url } = reply;
  const missing = isAnswer(status) ? "not_given" : "not_answered";
  return joinMembers(
    withReasons(
      { pillar: pillar === null ? null : (pillars[pillar]?.id ?? null), judged_on },
      { pillar: "whole_company", judged_on: pillar === null ? "whole_company" : "whole_pillar" },
    ),
    { status },
    withReasons({ replied_on, text, url }, { replied_on: missing, text: missing, url: "not_given" }),
    {
      summary: describeReplyInWords({
        status,
        repliedOn: replied_on,
        pillar: pillar === null ? null : (pillars[pillar]?.label ?? null),
        judgedOn: judged_on,
      }),
    },
  );
}

/** Sentences about replies. Silence is no admission, and no sentence makes it one. */

/** A reply without its text. */
interface ReplyInWords {
  readonly status: ReplyStatus;
  readonly repliedOn: string | null;
  /** The label of the pillar that it answers; null for all. */
  readonly pillar: string | null;
  /** The date of the one judgement that it answers. */
  readonly judgedOn: string | null;
}

/** Describes the status of a reply, with what it is about. */
function describeReplyInWords({ status, repliedOn, pillar, judgedOn }: ReplyInWords): string {
  const about = aboutInWords(pillar, judgedOn);
  const day = repliedOn === null ? "" : ` on ${dayInWords(repliedOn)}`;
  switch (status) {
    case "asked":
      return `The publisher asked the company for a reply${about}. No answer is recorded yet; that is no admission.`;
    case "no_answer":
      return `The publisher asked the company for a reply${about} and received no answer. That is no admission.`;
    case "answered":
      return `The company replied${day}${about}.`;
    case "corrected":
      return `The company replied${day}${about}. The publisher corrected the judgement after that.`;
    default:
      return status satisfies never;
  }
}

function aboutInWords(pillar: string | null, judgedOn: string | null): string {
  if (pillar === null) return "";
  return judgedOn === null
    ? ` about ${labelInWords(pillar)}`
    : ` about the judgement of ${dayInWords(judgedOn)} on ${labelInWords(pillar)}`;
}

/** The status of a reply in a few words, shown beside a band. */
export const REPLY_IN_SHORT: Readonly<Record<ReplyStatus, string>> = {
  asked: "asked, no answer yet",
  no_answer: "asked, no answer",
  answered: "replied",
  corrected: "replied, corrected",
};

/** Returns the short status of a company that answered; null for all others. */
export function repliedInShort(text: string | null): string | null {
  const status = replyStatusIn(text);
  return status !== null && isAnswer(status) ? REPLY_IN_SHORT[status] : null;
}

/** Sentences about the replies of a company, by the furthest status of these. */
export const COMPANY_REPLY: Readonly<Record<ReplyStatus, string>> = {
  asked: "The publisher asked the company for a reply; no answer is recorded yet.",
  no_answer: "The publisher asked the company for a reply and received no answer. That is no admission.",
  answered: "The company has replied.",
  corrected: "The company has replied, and the publisher corrected a judgement after that.",
};

/** Returns the status that an answer of the API names; null if the company was not asked. */
export function replyStatusIn(text: string | null): ReplyStatus | null {
  return REPLY_STATUSES.find((status) => status === text) ?? null;
}
