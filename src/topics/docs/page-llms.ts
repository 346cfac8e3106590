import { readFileSync } from "node:fs";
import { EXAMPLE_ORIGIN } from "../../html/render-markdown.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { getCountry } from "../subject/country.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { checkClaim } from "../claim/check-claim.ts";
import { GUIDES } from "./guides.ts";
import { finishMarkdown, MARKDOWN_TYPE } from "./page.ts";
import { writeGuide } from "./page-guides.ts";
import { openApiOf } from "./openapi-document.ts";

/** The instructions for an agent without tools, in the form of an Agent Skill. */
const SKILL_PATH = "/skills/country-trust/SKILL.md";
const SKILL_FILE = new URL("../../../docs/skills/country-trust/SKILL.md", import.meta.url);

/** The documents for models that have no tools. */
export const DOCUMENTS_FOR_MODELS: readonly SiteDocument[] = [
  { path: "/llms.txt", mediaType: MARKDOWN_TYPE, linkedAs: "llms", text: describeForModels },
  {
    path: SKILL_PATH,
    mediaType: MARKDOWN_TYPE,
    text: ({ baseUrl }) => readFileSync(SKILL_FILE, "utf8").replaceAll(EXAMPLE_ORIGIN, () => baseUrl),
  },
];

/** The overview at `/llms.txt` (llmstxt.org): a title, a summary, lists of links with sizes. */
async function describeForModels(facts: PageFacts): Promise<string> {
  const { baseUrl, openapi } = facts;
  const questions = Object.entries(openApiOf(facts).paths).flatMap(([path, methods]) => {
    const { get } = methods;
    // Files have a dot in their path; the guide leads to them.
    const isQuestion = get !== undefined && get.deprecated !== true && /^\/api\/v\d\/[^.]+$/u.test(path);
    return isQuestion ? [`- \`GET ${path}\`: ${get.summary ?? ""}`] : [];
  });
  const guides = await Promise.all(
    GUIDES.filter(({ group }) => group !== "run" && group !== "publish").map(async (guide) => {
      const { path, file, title, description } = guide;
      const size = inKilobytes(await finishMarkdown(await writeGuide(guide, facts), file, facts));
      return `- [${title}](${baseUrl}${path}.md) (${size}): ${description}`;
    }),
  );
  return `# Country Trust

> An open API about how companies are judged, country by country. Every country, sector and company has a median band on an ordinal scale, with the distribution it is the median of.

Before you answer from it:

- Only the order of bands has meaning. Do not average, add or interpolate them. \`level\` 1 is the worst band; \`rank\` 1 is the best country.
- A missing value is \`null\`, never 0, and \`reasons\` beside it says why. "Not judged" is not a bad band.
- Equal ranks are ties (\`tied_with\`, \`tie_first\`, \`tie_last\`): there is no order among them.
- The judged companies were not drawn at random, and the data give no causes: speak of the judged companies, of how many there are, and claim nothing over a change of method.
- Every response names its release in \`meta.release\`. Quote it with \`meta.citation\`.
- \`?release=<id>\` returns the data of that release again.
- \`meta.notice\` is a note by the publisher about the data. Pass it on. Sentences begin with \`meta.mark\`, where the publisher has one; leave it there.
- \`measures\` and \`does_not_measure\` of \`/api/v2/scale\` say what the bands are about. Say it wherever you name a best or a worst.
- No key is needed for 100 requests an hour. \`RateLimit\` says what is left. Request whole lists and files instead of one country after another; a 429 names the endpoint that returns them. \`POST /api/sign-up\` returns a key at once; do not use the e-mail address of somebody who did not ask for one. Error responses are problem documents (RFC 9457); \`detail\` says what to do.
- A client of the Model Context Protocol calls tools at \`${baseUrl}/mcp\`: short answers, with the sentences that have to be said beside them.
- [SKILL.md](${baseUrl}${SKILL_PATH}) teaches an agent without tools the same in a page.

## The three requests that matter

${await describeRequests(facts)}

## API

- [OpenAPI description](${baseUrl}/api/openapi.json) (${inKilobytes(JSON.stringify(openapi))}): every endpoint with its parameters and schemas
- [API reference](${baseUrl}/docs/reference.md): the same as Markdown, a page for each group
- [Service document](${baseUrl}/api): JSON with links to everything
- Tables and lists as CSV, XLSX and Parquet: [Downloads](${baseUrl}/docs/downloads.md)
${questions.join("\n")}

## Guides

As Markdown; without \`.md\` they are pages.

${guides.join("\n")}
`;
}

/** Lists the requests that most questions need, with the sizes of their present answers. */
async function describeRequests({ ask, baseUrl }: PageFacts): Promise<string> {
  const ranking = await ask(rankCountries);
  const slug = ranking.items[0]?.slug;
  const country = slug === undefined ? null : await ask(getCountry, { slug });
  const check = slug === undefined ? null : await ask(checkClaim, { subject: `country:${slug}`, is: "best" });
  const one = slug ?? "{slug}";
  return `- All countries at once: \`GET ${baseUrl}/api/v2/intelligence/country-rankings\` (${sizeOf(ranking)}; \`?fields=name,median_band,rank,tied_with\` is shorter)
- One country with its sentence, ties and pillars: \`GET ${baseUrl}/api/v2/countries/${one}\`${country === null ? "" : ` (${sizeOf(country)})`}
- May these sentences be written? \`POST /api/v2/claims/check\` with \`{"statements": ["Denmark is the best"]}\`, up to 20${check === null ? "" : ` (about ${sizeOf(check)} for each)`}. A \`verdict\` that is not \`holds\` has \`say_instead\`; [the guide](${baseUrl}/docs/claims.md) says what sentences are understood`;
}

function sizeOf(answer: object): string {
  return inKilobytes(JSON.stringify(answer));
}

function inKilobytes(text: string): string {
  return `${Math.max(1, Math.round(Buffer.byteLength(text) / 1000))} KB`;
}
