import { capitalized, countryInWords, labelInWords, sectorInWords } from "../../ask/grammar.ts";
import {
  describeCasesInHeadline,
  describeJudgedPillars,
  describePartsInHeadline,
  describeStandingInLine,
  describeStepInHeadline,
  type PartInWords,
  type ReleaseInHeadline,
  describeEndInHeadline,
  describeNeighboursInHeadline,
} from "../../say/page-findings.ts";
import { isOfThoseThatStay } from "../../say/not-known.ts";
import type { Ask } from "../../ask/page.ts";
import { standing } from "../../say/standing.ts";
import { countsOf, type Ranking } from "../ranking/finding.ts";
import { type AnswerOf, type Company, type Country, type Sector, type SubjectHistory, SUBJECTS } from "./subjects.ts";
import type { ToldScale } from "../../say/tense.ts";
import { listCompanies } from "../company/list-companies.ts";
import { liesIn } from "../../ask/regions.ts";
import { whereInWords } from "../../ask/words.ts";
import type { Atlas } from "../../atlas/atlas.ts";
import { type Region, regionAndAbove } from "../../atlas/regions.ts";

/**
 * The findings above the charts of a subject, from its answers, each null where nothing is found.
 * Pages head their sections with them, and the check of claims knows them.
 */

type Area = Country | Sector;

/** The name of a subject within a sentence. */
export function subjectInWords(
  answer: Pick<Country, "iso2" | "name"> | Pick<Sector, "label"> | Pick<Company, "name">,
): string {
  if ("iso2" in answer) return countryInWords(answer);
  return "label" in answer ? sectorInWords(answer.label) : answer.name;
}

/**
 * Says how a subject is rated, or was and is now, in a sentence without its full stop; `higher` are
 * all its companies that are rated higher, where they are few. Without `ask` nothing is said of the
 * current release: the picture of a release never changes.
 */
export async function subjectFinding(
  { dataset: { scale }, ask }: { readonly dataset: { readonly scale: ToldScale }; readonly ask?: Ask },
  answer: Area | Company,
  higher: readonly string[] = [],
): Promise<string> {
  const listedCompanies = "judgement_count" in answer ? null : answer.listed_companies;
  const minimumCompanies = "judgement_count" in answer ? 1 : answer.minimum_companies;
  const figures = { listedCompanies, distribution: countsOf(scale.bands, answer), minimumCompanies };
  const [kind, id] = nameOf(answer);
  const now = scale.asOf == null || ask === undefined ? null : await findNow(ask, scale, answer, minimumCompanies);
  const rated = { subject: `${kind}:${id}`, name: subjectInWords(answer), ...figures, higher, now } as const;
  return standing(scale, rated, "headline").text;
}

/** Finds its band in the current release; null for the same one, and on another scale. */
async function findNow(ask: Ask, { id }: ToldScale, answer: Area | Company, minimum: number) {
  const operation = SUBJECTS[nameOf(answer)[0]].history;
  const { items } = await ask<typeof operation.form.schema>(operation, { slug: answer.slug });
  const now: SubjectHistory["items"][number] | undefined = items.at(-1);
  const level = now?.median_level ?? null;
  const isFew = now !== undefined && "judged_companies" in now && now.judged_companies < minimum;
  if (now === undefined || level === null || isFew || now.scale.id !== id || level === answer.median_level) return null;
  return { scale: now.scale, level };
}

function nameOf(answer: Area | Company): readonly ["country" | "sector" | "company", string] {
  if ("iso2" in answer) return ["country", answer.iso2];
  return "label" in answer ? ["sector", answer.slug] : ["company", answer.id];
}

/** Says what the headline of an area does not: counts, the tie and the rank; empty for few. */
export function findLine(scale: ToldScale, area: Area): string {
  const { rank = null, tied_with: tiedWith = null, ranked_countries: ranked = 0 } = "iso2" in area ? area : {};
  const figures = { listedCompanies: area.listed_companies, distribution: countsOf(scale.bands, area) };
  const place = rank === null || tiedWith === null ? null : { rank, tiedWith, ranked };
  return describeStandingInLine(scale, figures, area.minimum_companies, place);
}

/** Returns the area itself as a part; undefined where too few of its companies are judged. */
function wholeOf(area: Area): PartInWords | undefined {
  const { median_level, judged_companies: count, minimum_companies: minimum } = area;
  return ratedOf(minimum, [{ name: subjectInWords(area), median_level, count }])[0];
}

function ratedOf(
  minimum: number,
  parts: readonly { readonly name: string; readonly median_level: number | null; readonly count: number }[],
): readonly PartInWords[] {
  return parts.flatMap(({ name, median_level: level, count }) =>
    level === null || count < minimum ? [] : [{ name, level }],
  );
}

/** Says what an area would be without one of its pillars. */
export function findCases(
  scale: ToldScale,
  area: Area,
  { without_pillar: without }: AnswerOf<"country" | "sector", "derivation">,
): string | null {
  const whole = wholeOf(area);
  if (whole === undefined) return null;
  const { judged_companies: judged, minimum_companies: minimum } = area;
  const distribution = countsOf(scale.bands, area);
  // If some are judged in the pillar alone, the others may have had that band before.
  const told = without.filter(
    ({ median_level: level, count }) =>
      level === whole.level || (level !== null && isOfThoseThatStay(distribution, level, judged - count)),
  );
  const left = ratedOf(
    minimum,
    told.map((each) => ({ ...each, name: labelInWords(each.label) })),
  );
  if (left.length === 0) return null;
  return describeCasesInHeadline(scale, whole, left, without.length - left.length);
}

/** Says in which pillars an area is rated otherwise. */
export function findPillars(scale: ToldScale, area: Area): string | null {
  return findParts(scale, area, area.pillars, "pillar");
}

/** Says the same of a company; where pillars have no judgement, how many have one. */
export function findPillarsOfCompany(scale: ToldScale, { name, median_level: level, pillars }: Company): string | null {
  const judged = ratedOf(
    1,
    pillars.map((pillar) => ({ ...pillar, name: labelInWords(pillar.label), count: pillar.judgement_count })),
  );
  if (level === null || pillars.length < 2) return null;
  if (judged.length < pillars.length) return describeJudgedPillars(scale, name, judged.length, pillars.length);
  return describePartsInHeadline(scale, { name, level }, judged, "pillar");
}

/** Says in which of its sectors a country is rated otherwise, or in which countries a sector is. */
export function findCells(scale: ToldScale, area: Area): string | null {
  return "iso2" in area
    ? findParts(scale, area, area.sectors, "sector")
    : findParts(scale, area, area.countries, "country");
}

function findParts(
  scale: ToldScale,
  area: Area,
  parts: Area["pillars"] | Country["sectors"] | Sector["countries"],
  noun: "sector" | "country" | "pillar",
): string | null {
  const whole = wholeOf(area);
  const named = parts.map((part) => {
    const name = "label" in part ? labelInWords(part.label) : countryInWords(part);
    return { ...part, name, count: part.judged_companies };
  });
  const rated = ratedOf(area.minimum_companies, named);
  return whole === undefined || rated.length === 0 ? null : describePartsInHeadline(scale, whole, rated, noun);
}

/** Says how the last release differs from the one before; `minimum` is that of areas. */
export function findStep(scale: ToldScale, history: SubjectHistory, minimum: number): string | null {
  const entries: readonly SubjectHistory["items"][number][] = history.items;
  const [before, now] = entries.slice(-2);
  const read = (entry: typeof now): ReleaseInHeadline | null => {
    if (entry === undefined || entry.median_level === null) return null;
    const { median_level: level, flips_to_lower: toLower, flips_to_higher: toHigher } = entry;
    // Judgements of a company are re-rated, not upgraded.
    if ("judgement_count" in entry) return { level, toLower: null, toHigher: null };
    return entry.judged_companies < minimum ? null : { level, toLower, toHigher };
  };
  const [then, last] = [read(before), read(now)];
  if (then === null || then.level !== last?.level || now === undefined || now.break !== null) return null;
  const name = subjectInWords(history);
  const isCompany = "judgement_count" in now;
  return capitalized(describeStepInHeadline(scale, name, then, last), isCompany ? name : null);
}

export type End = "best" | "worst";

/** Returns the levels of the lowest and the highest band of its companies; null if it is one. */
export function endsOf({ bands }: ToldScale, { distribution }: Area): Readonly<Record<End, number>> | null {
  const levels = bands.flatMap(({ id }, index) => ((distribution[id] ?? 0) > 0 ? [index + 1] : []));
  const [worst, best] = [levels[0], levels.at(-1)];
  return worst === undefined || best === undefined || worst === best ? null : { best, worst };
}

/** Lists the companies of a band, those furthest from the next band first, and says who it is. */
export async function findEnd(ask: Ask, scale: ToldScale, area: Area, end: End, level: number) {
  const { bands } = scale;
  const band = bands[level - 1]?.id ?? "";
  const sort = end === "best" ? "-flips_to_lower" : "-flips_to_higher";
  const fields = "name,slug,median_level,judgement_count,distribution";
  const filter = { ["iso2" in area ? "country" : "sector"]: area.slug };
  const { items } = await ask(listCompanies, { ...filter, band, sort, fields, limit: "100" });
  const ordered = (end === "best" ? bands.toReversed() : bands).map(({ id }) => id);
  // Companies that need equally many changes are ordered by their shares of the outermost bands.
  const share = ({ distribution, judgement_count: count }: (typeof items)[number], id: string): number =>
    (distribution[id] ?? 0) / count;
  const companies = items.toSorted((a, b) => ordered.reduce((order, id) => order || share(b, id) - share(a, id), 0));
  const count = area.distribution[band] ?? 0;
  const names = companies.map(({ name }) => name);
  return {
    companies,
    band,
    count,
    finding: describeEndInHeadline(scale, subjectInWords(area), end, { level, count, names }),
  };
}

/** Maximum number of companies that a headline names as higher. */
const HIGHER_MAX = 3;

/** Names the companies of a country in higher bands than its median, where they are few. */
export async function listHigher(ask: Ask, { bands }: ToldScale, country: Country): Promise<readonly string[]> {
  const { slug, median_level: level, distribution } = country;
  const better = level === null ? [] : bands.slice(level).map(({ id }) => id);
  const count = better.reduce((sum, id) => sum + (distribution[id] ?? 0), 0);
  if (count === 0 || count > HIGHER_MAX) return [];
  const { items } = await ask(listCompanies, { country: slug, band: better.join(","), fields: "name", sort: "name" });
  return items.map(({ name }) => name);
}

/** Minimum number of neighbours in the release; with fewer, the region is shown. */
const NEIGHBOURS_MIN = 2;

/** Minimum number of countries in the release; with fewer, the next larger region is shown. */
const COUNTRIES_MIN = 3;

type Ranked = Ranking["items"];

/** Chooses the smallest region with enough countries, else the continent; null for none. */
function chooseRegion(atlas: Atlas, items: Ranked, iso2: string): Region | null {
  const all = regionAndAbove(atlas.byIso2(iso2)?.region ?? null);
  const count = (region: Region): number => items.filter((each) => liesIn(atlas, region, each.iso2)).length;
  return all.find((region) => count(region) >= COUNTRIES_MIN) ?? all.at(-1) ?? null;
}

/**
 * Finds the neighbours of a country on land, with itself; those of its region if the release has
 * fewer than two of them, as for islands. The finding is null if there is no other country either.
 */
export function findNeighbours(
  atlas: Atlas,
  scale: ToldScale,
  items: Ranked,
  { iso2, name, rank, median_level: level }: Pick<Ranked[number], "iso2" | "name" | "rank" | "median_level">,
) {
  const codes = atlas.neighboursOf(iso2);
  const byLand = items.filter((each) => each.iso2 === iso2 || codes.includes(each.iso2));
  const region = chooseRegion(atlas, items, iso2);
  const inRegion = region === null ? [] : items.filter((each) => liesIn(atlas, region, each.iso2));
  const isByLand = byLand.length > NEIGHBOURS_MIN;
  const shown = isByLand ? byLand : inRegion;
  const ranked = shown.flatMap((each) =>
    each.iso2 === iso2 || each.rank === null || each.median_level === null
      ? []
      : [{ name: countryInWords(each), level: each.median_level }],
  );
  const own = { name: countryInWords({ iso2, name }), level: rank === null ? null : level };
  const where = isByLand ? "" : whereInWords(region);
  const finding = shown.length < 2 ? null : describeNeighboursInHeadline(scale, own, ranked, where);
  return { codes, byLand, region, inRegion, shown, isByLand, finding };
}
