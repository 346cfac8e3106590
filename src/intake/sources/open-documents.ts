import { identifier, literal } from "../intake-database.ts";
import type { RawPart } from "../guess/raw-table.ts";
import { isObject } from "../../is-object.ts";

const RECORDS_LOOKED_AT = 2000;
/** If fewer of the records have any key in common, they are no rows. */
const SHARE_MIN = 0.3;
/** A key that fewer of the records have is no column. */
const COLUMN_SHARE_MIN = 0.01;
const COLUMNS_MAX = 500;
/** Fewer documents with members of the same names are no rows of one table. */
const FORM_MIN = 3;
/** The column with the name of the document that a row is from, without its extension. */
export const FILE_COLUMN = "name of the file";

type JsonObject = Readonly<Record<string, unknown>>;

export interface RawDocument {
  readonly label: string;
  readonly title: string;
  readonly pathSql: string;
  readonly content: unknown;
}

/**
 * Finds the tables in documents: lists of records, and maps whose keys are ids or names, at the top
 * or one level below. Documents of one form, as where each company has its own, become one table,
 * and each of their lists another one.
 */
export function openDocuments(documents: readonly RawDocument[]): { parts: RawPart[]; without: string[] } {
  const parts: RawPart[] = [];
  const without: string[] = [];
  for (const group of groupAlike(documents)) {
    const isForm = group.length >= (formOf(group[0]?.content) === "map" ? 2 : FORM_MIN);
    const found = isForm ? partsOfGroup(group) : group.flatMap(partsOfOne);
    if (found.length === 0) without.push(...group.map(({ label }) => label));
    parts.push(...found);
  }
  return { parts, without };
}

type Form = "list" | "map" | "document" | "other";

function formOf(content: unknown): Form {
  if (Array.isArray(content)) return content.some(isObject) ? "list" : "other";
  if (!isObject(content)) return "other";
  const values = Object.values(content);
  return values.length > 0 && values.every(isObject) ? "map" : "document";
}

/** Lists the members that documents, or the records in maps, have. */
function keysOf(content: unknown, form: Form): ReadonlySet<string> {
  if (form === "document" && isObject(content)) return new Set(Object.keys(content));
  if (form === "map" && isObject(content)) return new Set(Object.values(content).filter(isObject).flatMap(Object.keys));
  return new Set();
}

function groupAlike(documents: readonly RawDocument[]): RawDocument[][] {
  const groups: { readonly form: Form; readonly keys: Set<string>; readonly documents: RawDocument[] }[] = [];
  for (const document of documents) {
    const form = formOf(document.content);
    const keys = keysOf(document.content, form);
    const near = groups.find((group) => {
      if (group.form !== form || keys.size === 0) return false;
      return group.keys.intersection(keys).size >= 0.5 * Math.min(keys.size, group.keys.size);
    });
    if (near === undefined) groups.push({ form, keys: new Set(keys), documents: [document] });
    else near.documents.push(document);
  }
  return groups.map((group) => group.documents);
}

function partsOfOne(document: RawDocument): RawPart[] {
  const { content } = document;
  const whole = partOf([document], content, []);
  if (whole !== null) return [whole];
  if (!isObject(content)) return [];
  return Object.entries(content).flatMap(([member, value]) => partOf([document], value, [member]) ?? []);
}

/** Documents that are maps, or that are rows, each with lists of further rows. */
function partsOfGroup(group: readonly RawDocument[]): RawPart[] {
  const [first] = group;
  if (first === undefined) return [];
  if (formOf(first.content) === "map") {
    const entries = group.flatMap(({ content }) => (isObject(content) ? Object.values(content) : []));
    return [mapPart(group, [], columnsOf(entries, ["key"]))];
  }
  const contents = group.map(({ content }) => content).filter(isObject);
  const outer = columnsOf(contents, [FILE_COLUMN]);
  const file = String.raw`regexp_extract(filename, '([^/\\]+?)(?:\.(?:json|ya?ml))+$', 1, 'i') AS ${identifier(FILE_COLUMN)}`;
  const outerNames = [FILE_COLUMN, ...outer.map(({ key }) => key)];
  const parts = [
    partFrom(group, [], outerNames, {
      select: [file, ...outer.map((column) => columnSql("content::JSON", column))],
      from: readText(group),
      note: "a document for each row",
    }),
  ];
  const lists = new Set(
    contents.flatMap((content) => Object.keys(content).filter((key) => recordsOf(content[key]) !== null)),
  );
  for (const member of lists) {
    const records = contents.flatMap((content) => recordsOf(content[member]) ?? []);
    const columns = columnsOf(records, outerNames, member);
    parts.push(
      partFrom(group, [member], [...outerNames, ...columns.map(({ key }) => key)], {
        select: [
          file,
          ...outer.map((column) => columnSql("d", column)),
          ...columns.map((column) => columnSql("e", column)),
        ],
        from: `(SELECT filename, content::JSON AS d, unnest(from_json(content -> ${literal(pathText([member]))}, '["JSON"]')) AS e\n    FROM ${readText(group)})`,
        note: "a list of objects in each document",
      }),
    );
  }
  return parts;
}

function recordsOf(value: unknown): readonly JsonObject[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : null;
}

interface PartSql {
  readonly select: readonly string[];
  readonly from: string;
  readonly note: string;
}

function partFrom(
  group: readonly RawDocument[],
  members: readonly string[],
  columns: readonly string[],
  { select, from, note }: PartSql,
): RawPart {
  const [first] = group;
  const { label, title } = first ?? { label: "", title: "" };
  const all = group.length === 1 ? label : `${label} and ${group.length - 1} more of its form`;
  const member = members.join(".");
  return {
    label: member === "" ? all : `${all}, member "${member}"`,
    title: members.at(-1) ?? title,
    files: group.map((each) => each.label),
    sheet: null,
    member: member === "" ? null : member,
    header: null,
    cells: null,
    source: `(SELECT ${select.join(", ")}\n    FROM ${from})`,
    columns,
    notes: [note],
  };
}

function partOf(group: readonly RawDocument[], value: unknown, members: readonly string[]): RawPart | null {
  const isList = Array.isArray(value);
  if (!isList && !isObject(value)) return null;
  const entries: unknown[] = isList ? value : Object.values(value);
  if (entries.length < 2) return null;
  const columns = areRows(entries) ? columnsOf(entries, isList ? [] : ["key"]) : [];
  const [type] = entries.map((entry) => typeof entry);
  const areScalars =
    !isList && members.length > 0 && entries.every((entry) => isScalar(entry) && typeof entry === type);
  if (columns.length === 0 && !areScalars) return null;
  if (isList) {
    const path = members.length === 0 ? "content" : `content -> ${literal(pathText(members))}`;
    return partFrom(
      group,
      members,
      columns.map(({ key }) => key),
      {
        select: columns.map((column) => columnSql("e", column)),
        from: `(SELECT unnest(from_json(${path}, '["JSON"]')) AS e FROM ${readText(group)})`,
        note: "a list of objects",
      },
    );
  }
  return mapPart(group, members, areScalars ? null : columns);
}

/** `columns` is null where each key has one value. */
function mapPart(
  group: readonly RawDocument[],
  members: readonly string[],
  columns: readonly JsonColumn[] | null,
): RawPart {
  const selected = columns?.map((column) => columnSql("e.value", column)) ?? [`e.value ->> '$' AS "value"`];
  return partFrom(group, members, ["key", ...(columns?.map(({ key }) => key) ?? ["value"])], {
    select: [`e.key AS ${identifier("key")}`, ...selected],
    from: `${entriesSql(group, members)} AS r(e)`,
    note: "a map: each key is a value too, in the column key",
  });
}

/** SQL: the entries of maps; each row holds its own value alone, and no copy of the whole. */
function entriesSql(group: readonly RawDocument[], members: readonly string[]): string {
  const path = members.length === 0 ? "content" : `content -> ${literal(pathText(members))}`;
  return `(SELECT unnest(map_entries(from_json(${path}, '"MAP(VARCHAR, JSON)"'))) FROM ${readText(group)})`;
}

function readText(group: readonly RawDocument[]): string {
  const [only = ""] = group.map(({ pathSql }) => pathSql);
  return group.length === 1
    ? `read_text(${only})`
    : `read_text([\n      ${group.map(({ pathSql }) => pathSql).join(",\n      ")}])`;
}

interface JsonColumn {
  readonly key: string;
  readonly path: readonly string[];
  /** True if its values are lists, of which a cell has all, with "; " between them. */
  readonly isList: boolean;
}

function columnSql(from: string, { key, path, isList }: JsonColumn): string {
  const at = literal(pathText(path));
  return isList
    ? `array_to_string(from_json(${from} -> ${at}, '["VARCHAR"]'), '; ') AS ${identifier(key)}`
    : `${from} ->> ${at} AS ${identifier(key)}`;
}

/** Returns true if the entries are objects, and some member is in enough of them. */
function areRows(entries: readonly unknown[]): boolean {
  const looked = entries.slice(0, RECORDS_LOOKED_AT);
  const objects = looked.filter(isObject);
  if (objects.length < 2 || objects.length < 0.9 * looked.length) return false;
  const counts = new Map<string, number>();
  for (const { key } of objects.flatMap((object) => membersOf(object, []))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= 2 && count >= SHARE_MIN * objects.length);
}

/** Lists the members of records, those of objects inside them too; `taken` are other columns. */
function columnsOf(records: readonly unknown[], taken: readonly string[], prefix = ""): JsonColumn[] {
  const objects = records.slice(0, RECORDS_LOOKED_AT).filter(isObject);
  const counts = new Map<string, { readonly column: JsonColumn; count: number }>();
  for (const object of objects)
    for (const column of membersOf(object, [])) {
      const id = JSON.stringify(column.path);
      const found = counts.get(id) ?? { column, count: 0 };
      found.count += 1;
      counts.set(id, found);
    }
  const names = new Set(taken.map((name) => name.toLowerCase()));
  return [...counts.values()]
    .filter(({ count }) => count >= COLUMN_SHARE_MIN * objects.length)
    .slice(0, COLUMNS_MAX)
    .map(({ column }) => {
      const base = names.has(column.key.toLowerCase()) && prefix !== "" ? `${prefix} ${column.key}` : column.key;
      let key = base;
      for (let n = 2; names.has(key.toLowerCase()); n++) key = `${base} (${n})`;
      names.add(key.toLowerCase());
      return { ...column, key };
    });
}

function membersOf(object: JsonObject, above: readonly string[]): JsonColumn[] {
  return Object.entries(object).flatMap(([member, value]): JsonColumn[] => {
    // A path of DuckDB has no way to write it.
    if (member.includes('"')) return [];
    const path = [...above, member];
    if (isObject(value)) return above.length === 0 ? membersOf(value, path) : [];
    const isList = Array.isArray(value);
    if (isList && !value.every(isScalar)) return [];
    return [{ key: path.join(" "), path, isList }];
  });
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** Writes a JSON path: `$."Water use"."2025"`. */
function pathText(path: readonly string[]): string {
  return `$${path.map((member) => `.${identifier(member)}`).join("")}`;
}
