import { hash } from "node:crypto";
import { Problem, type ProblemError } from "../problem.ts";
import { canonicalAddress } from "./addresses.ts";
import type { ByteSheet } from "./byte-sheet.ts";
import type { Answer, Operation } from "./operation.ts";
import type { Sources } from "./sources.ts";
import { type WrittenJson, writeJson } from "./written-json.ts";

/** Parameters as read, faulty ones missing. */
interface Parameters extends Readonly<Record<string, unknown>> {
  readonly cursor?: string;
}

/** What every list is asked with; further parameters are its filters and its sort. */
export interface ListParameters extends Parameters {
  readonly limit: number;
  readonly fields?: readonly string[];
}

/** A list as it was asked for, in one release. */
export interface ListQuestion {
  readonly operation: Pick<Operation, "id" | "path" | "parameters">;
  readonly release: string;
  readonly baseUrl: string;
  readonly parameters: ListParameters;
}

/** One page: its items and, unless it is the last, the offset of the following one. */
export interface ListPage<T extends object> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextOffset: number | null;
}

/** How many items to pass over, from the cursor; throws `invalid_request` when it belongs to another question. */
export function offsetOf(question: ListQuestion): number {
  const offset = findOffset(question);
  if (offset !== null) return offset;
  throw new Problem("invalid_request", CURSOR_FAULT.detail, [CURSOR_FAULT]);
}

const CURSOR_FAULT: ProblemError = {
  parameter: "cursor",
  detail:
    "`cursor` belongs to another list: one of other filters, another sort or another release. " +
    "Follow `next` as it is given, or leave the cursor out to begin anew.",
};

/** The offset that a cursor stands for; null when it belongs to another question. */
function findOffset(question: Pick<ListQuestion, "operation" | "release"> & { readonly parameters: Parameters }) {
  const { cursor } = question.parameters;
  if (cursor === undefined) return 0;
  const offset = Number.parseInt(cursor.slice(SEAL_CHARACTERS), 36);
  return Number.isSafeInteger(offset) && cursorAt(question, offset) === cursor ? offset : null;
}

/**
 * The fault of a cursor beside `others` that the same request has, so that one round trip mends them all.
 *
 * Nothing where one of those leaves open which list was asked for, and for the list of releases, which is relative to more than a release.
 */
export function findCursorFault(
  operation: Operation,
  { snapshot }: Pick<Sources, "snapshot">,
  parameters: Parameters,
  others: readonly ProblemError[],
): readonly ProblemError[] {
  const { query } = operation.parameters;
  if (!Object.hasOwn(query.properties, "cursor") || operation.dependsOn !== "release") return [];
  const isOpen = ({ parameter = "" }: ProblemError): boolean =>
    parameter === "cursor" || (Object.hasOwn(query.properties, parameter) && !PAGE_PARAMETERS.includes(parameter));
  if (others.some(isOpen)) return [];
  return findOffset({ operation, release: snapshot.manifest.id, parameters }) === null ? [CURSOR_FAULT] : [];
}

/** Cuts one page out of a list in memory. */
export function pageOf<T extends object>(question: ListQuestion, all: readonly T[]): ListPage<T> {
  const start = offsetOf(question);
  const end = start + question.parameters.limit;
  return { items: all.slice(start, end), total: all.length, nextOffset: end < all.length ? end : null };
}

/**
 * Lays out the end of a list answer, `items`, `total` and `next`, and the `Link` to the following page.
 *
 * `next` names the release, so that a walk over the pages stays in one release whatever is published meanwhile.
 */
export function answerList<T extends object>(
  question: ListQuestion,
  head: object,
  page: ListPage<T>,
): Extract<Answer, { kind: "json" }> {
  const next = page.nextOffset === null ? null : nextHref(question, page.nextOffset);
  const items = selectFields(page.items, question.parameters.fields);
  return { kind: "json", body: { ...head, items, total: page.total, next }, ...linkTo(next) };
}

/** The same for items that are written on a sheet, behind a head that is written. They have all their fields. */
export function answerWrittenList(
  question: ListQuestion,
  sheet: ByteSheet,
  head: WrittenJson,
  writeItems: (sheet: ByteSheet) => void,
  { total, nextOffset }: Pick<ListPage<object>, "total" | "nextOffset">,
): Extract<Answer, { kind: "written" }> {
  const next = nextOffset === null ? null : nextHref(question, nextOffset);
  sheet.write("{");
  sheet.write(head);
  sheet.write(',"items":[');
  writeItems(sheet);
  sheet.write(`],"total":${total},"next":${writeJson(next)}}`);
  return { kind: "written", sheet, ...linkTo(next) };
}

function linkTo(next: string | null) {
  return next === null ? {} : { links: [{ rel: "next", href: next }] };
}

const SEAL_CHARACTERS = 16;

/** What makes another page of the same list. */
const PAGE_PARAMETERS = ["cursor", "limit", "fields"];

/**
 * The cursor of an offset: a seal over everything the offset is relative to, then the offset. It is no secret, it only
 * keeps lists apart.
 */
export function cursorAt(
  { operation, release, parameters }: Pick<ListQuestion, "operation" | "release"> & { readonly parameters: Parameters },
  offset: number,
): string {
  const list = `${operation.id}\n${release}\n${canonicalAddress(operation, parameters, PAGE_PARAMETERS)}\n${offset}`;
  return hash("sha256", list, "base64url").slice(0, SEAL_CHARACTERS) + offset.toString(36);
}

function nextHref(question: ListQuestion, offset: number): string {
  const { operation, parameters, release, baseUrl } = question;
  const address = canonicalAddress(operation, { ...parameters, cursor: cursorAt(question, offset) });
  return `${baseUrl}${address}&release=${encodeURIComponent(release)}`;
}

function selectFields(items: readonly object[], fields: readonly string[] | undefined): readonly object[] {
  if (fields === undefined) return items;
  const wanted = new Set(fields);
  return items.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name))));
}
