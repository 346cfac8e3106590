import { renderFrames, rankingHeight } from "../embed/embed-snippet.ts";
import { sentences } from "../../ask/words.ts";
import { oldInWords } from "../../say/not-known.ts";
import { placeInRanking } from "../../say/headlines.ts";
import { rankCountries } from "./rank-countries.ts";
import { countByLevel, legend } from "../../html/charts/band-label.ts";
import { type BarRow, rankedBars } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type SharedChart, chartFoot, pageTop } from "../../html/exits.ts";
import { type Html, html, sentence, type Child, labelElement } from "../../html/html.ts";
import { type MapCountry, worldMap } from "../../html/charts/world-map.ts";
import { measuresNote } from "../../html/components.ts";
import { countryTexts as texts } from "../country/texts.ts";
import { sectorTexts } from "../sector/texts.ts";
import { type Ranking, rankingFinding } from "./finding.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { listFiles } from "../download/page.ts";
import { regionsWith } from "../../ask/regions.ts";
import { regionAndAbove } from "../../atlas/regions.ts";
import { field, keepRelease, optionsOf, select } from "../../html/form.ts";

/** All countries by their median band, over all pillars or in one. */
export const RANKINGS_PAGE = definePage({
  path: "/rankings",
  section: "countries",
  async render(request) {
    const { dataset, query } = request;
    const pillar = query.get("pillar");
    const sector = query.get("sector");
    if (sector !== undefined) return { redirectTo: urlTo(PAGES.sector, { slug: sector }) };
    const region = query.get("region") || undefined;
    const ranking = await request.ask(rankCountries, { pillar, region });
    const choices = await regionChoices(request, ranking.region?.slug, "/rankings", { pillar });
    const within = { pillar, region: ranking.region?.slug };
    const title = rankingFinding(dataset, ranking);
    const height = rankingHeight(ranking);
    const frame = { path: "/embed/ranking", query: { pillar }, subject: texts.rankings, height };
    const embed = renderFrames(request, frame);
    const main = html`${pageTop(request, null)}<h1>${sentence(title)}</h1>
<p class="standfirst">${sentences(ageOf(dataset), texts.middleLineNote)}</p>
${measuresNote(dataset)}${pillarChoices(request, ranking.pillar, "/rankings", { region: ranking.region?.slug })}
${choices}
${legend(dataset.bands, countByLevel(mapCountries(request, ranking)))}
${rankingBars(request, ranking, true)}
${rankingFoot(request, ranking, { anchor: "content", embed })}
${listFiles(request, rankCountries.path, within, ranking.total > 1 && request.dimensions.size === 2 && html`<a class="button quiet" href="${request.href("/matrix", within)}">${sectorTexts.matrix}</a>`)}`;
    const embedded: { readonly isEmbeddable?: true } = ranking.region === null ? { isEmbeddable: true } : {};
    const json = request.api(rankCountries.path, within);
    return {
      title: texts.rankings,
      finding: title,
      description: `${title}. ${texts.rankingsDescription}`,
      address: request.api("/rankings", within),
      picture: request.api("/share/ranking.png", { pillar }),
      ...embedded,
      main,
      json,
      styles: ["tools.css"],
      scripts: ["copy.js"],
    };
  },
});

/** Says that all judgements of the dataset are old, if they are. */
export function ageOf({ newest_judgement: newest, meta }: SiteRequest["dataset"]): string {
  return oldInWords(newest, meta.published_at);
}

/** Draws the countries of a ranking as bars, ties with one rank; no links without `href`. */
export function rankingBars(
  { dataset, href }: Pick<SiteRequest, "dataset"> & { readonly href: SiteRequest["href"] | null },
  { items, minimum_companies: minimum, ranked_countries: ranked }: Ranking,
  hasCounts = false,
): Html {
  const rows = items.map((country): BarRow => {
    return {
      ...country,
      count: country.judged_companies,
      href: href?.(urlTo(PAGES.country, { slug: country.slug })) ?? null,
      isThin: country.rank === null,
    };
  });
  const columns = { caption: texts.rankings, name: texts.country };
  return rankedBars(dataset.bands, rows, columns, {
    note: sharedRank({ items, ranked_countries: ranked }),
    thinNote: (count) => texts.unranked(count, minimum),
    hasCounts,
  });
}

/** Returns a function for the place that the countries of a band share. */
export function sharedRank({ items, ranked_countries: ranked }: Pick<Ranking, "items" | "ranked_countries">) {
  const ranks = new Map(items.map(({ rank, median_level: level }) => [rank === null ? null : level, rank]));
  const isTie = items.some(({ tied_with: others }) => others !== null && others + 1 === ranked);
  return (level: number, count: number): string => placeInRanking(ranks.get(level) ?? 0, count, isTie);
}

/** Renders the line under a ranking; pictures and frames are of the whole world. */
export function rankingFoot(
  request: SiteRequest,
  ranking: Ranking,
  place: Pick<SharedChart, "anchor" | "embed">,
): Html {
  const query = { pillar: ranking.pillar ?? undefined };
  const finding = rankingFinding(request.dataset, ranking);
  const chart = { finding, picture: "/ranking", query, ...place };
  return chartFoot(request, ranking.ranked_countries > 1 && texts.order, ranking.region === null ? chart : null);
}

/** A request for a page with a map; without `href` its countries link nothing. */
type MapVisit = Pick<SiteRequest, "dataset" | "atlas"> & { readonly href: SiteRequest["href"] | null };

/** Draws the countries of a ranking as a map of the world, each a link to its page. */
export function rankingMap(request: MapVisit, ranking: Ranking): Html {
  const { dataset, atlas } = request;
  return worldMap(dataset.bands, mapCountries(request, ranking), (iso2) => atlas.byIso2(iso2)?.name);
}

/** Converts the countries of a ranking, asked for with `RANKING_FIELDS`, for a map. */
export function mapCountries({ href }: Pick<MapVisit, "href">, { items }: Ranking): readonly MapCountry[] {
  return items.map((country) => ({
    iso2: country.iso2,
    name: country.name,
    href: href?.(urlTo(PAGES.country, { slug: country.slug })) ?? null,
    level: country.median_level,
    isThin: country.rank === null,
    summary: country.summary ?? "",
    judged: country.judged_companies,
  }));
}

/**
 * Renders the form that leads to this page of one region, or of the whole world; nothing where all
 * countries lie in one region. `query` is what else it keeps.
 */
export async function regionChoices(
  request: SiteRequest,
  chosen: string | undefined,
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Child> {
  const { items } = await request.ask(rankCountries, { fields: "iso2" });
  const regions = regionsWith(request.atlas, items);
  if (items.length < 2 || regions.length < 2 || request.mode !== "live") return null;
  const choices = regions.map((region) => {
    const depth = regionAndAbove(region).length - 1;
    return [region.slug, `${"\u2003".repeat(depth)}${region.name}`] as const;
  });
  const kept = Object.entries(query).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="choose one" method="get" action="${request.href(path, { release: undefined })}" aria-label="${texts.regionChoice}">
${keepRelease(request)}${kept}${field(texts.region, select("region", optionsOf([["", texts.wholeWorld], ...choices], chosen)))}<button type="submit" class="quiet">${texts.showRegion}</button>
</form>`;
}

/**
 * Renders links to this page in one pillar, or over all of them. `query` is what else they keep,
 * `chosen` the pillar that the page is in.
 */
export function pillarChoices(
  request: SiteRequest,
  chosen: string | null,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): Html {
  if (request.mode !== "live") return html``;
  const choice = (id: string | undefined, label: Child): Html =>
    html`<li><a href="${request.href(path, { ...query, pillar: id })}"${id === (chosen ?? undefined) && html` aria-current="true"`}>${label}</a></li>\n`;
  return html`<nav aria-label="${texts.pillarChoice}"><ul class="choices">
${choice(undefined, texts.allPillars)}${request.dataset.pillars.map(({ id, label }) => choice(id, labelElement(label)))}</ul></nav>`;
}
