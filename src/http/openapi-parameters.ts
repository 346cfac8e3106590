import type { Operation } from "../ask/operation.ts";
import type { Snapshot } from "../release/snapshot.ts";
import type { Example } from "./answer-examples.ts";
import { publishSchema } from "./openapi-schemas.ts";

/** Describes the path or query parameters of an operation. */
export function describeParameters(
  location: "path" | "query",
  { properties, required }: Operation["parameters"]["path"],
  example: Example | undefined,
  named: Names,
): object[] {
  const needed = new Set<string>(required);
  return Object.entries(properties).map(([name, stated]) => {
    const { description, ...schema } = publishSchema(stated);
    const value = example?.parameters[name];
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
