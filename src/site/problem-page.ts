import type { PageSources, ProblemPage, ShownProblem } from "../contract/page.ts";
import { HTML_TYPE, PAGE_POLICY, askDataset, renderFrame, rootOf } from "./frame.ts";
import { type Html, formatSentence, html } from "./html.ts";
import { problemTexts } from "./texts/problem-texts.ts";
import { countTypos } from "../atlas/near-names.ts";
import { previewCountries } from "../operations/preview-countries.ts";
import { NAVIGATION } from "./navigation.ts";
import { problemPath } from "../problem.ts";

/** What a browser shows where something went wrong: what it is, and what to do next. */
export const PROBLEM_PAGE: ProblemPage = {
  under: "/",
  mediaType: HTML_TYPE,
  contentSecurityPolicy: PAGE_POLICY,
  async text(problem, sources) {
    const title = problem.status === 404 ? problemTexts.notFound : problem.title;
    const root = rootOf(sources);
    const suggested = problem.status === 404 ? await suggest(problem.url, sources) : null;
    const main = renderProblem(problem, title, suggested, root);
    const place = {
      section: null,
      dataset: await askDataset(sources.ask),
      branding: sources.branding,
      root,
      url: null,
    };
    return renderFrame({ title, description: problem.detail, main }, place);
  },
};

function renderProblem(problem: ShownProblem, title: string, suggested: Suggestion | null, root: string): Html {
  const ways = problem.code === "release_not_found" ? [problemTexts.releases, ...problemTexts.next] : problemTexts.next;
  const next = ways.map(({ path, text }) => html`<li><a href="${root}${path}">${text}</a></li>\n`);
  return html`<h1>${title}</h1>
${suggested !== null && html`<p class="standfirst">${problemTexts.didYouMean} <a href="${root}${suggested.path}">${suggested.name}</a>?</p>\n`}<p class="detail">${formatSentence(problem.detail)}</p>
<h2>${problemTexts.whatNext}</h2>
<ul>
${next}</ul>
<p class="foot">${problemTexts.status(problem.status)} <a href="${root}${problemPath(problem.code)}"><code>${problem.code}</code></a><span data-live> · ${problemTexts.request} <code>${problem.requestId}</code></span></p>`;
}

/** A page that the visitor may have meant. */
interface Suggestion {
  readonly path: string;
  readonly name: string;
}

/** The country or the part of the site that the end of a path probably means. */
async function suggest(url: string, { ask, atlas }: PageSources): Promise<Suggestion | null> {
  const end = lastSegment(url);
  if (end === null) return null;
  const part = NAVIGATION.find(({ path }) => countTypos(path.slice(1), end.toLowerCase(), TYPOS_MAX) <= TYPOS_MAX);
  if (part !== undefined) return { path: part.path, name: part.text };
  const meaning = atlas.resolveCountry(end);
  const territory =
    meaning.kind === "country" ? meaning.territory : meaning.kind === "unknown" ? meaning.near : undefined;
  const { items } = await ask(previewCountries);
  const country = items.find(({ slug }) => slug === territory?.slug);
  return country === undefined ? null : { path: `/countries/${country.slug}`, name: country.name };
}

const TYPOS_MAX = 2;

/** Nobody means a country by more characters. */
const END_MAX = 300;

function lastSegment(url: string): string | null {
  const end = url.split("/").findLast((segment) => segment !== "");
  try {
    return end === undefined || end.length > END_MAX ? null : decodeURIComponent(end).replaceAll("-", " ");
  } catch {
    return null;
  }
}
