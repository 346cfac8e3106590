import { TEXT_NAMES } from "../branding/branding.ts";
import { doubtOf, quote } from "../intake/doubtful-texts.ts";
import type { Manifest } from "../release/manifest.ts";
import { findOutdated, type ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { foldLookAlikes } from "../search/look-alikes.ts";
import { keyOfName } from "../search/name-key.ts";
import { type ComparedFigures, lookAtTexts, readFigures } from "../release/changes/read-contents.ts";
import { compareReleases, type ReleaseChanges } from "../release/changes/release-changes.ts";
import type { GatedRelease, Trigger } from "../trust/gate-trigger.ts";
import { findTriggers, unreadableRelease } from "../trust/release-gate.ts";
import type { BuiltBundle } from "./build-bundle.ts";
import { triggerJson, triggerWords, type TriggerWords } from "./gate-words.ts";
import { claimsDemonstration, judgeDemonstration } from "./known-demonstration.ts";
import { acceptanceCode } from "./words.ts";
import { changeLines, changesJson } from "./describe-changes.ts";

/** A built release compared with the current one. */
export interface Comparison {
  /** The current release; null where there is none. */
  readonly before: string | null;
  /** The changes for scripts; null where `reason` says why there are none. */
  readonly changes: Readonly<Record<string, unknown>> | null;
  readonly reason: "first_release" | "unchanged" | "unreadable_release" | null;
  /** The triggers of the gate, for scripts. */
  readonly triggers: readonly Readonly<Record<string, unknown>>[];
  /** The triggers in words. */
  readonly reasons: readonly TriggerWords[];
  /** The code that `--accept` has to name; null where nothing has to be accepted. */
  readonly accept: string | null;
  /** The changes in words. */
  readonly lines: readonly string[];
}

/** Number of digits of the fingerprint in the id of a release. */
const FINGERPRINT_DIGITS = 12;

/**
 * Compares a bundle with the current release. Called under the publication lock, it says what this
 * very publication replaces. `look` is called with all changes.
 */
export function compareWithCurrent(
  store: ReleaseStore,
  built: Pick<BuiltBundle, "folder" | "manifest" | "gate"> & Partial<Pick<BuiltBundle, "toldApart">>,
  look: (changes: ReleaseChanges, before: ComparedFigures, after: ComparedFigures) => void = () => {},
): Comparison {
  const against = store.currentId();
  if (against === null) return notCompared(against, "first_release");
  // The end of an id is the beginning of its fingerprint, also where the release is damaged.
  if (against.endsWith(built.manifest.id.slice(-FINGERPRINT_DIGITS))) return notCompared(against, "unchanged");
  // Without the day of publication: what was accepted in the evening is published in the morning.
  const accept = (triggers: readonly Trigger[]): string | null =>
    triggers.length === 0 ? null : acceptanceCode([against, built.manifest.fingerprint, triggers]);
  let current: Manifest;
  try {
    current = store.manifest(against);
  } catch (error) {
    if (!(error instanceof ReleaseStoreError)) throw error;
    // Nobody misses the demonstration of an earlier version.
    if (claimsDemonstration(findOutdated(store, against)?.dataset ?? {}))
      return notCompared(against, "unreadable_release");
    const trigger = unreadableRelease(against, error.message);
    return {
      ...notCompared(against, "unreadable_release"),
      triggers: [triggerJson(trigger)],
      reasons: triggerWords([trigger], null),
      accept: accept([trigger]),
    };
  }
  const [before, after] = [readFigures(current, store.folderOf(against)), readFigures(built.manifest, built.folder)];
  const changes = compareReleases(before, after);
  look(changes, before, after);
  const now = findDoubtfulTexts(built.manifest, built.folder);
  // A doubtful text that is gone is no change to accept.
  const then = new Map([...findDoubtfulTexts(current, store.folderOf(against))].filter(([said]) => now.has(said)));
  const demonstration = judgeDemonstration(before, after);
  const triggers = [
    ...(typeof demonstration === "string" ? [] : [demonstration]),
    ...(demonstration === "replaced"
      ? []
      : findTriggers(gated(before, then), gated(after, now), built.gate, built.toldApart)),
  ];
  const lines =
    demonstration === "replaced"
      ? ["It replaces the demonstration and its fictional companies, so nothing has to be accepted."]
      : changeLines(changes, before, after);
  return {
    before: against,
    changes: changesJson(changes, before, after),
    reason: null,
    triggers: triggers.map(triggerJson),
    reasons: triggerWords(triggers, { before, after }),
    accept: accept(triggers),
    lines,
  };
}

function notCompared(against: string | null, reason: Comparison["reason"]): Comparison {
  return { before: against, changes: null, reason, triggers: [], reasons: [], accept: null, lines: [] };
}

/** Finds texts that are seldom meant, such as TEST, by what is said of them. */
function findDoubtfulTexts(manifest: Manifest, folder: string): Map<string, string> {
  const found = new Map<string, string>();
  lookAtTexts(manifest, folder, (what, text) => {
    const doubt = doubtOf(text, what === "name");
    if (doubt !== null) found.set(`the ${what} ${quote(text)} (${doubt})`, text);
  });
  return found;
}

function gated(release: ComparedFigures, doubtful: ReadonlyMap<string, string>): GatedRelease {
  const { dataset, asOf, branding, files } = release.manifest;
  const { companies, countries, criteria } = release.contents();
  const texts = TEXT_NAMES.flatMap((name) => {
    const file = files.find(({ path }) => path === branding.texts[name]);
    return file === undefined ? [] : [[`${name}.md`, file.sha256] as const];
  });
  return {
    dataset,
    asOf,
    texts: new Map([...texts, ...doubtful]),
    companies: companies.map((company) => ({
      ...company,
      nameAsSeen: foldLookAlikes(company.name.normalize("NFKC")).toLowerCase(),
      nameKey: keyOfName(company.name)?.text ?? "",
    })),
    countries,
    criteria,
  };
}
