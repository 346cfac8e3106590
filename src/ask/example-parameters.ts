import type { TSchema } from "typebox";
import { cursorAt } from "./lists.ts";
import type { Operation } from "./operation.ts";
import type { Sources } from "./sources.ts";

/** Keywords in the schema of a parameter that lead to a value it takes. */
interface Hints {
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly items?: { readonly enum?: readonly unknown[] };
}

/**
 * A value for every parameter of an operation, as read, that the release of `sources` has an
 * answer for.
 *
 * Path parameters fit together, the others one by one. Parameters without a known value are
 * missing.
 */
export function exampleParameters(operation: Operation, sources: Sources): Readonly<Record<string, unknown>> {
  const { path, query } = operation.parameters;
  const { snapshot } = sources;
  const known: Readonly<Record<string, unknown>> = {
    ...operation.knownPaths?.(snapshot)[0],
    release: snapshot.manifest.id,
    as_of: inForceOn(sources),
    ...("cursor" in query.properties ? { cursor: secondPage(operation, sources) } : {}),
    ...operation.examples?.(snapshot, sources.releases),
  };
  const values = Object.entries({ ...path.properties, ...query.properties }).map(([name, schema]) => [
    name,
    known[name] ?? hintedValue(schema),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
}

/** The day on which the release became current, where it did; else that of the current one. */
function inForceOn({ snapshot, releases }: Sources): string | undefined {
  const history = releases.history();
  const entry = history.findLast(({ release }) => release === snapshot.manifest.id) ?? history.at(-1);
  return entry?.since.slice(0, 10);
}

/**
 * The fewest parameters that show an answer: those that must be sent, and a small `limit` where
 * there is one.
 */
export function exampleQuestion(operation: Operation, sources: Sources): Readonly<Record<string, unknown>> {
  const { path, query } = operation.parameters;
  const needed = new Set([...Object.keys(path.properties), ...(query.required ?? [])]);
  const values = exampleParameters(operation, sources);
  return {
    ...Object.fromEntries(Object.entries(values).filter(([name]) => needed.has(name))),
    ...("limit" in query.properties ? { limit: ITEMS_SHOWN } : {}),
  };
}

/** Number of items of a list that an example shows. */
const ITEMS_SHOWN = 2;

/** The cursor of the second item of the list that has no filters but the required ones. */
function secondPage(operation: Operation, { snapshot, releases }: Sources): string {
  const { path, query } = operation.parameters;
  const needed = new Set<string>([...Object.keys(path.properties), ...(query.required ?? [])]);
  const known = { ...operation.knownPaths?.(snapshot)[0], ...operation.examples?.(snapshot, releases) };
  const given = Object.entries(known).filter(([name]) => needed.has(name));
  const { id } = (operation.dependsOn === "service" ? releases.list()[0] : undefined) ?? snapshot.manifest;
  return cursorAt(operation, id, Object.fromEntries(given), 1);
}

function hintedValue(schema: TSchema): unknown {
  const { type, examples, items, minimum, ...hints } = schema as Hints;
  if (hints.default !== undefined) return hints.default;
  if (examples?.[0] !== undefined) return examples[0];
  if (hints.enum?.[0] !== undefined) return hints.enum[0];
  if (items?.enum !== undefined) return items.enum.slice(0, 3);
  return type === "boolean" ? true : minimum;
}
