import type { Static } from "typebox";
import { countryInWords } from "../../contract/grammar.ts";
import { COUNTRY_NOUN, describeRankingInHeadline } from "../../contract/words-of-headlines.ts";
import { rankCountries } from "../../operations/rank-countries.ts";
import { legend } from "../charts/band-label.ts";
import { type BarRow, rankedBars } from "../charts/ranked-bars.ts";
import { type Visit, definePage } from "../define-page.ts";
import type { Dataset } from "../frame.ts";
import { type Html, html } from "../html.ts";
import { countryTexts as texts } from "../texts/country-texts.ts";
import { sectorTexts } from "../texts/sector-texts.ts";
import { sourceNote } from "./area-parts.ts";
import { pillarChoices } from "./pillar-choices.ts";

/** A ranking of countries as the API answers it. */
export type Ranking = Static<(typeof rankCountries)["form"]["schema"]>;

/** All countries by their median band, over all pillars or in one. */
export const RANKINGS_PAGE = definePage({
  path: "/rankings",
  section: "countries",
  async render(visit) {
    const { dataset, query } = visit;
    const pillar = query.get("pillar");
    const sector = query.get("sector");
    if (sector !== undefined) return { redirectTo: `/sectors/${encodeURIComponent(sector)}` };
    const ranking = await visit.ask(rankCountries, { pillar });
    const title = describeRanking(dataset, ranking);
    const main = html`<h1>${title}</h1>
<p class="standfirst">${texts.middleLineNote}</p>
${pillarChoices(visit, ranking.pillar, "/rankings")}
${legend(dataset.bands, countByBand(ranking))}
${rankingBars(visit, ranking)}
${orderNote(visit)}
<p class="buttons"><a class="button quiet" href="${visit.href("/matrix", { pillar })}">${sectorTexts.matrix}</a></p>`;
    const json = visit.api(rankCountries.path, { pillar });
    return { title: texts.rankings, description: `${title}. ${texts.rankingsDescription}`, main, json };
  },
});

/** What a ranking shows, in a sentence without its full stop. */
export function describeRanking({ scale, bands, pillars }: Dataset, { items, pillar }: Ranking): string {
  const standings = items
    .filter(({ rank }) => rank !== null)
    .map((country) => ({ name: countryInWords(country), level: country.median_level }));
  const label = pillars.find(({ id }) => id === pillar)?.label ?? null;
  return describeRankingInHeadline({ id: scale.id, bands }, standings, COUNTRY_NOUN, label);
}

/** The countries of a ranking as bars, ties as one place. */
export function rankingBars(visit: Visit, { items, minimum_companies: minimum }: Ranking): Html {
  const rows = items.map((country): BarRow => {
    return {
      ...country,
      count: country.judged_companies,
      href: visit.href(`/countries/${country.slug}`),
      isThin: country.rank === null,
    };
  });
  const ranks = new Map(items.map(({ rank, median_level: level }) => [rank === null ? null : level, rank]));
  const columns = { caption: texts.rankings, name: texts.country };
  const note = (level: number, count: number): string => texts.place(ranks.get(level) ?? 0, count);
  return rankedBars(visit.dataset.bands, rows, columns, note, texts.tooFew(minimum));
}

/** How many ranked countries have each band; those without a rank stand under null. */
export function countByBand({ items }: Ranking): ReadonlyMap<number | null, number> {
  const counts = new Map<number | null, number>();
  for (const { rank, median_level: level } of items) {
    const own = rank === null ? null : level;
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  return counts;
}

/** The note under a ranking on the order of its ties. */
export function orderNote(visit: Visit): Html {
  const source = html`(<a href="https://doi.org/10.1007/s00355-020-01269-9">${texts.orderSource}</a>).`;
  return sourceNote(visit, html`${texts.order} ${source}`);
}
