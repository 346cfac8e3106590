import type { TProperties } from "typebox";
import { said, Type } from "../../ask/type.ts";
import type { CompanyReply } from "../../tables/replies.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { JUDGED_ON_PATTERN } from "../../trust/judged-on.ts";
import { isAnswer } from "../../trust/replies.ts";
import { joinMembers, nullable, withReasons } from "../../ask/json-shape.ts";
import { replyStatus } from "../../ask/named-members.ts";
import { describeReplyInWords } from "./words-of-replies.ts";

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
