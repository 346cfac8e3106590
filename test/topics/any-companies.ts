import * as fc from "fast-check";
import type { StatedCompany } from "../fixtures/memory-release.ts";

const judgement = fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: 1, max: 5 }));

/** The companies of a small release: few countries, so that they tie, are thin or not judged. */
export const anyCompanies: fc.Arbitrary<StatedCompany[]> = fc
  .array(
    fc.record({
      country: fc.constantFrom("FR", "DE", "NL", "US"),
      sector: fc.constantFrom("energy", "retail"),
      judgements: fc.array(judgement, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 16 },
  )
  .map((stated) =>
    stated.map((company, index) => ({ id: `c-${index}`, name: `Company ${"ABCDEFGHIJKLMNOP"[index]}`, ...company })),
  );

/**
 * The companies of one release with the judgements alone that another release has as well: none
 * names a criterion or a judge, so that a pillar is judged in both as often or not at all.
 */
export function judgedAlike(
  companies: readonly StatedCompany[],
  others: readonly StatedCompany[],
): readonly StatedCompany[] {
  const countIn = (company: StatedCompany | undefined, pillar: number): number =>
    company?.judgements.filter(([own]) => own === pillar).length ?? 0;
  return companies.map((company) => {
    const other = others.find(({ id }) => id === company.id);
    const isKept = (pillar: number): boolean => countIn(company, pillar) === countIn(other, pillar);
    return { ...company, judgements: company.judgements.filter(([pillar]) => isKept(pillar)) };
  });
}
