import { capitalized, countInWords, countryInWords, labelInWords, sectorInWords } from "../../ask/grammar.ts";
import {
  describeCasesInHeadline,
  describePartsInHeadline,
  describeStandingInLine,
  describeStepInHeadline,
  type PartInWords,
  type ReleaseInHeadline,
} from "../../say/page-findings.ts";
import { isOfThoseThatStay } from "../../say/not-known.ts";
import type { SubjectName } from "../../ask/said.ts";
import { standing } from "../../say/standing.ts";
import type { Scale } from "../../trust/scale.ts";
import { countsOf } from "../ranking/finding.ts";
import type { AnswerOf, Company, Country, Sector, SubjectHistory } from "./subjects.ts";

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
 * Says how a subject is or was rated, in a sentence without its full stop; `higher` are all its
 * companies that are rated higher, where they are few.
 */
export function subjectFinding(
  { dataset: { scale }, asOf }: { readonly dataset: { readonly scale: Scale }; readonly asOf: string | null },
  answer: Country | Sector | Company,
  higher: readonly string[] = [],
): string {
  const listedCompanies = "judgement_count" in answer ? null : answer.listed_companies;
  const minimumCompanies = "judgement_count" in answer ? 1 : answer.minimum_companies;
  const figures = { listedCompanies, distribution: countsOf(scale.bands, answer), minimumCompanies };
  const named = { subject: nameOf(answer), name: subjectInWords(answer) };
  const rated = { ...named, ...figures, higher, isPast: asOf !== null };
  return standing(scale, rated, "headline").text;
}

function nameOf(answer: Country | Sector | Company): SubjectName {
  if ("iso2" in answer) return `country:${answer.iso2}`;
  return "label" in answer ? `sector:${answer.slug}` : `company:${answer.id}`;
}

/** Says what the headline of an area does not: counts, the tie and the rank; empty for few. */
export function findLine(scale: Scale, area: Area): string {
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
  scale: Scale,
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
export function findPillars(scale: Scale, area: Area): string | null {
  return findParts(scale, area, area.pillars, "pillar");
}

/** Says the same of a company; where pillars have no judgement, how many have one. */
export function findPillarsOfCompany(scale: Scale, { name, median_level: level, pillars }: Company): string | null {
  const judged = ratedOf(
    1,
    pillars.map((pillar) => ({ ...pillar, name: labelInWords(pillar.label), count: pillar.judgement_count })),
  );
  const counts = `${countInWords(judged.length)} of ${countInWords(pillars.length)} pillars`;
  if (level === null || pillars.length < 2) return null;
  if (judged.length < pillars.length) return `${name} is judged in ${counts}`;
  return describePartsInHeadline(scale, { name, level }, judged, "pillar");
}

/** Says in which of its sectors a country is rated otherwise, or in which countries a sector is. */
export function findCells(scale: Scale, area: Area): string | null {
  return "iso2" in area
    ? findParts(scale, area, area.sectors, "sector")
    : findParts(scale, area, area.countries, "country");
}

function findParts(
  scale: Scale,
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
export function findStep(scale: Scale, history: SubjectHistory, minimum: number): string | null {
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
