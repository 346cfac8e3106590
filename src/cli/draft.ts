import { FRESH_SECONDS, STALE_SECONDS } from "../http/cache-times.ts";
import { draftBundle } from "../release/store/draft-release.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { signRelease } from "../release/sign-release.ts";
import { newDraftName } from "../release/store/draft-names.ts";
import type { BundleRequest } from "./build-bundle.ts";
import {
  buildCandidate,
  type Candidate,
  candidateJson,
  formatSize,
  isRefused,
  NotPublished,
  REFUSED,
  refusalLines,
} from "./candidate.ts";
import { type Console, type OptionValues, printJson, textOption, UsageError } from "./command.ts";
import { formatTime, WAITING } from "./output.ts";
import { readSigningKey } from "./read-signing-key.ts";
import { findService } from "./running-service.ts";
import { withWorkFolder } from "./work-folder.ts";

/** Builds a dataset and stores it as a draft; returns the exit status. */
export async function publishDraft(request: BundleRequest): Promise<number> {
  const { console, options } = request;
  const until = readTime(options, console.now());
  for (const line of zoneLines(options)) console.say(line);
  const store = new ReleaseStore(console.settings.dataFolder, console.now);
  const key = readSigningKey(console.settings);
  const { name, secret } = newDraftName();
  return await withWorkFolder(store.dataFolder, async (workFolder) => {
    const built: { candidate: Candidate | null } = { candidate: null };
    const build = async (staging: string): Promise<Candidate> => {
      const candidate = await buildCandidate(request, store, workFolder, staging);
      built.candidate = candidate;
      // Without a time, somebody releases the draft, and is asked then.
      const isStopped = until !== null && candidate !== null && isRefused(options, candidate.comparison);
      if (candidate === null || candidate.comparison.reason === "unchanged" || isStopped) throw new NotPublished();
      if (key !== null) await signRelease(candidate.manifest, staging, key);
      return candidate;
    };
    try {
      await draftBundle(store, build, { secret, until }, () => console.say(WAITING));
    } catch (error) {
      if (!(error instanceof NotPublished)) throw error;
      return reportNothing(request, built.candidate);
    }
    if (built.candidate !== null) report(request, built.candidate, addressOf(console, name), until);
    return 0;
  });
}

/** The time of `--at`; null without one. Throws a UsageError for what is none, or over. */
export function readTime(options: OptionValues, now: Date): Date | null {
  const text = textOption(options, "at");
  if (text === undefined) return null;
  // Without a zone, JavaScript reads a time in the zone of the machine (ECMA-262, 21.4.1.32).
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(
      `--at is "${text}"; expected a time, such as 2026-12-01T06:00:00Z, 2026-12-01T07:00+01:00, or 2026-12-01T07:00 in the zone of this machine`,
    );
  if (time <= now)
    throw new UsageError(
      `--at is ${time.toISOString()}, which is over; \`country-trust release\` publishes a draft now`,
    );
  return time;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/u;

/** Says which zone a time without one was read in; no lines for a time with its zone. */
export function zoneLines(options: OptionValues): string[] {
  const text = textOption(options, "at");
  if (text === undefined || /(?:Z|[+-]\d{2}:\d{2})$/u.test(text)) return [];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    `--at names no zone: ${text} is read in that of this machine, ${timeZone}, and is ${timeInWords(new Date(text))}.`,
  ];
}

/** Where a draft can be read. */
export function addressOf({ settings }: Console, name: string): string {
  const { baseUrl, dataFolder, port } = settings;
  return `${baseUrl ?? findService(dataFolder) ?? `http://localhost:${port}`}/?release=${name}`;
}

/** Says in what zone it is meant, and when that is for others. */
export function timeInWords(until: Date): string {
  return `${formatTime(until)} (UTC)`;
}

/**
 * What an embargo at short notice cannot change: caches were given answers before anybody knew of
 * it. No lines where all of them are over by then.
 */
export function cacheLines(until: Date, now: Date): string[] {
  const cachedUntil = new Date(now.getTime() + (FRESH_SECONDS + STALE_SECONDS) * 1000);
  if (until >= cachedUntil) return [];
  return [
    `At short notice: what caches were given until now may show the release before up to ${timeInWords(cachedUntil)}. ` +
      `From now on they are told the time. To be sure that nobody sees it longer, set a time after that, or empty your own caches at ${timeInWords(until)}.`,
  ];
}

function reportNothing({ console, options }: BundleRequest, candidate: Candidate | null): number {
  if (candidate === null) {
    console.say("\nNo draft was made.");
    return 1;
  }
  const { comparison, manifest } = candidate;
  if (options["json"]) printJson(console, { ...candidateJson(candidate, false), draft: null });
  else for (const line of comparison.lines) console.print(line);
  if (comparison.reason === "unchanged") {
    console.say(
      `The dataset has not changed since ${comparison.before ?? manifest.id}, the current release: no draft was made.`,
    );
    return 0;
  }
  for (const line of refusalLines(options, comparison, "make the draft")) console.say(line);
  console.say("A draft with a time has to be accepted now: nobody is asked when the time comes.");
  return REFUSED;
}

function report({ console, options }: BundleRequest, candidate: Candidate, address: string, until: Date | null): void {
  const { manifest, comparison } = candidate;
  const { id } = manifest;
  if (options["json"]) {
    const draft = { address, embargo: until?.toISOString() ?? null };
    printJson(console, { ...candidateJson(candidate, false), draft });
    return;
  }
  console.print(`Draft ${id}: ${formatSize(manifest)}. It is not published.`);
  for (const line of comparison.lines) console.print(line);
  const accept = comparison.accept === null ? "" : ` --accept ${comparison.accept}`;
  const when =
    until === null
      ? `To publish it: country-trust release ${id}${accept}`
      : `It becomes current at ${timeInWords(until)} by itself, unless another release is current then than ${comparison.before ?? "none"}.`;
  console.print(when);
  if (until !== null) for (const line of cacheLines(until, console.now())) console.say(line);
  const { baseUrl, dataFolder } = console.settings;
  if (baseUrl === null)
    console.say(
      findService(dataFolder) === null
        ? "BASE_URL is not set and no service runs on this data folder, so the address below is that of one that would run on this machine. Elsewhere, put the address of your service in place of what stands before /?release=."
        : "The address below is that of the service that runs on this data folder. Where readers reach it at another one, put that in place of what stands before /?release=.",
    );
  console.say(
    "Anyone with this address can read it. It is printed once; `country-trust drafts renew` makes another one:",
  );
  console.print(address);
}
