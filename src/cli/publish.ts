import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "../release/manifest.ts";
import { publishBundle } from "../release/store/locked-store.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { signRelease } from "../release/sign-release.ts";
import { type BundleRequest, DATASET_HELP, DATASET_OPTIONS } from "./build-bundle.ts";
import {
  ACCEPT_HELP,
  buildCandidate,
  type Candidate,
  candidateJson,
  expectAcceptance,
  formatSize,
  isRefused,
  NotPublished,
  REFUSED,
  refusalLines,
} from "./candidate.ts";
import { type Command, printJson, UsageError } from "./command.ts";
import { publishDraft } from "./draft.ts";
import { counted, countedCompanies, WAITING } from "./output.ts";
import { readSigningKey } from "./read-signing-key.ts";
import { withWorkFolder } from "./work-folder.ts";

export const publish: Command = {
  name: "publish",
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
    "dry-run": { type: "boolean" },
    accept: { type: "string" },
    draft: { type: "boolean" },
    at: { type: "string" },
    json: { type: "boolean" },
  },
  changesReleases: true,
  async run(console, [folder, ...more], options) {
    if (folder === undefined || more.length > 0) throw new UsageError("expected one dataset folder");
    expectAcceptance(options);
    if (options["at"] !== undefined && options["draft"] !== true) throw new UsageError("--at goes with --draft");
    if (options["dry-run"] && options["draft"]) throw new UsageError("expected --dry-run or --draft, not both");
    const request = { console, folder, options };
    if (options["draft"]) return await publishDraft(request);
    return options["dry-run"] ? await dryRun(request) : await publishRelease(request);
  },
};

async function publishRelease(request: BundleRequest): Promise<number> {
  const { console, options } = request;
  const store = new ReleaseStore(console.settings.dataFolder, console.now);
  const key = readSigningKey(console.settings);
  return await withWorkFolder(store.dataFolder, async (workFolder) => {
    const built: { candidate: Candidate | null } = { candidate: null };
    try {
      await publishBundle(
        store,
        async (staging) => {
          // The lock is held from here until the release is current: what it is compared with is
          // what it replaces.
          built.candidate = await buildCandidate(request, store, workFolder, staging);
          if (built.candidate === null || isRefused(options, built.candidate.comparison)) throw new NotPublished();
          if (key !== null) await signRelease(built.candidate.manifest, staging, key);
          return built.candidate.manifest;
        },
        () => console.say(WAITING),
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
  const store = new ReleaseStore(request.console.settings.dataFolder, request.console.now);
  return await withWorkFolder(store.dataFolder, async (workFolder) => {
    const bundle = path.join(workFolder, "bundle");
    await mkdir(bundle);
    const candidate = await buildCandidate(request, store, workFolder, bundle);
    return candidate === null ? 1 : report(request, candidate);
  });
}

/** Prints what was or would be published, or why not; returns the exit status. */
function report(request: BundleRequest, candidate: Candidate): number {
  const { console, options } = request;
  const status = isRefused(options, candidate.comparison) ? REFUSED : 0;
  const isPublished = status === 0 && options["dry-run"] !== true;
  if (options["json"]) printJson(console, candidateJson(candidate, isPublished));
  else {
    for (const line of resultLines(candidate, isPublished)) console.print(line);
    if (options["dry-run"]) console.say("Nothing was published (--dry-run).");
  }
  if (status === REFUSED) for (const line of refusalLines(options, candidate.comparison, "publish")) console.say(line);
  return status;
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

function unchangedLine(manifest: Manifest): string {
  return `${manifest.id} is already current: the dataset has not changed (${formatSize(manifest)}).`;
}
