import type { Operation } from "../ask/operation.ts";
import type { Snapshot } from "../release/snapshot.ts";
import type { TSchema } from "typebox";
import type { Example } from "./answer-examples.ts";
import { publishSchema } from "./openapi-schemas.ts";

/** A parameter as OpenAPI describes it. */
export interface ParameterObject {
  readonly name: string;
  readonly example?: unknown;
  readonly [member: string]: unknown;
}

interface Pointer {
  readonly $ref: string;
}

/** What of a described operation has to do with parameters. */
interface WithParameters {
  readonly operationId: string;
  readonly parameters: readonly ParameterObject[];
}

/** The operations of a document by path and method. */
type PathsOf<Described> = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/**
 * Makes components of the parameters that several operations have in the same words, and lets the
 * operations point at them.
 *
 * The example is that of the first one. A component has the name of its parameter. Where a name is
 * taken, as `limit` is in lists with other maxima, that of the first operation is added.
 */
export function shareParameters<Described extends WithParameters>(
  paths: PathsOf<Described>,
): { readonly paths: PathsOf<object>; readonly parameters: Readonly<Record<string, ParameterObject>> } {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const uses = new Map<string, { count: number; readonly parameter: ParameterObject; readonly first: string }>();
  for (const { operationId, parameters } of operations) {
    for (const parameter of parameters) {
      const text = wordsOf(parameter);
      const use = uses.get(text) ?? { count: 0, parameter, first: operationId };
      use.count += 1;
      uses.set(text, use);
    }
  }
  const shared: Record<string, ParameterObject> = {};
  const names = new Map<string, string>();
  const repeated = [...uses].filter(([, { count }]) => count > 1);
  for (const [text, { parameter, first }] of repeated.toSorted(([, a], [, b]) => b.count - a.count)) {
    const name = parameter.name in shared ? `${parameter.name}_of_${first}` : parameter.name;
    shared[name] = parameter;
    names.set(text, name);
  }
  const pointAt = (parameter: ParameterObject): ParameterObject | Pointer => {
    const name = names.get(wordsOf(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  const pointing: Record<string, Record<string, object>> = {};
  for (const [path, methods] of Object.entries(paths)) {
    const own = Object.entries(methods).map(([method, operation]): [string, object] => [
      method,
      { ...operation, parameters: operation.parameters.map(pointAt) },
    ]);
    pointing[path] = Object.fromEntries(own);
  }
  return { paths: pointing, parameters: shared };
}

/** What a parameter says but for its example. */
function wordsOf({ example: _, ...parameter }: ParameterObject): string {
  return JSON.stringify(parameter);
}

/** Describes the path or query parameters of an operation. */
export function describeParameters(
  location: "path" | "query",
  { properties, required }: Operation["parameters"]["path"],
  example: Example | undefined,
  named: Names,
): ParameterObject[] {
  const needed = new Set<string>(required);
  return Object.entries(properties).map(([name, stated]) => {
    const { description, ...schema } = publishSchema(stated);
    const value = isTaught(location, name, stated, needed.has(name)) ? example?.parameters[name] : undefined;
    return {
      name,
      in: location,
      required: location === "path" || needed.has(name),
      description: joined(description, location === "query" ? named[name] : undefined),
      ...(schema["type"] === "array" ? { style: "form", explode: false } : {}),
      schema,
      ...(value === undefined ? {} : { example: value }),
    };
  });
}

/**
 * Whether an example of a parameter teaches something: its schema does not list its values, give a
 * default or name a range of numbers, and it can be sent with the others. A cursor continues one
 * list alone, and `as_of` chooses a release as `release` does.
 */
function isTaught(location: "path" | "query", name: string, stated: TSchema, isRequired: boolean): boolean {
  if (location === "path" || isRequired) return true;
  const { type, enum: values, items, examples } = stated as Stated;
  if (examples !== undefined) return true;
  if (name === "cursor" || name === "as_of" || type === "boolean" || type === "integer") return false;
  return values === undefined && items?.enum === undefined && !("default" in stated);
}

interface Stated {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly items?: Stated;
  readonly examples?: unknown;
}

/** What can stand in a parameter of some names, in the release of the examples. */
export type Names = Readonly<Record<string, string>>;

/** More names than these would bury the description. */
const NAMES_MAX = 40;

/** The names of a release for such parameters. */
export function namesOf({ manifest, sectors }: Snapshot): Names {
  const { scale, pillars } = manifest.dataset;
  const list = (what: string, ids: readonly string[]): string => {
    const shown = ids.slice(0, NAMES_MAX).map((id) => `\`${id}\``);
    return `${what} of the release of the examples: ${shown.join(", ")}${ids.length > NAMES_MAX ? ", …" : ""}.`;
  };
  return {
    band: list(
      "Bands, worst first,",
      scale.bands.map(({ id }) => id),
    ),
    pillar: list(
      "Pillars",
      pillars.map(({ id }) => id),
    ),
    sector: list(
      "Sectors",
      sectors.map(({ slug }) => slug),
    ),
  };
}

function joined(description: unknown, more: string | undefined): string {
  const texts = [description, more].filter((text) => typeof text === "string");
  return texts.join(" ");
}
