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
