import type { Manifest } from "../release/manifest.ts";
import type { ReleaseStore } from "../release/store/release-store.ts";
import { type BuiltBundle, type BundleRequest, buildBundle } from "./build-bundle.ts";
import { carriedJson } from "./carried-replies.ts";
import { type OptionValues, textOption, UsageError } from "./command.ts";
import { type Comparison, compareWithCurrent } from "./gate.ts";
import {
  counted,
  countedCompanies,
  countedCountries,
  countsJson,
  formatCount,
  repliesOf,
  withReasons,
} from "./output.ts";

/** A release that was built and compared with the current one. */
export interface Candidate extends BuiltBundle {
  readonly comparison: Comparison;
}

/** Ends a publication before anything has changed. */
export class NotPublished extends Error {}

/** The exit status of a publication that somebody has to accept first. */
export const REFUSED = 3;

/** The option that accepts a change, as the help of every command that takes it says. */
export const ACCEPT_HELP = "--accept <code>    Publish a change that was refused; the refusal prints its code";

const ACCEPTANCE_CODE = /^[0-9a-f]{12}$/u;

/** Throws a UsageError where `--accept` names no change. */
export function expectAcceptance(options: OptionValues): void {
  const accept = textOption(options, "accept");
  if (accept !== undefined && !ACCEPTANCE_CODE.test(accept))
    throw new UsageError("--accept takes the code that a refused publication prints: 12 digits and letters a to f");
}

/** Builds a dataset in `folder` and compares it; null where its problems prevent that. */
export async function buildCandidate(
  request: BundleRequest,
  store: ReleaseStore,
  workFolder: string,
  folder: string,
): Promise<Candidate | null> {
  const built = await buildBundle(request, workFolder, folder);
  return built && { ...built, comparison: compareWithCurrent(store, built, folder) };
}

/** Whether a change has to be accepted, and the options do not. */
export function isRefused(options: OptionValues, { accept }: Pick<Comparison, "accept">): boolean {
  return accept !== null && accept !== textOption(options, "accept");
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

/** Why a command refuses a change, and how to accept it. */
export function refusalLines(options: OptionValues, { accept }: Pick<Comparison, "accept">, how: string): string[] {
  const given = textOption(options, "accept");
  return [
    ...(given === undefined ? [] : [`--accept ${given} names another change.`]),
    `Refused: this change has to be accepted. If it is meant, ${how} with --accept ${accept ?? ""}`,
  ];
}

/** How much a release holds, in words. */
export function formatSize({ counts }: Manifest): string {
  const companies = `${countedCompanies(counts.companies)} (${formatCount(counts.judgedCompanies)} judged)`;
  const areas = `${countedCountries(counts.countries)}${counts.companiesWithoutCountry > 0 ? " or none" : ""} and ${counted(counts.sectors, "sector")}`;
  const rows = [counted(counts.products, "product"), counted(counts.judgements, "judgement"), ...repliesOf(counts)];
  return `${companies} in ${areas}, ${rows.join(", ")}`;
}
