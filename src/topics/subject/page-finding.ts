import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { countsOf } from "../ranking/page-finding.ts";
import { standing } from "../../say/standing.ts";
import type { Company, Country, Sector } from "./subjects.ts";

/**
 * Says how a subject is or was rated, in a sentence without its full stop; `higher` are all its
 * companies that are rated higher, where they are few.
 */
export function subjectFinding(
  { dataset: { scale, bands }, releaseStatus }: Pick<SiteRequest, "dataset" | "releaseStatus">,
  answer: Country | Sector | Company,
  higher: readonly string[] = [],
): string {
  const listedCompanies = "judgement_count" in answer ? null : answer.listed_companies;
  const minimumCompanies = "judgement_count" in answer ? 1 : answer.minimum_companies;
  const figures = { listedCompanies, distribution: countsOf(bands, answer), minimumCompanies };
  const rated = { ...nameInHeadline(answer), ...figures, higher, isPast: isPastRelease({ releaseStatus }) };
  return standing({ id: scale.id, bands }, rated, "headline").text;
}

/** Returns true if another release has replaced the one that a page shows. */
export function isPastRelease({ releaseStatus }: Pick<SiteRequest, "releaseStatus">): boolean {
  return releaseStatus === "older" || releaseStatus === "withdrawn";
}

function nameInHeadline(answer: Country | Sector | Company) {
  if ("iso2" in answer) return { subject: `country:${answer.iso2}`, name: countryInWords(answer) } as const;
  if ("label" in answer) return { subject: `sector:${answer.slug}`, name: sectorInWords(answer.label) } as const;
  return { subject: `company:${answer.id}`, name: answer.name } as const;
}
