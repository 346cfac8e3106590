import { defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import { Type } from "../../ask/type.ts";
import {
  COUNTRY_SCORES_PATH,
  CSV_RULES,
  CSV_TYPE,
  OF_RELEASE,
  tableFileOf,
  tableLinks,
} from "../download/downloads.ts";
import { downloadCountryData } from "../download/download-tables.ts";
import { countrySegment, releaseParameter } from "../../ask/parameters.ts";
import { COUNTRY, describeCountry, getCountry } from "../subject/country.ts";
import { describeMatrix, getCountrySectorMatrix } from "../ranking/get-country-sector-matrix.ts";
import { retiredMetrics, TRUST_SCORE } from "../../trust/retired-metrics.ts";
import { rankingIn } from "../ranking/country-ranking.ts";
import { describePreview, previewCountries, describeRanking, rankCountries } from "../ranking/rank-countries.ts";
import { quote } from "../../problem.ts";
import type { TSchema } from "typebox";
import { SHARED_COMPONENTS } from "../../ask/components.ts";
import { citationOf } from "../../ask/describe.ts";
import { joinMembers, nullable, reasonSchema, reasonsOf, withReasons } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";

/** The parts that operations of version 1 share. */
const OF_VERSION_1 = { ...OF_RELEASE, tag: "Version 1", problems: ["gone"] } as const;

/** Members that version 1 adds to the schemas of version 2, by `$id`: numbers, retired and null. */
const RETIRED: Readonly<Record<string, readonly string[]>> = {
  Meta: [],
  CountryEntry: [TRUST_SCORE],
  SectorCell: [TRUST_SCORE],
  SectorIdentity: [TRUST_SCORE],
  RankingEntry: [TRUST_SCORE, "rank_score"],
  MatrixRow: [TRUST_SCORE],
  MatrixCell: [TRUST_SCORE],
  CountriesPreview: [],
  CountryDetail: [TRUST_SCORE],
  CountryRankings: [],
  CountrySectorMatrix: [],
};

const retiredNumber = nullable(
  Type.Number({ description: "Retired: always null. Bands have an order but no distances." }),
  "retired",
);

function retiredSchemas(names: readonly string[]): Record<string, TSchema> {
  return Object.fromEntries(names.map((name) => [name, retiredNumber]));
}

/** Returns the retired members, which are null, and the reasons for it. */
function retiredValues(names: readonly string[]): object {
  if (names.length === 0) return {};
  const members: Record<string, null> = Object.fromEntries(names.map((name) => [name, null]));
  return withReasons(members, Object.fromEntries(names.map((name) => [name, "retired"] as const)));
}

/** Members of version 1 that are no retired numbers, by the `$id` they are added to. */
const ADDED: Readonly<Record<string, Readonly<Record<string, TSchema>>>> = {
  Meta: {
    retired_fields: Type.Array(Type.String(), {
      description: "The fields that had numbers in version 1 and are null in this response.",
    }),
  },
  CountryDetail: {
    metrics: Type.Unsafe({
      type: "object",
      description: "The metrics of version 1: `trust_score` and one `<pillar>_score` per pillar, retired and null.",
      properties: retiredSchemas([TRUST_SCORE]),
      required: [TRUST_SCORE],
      additionalProperties: { type: ["number", "null"], description: "The score of a pillar, retired and null." },
    }),
    metrics_reasons: Type.Unsafe({
      type: "object",
      description: "Why each member of `metrics` is null.",
      additionalProperties: reasonSchema(["retired"]),
    }),
  },
};

type Properties = Readonly<Record<string, Node>>;

interface Node {
  readonly $id?: string;
  readonly $ref?: string;
  readonly properties?: Properties;
  readonly required?: readonly string[];
  readonly items?: Node;
}

/**
 * Derives the parts of an operation of version 1 from its successor, whose answer has all members
 * and, as null, the numbers of version 1. `own` describes members that only version 1 has.
 */
function deriveFrom({ id, path, form }: Operation, own: Readonly<Record<string, TSchema>> = {}) {
  if (form.kind !== "json") throw new Error(`${id} answers no JSON`);
  const root = form.schema as Node;
  const successors = [...SHARED_COMPONENTS, ...(form.components ?? []), form.schema] as readonly Node[];
  const known = new Map(successors.map((schema) => [schema.$id!, schema]));
  const legacy = successors.filter(({ $id = "" }) => $id in RETIRED);
  const components = legacy.filter((schema) => schema !== root).map((schema) => legacySchema(schema));
  return {
    operation: {
      ...OF_VERSION_1,
      deprecation: { successorPath: path },
      form: { kind: "json", schema: legacySchema(root, own), components },
    },
    /** Answers in the form of version 1; `ownMembers` are those of this operation alone. */
    answerWith(sources: Sources, body: object, ownMembers: object = {}): { kind: "json"; body: object } {
      const { snapshot, site } = sources;
      const { v1Title } = snapshot.manifest.dataset;
      const metrics = retiredMetrics(snapshot.manifest.dataset.pillars).map(({ name }) => name);
      const retired = new Set<string>();
      const extended = extend(body, root, { known, metrics, retired }) as { readonly meta: object };
      const meta = {
        ...extended.meta,
        title: v1Title,
        citation: citationOf(snapshot, site, v1Title),
        retired_fields: [...retired],
      };
      return { kind: "json", body: { ...extended, meta, ...ownMembers } };
    },
  } as const;
}

const legacySchemas = new WeakMap<Node, TSchema>();

/**
 * Returns the schema of version 1 for one of version 2: the same object each time, because several
 * operations share some.
 */
function legacySchema(schema: Node, own: Readonly<Record<string, TSchema>> = {}): TSchema {
  let legacy = legacySchemas.get(schema);
  if (legacy === undefined) {
    const copy = JSON.parse(JSON.stringify(schema), referToVersionOne) as Node;
    const { $id: id = "" } = schema;
    const retired = RETIRED[id] ?? [];
    const added = { ...own, ...retiredSchemas(retired), ...ADDED[id] };
    // No answer of version 1 has the members that version 2 has on request alone.
    const { properties: all = {}, required = [] } = copy;
    const always = Object.fromEntries(required.map((name) => [name, all[name] ?? {}]));
    const properties = withRetiredReasons({ ...always, ...added }, retired);
    legacy = { ...copy, $id: `V1${id}`, properties, required: Object.keys(properties) };
    legacySchemas.set(schema, legacy);
  }
  return legacy;
}

/** Points references at the schemas that version 1 has of its own. */
function referToVersionOne(name: string, value: unknown): unknown {
  return name === "$ref" && String(value).slice(0, -1) in RETIRED ? `V1${String(value)}` : value;
}

/** Adds retired members to the `reasons` of an object, which come last. */
function withRetiredReasons({ reasons, ...properties }: Properties, names: readonly string[]): Properties {
  if (names.length === 0) return reasons === undefined ? properties : { ...properties, reasons };
  const retired: Node = reasonsOf(Object.fromEntries(names.map((name) => [name, ["retired"] as const])));
  return { ...properties, reasons: { ...retired, properties: { ...reasons?.properties, ...retired.properties } } };
}

/** The context of a walk over an answer, and the names of the members it added. */
interface Walk {
  readonly known: ReadonlyMap<string, Node>;
  readonly metrics: readonly string[];
  readonly retired: Set<string>;
}

/** Adds the retired members to a value wherever its schema of version 2 has some. */
function extend(value: unknown, schema: Node, walk: Walk): unknown {
  if (typeof value !== "object" || value === null) return value;
  const node = schema.$ref === undefined ? schema : walk.known.get(schema.$ref.slice(0, -1))!;
  if (Array.isArray(value)) return value.map((item) => extend(item, node.items ?? {}, walk));
  const members = Object.entries(value).map(
    ([name, member]) => [name, extend(member, node.properties?.[name] ?? {}, walk)] as const,
  );
  const names = RETIRED[node.$id ?? ""] ?? [];
  const metrics = node.$id === "CountryDetail" ? walk.metrics : [];
  for (const name of [...names, ...metrics]) walk.retired.add(name);
  return joinMembers(Object.fromEntries(members), retiredValues(names), describeMetrics(metrics));
}

/** The metrics of a country are numbers and nulls alone; their reasons stand beside them. */
function describeMetrics(names: readonly string[]): object {
  if (names.length === 0) return {};
  const all = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]));
  return { metrics: all(null), metrics_reasons: all("retired") };
}

/**
 * Lists the countries of the lists of version 1, by ISO 3166-1 alpha-3: those the publisher
 * monitors, judged or not, as far as the release has a company there; every judged country where
 * the publisher names none.
 */
function monitoredCountries({ countries, manifest }: Snapshot): readonly CountryRecord[] {
  const { monitored } = manifest.dataset;
  if (monitored === null) return countries.filter(({ judgedCompanies }) => judgedCompanies > 0);
  return countries.filter(({ iso2 }) => monitored.includes(iso2));
}

const legacyRanking = deriveFrom(rankCountries, {
  metric: Type.String({ description: "What the countries are ranked by: the median band that replaces it." }),
});

const rankCountriesByMetric = defineOperation({
  ...legacyRanking.operation,
  id: "rank_countries_by_metric",
  path: "/api/v1/intelligence/country-rankings",
  bulkPath: "/api/v1/intelligence/country-data.csv",
  summary: "Countries ranked by a metric (deprecated)",
  description:
    "The countries as `/api/v2/intelligence/country-rankings` ranks them, by the median band that replaces the metric: over all pillars, or in one. With the metric of a pillar, the statistics are those of the pillar, and countries that are not judged in it come last. The retired scores are null; `meta.retired_fields` lists them.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      metric: Type.String({
        minLength: 1,
        maxLength: 200,
        default: TRUST_SCORE,
        description: "`trust_score` for all pillars together, or `<pillar>_score` with the id of a pillar.",
      }),
      ...releaseParameter,
    }),
  },
  check({ snapshot }, { metric }) {
    const names = retiredMetrics(snapshot.manifest.dataset.pillars).map(({ name }) => name);
    if (metric === undefined || names.includes(metric)) return [];
    const expected = names.map((name) => `\`${name}\``).join(", ");
    return [{ parameter: "metric", detail: `\`metric\` is ${quote(metric)}; expected one of ${expected}.` }];
  },
  answer(sources, { metric }) {
    const { pillars } = sources.snapshot.manifest.dataset;
    const pillar = retiredMetrics(pillars).find(({ name }) => name === metric)?.pillar ?? null;
    const ranking = rankingIn(sources, { pillar, region: null });
    const body = describeRanking(sources, ranking);
    return legacyRanking.answerWith(sources, body, { metric });
  },
});

const legacyPreview = deriveFrom(previewCountries);

const previewMonitoredCountries = defineOperation({
  ...legacyPreview.operation,
  id: "preview_monitored_countries",
  path: "/api/v1/countries/preview",
  summary: "Monitored countries (deprecated)",
  description:
    "The monitored countries as `/api/v2/countries/preview` returns them. The retired scores are null; `meta.retired_fields` lists them.",
  answer(sources) {
    const body = describePreview(sources, monitoredCountries(sources.snapshot));
    return legacyPreview.answerWith(sources, body);
  },
});

const legacyMatrix = deriveFrom(getCountrySectorMatrix);

const getMonitoredMatrix = defineOperation({
  ...legacyMatrix.operation,
  id: "get_monitored_matrix",
  path: "/api/v1/intelligence/country-sector-matrix",
  bulkPath: "/api/v2/data/matrix.csv",
  summary: "Monitored countries by sectors (deprecated)",
  description:
    "The monitored countries by sectors as `/api/v2/intelligence/country-sector-matrix` returns them. The retired scores are null; `meta.retired_fields` lists them.",
  answer(sources) {
    const body = describeMatrix(sources, monitoredCountries(sources.snapshot), null);
    return legacyMatrix.answerWith(sources, body);
  },
});

const legacyCountry = deriveFrom(getCountry);

const getCountryScores = defineOperation({
  ...legacyCountry.operation,
  id: "get_country_scores",
  path: "/api/v1/countries/{slug}",
  bulkPath: "/api/v1/intelligence/country-data.csv",
  summary: "One country with its metrics and sectors (deprecated)",
  description:
    "A country as `/api/v2/countries/{slug}` returns it. The retired scores, including those in `metrics`, are null; `meta.retired_fields` lists them. ISO codes, names and former names are redirected to the slug.",
  parameters: {
    path: Type.Object({ slug: countrySegment }),
    query: describeParameters({ ...releaseParameter }),
  },
  problems: ["country_not_found", "gone"],
  redirects: true,
  // Compressing every country twice at each start would cost too much for an endpoint that will
  // end.
  knownPaths: ({ countries }) => countries.map(({ slug }) => ({ slug })),
  answer(sources, { slug: segment }) {
    const { slug, found } = COUNTRY.find(sources, segment);
    if (slug !== segment) return { kind: "redirect", path: { slug } };
    return legacyCountry.answerWith(sources, describeCountry(sources, found));
  },
});

const downloadCountryScores = defineOperation({
  ...OF_VERSION_1,
  id: "download_country_scores",
  path: COUNTRY_SCORES_PATH,
  summary: "The full dataset as CSV (deprecated)",
  description: `The lines of \`/api/v2/intelligence/country-data.csv\` with the columns of the retired scores (\`trust_score\`, \`rank_score\` and one \`<pillar>_score\` per pillar), which are empty. ${CSV_RULES}`,
  form: {
    kind: "file",
    mediaType: CSV_TYPE,
    description: "The countries table of the release, with the retired columns.",
  },
  deprecation: { successorPath: downloadCountryData.path },
  answer({ snapshot, site }, { release }) {
    return {
      kind: "file",
      ...tableFileOf(snapshot, "countries_v1", "csv"),
      filename: `country-trust-scores-${snapshot.manifest.id}.csv`,
      links: tableLinks({ site, snapshot, release }),
    };
  },
});

/** The operations of version 1 that were given up, each with a successor. */
export const DEPRECATED: readonly Operation[] = [
  previewMonitoredCountries,
  getCountryScores,
  rankCountriesByMetric,
  getMonitoredMatrix,
  downloadCountryScores,
];
