import type { TSchema, TUnsafe } from "typebox";
import { Type } from "./type.ts";
import { oneOf } from "./json-shape.ts";

/** The most items a list gives at once, unless it says otherwise. */
export const LIMIT_MAXIMUM = 1000;

/** The number of items of a page by default, where a list may be long. */
export const LIMIT_DEFAULT = 100;

/** The longest name of a release that is looked up, in characters. */
export const RELEASE_CHARACTERS_MAX = 100;

/** Query parameters of every data operation; see `chooseSnapshot`. */
export const releaseParameter = {
  release: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: RELEASE_CHARACTERS_MAX,
      description:
        "Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default.",
    }),
  ),
  as_of: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description:
        "Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`.",
    }),
  ),
};

/** A release by its name or by a time at which it was in force; see `findRelease`. */
export function releaseName(description: string) {
  return Type.String({ minLength: 1, maxLength: RELEASE_CHARACTERS_MAX, description });
}

/** Query parameters that choose one page of a list. */
export function pageParameters(limitDefault: number, limitMaximum: number) {
  return {
    limit: Type.Integer({
      minimum: 1,
      maximum: limitMaximum,
      default: limitDefault,
      description: "Maximum number of items. A value above the maximum is an error; it is never reduced.",
    }),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters.",
      }),
    ),
  };
}

/**
 * Query parameters of every list. `item` is the schema of its items; the whole list comes unless
 * `limitDefault` is less.
 */
export function listParameters(
  item: TSchema & { readonly properties: Readonly<Record<string, unknown>> },
  limitDefault = LIMIT_MAXIMUM,
  limitMaximum = LIMIT_MAXIMUM,
) {
  return { ...pageParameters(limitDefault, limitMaximum), fields: Type.Optional(fieldsOf(item)) };
}

/** The order of a list; the first is the default. A leading `-` reverses it. */
export function sortParameter<const S extends string>(orders: readonly [S, ...S[]], description: string): TUnsafe<S> {
  return oneOf(orders, { default: orders[0], description });
}

/** The path segment of a country. */
export const countrySegment = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Slug of a country. ISO 3166-1 codes, names and former names are redirected to it.",
  examples: ["france"],
});

function fieldsOf(item: { readonly properties: Readonly<Record<string, unknown>> }): TUnsafe<string[]> {
  return Type.Unsafe<string[]>({
    type: "array",
    items: { type: "string", enum: Object.keys(item.properties) },
    minItems: 1,
    maxItems: Object.keys(item.properties).length,
    uniqueItems: true,
    description: "Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it.",
  });
}
