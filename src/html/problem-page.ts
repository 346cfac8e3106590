import type { Ask, PageSources, ProblemPage, ShownProblem } from "../ask/page.ts";
import { askDataset, HTML_TYPE, PAGE_POLICY, renderFrame, NAVIGATION, isIn } from "./frame.ts";
import { formatSentence, type Html, html } from "./html.ts";
import { countTypos, typosAllowed } from "../atlas/near-names.ts";
import { slugify } from "../atlas/slug.ts";
import { listSectors } from "../topics/sector/list-sectors.ts";
import { previewCountries } from "../topics/ranking/rank-countries.ts";
import { QUERY_MAXIMUM, search } from "../topics/search/search.ts";
import { problemPath } from "../problem.ts";
import { countryInWords } from "../ask/grammar.ts";
import { PAGES, linksOf, urlTo } from "../ask/urls.ts";

/** The page that a browser shows where something went wrong: the problem, and what to do next. */
export const PROBLEM_PAGE: ProblemPage = {
  under: "/",
  mediaType: HTML_TYPE,
  contentSecurityPolicy: PAGE_POLICY,
  async text(problem, sources) {
    const title = problemTitle(problem, sources);
    const suggested = problem.status === 404 ? await suggest(problem.url, sources) : null;
    const main = renderProblem(problem, title, suggested, sources);
    const place = { ...sources, section: null, dataset: await askDataset(sources.ask), url: null };
    return renderFrame({ title, description: problem.detail, main }, place);
  },
};

/** Says to a reader what is wrong: what is not known, by the name that the address has for it. */
function problemTitle({ code, title, url }: ShownProblem, { atlas }: PageSources): string {
  const [, kind] = /^(country|sector|company)_not_found$/u.exec(code) ?? [];
  const [, name, ...more] = segmentsOf(url) ?? [];
  if (kind === undefined || name === undefined || more.length > 0)
    return code === "not_found" ? problemTexts.notFound : title;
  const meaning = atlas.resolveCountry(name);
  if (kind === "country" && meaning.kind === "country") return problemTexts.unlisted(countryInWords(meaning.territory));
  return problemTexts.notKnown(kind, name);
}

function renderProblem(problem: ShownProblem, title: string, suggested: Suggestion | null, sources: PageSources): Html {
  const link = linksOf(sources);
  const ways = problem.code === "release_not_found" ? [problemTexts.releases, ...problemTexts.next] : problemTexts.next;
  const next = ways.filter(isIn(sources)).map(({ path, text }) => html`<li><a href="${link(path)}">${text}</a></li>\n`);
  return html`<h1>${title}</h1>
${suggested !== null && html`<p class="standfirst">${problemTexts.didYouMean} <a href="${link(suggested.path)}">${suggested.name}</a>?</p>\n`}${problem.status !== 404 && html`<p class="detail">${formatSentence(problem.detail)}</p>\n`}<h2>${problemTexts.whatNext}</h2>
<ul>
${next}</ul>
${problem.status === 404 && html`<details>\n<summary>${problemTexts.forPrograms}</summary>\n<p class="detail">${formatSentence(problem.detail)}</p>\n</details>\n`}<p class="foot">${problemTexts.status(problem.status)} <a href="${link(problemPath(problem.code))}"><code>${problem.code}</code></a>${sources.mode === "live" && html` · ${problemTexts.request} <code>${problem.requestId}</code>`}</p>`;
}

/** A page that the visitor may have meant. */
interface Suggestion {
  readonly path: string;
  readonly name: string;
}

/** Finds the page that the end of a path probably means, of the kind that the path asks for. */
async function suggest(url: string, sources: PageSources): Promise<Suggestion | null> {
  const { ask, atlas, dimensions } = sources;
  const segments = segmentsOf(url);
  const end = segments?.at(-1);
  if (segments === null || end === undefined) return null;
  const [section] = segments;
  if (segments.length > 1 && section === "companies") return await suggestCompany(end, ask);
  const parts = NAVIGATION.filter(isIn(sources));
  if (segments.length > 1 && section === "sectors" && dimensions.has("sector")) return await suggestSector(end, ask);
  const part = segments.length > 1 ? undefined : nearest(end.toLowerCase(), parts, ({ path }) => path.slice(1));
  if (part !== undefined) return { path: part.path, name: part.text };
  const meaning = atlas.resolveCountry(end);
  const near = meaning.kind === "unknown" ? meaning.near : undefined;
  const territory = meaning.kind === "country" ? meaning.territory : (atlas.findPart(end)?.whole ?? near);
  const { items } = await ask(previewCountries);
  const country = items.find(({ slug }) => slug === territory?.slug);
  return country === undefined ? null : { path: urlTo(PAGES.country, { slug: country.slug }), name: country.name };
}

async function suggestCompany(name: string, ask: Ask): Promise<Suggestion | null> {
  const { items } = await ask(search, { q: name.slice(0, QUERY_MAXIMUM), type: "company", limit: "1" });
  const [first] = items;
  return first === undefined ? null : { path: urlTo(PAGES.company, { slug: first.slug }), name: first.name };
}

async function suggestSector(name: string, ask: Ask): Promise<Suggestion | null> {
  const { items } = await ask(listSectors, { limit: SECTORS_MAX });
  const sector = nearest(slugify(name), items, ({ slug }) => slug);
  return sector === undefined ? null : { path: urlTo(PAGES.sector, { slug: sector.slug }), name: sector.label };
}

/** Finds the first thing whose name differs from a text by no more than typing errors. */
function nearest<Thing>(text: string, things: readonly Thing[], nameOf: (thing: Thing) => string): Thing | undefined {
  return things.find((thing) => {
    const name = nameOf(thing);
    return countTypos(name, text, typosAllowed(name)) <= typosAllowed(name);
  });
}

/** Maximum number of sectors in which a name is sought; few datasets have so many. */
const SECTORS_MAX = "1000";

/** Maximum length of a segment for which a page is suggested. */
const END_MAX = 300;

/** Returns the segments of a path as people would write them; null where they are no text. */
function segmentsOf(url: string): readonly string[] | null {
  const segments = url.split("/").filter((segment) => segment !== "");
  if (segments.some((segment) => segment.length > END_MAX)) return null;
  try {
    return segments.map((segment) => decodeURIComponent(segment).replaceAll("-", " "));
  } catch {
    return null;
  }
}

/** Texts of the page, in English. */
const problemTexts = {
  notFound: "There is no such page",
  notKnown: (kind: string, name: string): string => `We know no ${kind} called “${name}”`,
  unlisted: (name: string): string => `The data have no company in ${name}`,
  forPrograms: "What programs are told",
  didYouMean: "Did you mean",
  whatNext: "Where to go from here",
  releases: { path: "/releases", text: "All releases of the data" },
  next: [
    { path: "/", text: "The start page" },
    { path: "/rankings", text: "All countries", of: "country" },
    { path: "/sectors", text: "All sectors", of: "sector" },
    { path: "/docs", text: "The documentation of the API" },
  ],
  status: (status: number): string => `Status ${status},`,
  request: "request",
} as const;
