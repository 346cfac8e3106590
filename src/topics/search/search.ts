import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import {
  CountryIdentity,
  Distribution,
  envelope,
  medianMembers,
  otherSectorsMember,
  SectorIdentity,
} from "../../ask/components.ts";
import {
  companyCountry,
  countryOf,
  describeDistribution,
  describeMedian,
  openEnvelope,
  otherSectorsOf,
  sectorOf,
} from "../../ask/describe.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { ownerIdentity } from "../company/evidence.ts";
import { companyAreaFilters, type GivenFilters, readFilters } from "../../ask/filters.ts";
import { answerList, type ListRequest, offsetOf } from "../../ask/lists.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { pageParameters, releaseParameter } from "../../ask/parameters.ts";
import { countCharacters } from "../../ask/read-parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { Problem, type ProblemError } from "../../problem.ts";
import { LIKENESSES } from "../../search/name-key.ts";
import type { NameHit, SearchResult } from "../../search/search-names.ts";
import { SearchOverloadError } from "../../search/match-queue.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { findCountryWords } from "../country/country-words.ts";
import { exampleCompany } from "../company/list-companies.ts";
import { API, hrefOf } from "../../ask/urls.ts";

const LIMIT_DEFAULT = 20;
const HITS_MAXIMUM = 100;
/** Maximum number of characters of a query as it is sent, and after trim and NFKC. */
export const QUERY_MAXIMUM = 200;

const KINDS = ["company", "product"] as const;
const kindSchema = oneOf(KINDS, { description: "What was found." });
const MATCHED = ["name", "alias", "brand"] as const;
const countSchema = Type.Integer({ minimum: 1, description: "Number of hits." });

const Highlight = Type.Object(
  {
    start: Type.Integer({ minimum: 0, description: "Where the part begins." }),
    end: Type.Integer({ minimum: 1, description: "The position after its end." }),
  },
  {
    $id: "Highlight",
    description:
      "A part of the name, from `start` up to but not including `end`, in UTF-16 code units as in `slice` of JavaScript. It never splits a character, or a letter from its accent.",
  },
);

const SearchHit = objectOf(
  {
    type: kindSchema,
    id: nullable(Type.String({ description: "The publisher's own id." }), "not_given"),
    slug: Type.String({ description: "Of a company, as in a path." }),
    name: Type.String({ description: "The name of the company or product." }),
    highlights: Type.Array(ref(Highlight), {
      description: "The parts of the name that match the query, in order and without overlaps.",
    }),
    matched_name: nullable(
      Type.String({ description: "The alias or brand that matches the query better than the name." }),
      "name_matched",
    ),
    matched: oneOf(MATCHED, {
      description:
        "Which of its names matches the query best: its own, its initials included, an alias that its publisher gives, or the brand of a product.",
    }),
    likeness: oneOf(LIKENESSES, {
      description:
        "What matches the query. `name`: the name, an alias or the brand is equal to it, apart from legal forms. `words`: the names have all its words. `part`: they begin with its last word, or with its letters. `similar`: words are misspelled or missing.",
    }),
    country: nullableRef(CountryIdentity, "filed_in_no_country"),
    sector: ref(SectorIdentity),
    other_sectors: otherSectorsMember,
    company: nullable(ownerIdentity("The company of a product."), "is_a_company"),
    ...medianMembers,
    distribution: ref(Distribution),
    href: Type.String({ format: "uri", description: "URL of the company; for a product, of its company." }),
  },
  {
    $id: "SearchHit",
    description:
      "A company or a product. A product has the country, sector, median band and distribution of its company.",
  },
);

const SearchFacets = Type.Object(
  {
    type: Type.Array(Type.Object({ type: kindSchema, count: countSchema }), { description: "By type." }),
    country: Type.Array(Type.Object({ country: ref(CountryIdentity), count: countSchema }), {
      description: "By country.",
    }),
    sector: Type.Array(Type.Object({ sector: ref(SectorIdentity), count: countSchema }), { description: "By sector." }),
  },
  {
    $id: "SearchFacets",
    description: "Number of hits on all pages by value, largest first. As exact as `total`.",
  },
);

const SearchResults = envelope("SearchResults", {
  query: Type.String({ description: "The query, after trimming and NFKC normalisation." }),
  facets: ref(SearchFacets),
  items: Type.Array(ref(SearchHit), { description: "Best first." }),
  total: Type.Integer({ minimum: 0, description: "Number of hits on all pages." }),
  total_relation: oneOf(["exact", "at_least"], {
    description: "Whether `total` and the facets count all hits, or only the first 10,000.",
  }),
  next: nullable(
    Type.String({
      format: "uri",
      description: "URL of the next page, in the same release; null on the last page.",
    }),
    "last_page",
  ),
});

export const search: JsonOperation<typeof SearchResults> = defineOperation({
  id: "search",
  path: API.search,
  tag: "Search",
  summary: "Companies and products by name",
  description:
    "Finds companies and products by name: exact matches first, then prefixes, then misspellings. Case, accents, punctuation, spacing and legal forms do not matter, and there is no query syntax. The order is stable within a release.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      q: Type.String({
        minLength: 1,
        maxLength: QUERY_MAXIMUM,
        description: `The query: 1 to ${QUERY_MAXIMUM} characters, before and after trimming and NFKC normalisation. The last word may be unfinished, unless a space follows it.`,
      }),
      type: Type.Optional(oneOf(KINDS, { description: "Return only companies, or only products." })),
      ...companyAreaFilters,
      ...pageParameters(LIMIT_DEFAULT, HITS_MAXIMUM),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: SearchResults, components: [Highlight, SearchHit, SearchFacets] },
  bulkPath: "POST /api/v2/portfolios",
  examples(snapshot: Snapshot) {
    const company = exampleCompany(snapshot);
    if (company === undefined) return { q: "trust" };
    const country = snapshot.countryByIso2(company.country ?? "")?.slug;
    return {
      q: company.name.split(" ")[0]!,
      sector: [company.sector],
      any_sector: [company.sector],
      ...(country === undefined ? {} : { country: [country] }),
    };
  },
  check: (sources, parameters) => readQuery(sources, parameters).errors,
  answer(sources, parameters) {
    const { snapshot } = sources;
    const { text, countries, sectors, anySectors: named } = readQuery(sources, parameters);
    const anySectors = named && { sectors: named, ...snapshot.alsoNaming(named) };
    const list = { operation: search, sources, parameters };
    const { limit, type: kind } = parameters;
    const countryWords = findCountryWords(sources.atlas, text);
    const offset = offsetOf(list);
    const found = snapshot.search.find({
      text,
      countryWords,
      kind,
      countries,
      sectors,
      anySectors,
      limit,
      offset,
    });
    const answer = (hits: SearchResult) => answerHits(sources, list, text.trimEnd(), hits);
    return found instanceof Promise ? found.then(answer, refuseOverload) : answer(found);
  },
});

/** Reads the query and its filters, with their errors. */
function readQuery(sources: Sources, { q, ...given }: GivenFilters & { readonly q?: string }) {
  const filters = readFilters(sources, given);
  const errors: ProblemError[] = [];
  const text = q?.normalize("NFKC").trim() ?? "";
  const length = countCharacters(text);
  if (q !== undefined && (length === 0 || length > QUERY_MAXIMUM)) {
    const detail = `\`q\` has ${length} characters without the spaces around it; expected 1 to ${QUERY_MAXIMUM}.`;
    errors.push({ parameter: "q", detail });
  }
  // A space after the last word says that it is complete.
  const isComplete = q !== undefined && /\s$/u.test(q);
  errors.push(...filters.errors);
  return { ...filters.query, text: isComplete ? `${text} ` : text, errors };
}

function answerHits(sources: Sources, list: ListRequest, query: string, found: SearchResult) {
  const { names, total, isExact, nextOffset, facets } = found;
  const head = {
    ...openEnvelope(sources),
    query,
    facets: describeFacets(sources, facets),
    total_relation: isExact ? "exact" : "at_least",
  };
  return answerList(list, head, { items: names.map((name) => describeHit(sources, name)), total, nextOffset });
}

function describeHit(sources: Sources, found: NameHit): Static<typeof SearchHit> {
  const { snapshot, site } = sources;
  const { kind, position, name, highlights, alias, likeness } = found;
  const product = kind === "product" ? snapshot.productAt(position) : null;
  const company = snapshot.companyAt(product?.company ?? position);
  const { id, slug } = product ?? company;
  const href = hrefOf(site, "company", company.slug);
  const { scale } = snapshot.manifest.dataset;
  const hit = {
    type: kind,
    id,
    slug,
    name,
    highlights: [...highlights],
    matched_name: alias,
    matched: alias === null ? MATCHED[0] : alias === product?.brand ? MATCHED[2] : MATCHED[1],
    likeness,
  };
  const owner = product && { id: company.id, slug: company.slug, name: company.name, href };
  return joinMembers(
    withReasons(hit, { id: "not_given", matched_name: "name_matched" }),
    companyCountry(sources, company.country),
    { sector: sectorOf(sources, company.sector), other_sectors: otherSectorsOf(sources, company) },
    withReasons({ company: owner }, { company: "is_a_company" }),
    describeMedian(scale, company.median),
    { distribution: describeDistribution(scale, company.distribution), href },
  );
}

function describeFacets(sources: Sources, { kind, country, sector }: SearchResult["facets"]) {
  return {
    type: kind.map(([type, count]) => ({ type, count })),
    country: country.map(([iso2, count]) => ({ country: countryOf(sources, iso2), count })),
    sector: sector.map(([slug, count]) => ({ sector: sectorOf(sources, slug), count })),
  };
}

/** Refuses a search that would have to wait too long. */
export function refuseOverload(error: unknown): never {
  if (!(error instanceof SearchOverloadError)) throw error;
  throw new Problem("unavailable", "More searches wait than can be answered soon. Try again in a few seconds.");
}
