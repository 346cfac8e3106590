import { signRelease } from "../release/sign-release.ts";
import { draftBundle } from "../release/store/draft-release.ts";
import { newDraftName } from "../release/store/draft-names.ts";
import { publishBundle } from "../release/store/locked-store.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import type { Settings } from "../settings.ts";
import type { DatasetRequest } from "./build-bundle.ts";
import { buildCandidate, type Candidate, changeUnlessStopped, isRefused } from "./candidate.ts";
import { type PublishingContext, readSigningKey, WAITING } from "./context.ts";
import { findService } from "./running-service.ts";
import { openWorkFolder } from "./work-folder.ts";

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
  await using work = await openWorkFolder(store.dataFolder);
  return await buildCandidate(context, request, store, work.folder);
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
  await using work = await openWorkFolder(store.dataFolder);
  const built: { candidate: Candidate | null } = { candidate: null };
  const stored = await changeUnlessStopped(async (stop) => {
    const build = async (staging: string): Promise<Candidate> => {
      const candidate = await buildCandidate(context, request, store, work.folder, staging);
      built.candidate = candidate;
      if (candidate === null || !isWanted(candidate)) return stop();
      if (key !== null) await signRelease(candidate.manifest, staging, key);
      return candidate;
    };
    return await add(store, build, () => onNotice(WAITING));
  });
  return { ...built, isStored: stored !== null };
}

/** The address at which a draft can be read. */
export function addressOf({ baseUrl, dataFolder, port }: Settings, name: string): string {
  return `${baseUrl ?? findService(dataFolder) ?? `http://localhost:${port}`}/?release=${name}`;
}
