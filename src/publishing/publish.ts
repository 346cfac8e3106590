import { signRelease } from "../release/sign-release.ts";
import { draftBundle } from "../release/store/draft-release.ts";
import { newDraftName } from "../release/store/draft-names.ts";
import { publishBundle } from "../release/store/locked-store.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import type { Settings } from "../settings.ts";
import type { DatasetRequest } from "./build-bundle.ts";
import { buildCandidate, type Candidate, changeUnlessStopped, isRefused } from "./candidate.ts";
import { type PublishingContext, WAITING } from "./context.ts";
import { readSigningKey } from "./read-signing-key.ts";
import { findService } from "./running-service.ts";
import { withWorkFolder } from "./work-folder.ts";

/**
 * Builds a dataset and makes it the current release, unless that `isRefused`; null where its
 * problems prevent it.
 */
export async function publishDataset(
  context: PublishingContext,
  request: DatasetRequest,
  accept: string | null,
): Promise<Candidate | null> {
  const { candidate } = await buildAndStore(
    context,
    request,
    ({ comparison }) => !isRefused(comparison, accept),
    async (store, build, onWait) =>
      await publishBundle(store, async (staging) => (await build(staging)).manifest, onWait),
  );
  return candidate;
}

/** The code of the change that is accepted, and when the draft becomes current by itself. */
export interface DraftTerms {
  readonly accept: string | null;
  readonly until: Date | null;
}

/**
 * Builds a dataset and stores it as a draft. `address` is null where none was made: nothing has
 * changed, or the change has to be accepted. Null where problems of the dataset prevent it.
 */
export async function publishDraft(
  context: PublishingContext,
  request: DatasetRequest,
  { accept, until }: DraftTerms,
): Promise<{ readonly candidate: Candidate; readonly address: string | null } | null> {
  const { name, secret } = newDraftName();
  const { candidate, isStored } = await buildAndStore(
    context,
    request,
    // Without a time, somebody releases the draft, and is asked then.
    ({ comparison }) => comparison.reason !== "unchanged" && (until === null || !isRefused(comparison, accept)),
    async (store, build, onWait) => await draftBundle(store, build, { secret, until }, onWait),
  );
  return candidate && { candidate, address: isStored ? addressOf(context.settings, name) : null };
}

/** Builds and compares a dataset as `publishDataset` does, and changes nothing. */
export async function compareDataset(context: PublishingContext, request: DatasetRequest): Promise<Candidate | null> {
  const store = new ReleaseStore(context.settings.dataFolder, context.now);
  return await withWorkFolder(
    store.dataFolder,
    async (workFolder) => await buildCandidate(context, request, store, workFolder),
  );
}

/**
 * Builds a dataset where `add` stores it, unless `isWanted` says no. `add` holds the publication
 * lock until it is stored: what it is compared with is what it replaces.
 */
async function buildAndStore(
  context: PublishingContext,
  request: DatasetRequest,
  isWanted: (candidate: Candidate) => boolean,
  add: (store: ReleaseStore, build: (staging: string) => Promise<Candidate>, onWait: () => void) => Promise<unknown>,
): Promise<{ readonly candidate: Candidate | null; readonly isStored: boolean }> {
  const { settings, now, onNotice } = context;
  const store = new ReleaseStore(settings.dataFolder, now);
  const key = readSigningKey(settings);
  return await withWorkFolder(store.dataFolder, async (workFolder) => {
    const built: { candidate: Candidate | null } = { candidate: null };
    const stored = await changeUnlessStopped(async (stop) => {
      const build = async (staging: string): Promise<Candidate> => {
        const candidate = await buildCandidate(context, request, store, workFolder, staging);
        built.candidate = candidate;
        if (candidate === null || !isWanted(candidate)) return stop();
        if (key !== null) await signRelease(candidate.manifest, staging, key);
        return candidate;
      };
      return await add(store, build, () => onNotice(WAITING));
    });
    return { ...built, isStored: stored !== null };
  });
}

/** The address at which a draft can be read. */
export function addressOf({ baseUrl, dataFolder, port }: Settings, name: string): string {
  return `${baseUrl ?? findService(dataFolder) ?? `http://localhost:${port}`}/?release=${name}`;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/u;

/** Reads the time at which a draft becomes current by itself; a sentence says what is wrong. */
export function readEmbargo(text: string, now: Date): Date | { readonly fault: string } {
  // Without a zone, JavaScript reads a time in the zone of the machine (ECMA-262, 21.4.1.32).
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(time.getTime()))
    return {
      fault: `"${text}"; expected a time, such as 2026-12-01T06:00:00Z, 2026-12-01T07:00+01:00, or 2026-12-01T07:00 in the zone of this machine`,
    };
  if (time > now) return time;
  return { fault: `${time.toISOString()}, which is over; \`country-trust release\` publishes a draft now` };
}
