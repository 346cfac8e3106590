import type { Static } from "typebox";
import { capitalized, countryInWords, labelInWords } from "../../ask/grammar.ts";
import { sentences } from "../../ask/words.ts";
import { companiesInWords, labelsInWords } from "../../say/changes.ts";
import type { PageRequest } from "../../ask/page.ts";
import {
  describeMovesInHeadline,
  describeOtherBands,
  type MovedInHeadline,
  readMoved,
} from "../../say/moved-headlines.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { countsOf } from "../ranking/finding.ts";
import type { listChanges } from "./list-changes.ts";
import { changesTexts as texts } from "./texts.ts";

/** The changes between two releases as the API answers them. */
export type Changes = Static<(typeof listChanges)["form"]["schema"]>;

/** Two releases that are compared. */
export interface TwoReleases {
  readonly from: NonNullable<Changes["from"]>;
  readonly to: Changes["to"];
}

type Area = NonNullable<Changes["countries"]>["moved"][number] | NonNullable<Changes["sectors"]>["moved"][number];

/** A country or sector with another median band, as headlines and tables name it. */
export interface MovedArea extends MovedInHeadline {
  readonly area: Area;
}

/** Two releases of one dataset, and what moved between them; nothing moved under another method. */
export interface Moves {
  readonly releases: TwoReleases;
  readonly isOtherMethod: boolean;
  readonly countries: readonly MovedArea[];
  readonly sectors: readonly MovedArea[];
  /** Countries that are ranked in the earlier release alone. */
  readonly lost: readonly string[];
}

/** Finds what moved between two releases; null where they cannot be compared, or are the same. */
export async function findMoves(
  { askOf }: Pick<PageRequest, "askOf">,
  { from, to, reason, countries, sectors, method_change: method }: Changes,
): Promise<Moves | null> {
  if (from === null || reason !== null || from.id === to.id) return null;
  const releases = { from, to };
  if (method !== null && method.length > 0)
    return { releases, isOtherMethod: true, countries: [], sectors: [], lost: [] };
  const isTakenBack = countries?.moved.some(({ reasons }) => reasons.trend === "taken_back") ?? false;
  const [before = [], after = []] = await Promise.all(
    [from, to].map(async (release) => {
      const { items } = await askOf(nameOf(release))(rankCountries, { fields: "iso2,name,rank" });
      return items.filter(({ rank }) => rank !== null).map(countryInWords);
    }),
  );
  return {
    releases,
    isOtherMethod: false,
    countries: describeMoved(countries?.moved ?? [], releases),
    sectors: describeMoved(sectors?.moved ?? [], releases),
    lost: isTakenBack ? [] : before.filter((name) => !after.includes(name)),
  };
}

/** Describes the areas that moved, as headlines and tables order them. */
function describeMoved(moved: readonly Area[], { from, to }: TwoReleases): readonly MovedArea[] {
  const figuresOf = ({ scale }: Changes["to"], figures: Area["before"]) => ({
    judgedCompanies: figures.judged_companies,
    median: figures.median_level,
    distribution: countsOf(scale.bands, figures),
  });
  const areas = moved.map((area) => ({
    area,
    name: "name" in area ? countryInWords(area) : labelInWords(area.label),
    trend: area.trend,
    trendReason: area.reasons.trend ?? null,
    before: figuresOf(from, area.before),
    after: figuresOf(to, area.after),
    counts: { judgedInBoth: area.counts.judged_in_both },
  }));
  return readMoved(areas, { before: from.scale, after: to.scale });
}

/** Returns the finding of the changes as a sentence without its full stop. */
export function changesFinding({ from, to, reason }: Changes, found: Moves | null): string {
  if (reason !== null) return texts.unknown[reason];
  if (found === null || from?.id === to.id) return texts.same;
  return found.isOtherMethod ? texts.methodChange : describeMovesInHeadline(found.countries, { lost: found.lost });
}

/** Counts the companies that came and went, and says what is called differently. */
export function describeShortly({ companies, labels }: Changes, { sectors }: Moves, hasSectors = true): string {
  const { added = 0, removed = 0, renamed = 0, reclassified = 0 } = companies ?? {};
  const counts = { added, removed, renamed, reclassified, movedMedian: null, pillarMoved: null };
  return sentences(
    `${capitalized(companiesInWords({ counts }))}.`,
    labelsInWords({ labels: labels ?? [] }),
    hasSectors && sectors.length === 0 ? texts.noSector : "",
  );
}

/** All companies with another median band, as far as one page of the API goes. */
export const RE_RATED = { change: "re_rated", limit: "1000" } as const;

/** Returns by how many bands a company rose or, below 0, fell. */
export function stepOf({ before, after }: Changes["items"][number]): number {
  const [from, to] = [before?.median_level ?? null, after?.median_level ?? null];
  return from === null || to === null ? 0 : to - from;
}

/** Counts the companies that rose and fell. */
export function reRatedFinding({ items, total, next }: Changes): string {
  const steps = items.map(stepOf);
  const [up, down] = [steps.filter((step) => step > 0).length, steps.filter((step) => step < 0).length];
  return next === null ? describeOtherBands(up, down) : texts.otherBands(total);
}

/** Returns the name of a compared release in links: its id, or the secret name of a draft. */
export function nameOf({ id, href }: Changes["to"]): string {
  return new URL(href).searchParams.get("release") ?? id;
}
