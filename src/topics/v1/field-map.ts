import { countryV1ColumnNames } from "../../release/release-tables.ts";
import type { DatasetFacts } from "../../trust/dataset.ts";
import { TRUST_SCORE } from "../../trust/retired-metrics.ts";
import { COMPONENTS, OPERATIONS } from "../operations.ts";
import type { Operation } from "../../ask/operation.ts";
import { nameNow } from "./legacy-view.ts";

/**
 * What became of one field, column or parameter of version 1. `v2` is the same thing in version
 * 2, which may have another name there, or null with the reason; `instead` is what comes closest
 * there, or null.
 *
 * Fields are paths: `items[]` is every item of a list, `<band>` and `<pillar>` stand for the ids of
 * the dataset (in names of columns and metrics with `_` for `-`).
 */
export type Mapping =
  | { readonly v1: string; readonly v2: string }
  | {
      readonly v1: string;
      readonly v2: null;
      readonly reason: "retired" | "only_in_v1";
      readonly instead: string | null;
    };

/** What became of one endpoint of version 1. */
export interface RouteMigration {
  readonly v1: string;
  readonly v2: string;
  /** What else is different, in a sentence. */
  readonly difference: string;
  readonly parameters: readonly Mapping[];
  /** Members of the answer; of a CSV file its columns. */
  readonly fields: readonly Mapping[];
}

/** What differs apart from the fields, by the operation of version 1. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  preview_monitored_countries: "Version 1 lists the monitored countries, version 2 every country with companies.",
  get_country_scores: "The scores of version 1 are null; the bands are the same.",
  rank_countries_by_metric:
    "Version 1 ranks by the median band over all pillars or in one; version 2 ranks over all pillars, each country's own answer has its pillars.",
  get_monitored_matrix: "Version 1 has a row for each monitored country, version 2 for each country with companies.",
  download_country_scores: "The columns of the scores are empty; the others are those of version 2.",
};

/** Maps every endpoint of version 1, with its parameters and fields, to version 2. */
export function mapVersionOne(): readonly RouteMigration[] {
  return OPERATIONS.flatMap((operation) => {
    const { deprecation, path, id } = operation;
    if (deprecation === undefined) return [];
    const successor = OPERATIONS.find((each) => each.path === deprecation.successorPath);
    const difference = DIFFERENCES[id];
    if (successor === undefined || difference === undefined) throw new Error(`${id} is not described`);
    const parameters = mapNames(namesOfParameters(operation), namesOfParameters(successor), () => null);
    const [old, today] = [fieldsOf(operation), fieldsOf(successor)];
    const fields = mapNames(old, today, (field) => insteadOf(field, today));
    return [{ v1: path, v2: successor.path, difference, parameters, fields }];
  });
}

function mapNames(
  old: readonly string[],
  today: ReadonlySet<string> | readonly string[],
  instead: (name: string) => string | null,
): Mapping[] {
  const known = new Set(today);
  return old.map((v1) => {
    const v2 = v1.replace(/[^.]+$/u, nameNow);
    if (known.has(v1) || known.has(v2)) return { v1, v2: known.has(v1) ? v1 : v2 };
    const isRetired = /_score$|^metrics$|reasons$/u.test(v1);
    return { v1, v2: null, reason: isRetired ? "retired" : "only_in_v1", instead: instead(v1) } as const;
  });
}

/** What version 2 has instead of a number of version 1: the band that replaced it. */
function insteadOf(field: string, today: readonly string[]): string | null {
  const parent = field.slice(0, Math.max(field.lastIndexOf("."), 0)).replace(/^metrics$/u, "");
  const here = parent === "" ? "" : `${parent}.`;
  const last = field.slice(field.lastIndexOf(".") + 1);
  const candidates =
    last === "<pillar>_score"
      ? ["pillars[].median_band", "<pillar>_median_band"]
      : last === "rank_score"
        ? [`${here}rank`]
        : last === TRUST_SCORE
          ? [`${here}median_band`]
          : last === "metrics"
            ? ["pillars"]
            : [];
  return candidates.find((candidate) => today.includes(candidate)) ?? null;
}

function namesOfParameters({ parameters }: Operation): string[] {
  return [...Object.keys(parameters.path.properties), ...Object.keys(parameters.query.properties)];
}

/** A dataset of one band and one pillar whose ids are the placeholders of the map. */
const PLACEHOLDERS = {
  scale: { id: "scale", bands: [{ id: "<band>", label: "", description: null }] },
  pillars: [{ id: "<pillar>", label: "", description: null }],
};

function fieldsOf({ form, path }: Operation): string[] {
  if (form.kind === "json") return pathsOf(form.schema, "");
  const columns = countryV1ColumnNames(PLACEHOLDERS as unknown as DatasetFacts);
  return path.startsWith("/api/v1/") ? [...columns] : columns.filter((name) => !name.endsWith("_score"));
}

interface Node {
  readonly $id?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

const COMPONENTS_BY_ID: ReadonlyMap<string | undefined, Node> = new Map(
  COMPONENTS.map((component: Node) => [component.$id, component]),
);

/** The members a schema leaves open, by the member that holds them. */
const OPEN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  distribution: ["<band>"],
  metrics: ["<pillar>_score"],
};

/** The path of every member an answer can have, in the order of the schema. */
function pathsOf(schema: Node, path: string): string[] {
  const node = schema.$ref === undefined ? schema : COMPONENTS_BY_ID.get(schema.$ref.slice(0, -1));
  if (node === undefined) throw new Error(`${path} refers to an unknown component`);
  if (node.items !== undefined) return pathsOf(node.items, `${path}[]`);
  const name = path.slice(path.lastIndexOf(".") + 1);
  const open = (OPEN_MEMBERS[name] ?? []).map((member) => `${path}.${member}`);
  const own = Object.entries(node.properties ?? {}).flatMap(([member, inner]) => {
    const inside = path === "" ? member : `${path}.${member}`;
    // `reasons` has the names of its neighbours.
    return member === "reasons" ? [inside] : [inside, ...pathsOf(inner, inside)];
  });
  return [...own, ...open];
}
