import { type Candidate, isRefused } from "../publishing/candidate.ts";
import type { PublishingContext } from "../publishing/context.ts";
import { compareDataset, type DraftTerms, publishDataset, publishDraft } from "../publishing/publish.ts";
import { findService } from "../publishing/running-service.ts";
import { cacheNotices, countedCompanies, formatSize, timeInWords } from "../publishing/words.ts";
import { type Command, failed, type Result, UsageError } from "./command.ts";
import { DATASET_HELP, DATASET_OPTIONS, publishingContext, readDatasetRequest } from "./dataset-options.ts";
import { ACCEPT_HELP, candidateJson, changedLines, readAcceptance, readTime, REFUSED, refusalLines } from "./output.ts";
import { counted } from "../intake/counted.ts";

export const publish: Command = {
  summary: "Build a release from a dataset and make it current",
  synopsis: "<folder> [options]",
  help: `${DATASET_HELP}
  --dry-run          Build the release and compare it with the current one, without publishing
  ${ACCEPT_HELP}
  --draft            Store the release as a draft instead, readable by a secret address
  --at <time>        With --draft: publish it by itself then, such as 2026-12-01T06:00:00Z
  --json             Print the result as JSON

Exit status: 0 published or unchanged, 1 the dataset has problems or the machine failed,
2 wrong call, ${REFUSED} the change has to be accepted. --dry-run ends with the same status.

A running service picks up the new release within a second.`,
  options: {
    ...DATASET_OPTIONS,
    "dry-run": "boolean",
    accept: "string",
    draft: "boolean",
    at: "string",
    json: "boolean",
  },
  changesReleases: true,
  async run(console, args, options) {
    const request = readDatasetRequest(args, options);
    const accept = readAcceptance(options);
    if (options["at"] !== undefined && options["draft"] !== true) throw new UsageError("--at goes with --draft");
    if (options["dry-run"] && options["draft"]) throw new UsageError("expected --dry-run or --draft, not both");
    const until = readTime(console, options);
    const context = publishingContext(console, options);
    if (options["draft"]) {
      const made = await publishDraft(context, request, { accept, until });
      return made === null ? failed("\nNo draft was made.") : draftResult(context, made, { accept, until });
    }
    const isDry = options["dry-run"] === true;
    const candidate = isDry ? await compareDataset(context, request) : await publishDataset(context, request, accept);
    if (candidate !== null) return releaseResult(candidate, accept, isDry);
    return isDry ? 1 : failed("\nNothing was published.");
  },
};

/** Says what was or would be published, or why not. */
function releaseResult(candidate: Candidate, accept: string | null, isDry: boolean): Result {
  const refused = isRefused(candidate.comparison, accept);
  const isPublished = !refused && !isDry;
  const json = candidateJson(candidate, isPublished);
  const dry = isDry ? [{ note: "Nothing was published (--dry-run)." }] : [];
  const lines = [...releaseLines(candidate, isPublished), ...dry];
  if (!refused) return { json, lines };
  return { json, lines, notes: refusalLines(accept, candidate.comparison, "publish"), status: REFUSED };
}

function releaseLines({ manifest, comparison }: Candidate, isPublished: boolean): string[] {
  const { before, reason } = comparison;
  const { id } = manifest;
  const isKept = before !== null && reason !== "unreadable_release";
  const size = formatSize(manifest);
  if (before === id) return [`${id} is already current: the dataset has not changed (${size}).`];
  if (!isPublished) {
    const first = reason === "first_release" ? ["It would be the first release."] : [];
    return [`${id} would be published: ${size}.`, ...first, ...changedLines(comparison)];
  }
  const { companies, products, judgements, replies } = manifest.counts.skippedRows;
  const evidence = `${counted(judgements, "judgement")}, ${counted(replies, "reply", "replies")}`;
  const skipped = `${countedCompanies(companies)}, ${counted(products, "product")}, ${evidence}`;
  return [
    `Published ${id}: ${size}.`,
    ...(companies + products + judgements + replies > 0 ? [`Left out: ${skipped}.`] : []),
    ...changedLines(comparison),
    ...(isKept ? [`The previous release is ${before}; to restore it: country-trust rollback ${before}`] : []),
  ];
}

/** Describes the draft that was made, or says why there is none. */
function draftResult(
  context: PublishingContext,
  { candidate, address }: { readonly candidate: Candidate; readonly address: string | null },
  { accept, until }: DraftTerms,
): Result {
  const { manifest, comparison } = candidate;
  const { id } = manifest;
  const json = candidateJson(candidate, false);
  if (address === null) {
    const none = { json: { ...json, draft: null }, lines: changedLines(comparison) };
    if (comparison.reason === "unchanged") {
      const current = comparison.before ?? id;
      const why = `The dataset has not changed since ${current}, the current release: no draft was made.`;
      return { ...none, notes: [why] };
    }
    const why = "A draft with a time has to be accepted now: nobody is asked when the time comes.";
    return { ...none, notes: [...refusalLines(accept, comparison, "make the draft"), why], status: REFUSED };
  }
  const notes = [
    ...cacheNotices(until, context.now()),
    ...addressNotices(context),
    "Anyone with this address can read it. It is printed once; `country-trust drafts renew` makes another one:",
  ];
  return {
    json: { ...json, draft: { address, embargo: until?.toISOString() ?? null } },
    lines: [
      `Draft ${id}: ${formatSize(manifest)}. It is not published.`,
      ...changedLines(comparison),
      until === null
        ? `To publish it: country-trust release ${id}${comparison.accept === null ? "" : ` --accept ${comparison.accept}`}`
        : `It becomes current at ${timeInWords(until)} by itself, unless another release is current then than ${comparison.before ?? "none"}.`,
      ...notes.map((note) => ({ note })),
      address,
    ],
  };
}

function addressNotices({ settings: { baseUrl, dataFolder } }: PublishingContext): string[] {
  if (baseUrl !== null) return [];
  return [
    findService(dataFolder) === null
      ? "BASE_URL is not set and no service runs on this data folder, so the address below is that of one that would run on this machine. Elsewhere, put the address of your service in place of what stands before /?release=."
      : "The address below is that of the service that runs on this data folder. Where readers reach it at another one, put that in place of what stands before /?release=.",
  ];
}
