import type { TSchema } from "typebox";

/**
 * Lists of some fields of their items: a list that was asked for with `fields` has a schema of its
 * own, in which no member of an item is required. It has a member `fields`, by which it is told
 * from a whole one.
 */

interface Node {
  readonly $id?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, TSchema & Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
}

const known = new WeakMap<TSchema, readonly [list: TSchema, item: TSchema]>();

/** The schemas of a list with some fields, and of its items. `components` has the whole item. */
export function partialList(list: TSchema & Node, components: readonly TSchema[]): readonly [TSchema, TSchema] {
  const made = known.get(list) ?? makePartial(list, components);
  known.set(list, made);
  return made;
}

function makePartial(list: TSchema & Node, components: readonly (TSchema & Node)[]): readonly [TSchema, TSchema] {
  const { items } = list.properties ?? {};
  const item = components.find(({ $id }) => `${$id}#` === items?.items?.$ref);
  if (items === undefined || item === undefined) throw new Error(`${list.$id} is no list of a component`);
  const { required: _, ...open } = item;
  const chosen = { ...open, $id: `${item.$id}Fields`, description: `Some fields of \`${item.$id}\`.` };
  const properties: Record<string, TSchema> = {};
  for (const [name, schema] of Object.entries(list.properties ?? {})) {
    if (name === "items") properties["fields"] = FIELDS;
    properties[name] = name === "items" ? { ...schema, items: { $ref: `${chosen.$id}#` } } : schema;
  }
  const described = `\`${list.$id}\` with some fields of each item, as \`fields\` asks for.`;
  const required = [...(list.required ?? []), "fields"];
  return [{ ...list, $id: `${list.$id}Fields`, description: described, properties, required }, chosen];
}

const FIELDS: TSchema = {
  type: "array",
  items: { type: "string" },
  description: "The fields that each item has, where the item has them. Only a list asked for with `fields` has this.",
};

/** The sentence of an item of a list, made only where `fields` asks for it. */
export function ifAsked(
  fields: readonly string[] | undefined,
  summarize: () => { summary: string },
): { summary?: string } {
  return fields?.includes("summary") === true ? summarize() : {};
}

/** These fields of each item, in its own order. */
export function selectFields(items: readonly object[], fields: readonly string[]): readonly object[] {
  const wanted = new Set(fields);
  const pick = (members: object): object =>
    Object.fromEntries(Object.entries(members).filter(([name]) => wanted.has(name)));
  return items.map((item: { readonly reasons?: object }) => {
    // The reasons of members that were not asked for would name nothing.
    const reasons = item.reasons === undefined ? {} : { reasons: pick(item.reasons) };
    return pick({ ...item, ...reasons });
  });
}
