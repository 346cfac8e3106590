import { carryReplies, type CarriedReplies, countReplies, type FormerReplies } from "../release/carry-replies.ts";
import type { CleanDataset } from "../release/clean-dataset.ts";
import type { Manifest } from "../release/manifest.ts";
import { type ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { claimsDemonstration } from "./known-demonstration.ts";
import { counted } from "../intake/counted.ts";

/** Maximum number of companies that a line names. */
const NAMED = 10;

/** The replies that a build carries over from the current release, with sentences about them. */
export interface CarryOver {
  /** Null where nothing could be carried over: there is no release, or none of this dataset. */
  readonly replies: CarriedReplies | null;
  /** Number of replies that were added to the dataset's own. */
  readonly count: number;
  readonly lines: readonly string[];
}

/**
 * Carries the replies of the current release over into a dataset that was read, unless `isEnded`
 * (`--no-carried-replies`).
 */
export async function carryOver(store: ReleaseStore, dataset: CleanDataset, isEnded: boolean): Promise<CarryOver> {
  const current = store.currentId();
  const none = (...lines: readonly string[]): CarryOver => ({ replies: null, count: 0, lines });
  if (current === null) return none();
  let before: Manifest;
  try {
    before = store.manifest(current);
  } catch (error) {
    if (!(error instanceof ReleaseStoreError)) throw error;
    return none(
      `No reply is carried over, because release ${current} cannot be read. Put replies that still stand into the table replies.`,
    );
  }
  // Nobody misses what fictional companies said.
  if (before.counts.replies === 0 || claimsDemonstration({ ...before.dataset })) return none();
  if (before.dataset.publisher !== dataset.facts.publisher)
    return none(
      `The replies of release ${current} are not carried over, because it is of another publisher, ${before.dataset.publisher}.`,
    );
  const replies = await carryReplies(dataset, before, store.folderOf(current), isEnded);
  return { replies, count: isEnded ? 0 : countReplies(replies.carried), lines: linesOf(replies, isEnded) };
}

function linesOf({ from, carried, withoutCompany, withoutPillar }: CarriedReplies, isEnded: boolean): string[] {
  const line = (companies: readonly FormerReplies[], what: string): string[] =>
    companies.length === 0
      ? []
      : [`${counted(countReplies(companies), "reply", "replies")} of release ${from} ${what}: ${named(companies)}.`];
  const one = (companies: readonly FormerReplies[], single: string, several: string): string =>
    countReplies(companies) === 1 ? single : several;
  return [
    ...line(
      carried,
      isEnded
        ? `${one(carried, "ends", "end")} (--no-carried-replies)`
        : `${one(carried, "is", "are")} carried over, because the table replies does not name the company (--no-carried-replies ends ${one(carried, "it", "them")})`,
    ),
    ...line(withoutCompany, `${one(withoutCompany, "ends", "end")}, because the company is no longer listed`),
    ...line(withoutPillar, `${one(withoutPillar, "ends", "end")}, because the pillar is no longer judged`),
  ];
}

function named(companies: readonly FormerReplies[]): string {
  const names = companies.slice(0, NAMED).map(({ name }) => name);
  const more = companies.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${counted(more, "more", "more")}` : names.join(", ");
}
