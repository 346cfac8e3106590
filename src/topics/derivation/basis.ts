import { counted, labelInWords, monthInWords, percent } from "../../ask/grammar.ts";
import type { AnswerOf, SubjectDerivation } from "../subject/subjects.ts";
import { basisTexts as texts } from "./texts.ts";

type CompanyDerivation = AnswerOf<"company", "derivation">;

/** Describes the basis of the band of a judged company, for its standfirst. */
export function describeCompanyBasis(derivation: CompanyDerivation, pillars: number): string {
  const { judgement_count: count } = derivation;
  const judgements = counted(count, "judgement", "judgements");
  const where = pillars < 2 ? null : counted(pillars, "pillar", "pillars");
  return texts.restsOn(judgements, where, describeEvidence(derivation));
}

/** Writes ` from May 2024 to June 2026, by four judges, 47% of them by …. 72 sources are named.` */
export function describeEvidence({ judged_on: dates, judges, sources }: SubjectDerivation): string {
  const { oldest, newest } = dates;
  const months = oldest === null || newest === null ? "" : texts.months(monthInWords(oldest), monthInWords(newest));
  const judgeCount = judges.different ?? 0;
  const by = judgeCount === 0 ? "" : texts.judges(counted(judgeCount, "judge", "judges"));
  const { largest } = judges;
  const most =
    largest === null || judgeCount < 2
      ? ""
      : texts.largest(percent(largest.numerator, largest.denominator), labelInWords(largest.label));
  const sourceCount = sources.different ?? 0;
  const from = sourceCount === 0 ? "" : ` ${texts.sources(counted(sourceCount, "source is", "sources are"))}`;
  return `${months}${by}${most}.${from}`;
}
