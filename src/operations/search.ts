import { Type } from "typebox";
import { Problem, type ProblemError } from "../problem.ts";
import { SearchOverload } from "../search/open-name-search.ts";
import type { SearchAnswer } from "../search/search-names.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { areaFilterParameters, readAreaFilters } from "../contract/area-filters.ts";
import { type ByteSheet, takeSheet } from "../contract/byte-sheet.ts";
import { exampleCompany } from "./companies.ts";
import { CountryIdentity, Distribution, envelope, medianMembers, SectorIdentity } from "../contract/components.ts";
import { writeEnvelope } from "../contract/envelope.ts";
import { nullable, oneOf, reason, ref } from "../contract/json-shape.ts";
import { answerWrittenList, offsetOf } from "../contract/lists.ts";
import { defineOperation, describeParameters, type Operation } from "../contract/operation.ts";
import { countCharacters } from "../contract/parameter-values.ts";
import { cursorParameter, releaseParameter } from "../contract/parameters.ts";
import { hitWriterOf } from "./search-hits.ts";
import type { Sources } from "../contract/sources.ts";
import { writeJson } from "../contract/written-json.ts";

const LIMIT_DEFAULT = 20;
const LIMIT_MAXIMUM = 100;
/** Characters of a query after trim and NFKC. */
const QUERY_MAXIMUM = 200;
/** Before them; more is not looked at. */
const QUERY_SENT_MAXIMUM = 2000;

const KINDS = ["company", "product"] as const;
const kind = oneOf(KINDS, {});
const count = Type.Integer({ minimum: 1 });
const href = Type.String({ format: "uri" });

const Highlight = Type.Object(
  { start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 1 }) },
  {
    $id: "Highlight",
    description:
      "A part of the name, from `start` to before `end`, in UTF-16 code units: what `slice` counts in JavaScript. It never splits a character, nor a letter from its accent.",
  },
);

const SearchHit = Type.Object(
  {
    type: kind,
    id: nullable(Type.String({ description: "The publisher's own id." })),
    id_reason: reason("not_given"),
    slug: Type.String(),
    name: Type.String(),
    highlights: Type.Array(ref(Highlight), {
      description: "Which parts of the name answer the query, misspelt ones included: in order, without overlaps.",
    }),
    matched_name: nullable(
      Type.String({ description: "The alias or brand that answers the query better than the name does." }),
    ),
    matched_name_reason: reason("name_matched"),
    country: ref(CountryIdentity),
    sector: ref(SectorIdentity),
    company: nullable(Type.Object({ id: Type.String(), slug: Type.String(), name: Type.String(), href })),
    company_reason: reason("is_a_company"),
    ...medianMembers,
    distribution: ref(Distribution),
    href: Type.String({ format: "uri", description: "The company's answer; for a product that of its company." }),
  },
  {
    $id: "SearchHit",
    description:
      "A company or a product. A product stands in the country and the sector of its company, and the median and its distribution are those of the company.",
  },
);

const SearchFacets = Type.Object(
  {
    type: Type.Array(Type.Object({ type: kind, count })),
    country: Type.Array(Type.Object({ country: ref(CountryIdentity), count })),
    sector: Type.Array(Type.Object({ sector: ref(SectorIdentity), count })),
  },
  {
    $id: "SearchFacets",
    description:
      "How many of all hits, not only of this page, there are of each kind; most first. As exact as `total`.",
  },
);

const SearchResults = envelope("SearchResults", {
  query: Type.String({ description: "What was searched for, after trim and NFKC." }),
  facets: ref(SearchFacets),
  items: Type.Array(ref(SearchHit), { description: "Best first." }),
  total: Type.Integer({ minimum: 0, description: "How many hits there are, this page's included." }),
  total_relation: oneOf(["exact", "at_least"], {
    description:
      "Whether `total` and the facets count every hit. Searches that match very much are counted to a bound.",
  }),
  next: nullable(
    Type.String({
      format: "uri",
      description: "Address of the following page, in the same release; null after the last of the `total`.",
    }),
  ),
});

/** Searches names; the only question of version 1 besides the position of a point that stays. */
export const search: Operation = defineOperation({
  id: "search",
  method: "GET",
  path: "/api/v1/search",
  tag: "Search",
  summary: "Companies and products by name",
  description:
    "Finds companies and products by what somebody types: exact names before beginnings before misspellings. Case, accents, punctuation, spacing and legal forms make no difference, and no text is a syntax error. The order is the same whenever the same is asked in the same release.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      q: Type.String({
        minLength: 1,
        maxLength: QUERY_SENT_MAXIMUM,
        description: `What to look for: 1 to ${QUERY_MAXIMUM} characters after trim and NFKC. The last word may be unfinished, unless a space follows it.`,
      }),
      type: Type.Optional(oneOf(KINDS, { description: "Only companies, or only products." })),
      ...areaFilterParameters,
      limit: Type.Integer({
        minimum: 1,
        maximum: LIMIT_MAXIMUM,
        default: LIMIT_DEFAULT,
        description: "How many hits to give at most. More than the maximum is refused, never cut down.",
      }),
      ...cursorParameter,
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: SearchResults, components: [Highlight, SearchHit, SearchFacets] },
  problems: [],
  dependsOn: "release",
  examples(snapshot: Snapshot) {
    const company = exampleCompany(snapshot);
    if (company === undefined) return { q: "trust" };
    const country = snapshot.countryByIso2(company.country)?.slug;
    return { q: company.name.split(" ")[0]!, sector: company.sector, ...(country === undefined ? {} : { country }) };
  },
  check: (sources, parameters) => readFilters(sources, parameters).errors,
  answer(sources, parameters) {
    const { snapshot } = sources;
    const { text, country, sector } = readFilters(sources, parameters);
    const { limit, type } = parameters;
    const list = listQuestion(sources, parameters);
    if (snapshot.search === null) {
      throw new Problem(
        "unavailable",
        `Release ${snapshot.manifest.id} was published before there was a search and holds no index; search a newer release.`,
      );
    }
    const found = snapshot.search.find({ text, kind: type, country, sector, limit, offset: offsetOf(list) });
    const write = (answer: SearchAnswer) => writeAnswer(sources, list, text, answer);
    return found instanceof Promise ? found.then(write, refuseOverload) : write(found);
  },
});

function listQuestion({ snapshot, site }: Sources, parameters: { readonly limit: number; readonly cursor?: string }) {
  return { operation: search, release: snapshot.manifest.id, baseUrl: site.baseUrl, parameters: { ...parameters } };
}

interface Filters {
  readonly q?: string;
  readonly country?: string;
  readonly sector?: string;
}

function readFilters(sources: Sources, { q, ...areas }: Filters) {
  const errors: ProblemError[] = [];
  const text = q?.normalize("NFKC").trim() ?? "";
  const length = countCharacters(text);
  if (q !== undefined && (length === 0 || length > QUERY_MAXIMUM)) {
    const detail = `\`q\` has ${length} characters after trim and NFKC; expected text from 1 to ${QUERY_MAXIMUM} characters long.`;
    errors.push({ parameter: "q", detail });
  }
  // A space behind the last word says that it is finished.
  const isFinished = q !== undefined && /\s$/u.test(q);
  return { ...readAreaFilters(sources, areas, errors), text: isFinished ? `${text} ` : text, errors };
}

function writeAnswer(
  sources: Sources,
  list: ReturnType<typeof listQuestion>,
  text: string,
  { names, total, isExact, nextOffset, facets }: SearchAnswer,
) {
  const writer = hitWriterOf(sources);
  const relation = isExact ? "exact" : "at_least";
  const head = `${writeEnvelope(sources)},"query":${writeJson(text.trimEnd())},"facets":${writer.facets(facets)},"total_relation":"${relation}"`;
  const writeItems = (sheet: ByteSheet) => {
    for (const [index, name] of names.entries()) sheet.write(index === 0 ? writer.hit(name) : `,${writer.hit(name)}`);
  };
  return answerWrittenList(list, takeSheet(), head, writeItems, { total, nextOffset });
}

function refuseOverload(error: unknown): never {
  if (!(error instanceof SearchOverload)) throw error;
  throw new Problem("unavailable", "More searches wait than can be answered soon. Try again in a few seconds.");
}
