import { embargoDraft, releaseDraft } from "../release/store/draft-release.ts";
import type { Draft } from "../release/store/release-states.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { changeUnlessStopped, isRefused } from "./candidate.ts";
import { type Comparison, compareWithCurrent } from "./compare.ts";
import { type PublishingContext, WAITING } from "./context.ts";
import type { DraftTerms } from "./publish.ts";

/** Makes a draft the current release, unless the change has to be accepted. */
export async function publishStoredDraft(context: PublishingContext, id: string, accept: string | null) {
  return await changeDraft(context, id, accept, (store, judge, onWait) => releaseDraft(store, id, judge, onWait));
}

/** Sets the time at which a draft becomes current by itself; null ends it, and compares nothing. */
export async function setEmbargo(context: PublishingContext, id: string, { until, accept }: DraftTerms) {
  return await changeDraft(context, id, accept, async (store, judge, onWait) => {
    await embargoDraft(store, id, until, until === null ? () => {} : judge, onWait);
    return { until };
  });
}

/** Returns how a draft differs from the current release, and null where that has to be accepted. */
async function changeDraft<Result>(
  { settings, now, onNotice }: PublishingContext,
  id: string,
  accept: string | null,
  change: (store: ReleaseStore, judge: (draft: Draft) => void, onWait: () => void) => Promise<Result>,
): Promise<{ readonly comparison: Comparison | null; readonly result: Result | null }> {
  const store = new ReleaseStore(settings.dataFolder, now);
  const compared: { comparison: Comparison | null } = { comparison: null };
  const result = await changeUnlessStopped(async (stop) => {
    const judge = ({ gate }: Draft): void => {
      const built = { folder: store.folderOf(id), manifest: store.manifest(id), gate };
      compared.comparison = compareWithCurrent(store, built);
      if (isRefused(compared.comparison, accept)) stop();
    };
    return await change(store, judge, () => onNotice(WAITING));
  });
  return { ...compared, result };
}
