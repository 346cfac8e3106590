import type * as TypeBox from "typebox";

/*
 * The schemas of requests and answers. Their types are TypeBox's. They are made here, because
 * the package loads 370 modules for the few functions of it that the service needs: half as
 * many as its own, in every thread. `test/topics/type.test.ts` compares the two.
 */

/** Marks a member that may be absent. A symbol, because documents do not show it. */
const OPTIONAL = Symbol("optional");

/** Marks a member that is a sentence about figures, or a list of them. */
const SENTENCE = Symbol("sentence");

const sentenceMembers = new Set<string>();

/** Returns true if members of this name are sentences about figures by their schemas. */
export function isSentence(name: string): boolean {
  return sentenceMembers.has(name);
}

/** The schema of a member that is a sentence about figures, or a list of them. */
export function said<Schema extends object>(schema: Schema): Schema {
  return { ...schema, [SENTENCE]: true };
}

type Members = Readonly<Record<string, object>>;

function requiredIn(properties: Members): { readonly required?: readonly string[] } {
  const required = Object.entries(properties).flatMap(([name, each]) => (OPTIONAL in each ? [] : [name]));
  return required.length === 0 ? {} : { required };
}

/** Returns a marked copy. A schema that spreads it does not have the mark. */
function optional(schema: object): object {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
}

function object(properties: Members, options: object = {}): object {
  for (const [name, member] of Object.entries(properties)) if (SENTENCE in member) sentenceMembers.add(name);
  return { type: "object", ...requiredIn(properties), properties, ...options };
}

const makers = {
  String: (options?: object) => ({ type: "string", ...options }),
  Integer: (options?: object) => ({ type: "integer", ...options }),
  Number: (options?: object) => ({ type: "number", ...options }),
  Boolean: (options?: object) => ({ type: "boolean", ...options }),
  Null: (options?: object) => ({ type: "null", ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Literal: (value: string | number | boolean, options?: object) => ({ type: typeof value, const: value, ...options }),
  Array: (items: object, options?: object) => ({ type: "array", items, ...options }),
  Union: (anyOf: readonly object[], options?: object) => ({ anyOf, ...options }),
  Object: object,
  Optional: optional,
  Partial: ({ properties }: { readonly properties: Members }, options?: object) =>
    object(Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, optional(each)])), options),
  /** Keys can only be strings. */
  Record: (_: object, value: object, options?: object) => ({
    type: "object",
    patternProperties: { "^.*$": value },
    ...options,
  }),
  Unsafe: (schema: object) => ({ ...schema }),
};

const plain: object = makers;

/** Makes schemas as TypeBox does, with its types. */
export const Type = plain as Pick<typeof TypeBox, keyof typeof makers>;
