import { GALLERY_PAGES, type Subjects } from "../../scripts/gallery/pages.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { checkClaims, STATEMENTS_MAX } from "../../src/topics/claim/check-claims.ts";
import { openTestServer, send } from "../http/test-server.ts";
import { sourcesOf } from "./asking.ts";

/** What heads the pages of a release, and whether the check of claims knows it. */

/** Headings that say nothing of the data. The list may only become shorter. */
const LABELS: ReadonlySet<string> = new Set([
  "All at once",
  "Be told when the data change",
  "By country",
  "By pillar",
  "By sector",
  "Check a sentence",
  "Check another",
  "Choose a band to see its companies",
  "Cite",
  "Companies",
  "Compare countries",
  "Compare other releases",
  "Compare others",
  "Countries",
  "Countries and sectors",
  "Find the notch",
  "Fingerprint",
  "How are the companies of your list rated?",
  "Its files",
  "Its name elsewhere",
  "Judgements",
  "Licence",
  "Live in a spreadsheet",
  "May I print that?",
  "Median band of each country",
  "Nothing to compare with yet",
  "One country alone",
  "Or build it",
  "Pair by pair",
  "Products",
  "Replies",
  "Countries by sectors",
  "Release by release",
  "Right of reply",
  "Say instead",
  "Sectors",
  "See how near the next colour is",
  "Take the data",
  "Tell colours from stripes",
  "The company in the middle gives the band",
  "The figures it rests on",
  "The middle line",
  "Try it with these",
  "What a chart does not say",
  "What is not judged",
  "What the company says",
  "What was left out",
  "What would move it",
  "Which of two countries is rated higher?",
]);

/** Headings of what a visitor asked for, of countries that they do not name, and of tables. */
const OF_QUESTIONS = [
  /^“.+” (?:holds|misleads|does not hold)$/u,
  /^“.+”: that cannot be told$/u,
  /match(?:es)? “.*”$/u,
  /; (?:one|two|none|\d+)(?: more)?(?: of \w+)? (?:is|are) not ranked$/u,
  /^Be told when something about .+ changes$/u,
  /^[\d,]+ current judgements?$/u,
  /^\w+ tables to download, as CSV, XLSX and Parquet$/u,
];

/** Pages whose headings are about the service, or what nobody reads as a page. */
const OTHERS = /^(?:docs|share|sign-up|dashboard|about|privacy|terms|not-found|where)/u;

/** The paths of one page of each kind, and of more countries, sectors, companies and lists. */
function pathsOf(releases: Releases): readonly string[] {
  const snapshot = releases.current();
  const { countries, sectors, manifest } = snapshot;
  const { pillars, scale } = manifest.dataset;
  const largest = countries.toSorted((a, b) => b.judgedCompanies - a.judgedCompanies).map(({ slug }) => slug);
  const { rows: companies } = snapshot.listCompanies({ sort: "median_band", offset: 0, limit: 5 });
  const [first = "", second = first] = largest;
  const subjects: Subjects = {
    large: first,
    second,
    small: largest.at(-1) ?? "",
    sector: sectors[0]?.slug ?? "",
    company: companies[0]?.slug ?? "",
    replying: null,
    pillar: pillars[0]?.id ?? "",
    release: manifest.id,
    key: "",
  };
  return [
    ...GALLERY_PAGES.flatMap(({ name, path }) => (OTHERS.test(name) ? [] : (path(subjects) ?? []))),
    ...largest.slice(0, 6).flatMap((slug) => [`/countries/${slug}`, `/companies?country=${slug}`]),
    ...largest.slice(1, 4).map((slug) => `/compare?countries=${first},${slug}`),
    ...sectors.slice(0, 4).flatMap(({ slug }) => [`/sectors/${slug}`, `/companies?sector=${slug}&country=${first}`]),
    ...pillars.slice(0, 3).flatMap(({ id }) => [`/matrix?pillar=${id}`, `/companies?pillar=${id}`]),
    ...companies.map(({ slug }) => `/companies/${slug}`),
    `/companies?band=${scale.bands[0]?.id}`,
    "/rankings?region=africa",
  ];
}

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/gu, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");

/** Collects what heads pages: headings, and those of subjects with what stands below. */
async function collectHeadings(server: HttpServer, releases: Releases): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of new Set(pathsOf(releases))) {
    const { status, body } = await send(server, path, { headers: { Accept: "text/html" } });
    // A dataset of one country has nothing to compare.
    if (status !== 200) continue;
    const page = body.toString();
    const headings = [...page.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/gsu)].map(([, markup = ""]) => textOf(markup));
    const [, standfirst = ""] = /<p class="standfirst">(.*?)<\/p>/su.exec(page) ?? [];
    const isOfSubject = /^\/(?:countries|sectors|companies)\/[^?]*$/u.test(path) && !standfirst.includes(" needed to ");
    found.push(...headings, ...(isOfSubject ? [`${headings[0]}. ${textOf(standfirst)}`] : []));
  }
  return [...new Set(found)].filter((text) => !LABELS.has(text) && !OF_QUESTIONS.some((form) => form.test(text)));
}

/** The verdicts of the check of claims on sentences, in their order. */
export async function verdictsOf(
  releases: Releases,
  sentences: readonly string[],
): Promise<readonly (string | null)[]> {
  const verdicts: (string | null)[] = [];
  for (let from = 0; from < sentences.length; from += STATEMENTS_MAX) {
    const statements = sentences.slice(from, from + STATEMENTS_MAX);
    const answer = await checkClaims.answer(sourcesOf(releases), {}, { statements });
    if (answer.kind !== "json") throw new TypeError(answer.kind);
    verdicts.push(
      ...(answer.body as { items: readonly { readonly verdict: string | null }[] }).items.map(({ verdict }) => verdict),
    );
  }
  return verdicts;
}

/** The longest sentence that the check takes. */
const LENGTH_MAX = 300;

/** Returns the number of findings that head pages, and those that the check does not know. */
export async function findUnknownHeadings(releases: Releases) {
  const server = await openTestServer({ releases });
  try {
    const headings = (await collectHeadings(server, releases)).filter((text) => text.length <= LENGTH_MAX);
    const verdicts = await verdictsOf(releases, headings);
    return { count: headings.length, unknown: headings.filter((_, index) => verdicts[index] !== "holds") };
  } finally {
    await server.close();
  }
}
