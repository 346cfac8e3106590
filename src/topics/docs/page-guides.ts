import { readFile } from "node:fs/promises";
import { linksOf } from "../../ask/urls.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { PROBLEM_CODES, problemPath, PROBLEMS } from "../../problem.ts";
import { shortenExample } from "./example-text.ts";
import { DOCS_ENTRIES, DOCS_GROUPS, type Guide, GUIDES } from "./guides.ts";
import { curlLine, listOperations, REFERENCE_GROUPS, referenceOf, successOf } from "./listed-operations.ts";
import { type OpenApiDocument, openApiOf } from "./openapi-document.ts";
import { defineDocsPage } from "./page.ts";

const DOCS = new URL("../../../docs/", import.meta.url);

/** Reads the Markdown of a guide. */
export function readGuide({ file }: Pick<Guide, "file">): Promise<string> {
  return readFile(new URL(file, DOCS), "utf8");
}

/** Reads a guide with the answers of the present release. */
export async function writeGuide(guide: Guide, facts: PageFacts): Promise<string> {
  return showOwnAnswers(await readGuide(guide), openApiOf(facts));
}

/** Matches an answer in a guide, for which pages show that of the service's own release. */
const ANSWER = /<!-- answer of (\w+)(?: as ([\w/-]+))? -->\n+```text\n[\s\S]*?\n```/gu;

/**
 * Replaces the answers of a guide that are marked with the id of an operation, and a media type
 * (`answer of cite as application/x-bibtex`) where it answers in several: they come from the
 * demonstration data, and the OpenAPI document has those of the present release.
 */
function showOwnAnswers(markdown: string, openapi: OpenApiDocument): string {
  return markdown.replaceAll(
    ANSWER,
    (_, id: string, mediaType?: string) =>
      `<!-- answer -->\n\n\`\`\`text\n${exampleOf(openapi, id, mediaType).trimEnd()}\n\`\`\``,
  );
}

/**
 * Returns the example of an operation that answers with text, in the form of `mediaType` where it
 * has several. Throws if there is none.
 */
function exampleOf(document: OpenApiDocument, id: string, mediaType?: string): string {
  const operation = listOperations(document).find(({ operationId }) => operationId === id);
  const response = operation?.responses["200"];
  const media = response !== undefined && "content" in response ? Object.entries(response.content ?? {}) : [];
  const example = media.find(([type]) => mediaType === undefined || type === mediaType)?.[1].example;
  if (typeof example !== "string") throw new Error(`the OpenAPI document shows no text of ${id}`);
  return example;
}

/** The endpoints that most readers begin with, the shown members of their answers, and guides. */
const FIRST = [
  {
    id: "get_country",
    title: "The band of a country",
    text: "Its median band, the distribution behind it, and how many re-ratings would change it.",
    keep: ["name", "median_band", "judged_companies", "distribution", "flips_to_lower", "flips_to_higher", "rank"],
    guide: "/docs/methodology",
  },
  {
    id: "rank_countries",
    title: "The ranking",
    text: "All countries by their median band, with ties as ties.",
    keep: ["items", "rank", "tied_with", "name", "median_band"],
    guide: "/docs/lists",
  },
  {
    id: "search",
    title: "Search for a company or product",
    text: "Typing errors and other spellings are found, too.",
    keep: ["items", "type", "name", "median_band", "total"],
    guide: "/docs/finding-companies",
  },
  {
    id: "reverse_geocode",
    title: "Reverse geocoding",
    text: "The country of a location, and whether the land is disputed.",
    keep: ["iso2", "name", "zone", "claims"],
    guide: "/docs/reverse-geocoding",
  },
  {
    id: "download_country_data",
    title: "Everything as one file",
    text: "All countries with all figures as CSV, for spreadsheets, R and pandas.",
    keep: [],
    guide: "/docs/downloads",
  },
] as const;

/** Writes the overview. An export has fewer operations, pages and documents, and lists those. */
function writeOverview(facts: PageFacts): string {
  const document = openApiOf(facts);
  const link = linksOf(facts);
  const operations = listOperations(document);
  const first = FIRST.flatMap(({ id, title, text, keep, guide }) => {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (operation === undefined) return [];
    const example = successOf(document, operation)?.media.example;
    return [
      `### [${title}](${referenceOf(operation)})`,
      `${text} [${DOCS_ENTRIES.find(({ path }) => path === guide)?.title}](${guide})`,
      `\`\`\`sh\n${curlLine(document, operation, facts.baseUrl)}\n\`\`\``,
      ...(example === undefined ? [] : [`\`\`\`text answer\n${shortenExample(example, { keep })}\n\`\`\``]),
    ];
  });
  const groups = REFERENCE_GROUPS.flatMap(({ tag, path }) => {
    const { length } = operations.filter((operation) => operation.tag === tag);
    return length === 0 ? [] : [`[${tag}](${path}) (${length})`];
  });
  const pages = DOCS_GROUPS.flatMap(({ id, title: name }) => {
    const listed = DOCS_ENTRIES.filter(({ group, path }) => group === id && path !== "/docs" && link(path) !== "");
    const lines = listed.map(({ path, title, description }) => `- [${title}](${path}): ${description}`);
    return lines.length === 0 ? [] : [`### ${name}`, lines.join("\n")];
  });
  const documents = DOCUMENTS.filter(([path]) => link(path) !== "").map(([path, title]) => `- [${title}](${path})`);
  return `${[
    "# Documentation",
    "Every country, sector and company has a **median band** on an ordinal scale, with the distribution it is the median of. Nothing is averaged, ties are called ties, and “not judged” is never a band.",
    ...(facts.mode === "live" ? [WITHOUT_KEY] : []),
    "## The endpoints most readers need",
    ...first,
    "## All endpoints",
    groups.join(" · "),
    "## All pages",
    ...pages,
    "## For programs",
    "`/api` returns JSON unless a client asks for HTML.",
    documents.join("\n"),
  ].join("\n\n")}\n`;
}

const WITHOUT_KEY =
  "No key is needed: 100 requests an hour are free, and [ten times as many](/docs/errors-and-limits#rate-limits) with [a free key](/sign-up). The [quick start](/docs/quick-start) has examples in JavaScript, Python and R.";

const DOCUMENTS = [
  ["/api/openapi.json", "OpenAPI description"],
  ["/api/postman-collection.json", "Postman collection"],
  ["/.well-known/api-catalog", "API catalogue (RFC 9727)"],
  ["/llms.txt", "Overview for language models"],
  ["/healthz", "Health"],
  ["/readyz", "Readiness"],
] as const;

const OVERVIEW = defineDocsPage({
  path: "/docs",
  title: "Documentation",
  description:
    "Countries, sectors and judged companies, each with a median band and the distribution it is the median of.",
  linkedAs: "documentation",
  write: writeOverview,
});

/** The overview, which is also the form of `/api` for browsers; guides; a page of each problem. */
export const GUIDE_PAGES: readonly SiteDocument[] = [
  ...OVERVIEW,
  ...OVERVIEW.slice(0, 1).map(({ linkedAs: _, ...page }) => ({ ...page, path: "/api" })),
  ...GUIDES.flatMap((guide) =>
    defineDocsPage({
      ...guide,
      ...(guide.path === "/problems" ? { linkedAs: "problems" } : {}),
      write: (facts) => writeGuide(guide, facts),
    }),
  ),
  ...PROBLEM_CODES.flatMap((code) => {
    const { status, title, explanation } = PROBLEMS[code];
    return defineDocsPage({
      path: problemPath(code),
      title,
      description: explanation,
      entry: "/problems",
      write: () => `# ${title}

Code \`${code}\`, status ${status}

${explanation}

The member \`detail\` of the response says what was found, what was expected and what to do. See [what error responses contain](/docs/errors-and-limits), and when to try again. [All error codes](/problems)
`,
    });
  }),
];
