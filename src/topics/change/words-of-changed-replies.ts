import { findChanged } from "../../release/changes/changed-companies.ts";
import type { ReleaseChanges } from "../../release/changes/release-changes.ts";
import type { ReplyStatus } from "../../trust/replies.ts";
import { companiesOf } from "./changed-company.ts";
import type { TwoSnapshots } from "./changes-between.ts";

/** Maximum number of companies in a sentence. */
const NAMED_MAX = 10;

/** A company whose reply changed; a status is null where it was not asked. */
interface ChangedReply {
  readonly slug: string;
  readonly name: string;
  /** True if the earlier release does not list the company; its status there is null, too. */
  readonly isNew: boolean;
  readonly before: ReplyStatus | null;
  readonly after: ReplyStatus | null;
}

/**
 * Finds the companies of two releases, or of one of their countries (ISO 3166-1 alpha-2), whose
 * replies changed: the total, and the first of them. Their texts are not repeated.
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

/** Describes a reply that changed although its status is the same. */
export function withOtherDetails(status: string): string {
  return `${status} as before, with other words or details`;
}
