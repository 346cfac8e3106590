import type { Argument } from "./tool.ts";

/** Arguments that several tools take, in the same few words: clients hold them for every tool. */

const text = (description: string) => ({ type: "string", description });

/** Describes an argument that is a list of texts. */
export function texts(description: string, maxItems?: number) {
  return { type: "array", items: { type: "string" }, maxItems, description };
}

export const releaseArgument: Argument = {
  schema: text("Id of a release, `previous`, or a date; the current one without it."),
};

export const pillarArgument: Argument = { schema: text("One pillar, by id or label.") };

export const countryArgument: Argument = {
  schema: texts("Only these countries: names, ISO codes or ids."),
  prefix: "country:",
};

export const sectorArgument: Argument = { schema: texts("Only these sectors: ids or labels."), prefix: "sector:" };

export const cursorArgument: Argument = { schema: text("From `go_on`: the next page, other arguments unchanged.") };

export const linksArgument: Argument = { schema: { type: "boolean", description: "Add URLs." } };

export function limitArgument(most: number, usual: number): Argument {
  return { schema: { type: "integer", minimum: 1, maximum: most, default: usual } };
}
