import type { Static } from "typebox";
import { countryInWords } from "../../ask/grammar.ts";
import type { Dataset } from "../../html/frame.ts";
import { describeAreaInHeadline } from "../ranking/words-of-headlines.ts";
import type { getCountry } from "./get-country.ts";

/** A country as the API answers it. */
export type Country = Static<(typeof getCountry)["form"]["schema"]>;

/** Where a country stands, in a sentence without its full stop. */
export function countryFinding({ scale, bands }: Pick<Dataset, "scale" | "bands">, country: Country): string {
  const { listed_companies, judged_companies, flips_to_lower, flips_to_higher, median_level: level, reasons } = country;
  return describeAreaInHeadline(
    { id: scale.id, bands },
    {
      kind: "country",
      name: countryInWords(country),
      level,
      listedCompanies: listed_companies,
      judgedCompanies: judged_companies,
      unrankedReason: reasons.rank ?? null,
      flipsToLower: flips_to_lower,
      flipsToHigher: flips_to_higher,
    },
  );
}
