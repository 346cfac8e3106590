import { Problem } from "../../problem.ts";
import { ComparisonOverloadError } from "../../release/changes/kept-changes.ts";
import {
  type AreaChanges,
  isUnchanged,
  type MovedArea,
  type ReleaseChanges,
} from "../../release/changes/release-changes.ts";
import type { CountryRecord, SectorRecord, Snapshot } from "../../release/snapshot.ts";
import { isSameDataset } from "../../trust/dataset.ts";
import { rankAlone } from "../../trust/ranking.ts";
import type { Movement } from "../../trust/movement.ts";
import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import type { SubjectName } from "../../ask/said.ts";
import type { Sources } from "../../ask/sources.ts";
import { changesInWords } from "../../say/changes.ts";
import { comingsOf, describeMove, type MoveInWords } from "../../say/moves.ts";

/**
 * Finds the differences between two releases: the number of changed companies, every country and
 * sector whose median band moved with the causes, and the changed companies. Null for releases of
 * two datasets, which cannot be compared.
 *
 * Each pair is compared once and cached; `Releases.byId` opens a release by its id. `isTakenBack`:
 * the publisher withdrew one of them. Returns no promise if the pair is cached or the releases are
 * small. Throws `unavailable` if too many pairs are waiting.
 */
export function changesBetween(
  releases: Sources["releases"],
  before: Snapshot,
  after: Snapshot,
  isTakenBack = false,
): ReleaseChanges | null | Promise<ReleaseChanges> {
  if (!isSameDataset(before.manifest.dataset, after.manifest.dataset)) return null;
  const changes = releases.compare(before, after);
  const told = (found: ReleaseChanges): ReleaseChanges => (isTakenBack ? withoutTrends(found) : found);
  return changes instanceof Promise ? changes.then(told, refuseOverload) : told(changes);
}

function refuseOverload(error: unknown): never {
  if (!(error instanceof ComparisonOverloadError)) throw error;
  throw new Problem("unavailable", "More releases wait to be compared than can be soon. Try again in a few seconds.");
}

/** Removes the trends: no difference to a withdrawn release is a rise or a fall. */
function withoutTrends(changes: ReleaseChanges): ReleaseChanges {
  const takeBack = (areas: AreaChanges): AreaChanges => ({
    ...areas,
    moved: areas.moved.map(({ code, movement }) => ({
      code,
      movement: { ...movement, trend: null, trendReason: "taken_back" },
    })),
  });
  return { ...changes, countries: takeBack(changes.countries), sectors: takeBack(changes.sectors) };
}

/** Two releases that are compared. */
export interface TwoSnapshots {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Returns a country of either release, the later one first. Throws if neither has it. */
export function countryIn({ before, after }: TwoSnapshots, iso2: string): CountryRecord {
  return listed(after.countryByIso2(iso2) ?? before.countryByIso2(iso2), iso2);
}

/** Returns a sector of either release, the later one first. Throws if neither has it. */
export function sectorIn({ before, after }: TwoSnapshots, slug: string): SectorRecord {
  return listed(after.sectorBySlug(slug) ?? before.sectorBySlug(slug), slug);
}

function listed<T>(area: T | undefined, code: string): T {
  if (area === undefined) throw new RangeError(`neither release has a company in ${code}`);
  return area;
}

/**
 * Names the area of a code of `ReleaseChanges`: its slug, its name or label, and its name within a
 * sentence. Throws if neither release has it.
 */
export function nameArea(before: Snapshot, after: Snapshot, kind: "country" | "sector", code: string) {
  if (kind === "country") {
    const country = countryIn({ before, after }, code);
    return { slug: country.slug, name: country.name, inWords: countryInWords(country) };
  }
  const { slug, label } = sectorIn({ before, after }, code);
  return { slug, name: label, inWords: sectorInWords(label) };
}

/** Prepares a country or a sector that moved for sentences, by its name within them. */
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
    before: rankAlone(movement.before.distribution, earlier.minimumCompanies),
    after: rankAlone(movement.after.distribution, later.minimumCompanies),
    minimumCompanies: Math.max(earlier.minimumCompanies, later.minimumCompanies),
    incomparable:
      movement.trendReason === "taken_back"
        ? "taken_back"
        : movement.causes.includes("method_change")
          ? "method_change"
          : null,
    matched: movement.matched,
    cameAndWent: comingsOf(movement.counts),
  };
}

/** Describes how a country or a sector moved, without the publisher's notice. */
export function moveInWords(before: Snapshot, after: Snapshot, kind: "country" | "sector", moved: MovedArea) {
  const { inWords } = nameArea(before, after, kind, moved.code);
  return describeMove(moveOf({ before, after }, `${kind}:${moved.code}`, inWords, moved.movement));
}

/** Says what differs between two releases; `changes` is null where they cannot be compared. */
export function summaryOf(
  before: Snapshot | null,
  after: Snapshot,
  changes: ReleaseChanges | null,
  { takenBack = null, where = "" }: { readonly takenBack?: string | null; readonly where?: string | null } = {},
): string {
  const titled = ({ manifest: { id, dataset } }: Snapshot) => ({ id, title: dataset.title });
  const both = { before: before && titled(before), after: titled(after), changes, takenBack, where };
  return changesInWords({ ...both, isUnchanged: changes !== null && isUnchanged(changes) });
}
