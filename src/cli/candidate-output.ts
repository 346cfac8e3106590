import type { FormerReplies } from "../release/carry-replies.ts";
import type { Candidate } from "../publishing/candidate.ts";
import type { Carried } from "../publishing/carried-replies.ts";
import type { Comparison } from "../publishing/compare.ts";
import { formatCount } from "../intake/counted.ts";
import { type OptionValues, type Result, textOption, UsageError } from "./command.ts";
import { countsJson, withReasons } from "./output.ts";

/** The exit status of a publication that somebody has to accept first. */
export const REFUSED = 3;

/** The option that accepts a change, as the help of every command that takes it says. */
export const ACCEPT_HELP = "--accept <code>    Publish a change that was refused; the refusal prints its code";

const ACCEPTANCE_CODE = /^[0-9a-f]{12}$/u;

/** The code of `--accept`; null without one. Throws a UsageError for a text that is no code. */
export function readAcceptance(options: OptionValues): string | null {
  const accept = textOption(options, "accept") ?? null;
  if (accept !== null && !ACCEPTANCE_CODE.test(accept))
    throw new UsageError("--accept takes the code that a refused publication prints: 12 digits and letters a to f");
  return accept;
}

/** Lists the changes, and those of them that have to be accepted. */
export function changedLines({ lines, reasons }: Comparison): string[] {
  if (reasons.length === 0) return [...lines];
  const named = reasons.flatMap(({ sentence, names, more }) => [
    `  ${sentence}`,
    ...names.map((name) => `    ${name}`),
    ...(more > 0 ? [`    … and ${formatCount(more)} more (--json lists all)`] : []),
  ]);
  return [...lines, "", "Has to be accepted:", ...named];
}

/** Says that a command refuses a change, and how to accept it. */
export function refusalLines(given: string | null, { accept }: Comparison, how: string): string[] {
  return [
    ...(given === null ? [] : [`--accept ${given} names another change.`]),
    `Refused: this change has to be accepted. If it is meant, ${how} with --accept ${accept ?? ""}`,
  ];
}

/** A candidate for scripts. */
export function candidateJson(
  { manifest, comparison, carried, notices }: Candidate,
  isPublished: boolean,
): Record<string, unknown> {
  const { id, fingerprint, counts } = manifest;
  const { before, changes, reason, triggers, accept } = comparison;
  const result = {
    id,
    published: isPublished,
    before,
    fingerprint,
    counts: countsJson(counts),
    earlier_replies: carriedJson(carried),
    notices,
    changes,
    triggers,
    accept,
  };
  return withReasons(result, {
    before: "first_release",
    earlier_replies: "none",
    changes: reason,
    accept: "nothing_to_accept",
  });
}

/** The replies that a release carries over: the ids of the companies. */
function carriedJson({ replies, count }: Carried): Record<string, unknown> | null {
  if (replies === null) return null;
  const ids = (companies: readonly FormerReplies[]): string[] => companies.map(({ id }) => id);
  return {
    from: replies.from,
    carried: count,
    companies: ids(replies.carried),
    without_company: ids(replies.withoutCompany),
    without_pillar: ids(replies.withoutPillar),
  };
}

/** A draft and what it changes, for scripts. */
export function draftJson(id: string, comparison: Comparison | null, more: object): Record<string, unknown> {
  const { changes = null, triggers = [], accept = null, reason = null } = comparison ?? {};
  const members = { id, ...more, changes, triggers, accept };
  return withReasons(members, {
    changes: reason ?? "not_compared",
    accept: "nothing_to_accept",
    before: "first_release",
  });
}

/** The result of a command that refuses a draft: its changes, and how to accept them. */
export function draftRefusal(id: string, comparison: Comparison | null, accept: string | null, how: string): Result {
  return {
    json: draftJson(id, comparison, {}),
    lines: comparison === null ? [] : changedLines(comparison),
    notes: comparison === null ? [] : refusalLines(accept, comparison, how),
    status: REFUSED,
  };
}
