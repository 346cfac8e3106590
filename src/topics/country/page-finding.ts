import type { Static } from "typebox";
import type { Said } from "../../ask/said.ts";
import type { Dataset } from "../../html/frame.ts";
import { countryOf } from "../ranking/page-finding.ts";
import { describeAreaInHeadline } from "../ranking/words-of-headlines.ts";
import type { getCountry } from "./get-country.ts";

/** A country as the API answers it. */
export type Country = Static<(typeof getCountry)["form"]["schema"]>;

/** How a country is rated, in a sentence without its full stop. */
export function countryFinding({ scale, bands }: Pick<Dataset, "scale" | "bands">, country: Country): Said {
  return describeAreaInHeadline({ id: scale.id, bands }, countryOf(bands, country), country.minimum_companies);
}
