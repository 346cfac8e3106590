import { digits } from "../../ask/grammar.ts";

/** English texts of the pages of sectors, without their figures. */
export const sectorTexts = {
  sectors: "Sectors by median band",
  sectorsNote: "All judged companies of a sector, wherever they are, worst to best. The line marks the middle company.",
  sector: "Sector",
  alsoNamedBy: (companies: number): string =>
    companies === 1
      ? "One more company names this sector after another, in which it is counted."
      : `${digits(companies)} more companies name this sector after another, in which they are counted.`,
  countryParts: { id: "countries", heading: "By country", noun: { one: "country", many: "countries" } },
  matrix: "Countries by sectors, in one table",
  allSectors: "Sectors",
} as const;
