import type { SubjectName } from "../../ask/said.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { countsOf } from "../ranking/finding.ts";
import { standing } from "../../say/standing.ts";
import { subjectInWords } from "./findings.ts";
import type { Company, Country, Sector } from "./subjects.ts";

/**
 * Says how a subject is or was rated, in a sentence without its full stop; `higher` are all its
 * companies that are rated higher, where they are few.
 */
export function subjectFinding(
  { dataset: { scale }, asOf }: Pick<SiteRequest, "dataset" | "asOf">,
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
