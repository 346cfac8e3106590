import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "../release/manifest.ts";
import { ReleaseStore } from "../release/release-store.ts";
import { buildBundle, type BundleRequest, DATASET_HELP, DATASET_OPTIONS } from "./build-bundle.ts";
import { type Carried, carriedJson } from "./carried-replies.ts";
import { type Command, printJson, textOption, UsageError } from "./command.ts";
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
import { withWorkFolder } from "./work-folder.ts";

const ACCEPTANCE_CODE = /^[0-9a-f]{12}$/u;
/** The exit status of a publication that somebody has to accept first. */
const REFUSED = 3;

export const publish: Command = {
  name: "publish",
  summary: "Build a release from a dataset and make it current",
  synopsis: "<folder> [options]",
  help: `${DATASET_HELP}
  --dry-run          Build the release and compare it with the current one, without publishing
  --accept <code>    Publish a change that was refused; the refusal prints its code
  --json             Print the result as JSON

Exit status: 0 published or unchanged, 1 the dataset has problems or the machine failed,
2 wrong call, ${REFUSED} the change has to be accepted. --dry-run ends with the same status.

A running service picks up the new release within a second.`,
  options: {
    ...DATASET_OPTIONS,
    "dry-run": { type: "boolean" },
    accept: { type: "string" },
    json: { type: "boolean" },
  },
  async run(console, [folder, ...more], options) {
    if (folder === undefined || more.length > 0) throw new UsageError("expected one dataset folder");
    const accept = textOption(options, "accept");
    if (accept !== undefined && !ACCEPTANCE_CODE.test(accept))
      throw new UsageError("--accept takes the code that a refused publication prints: 12 digits and letters a to f");
    const request = { console, folder, options };
    return options["dry-run"] ? await dryRun(request) : await publishRelease(request);
  },
};

/** A release that was built and compared with the current one. */
interface Candidate {
  readonly manifest: Manifest;
  readonly comparison: Comparison;
  readonly carried: Carried;
}

/** Ends a publication before anything has changed. */
class NotPublished extends Error {}

async function publishRelease(request: BundleRequest): Promise<number> {
  const { console } = request;
  const store = new ReleaseStore(console.settings.dataFolder);
  return await withWorkFolder(store.dataFolder, async (workFolder) => {
    const built: { candidate: Candidate | null } = { candidate: null };
    try {
      await store.publish(
        async (staging) => {
          // The lock is held from here until the release is current: what it is compared with is
          // what it replaces.
          built.candidate = await buildCandidate(request, store, workFolder, staging);
          if (built.candidate === null || isRefused(request, built.candidate)) throw new NotPublished();
          return built.candidate.manifest;
        },
        () => console.say("Waiting for another publication to finish …"),
        console.now,
      );
    } catch (error) {
      if (!(error instanceof NotPublished)) throw error;
      if (built.candidate === null) {
        console.say("\nNothing was published.");
        return 1;
      }
    }
    return built.candidate === null ? 1 : report(request, built.candidate);
  });
}

async function dryRun(request: BundleRequest): Promise<number> {
  const store = new ReleaseStore(request.console.settings.dataFolder);
  return await withWorkFolder(store.dataFolder, async (workFolder) => {
    const bundle = path.join(workFolder, "bundle");
    await mkdir(bundle);
    const candidate = await buildCandidate(request, store, workFolder, bundle);
    return candidate === null ? 1 : report(request, candidate);
  });
}

async function buildCandidate(
  request: BundleRequest,
  store: ReleaseStore,
  workFolder: string,
  folder: string,
): Promise<Candidate | null> {
  const built = await buildBundle(request, workFolder, folder);
  if (built === null) return null;
  const { manifest, carried } = built;
  return { manifest, carried, comparison: compareWithCurrent(store, built, folder) };
}

function isRefused({ options }: BundleRequest, { comparison }: Candidate): boolean {
  return comparison.accept !== null && comparison.accept !== textOption(options, "accept");
}

/** Prints what was or would be published, or why not; returns the exit status. */
function report(request: BundleRequest, candidate: Candidate): number {
  const { console, options } = request;
  const status = isRefused(request, candidate) ? REFUSED : 0;
  const isPublished = status === 0 && options["dry-run"] !== true;
  if (options["json"]) printJson(console, resultJson(candidate, isPublished));
  else {
    for (const line of resultLines(candidate, isPublished)) console.print(line);
    if (options["dry-run"]) console.say("Nothing was published (--dry-run).");
  }
  if (status === REFUSED) for (const line of refusalLines(request, candidate)) console.say(line);
  return status;
}

function resultJson({ manifest, comparison, carried }: Candidate, isPublished: boolean): Record<string, unknown> {
  const { id, fingerprint, counts } = manifest;
  const { before, changes, reason, triggers, accept } = comparison;
  const result = {
    id,
    published: isPublished,
    before,
    fingerprint,
    counts: countsJson(counts),
    earlier_replies: carriedJson(carried),
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

function resultLines({ manifest, comparison }: Candidate, isPublished: boolean): string[] {
  const { before, reason, lines } = comparison;
  if (before === manifest.id) return [unchangedLine(manifest)];
  if (!isPublished) {
    const first = reason === "first_release" ? ["It would be the first release."] : [];
    return [`${manifest.id} would be published: ${formatSize(manifest)}.`, ...first, ...lines];
  }
  const { companies, products, judgements, replies } = manifest.counts.skippedRows;
  const evidence = `${counted(judgements, "judgement")}, ${counted(replies, "reply", "replies")}`;
  const skipped = `${countedCompanies(companies)}, ${counted(products, "product")}, ${evidence}`;
  return [
    `Published ${manifest.id}: ${formatSize(manifest)}.`,
    ...(companies + products + judgements + replies > 0 ? [`Left out: ${skipped}.`] : []),
    ...lines,
    ...(before === null ? [] : [`The previous release is ${before}; to restore it: country-trust rollback ${before}`]),
  ];
}

function refusalLines({ options }: BundleRequest, { comparison }: Candidate): string[] {
  const given = textOption(options, "accept");
  return [
    ...(given === undefined ? [] : [`--accept ${given} names another change.`]),
    `Refused: this change has to be accepted. If it is meant, publish with --accept ${comparison.accept ?? ""}`,
  ];
}

function unchangedLine(manifest: Manifest): string {
  return `${manifest.id} is already current: the dataset has not changed (${formatSize(manifest)}).`;
}

function formatSize({ counts }: Manifest): string {
  const companies = `${countedCompanies(counts.companies)} (${formatCount(counts.judgedCompanies)} judged)`;
  const areas = `${countedCountries(counts.countries)} and ${counted(counts.sectors, "sector")}`;
  const rows = [counted(counts.products, "product"), counted(counts.judgements, "judgement"), ...repliesOf(counts)];
  return `${companies} in ${areas}, ${rows.join(", ")}`;
}
