import type { Static } from "typebox";
import type { Rankable, RankedEntry } from "../../trust/ranking.ts";
import { countryInWords } from "../../ask/grammar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import type { Dataset } from "../../html/frame.ts";
import { rankingFinding } from "../ranking/page-finding.ts";
import { listSectors } from "../sector/list-sectors.ts";
import type { compareCountries } from "./compare-countries.ts";
import { compareInHeadline, scopeInWords, type SideInWords } from "./words.ts";

/** A comparison as the API answers it. */
export type CountryComparisons = Static<(typeof compareCountries)["form"]["schema"]>;

/** What a comparison shows, in a sentence without its full stop. */
export async function comparisonFinding(
  request: Pick<SiteRequest, "ask">,
  dataset: Pick<Dataset, "scale" | "bands" | "pillars">,
  { countries, minimum_companies: minimumCompanies, pillar, sectors }: CountryComparisons,
): Promise<string> {
  const scale = { id: dataset.scale.id, bands: dataset.bands };
  const label = dataset.pillars.find(({ id }) => id === pillar)?.label ?? null;
  const [first, second, third] = countries.map((country) => sideOf(country, minimumCompanies));
  if (first !== undefined && second !== undefined && third === undefined) {
    const { items } = sectors === null ? { items: [] } : await request.ask(listSectors);
    const counted = items.flatMap((sector) => (sectors?.includes(sector.slug) ? [sector.label] : []));
    const by = { minimumCompanies, pillar, scope: scopeInWords(counted, label) };
    return compareInHeadline(scale, first, second, by).text;
  }
  return rankingFinding(dataset, { items: countries, pillar, minimum_companies: minimumCompanies }).text;
}

function sideOf(country: CountryComparisons["countries"][number], minimum: number): SideInWords {
  const { iso2, slug: code, name, judged_companies: judged, median_level: median } = country;
  const distribution = Object.values(country.distribution);
  const rankReason = median === null ? "not_judged" : judged < minimum ? "too_few_companies" : null;
  const ranked: RankedEntry<Rankable> = { ...UNPLACED, entry: { code, name, distribution }, median, rankReason };
  return {
    subject: `country:${iso2}`,
    name: countryInWords(country),
    ranked,
    listedCompanies: country.listed_companies,
  };
}

/** Of a comparison, no ranking is known. */
const UNPLACED = {
  rank: null,
  tieFirst: null,
  tieLast: null,
  tiedWith: null,
  rankRange: null,
  shareAbove: null,
  shareBelow: null,
};
