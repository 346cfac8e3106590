import { findChanged } from "../../release/changes/changed-companies.ts";
import type { ReleaseChanges } from "../../release/changes/release-changes.ts";
import type { ReplyStatus } from "../../trust/replies.ts";
import { companiesOf } from "./changed-company.ts";
import type { TwoSnapshots } from "./changes-between.ts";
import { capitalized, counted, inARow } from "../../ask/grammar.ts";
import { REPLY_IN_SHORT } from "../company/words-of-replies.ts";

/** How many companies are named at once. */
const NAMED_MAX = 10;

/** A company with another reply than before; a status is null where it was not asked. */
interface ChangedReply {
  readonly slug: string;
  readonly name: string;
  /** Whether the earlier release does not list the company; its status there is null, too. */
  readonly isNew: boolean;
  readonly before: ReplyStatus | null;
  readonly after: ReplyStatus | null;
}

/**
 * The companies of two releases, or of one of their countries (ISO 3166-1 alpha-2), that have other
 * replies than before: how many, and the first of them. What they wrote is not repeated.
 */
export function findChangedReplies(
  releases: TwoSnapshots,
  { companies }: Pick<ReleaseChanges, "companies">,
  iso2?: string,
): { readonly total: number; readonly companies: readonly ChangedReply[] } {
  const filter = { changes: ["reply_changed"] as const, ...(iso2 === undefined ? {} : { countries: [iso2] }) };
  const { rows, total } = findChanged(companies, filter, { offset: 0, limit: NAMED_MAX });
  const named = rows.flatMap((changed): ChangedReply[] => {
    const { before, after } = companiesOf(releases, changed);
    if (after === null) return [];
    const { slug, name, replyStatus } = after;
    return [{ slug, name, isNew: before === null, before: before?.replyStatus ?? null, after: replyStatus }];
  });
  return { total, companies: named };
}

/** The same in a sentence; empty where there is none. */
export function changedRepliesInWords({ total, companies }: ReturnType<typeof findChangedReplies>): string {
  if (total === 0) return "";
  const names = companies.map((company) => `${company.name} (${replyInShort(company)})`);
  const others = total - names.length;
  const listed = inARow(others === 0 ? names : [...names, counted(others, "other", "others")]);
  return `${capitalized(counted(total, "company has", "companies have"))} other replies than before: ${listed}.`;
}

function replyInShort({ isNew, before, after }: ChangedReply): string {
  if (after === null) return "none";
  if (isNew) return `new company: ${REPLY_IN_SHORT[after]}`;
  return before === after ? withOtherDetails(REPLY_IN_SHORT[after]) : REPLY_IN_SHORT[after];
}

/** What is said of replies that have the same status as before, and differ all the same. */
export function withOtherDetails(status: string): string {
  return `${status} as before, with other words or details`;
}
