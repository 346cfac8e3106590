import { Problem } from "../../problem.ts";
import { ComparisonOverloadError } from "../../release/changes/kept-changes.ts";
import type { MovedArea, ReleaseChanges } from "../../release/changes/release-changes.ts";
import type { CountryRecord, SectorRecord, Snapshot } from "../../release/snapshot.ts";
import { isSameDataset } from "../../trust/dataset.ts";
import { type Rankable, type RankedEntry, rankByMedian } from "../../trust/ranking.ts";
import type { Movement } from "../../trust/movement.ts";
import type { JudgedStatistics } from "../../trust/statistics.ts";
import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import type { SubjectName } from "../../ask/said.ts";
import type { Sources } from "../../ask/sources.ts";
import { comingsInWords, describeMove, type MoveInWords } from "./words-of-moves.ts";

/**
 * What differs between two releases: how many companies changed, every country and sector whose
 * median band moved with the causes, and which companies changed. Null for releases of two
 * datasets, of which nothing can be told.
 *
 *   const changes = await changesBetween(sources.releases, before, after);
 *   const moved = changes?.countries.moved.find(({ code }) => code === "FR");
 *   const sentence = moved && moveInWords(before, after, "country", moved).whole.text;
 *
 * Each pair is compared once and kept, so that asking again costs nothing; `Releases.byId` opens a
 * release by its id. At once where it is kept or the releases are small. Throws `unavailable` where
 * too many pairs are waiting.
 */
export function changesBetween(
  releases: Sources["releases"],
  before: Snapshot,
  after: Snapshot,
): ReleaseChanges | null | Promise<ReleaseChanges> {
  if (!isSameDataset(before.manifest.dataset, after.manifest.dataset)) return null;
  const changes = releases.compare(before, after);
  return changes instanceof Promise ? changes.catch(refuseOverload) : changes;
}

function refuseOverload(error: unknown): never {
  if (!(error instanceof ComparisonOverloadError)) throw error;
  throw new Problem("unavailable", "More releases wait to be compared than can be soon. Try again in a few seconds.");
}

/** Two releases that are compared. */
export interface TwoSnapshots {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** A country of either release, as the later one has it. Throws where neither has it. */
export function countryIn({ before, after }: TwoSnapshots, iso2: string): CountryRecord {
  const country = after.countryByIso2(iso2) ?? before.countryByIso2(iso2);
  if (country === undefined) throw new RangeError(`neither release has a company in the country ${iso2}`);
  return country;
}

/** A sector of either release, as the later one has it. Throws where neither has it. */
export function sectorIn({ before, after }: TwoSnapshots, slug: string): SectorRecord {
  const sector = after.sectorBySlug(slug) ?? before.sectorBySlug(slug);
  if (sector === undefined) throw new RangeError(`neither release has a company in the sector ${slug}`);
  return sector;
}

/** A country or a sector of either release. */
export interface NamedArea {
  readonly slug: string;
  /** Its name or label. */
  readonly name: string;
  /** As it stands within a sentence. */
  readonly inWords: string;
}

/** Names the area of a code of `ReleaseChanges`. Throws where neither release has it. */
export function nameArea(before: Snapshot, after: Snapshot, kind: "country" | "sector", code: string): NamedArea {
  if (kind === "country") {
    const country = countryIn({ before, after }, code);
    return { slug: country.slug, name: country.name, inWords: countryInWords(country) };
  }
  const { slug, label } = sectorIn({ before, after }, code);
  return { slug, name: label, inWords: sectorInWords(label) };
}

/** A country or a sector that moved, by its name within a sentence, as sentences are made of it. */
export function moveOf(
  { before, after }: { readonly [side in "before" | "after"]: Pick<Snapshot, "manifest"> },
  subject: SubjectName,
  name: string,
  movement: Movement,
): MoveInWords {
  const [earlier, later] = [before.manifest.dataset, after.manifest.dataset];
  return {
    about: { subject, pillar: null, since: before.manifest.id },
    name,
    things: "companies",
    scales: { before: earlier.scale, after: later.scale },
    before: rankedIn(movement.before, earlier.minimumCompanies),
    after: rankedIn(movement.after, later.minimumCompanies),
    minimumCompanies: Math.max(earlier.minimumCompanies, later.minimumCompanies),
    incomparable: movement.causes.includes("method_change") ? "method_change" : null,
    matched: movement.matched,
    cameAndWent: comingsInWords(movement.counts),
  };
}

function rankedIn({ distribution }: JudgedStatistics, minimum: number): RankedEntry<Rankable> {
  const [ranked] = rankByMedian([{ code: "", name: "", distribution }], minimum);
  if (ranked === undefined) throw new RangeError("a ranking has the entry it is of");
  return ranked;
}

/** What became of a country or a sector that moved; without the publisher's notice. */
export function moveInWords(before: Snapshot, after: Snapshot, kind: "country" | "sector", moved: MovedArea) {
  const { inWords } = nameArea(before, after, kind, moved.code);
  return describeMove(moveOf({ before, after }, `${kind}:${moved.code}`, inWords, moved.movement));
}
