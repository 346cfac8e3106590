import type { Static } from "typebox";
import { describeNoNamesake, describeSearchInHeadline } from "../../say/list-headlines.ts";
import { search } from "./search.ts";
import { partInWords, countryInWords, sectorInWords } from "../../ask/grammar.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { searchTexts as texts } from "./texts.ts";
import { PAGES } from "../../ask/urls.ts";
import type { Part } from "../../atlas/atlas.ts";
import { slugify } from "../../atlas/slug.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { rankCountries } from "../ranking/rank-countries.ts";

type Found = Static<(typeof search)["form"]["schema"]>;
type Hit = Found["items"][number];
type Kind = Hit["type"];

/** The hits of one kind. */
interface Group {
  readonly kind: Kind;
  readonly found: Found;
}

const PATH = "/search";
/** Maximum number of hits of each kind, and on a page of one kind alone. */
const [HITS, HITS_ALONE] = ["10", "25"];

/** Finds countries, sectors, companies and products by name. */
export const SEARCH_PAGE = definePage({
  path: PATH,
  section: null,
  async render(request) {
    const query = request.query.get("q") ?? "";
    const assets = { styles: ["tools.css"], scripts: [request.mode === "live" ? "search.js" : "search-in-browser.js"] };
    const empty = html`<h1>${texts.headline}</h1>\n<p class="standfirst">${texts.ask}</p>`;
    if (query.trim() === "") return { ...assets, title: texts.title, description: texts.description, main: empty };
    const type = request.query.get("type");
    const groups = await findGroups(request, query, type);
    const places = type === undefined ? await findNamedPlaces(request, query.trim()) : [];
    const countOf = (kind: Kind): number | undefined => groups.find((group) => group.kind === kind)?.found.total;
    // The pages after the first one have the least similar hits.
    const hits = request.query.has("cursor") ? [] : groups.flatMap(({ found }) => found.items);
    const headline = describeSearchInHeadline({
      query: query.trim(),
      places: places.map(({ inWords }) => inWords),
      companies: countOf("company"),
      products: countOf("product"),
      areMore: groups.some(({ found }) => found.total_relation === "at_least"),
      isSimilar: places.length === 0 && hits.length > 0 && hits.every(({ likeness }) => likeness === "similar"),
    });
    const main = html`<h1>${headline}</h1>
${places.length === 0 && groups.every(({ found }) => found.total === 0) && html`<p class="standfirst">${texts.nothing}</p>\n`}<div class="two found">
${places.length > 0 && renderPlaces(request, places)}${groups.map((group) => renderGroup(request, query, group, type !== undefined))}</div>
${
  type !== undefined && html`<p class="pages"><a href="${request.href(PATH, { q: query })}">${texts.everything}</a></p>`
}`;
    const json = request.api(search.path, { q: query, type });
    return { ...assets, title: texts.titleOf(query.trim()), description: headline, main, json, query };
  },
});

/** Asks for each kind by itself, so that many hits of one do not hide the other. */
async function findGroups(request: SiteRequest, query: string, type: string | undefined): Promise<Group[]> {
  if (type !== undefined) {
    const cursor = request.query.get("cursor");
    const found = await request.ask(search, { q: query, type, limit: HITS_ALONE, cursor });
    return [{ kind: type === "product" ? "product" : "company", found }];
  }
  const companies = await request.ask(search, { q: query, type: "company", limit: HITS });
  const products = await request.ask(search, { q: query, type: "product", limit: HITS });
  return [
    { kind: "company", found: companies },
    { kind: "product", found: products },
  ];
}

function renderPlaces(request: SiteRequest, places: readonly NamedPlace[]): Html {
  const hits = places.map(({ kind, name, part, href, level, isThin }) =>
    renderHit(request, {
      href,
      name,
      detail: part === undefined ? texts.place[kind] : texts.whole(partInWords(part)),
      level,
      isThin,
    }),
  );
  return renderSection("places", request.dimensions.has("sector") ? texts.places : texts.countries, hits, null);
}

function renderGroup(request: SiteRequest, query: string, { kind, found }: Group, isAlone: boolean): Html | null {
  if (found.total === 0) return null;
  const cursor = found.next === null ? null : new URL(found.next).searchParams.get("cursor");
  // A cursor belongs to one release; see the table of companies.
  const more = isAlone
    ? {
        href: request.href(PATH, { q: query, type: kind, cursor: cursor ?? "", release: request.release }),
        text: texts.next,
      }
    : { href: request.href(PATH, { q: query, type: kind }), text: texts.all[kind](found.total) };
  const link = cursor !== null && html`<p class="pages"><a href="${more.href}">${more.text}</a></p>`;
  return renderSection(
    kind,
    texts.groups[kind],
    found.items.map((hit) => renderName(request, hit)),
    link,
    kind === "company" && !request.query.has("cursor") ? describeNoNamesake(query.trim(), found.items) : "",
  );
}

function renderSection(id: string, title: string, hits: readonly Html[], more: Child, note = ""): Html {
  return section(
    { id, heading: title, note: note !== "" && note },
    html`<ul class="hits">
${hits}</ul>
${more}`,
  );
}

function renderName(request: SiteRequest, hit: Hit): Html {
  const { name, slug, company, country, sector, matched_name: alias, median_level: level } = hit;
  const href = request.href(PAGES.company, { slug: company?.slug ?? slug });
  const where = country?.name ?? texts.noCountry;
  const place = request.dimensions.has("sector") ? texts.where(sector.label, where) : where;
  const detail = [...(company === null ? [] : [company.name]), place, ...(alias === null ? [] : [texts.known(alias)])];
  return renderHit(request, { href, name: markParts(name, hit.highlights), detail: detail.join(" · "), level });
}

interface Line {
  readonly href: string;
  readonly name: Child;
  readonly detail: string;
  readonly level: number | null;
  readonly isThin?: boolean;
}

function renderHit({ dataset }: SiteRequest, { href, name, detail, level, isThin = false }: Line): Html {
  return html`<li><a href="${href}">${name}</a><small>${sentence(detail)}</small>${bandLabel(dataset.bands, level, isThin)}</li>
`;
}

/** Marks the parts of a name that match the query. */
function markParts(name: string, parts: Hit["highlights"]): Html {
  let end = 0;
  const pieces = parts.map((part) => {
    const before = name.slice(end, part.start);
    end = part.end;
    return html`${before}<mark>${name.slice(part.start, part.end)}</mark>`;
  });
  return html`${pieces}${name.slice(end)}`;
}

/** A country or a sector that a query names. */
interface NamedPlace {
  readonly kind: "country" | "sector";
  readonly name: string;
  /** The name within a sentence. */
  readonly inWords: string;
  /** The part of the country that the query names, if any. */
  readonly part?: Part | undefined;
  readonly href: string;
  readonly level: number | null;
  /** True if too few of its companies are judged for a band. */
  readonly isThin: boolean;
}

/** The figures of a country or a sector that a hit shows. */
interface Figures {
  readonly slug: string;
  readonly median_level: number | null;
  readonly judged_companies: number;
}

/** Minimum length of the beginning of a name: a shorter one would fit half of the world. */
const QUERY_MIN = 2;

/**
 * Finds the countries and sectors of the release that a query names: by any name or code of a
 * country or of a part of it, or by the beginning of a word of the name.
 */
async function findNamedPlaces(request: SiteRequest, query: string): Promise<NamedPlace[]> {
  const { items: countries } = await request.ask(rankCountries);
  const { items: sectors } = await request.ask(listSectors);
  const { minimum_companies: minimum } = request.dataset.method;
  const part = request.atlas.findPart(query);
  const own = (part?.whole ?? request.atlas.findBySegment(query)?.territory)?.slug;
  const wanted = slugify(query);
  const begins = (slug: string): boolean => wanted.length >= QUERY_MIN && `-${slug}`.includes(`-${wanted}`);
  const found = (kind: NamedPlace["kind"], name: string, inWords: string, figures: Figures, of?: Part): NamedPlace => ({
    kind,
    name,
    inWords,
    part: of,
    href: request.href(PAGES[kind], { slug: figures.slug }),
    level: figures.median_level,
    isThin: figures.judged_companies < minimum,
  });
  return [
    ...countries
      .filter(({ slug }) => slug === own || begins(slug))
      .map((one) => found("country", one.name, countryInWords(one), one, one.slug === own ? part : undefined)),
    ...(request.dimensions.has("sector") ? sectors : [])
      .filter(({ slug, label }) => begins(slug) || begins(slugify(label)))
      .map((one) => found("sector", one.label, sectorInWords(one.label), one)),
  ];
}
