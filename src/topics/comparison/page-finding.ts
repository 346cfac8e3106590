import type { Static } from "typebox";
import { rankAlone } from "../../trust/ranking.ts";
import { countryInWords } from "../../ask/grammar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import type { Dataset } from "../../html/frame.ts";
import { countsOf, rankingFinding } from "../ranking/page-finding.ts";
import { listSectors } from "../sector/list-sectors.ts";
import type { compareCountries } from "./compare-countries.ts";
import { compareTexts } from "./texts.ts";
import { compareInHeadline, scopeInWords, type SideInWords } from "../../say/comparison.ts";

/** A comparison as the API answers it. */
export type CountryComparisons = Static<(typeof compareCountries)["form"]["schema"]>;

/** Returns the finding of a comparison as a sentence without its full stop. */
export async function comparisonFinding(
  request: Pick<SiteRequest, "ask">,
  dataset: Pick<Dataset, "scale" | "bands" | "pillars">,
  { countries, minimum_companies: minimumCompanies, pillar, sectors, items: pairs }: CountryComparisons,
): Promise<string> {
  const scale = { id: dataset.scale.id, bands: dataset.bands };
  const label = dataset.pillars.find(({ id }) => id === pillar)?.label ?? null;
  const [first, second, third] = countries.map((country) => sideOf(dataset.bands, country, minimumCompanies));
  // The page says below in full why they cannot be compared.
  if (pairs.length === 1 && pairs[0]?.reason === "different_pillars") return compareTexts.apart;
  if (first !== undefined && second !== undefined && third === undefined) {
    const { items } = sectors === null ? { items: [] } : await request.ask(listSectors);
    const counted = items.flatMap((sector) => (sectors?.includes(sector.slug) ? [sector.label] : []));
    const by = { minimumCompanies, pillar, scope: scopeInWords(counted, label) };
    return compareInHeadline(scale, first, second, by).text;
  }
  return rankingFinding(dataset, { items: countries, pillar, minimum_companies: minimumCompanies }).text;
}

function sideOf(
  bands: Dataset["bands"],
  country: CountryComparisons["countries"][number],
  minimum: number,
): SideInWords {
  return {
    subject: `country:${country.iso2}`,
    name: countryInWords(country),
    ranked: rankAlone(countsOf(bands, country), minimum, country.slug),
    listedCompanies: country.listed_companies,
  };
}
