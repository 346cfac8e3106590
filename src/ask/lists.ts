import { hash } from "node:crypto";
import { Problem, type ProblemError, quote } from "../problem.ts";
import { inOneWording } from "./filters.ts";
import { joinMembers, withReasons } from "./json-shape.ts";
import type { Answer, Operation } from "./operation.ts";
import type { Sources } from "./sources.ts";
import { SHARED_COMPONENTS } from "./components.ts";
import type { TSchema } from "typebox";
import { canonicalUrl, withQuery } from "./urls.ts";

/** Parameters as read; those with an error are missing. */
interface Parameters extends Readonly<Record<string, unknown>> {
  readonly cursor?: string;
}

/** A list as it was asked for. Parameters apart from these are its filters and its sort. */
export interface ListRequest {
  readonly operation: Pick<Operation, "id" | "path" | "parameters" | "form">;
  readonly sources: Sources;
  readonly parameters: Parameters & { readonly limit: number; readonly fields?: readonly string[] };
  /** The release the list belongs to, if it is not the one that answers. */
  readonly release?: string;
}

/** One page: its items and, unless it is the last, the offset of the following one. */
export interface ListPage<T extends object> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextOffset: number | null;
}

/**
 * Returns the number of items before the page; throws `invalid_request` if the cursor belongs to
 * another list.
 */
export function offsetOf(list: ListRequest): number {
  const offset = findOffset(list.operation, releaseOf(list), inOneWording(list.sources, list.parameters));
  if (offset !== null) return offset;
  const error = describeCursorError(list.parameters.cursor);
  throw new Problem("invalid_request", error.detail, [error]);
}

/** Builds the error of a cursor that does not continue the list. */
function describeCursorError(cursor = ""): ProblemError {
  const fault = CURSOR.test(cursor)
    ? "`cursor` belongs to another list: one of other filters, another sort or another release."
    : `\`cursor\` is ${quote(cursor)}, which is no cursor.`;
  return {
    parameter: "cursor",
    detail: `${fault} Follow \`next\` as it is given, or leave the cursor out to start again.`,
  };
}

/** The offset a cursor stands for; null if the cursor belongs to another list. */
function findOffset(
  operation: ListRequest["operation"],
  release: string,
  parameters: Readonly<Record<string, unknown>>,
): number | null {
  const { cursor } = parameters;
  if (typeof cursor !== "string") return 0;
  const offset = Number.parseInt(cursor.slice(SEAL_CHARACTERS), 36);
  return Number.isSafeInteger(offset) && cursorAt(operation, release, parameters, offset) === cursor ? offset : null;
}

/**
 * The error of a cursor, for a request that has `others` as well, so that one round trip shows
 * all of them.
 *
 * Returns nothing if one of the others leaves open which list was asked for, or if the list depends
 * on more than a release.
 */
export function findCursorError(
  operation: Operation,
  sources: Sources,
  parameters: Parameters,
  others: readonly ProblemError[],
): readonly ProblemError[] {
  const { query } = operation.parameters;
  if (!Object.hasOwn(query.properties, "cursor") || operation.dependsOn !== "release") return [];
  const isOpen = ({ parameter = "" }: ProblemError): boolean =>
    parameter === "cursor" || (Object.hasOwn(query.properties, parameter) && !PAGE_PARAMETERS.includes(parameter));
  if (others.some(isOpen)) return [];
  const worded = inOneWording(sources, parameters);
  return findOffset(operation, sources.snapshot.manifest.id, worded) === null
    ? [describeCursorError(parameters.cursor)]
    : [];
}

/** Cuts one page out of a list in memory. */
export function pageOf<T extends object>(list: ListRequest, all: readonly T[]): ListPage<T> {
  const start = offsetOf(list);
  const end = start + list.parameters.limit;
  return { items: all.slice(start, end), total: all.length, nextOffset: end < all.length ? end : null };
}

/**
 * Answers a list: `head`, then `items`, `total` and `next`, with a `Link` to the following page.
 *
 * `next` names the release, so that all pages come from one release whatever is published
 * meanwhile.
 */
export function answerList<T extends object>(
  list: ListRequest,
  head: object,
  { items, total, nextOffset }: ListPage<T>,
): Extract<Answer, { kind: "json" }> {
  const next = nextOffset === null ? null : nextHref(list, nextOffset);
  const { fields } = list.parameters;
  const shown = fields === undefined ? { items } : { fields, items: selectFields(list.operation, items, fields) };
  const body = joinMembers(head, shown, { total }, endOfList(next));
  return next === null ? { kind: "json", body } : { kind: "json", body, links: [{ rel: "next", href: next }] };
}

/** The end of a list: the URL of its next page, or the reason that there is none. */
export function endOfList(next: string | null) {
  return withReasons({ next }, { next: "last_page" });
}

const SEAL_CHARACTERS = 16;

/** The form of every cursor; see `cursorAt`. */
const CURSOR = /^[\w-]{16}[0-9a-z]{1,11}$/u;

/** The parameters that choose a page of the same list. */
const PAGE_PARAMETERS = ["cursor", "limit", "fields"];

/**
 * The cursor of an offset: a hash over everything the offset is relative to, then the offset. It
 * keeps lists apart and is no secret. `parameters` are normalized by `inOneWording`.
 */
export function cursorAt(
  operation: ListRequest["operation"],
  release: string,
  parameters: Readonly<Record<string, unknown>>,
  offset: number,
): string {
  const list = `${operation.id}\n${release}\n${canonicalUrl(operation, parameters, PAGE_PARAMETERS)}\n${offset}`;
  return hash("sha256", list, "base64url").slice(0, SEAL_CHARACTERS) + offset.toString(36);
}

function nextHref(list: ListRequest, offset: number): string {
  const { operation, sources } = list;
  const parameters = inOneWording(sources, list.parameters);
  const release = releaseOf(list);
  const name = release === sources.snapshot.manifest.id ? sources.snapshot.name : release;
  const cursor = cursorAt(operation, release, parameters, offset);
  const target = sources.site.baseUrl + canonicalUrl(operation, { ...parameters, cursor });
  // Lists without `release` name their releases by other parameters.
  if (!Object.hasOwn(operation.parameters.query.properties, "release")) return target;
  return withQuery(target, { release: name });
}

function releaseOf({ release, sources }: ListRequest): string {
  return release ?? sources.snapshot.manifest.id;
}

/**
 * Lists of some fields of their items: a list that was asked for with `fields` has a schema of its
 * own, in which no member of an item is required. Its member `fields` tells it from a whole list.
 */

interface Node {
  readonly $id?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, TSchema & Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
}

const known = new WeakMap<TSchema, readonly [list: TSchema, item: TSchema]>();

/** The schemas of a list with some fields, and of its items. */
export function partialList(form: ListForm): readonly [TSchema, TSchema] {
  const made = known.get(form.schema) ?? makePartial(form);
  known.set(form.schema, made);
  return made;
}

type ListForm = Extract<Operation["form"], { kind: "json" }>;

function makePartial(form: ListForm): readonly [TSchema, TSchema] {
  const list: TSchema & Node = form.schema;
  const { items } = list.properties ?? {};
  const components: readonly (TSchema & Node)[] = [...SHARED_COMPONENTS, ...(form.components ?? [])];
  const item = components.find(({ $id }) => `${$id}#` === items?.items?.$ref);
  if (items === undefined || item === undefined) throw new Error(`${list.$id} is no list of a component`);
  const { required: _, ...open } = item;
  const chosen = { ...open, $id: `${item.$id}Fields`, description: `Some fields of \`${item.$id}\`.` };
  const properties: Record<string, TSchema> = {};
  for (const [name, schema] of Object.entries(list.properties ?? {})) {
    if (name === "items") properties["fields"] = FIELDS;
    properties[name] = name === "items" ? { ...schema, items: { $ref: `${chosen.$id}#` } } : schema;
  }
  const described = `\`${list.$id}\` with chosen fields of each item.`;
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

/**
 * Returns these fields of each item, in its own order. The reasons of those that can be null come
 * along; those of the others would name nothing.
 */
function selectFields(
  { form }: ListRequest["operation"],
  items: readonly object[],
  fields: readonly string[],
): readonly object[] {
  const wanted = new Set(fields);
  const pick = (members: object): object =>
    Object.fromEntries(Object.entries(members).filter(([name]) => wanted.has(name)));
  const schema: Node = form.kind === "json" ? partialList(form)[1] : {};
  const nullable = Object.keys(schema.properties?.["reasons"]?.properties ?? {});
  const isExplained = wanted.has("reasons") || nullable.some((name) => wanted.has(name));
  return items.map(({ reasons = {}, ...members }: { readonly reasons?: object }) =>
    isExplained ? { ...pick(members), reasons: pick(reasons) } : pick(members),
  );
}
