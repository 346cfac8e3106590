import { BOUNDS } from "../../ask/bounds.ts";
import { linesOf, type ListRecord, readRecords } from "../../ask/read-records.ts";
import { expectedRecord, namedDelimiter } from "../../csv/csv-scanner.ts";
import { Problem, quote } from "../../problem.ts";

/** The members that a row of a list may have. */
export const LIST_MEMBERS = ["id", "name", "country", "lei", "company_id", "slug"] as const;

export type ListMember = (typeof LIST_MEMBERS)[number];

/** A row of a CSV file with its values, or with the reason why it cannot be read. */
export class FileRow {
  /** The line of the file that it begins on, from 1. */
  readonly line: number;
  readonly error: string | null;
  /** The columns of the file, the same for every row. */
  readonly #columns: readonly Column[];
  /** The cells as written, which may be fewer than there are columns; none with an error. */
  readonly #cells: readonly string[];

  constructor({ line, cells, error }: ListRecord, columns: readonly Column[]) {
    this.line = line;
    this.#columns = columns;
    this.#cells = error === null ? cells : [];
    const beyond = this.#cells.slice(columns.length).some((cell) => cell.trim() !== "");
    if (error !== null) this.error = `it has ${error}; expected ${expectedRecord(BOUNDS.rowBytes.most)}`;
    else if (beyond) this.error = `it has ${cells.length} fields; expected ${columns.length}, as the header row has`;
    else this.error = null;
  }

  get values(): Partial<Readonly<Record<ListMember, string>>> {
    const values: Partial<Record<ListMember, string>> = {};
    for (const [at, { member }] of this.#columns.entries()) {
      const cell = this.#cells[at] ?? "";
      if (member !== null && cell.trim() !== "") values[member] = cell;
    }
    return values;
  }

  /** The names of the columns that are no members of a row. */
  get otherNames(): readonly string[] {
    return this.#columns.flatMap(({ member, name }) => (member === null ? [name] : []));
  }

  /** Its cells in these columns. */
  get others(): readonly string[] {
    return this.#columns.flatMap(({ member }, at) => (member === null ? [this.#cells[at] ?? ""] : []));
  }
}

/**
 * Reads a list from a CSV file (RFC 4180) with a header row, whose fields are separated by commas,
 * semicolons, tabs or `|`. Columns that lists do not have are kept as they are. Throws
 * `invalid_request` beyond the bounds of a list, and for a header without a column that can name a
 * company.
 */
export function readListFile(text: string): { readonly rows: readonly FileRow[] } {
  const [header, ...records] = readRecords(text);
  if (header === undefined) throw new Problem("invalid_request", `The file is empty; expected ${EXPECTED_HEADER}.`);
  const columns = readHeader(header);
  return { rows: records.map((record) => new FileRow(record, columns)) };
}

/** A column of a file: its member, or null, and its name in the header. */
interface Column {
  readonly member: ListMember | null;
  readonly name: string;
}

const EXPECTED_HEADER =
  "a header row with a column of names, called `name`, `company` or the like, or one of `lei`, `company_id` and `slug`";

function readHeader({ cells, error }: ListRecord): readonly Column[] {
  const written = cells.map((cell) => cell.trim());
  // Spreadsheets end lines with delimiters.
  const names = written.slice(0, written.findLastIndex((name) => name !== "") + 1);
  const exact = names.map((name) => name.toLowerCase()).filter(isMember);
  const repeated = exact.filter((name, at) => exact.indexOf(name) !== at).map((name) => quote(name));
  const columns = readColumns(names);
  const isNamed = columns.some(({ member }) => member !== null && IDENTIFYING.has(member));
  const faults = [
    ...(error === null ? [] : [`has ${error}`]),
    ...(repeated.length === 0 ? [] : [`has ${repeated.slice(0, SHOWN_MAX).join(", ")} more than once`]),
    ...(isNamed || error !== null ? [] : [`has ${shownNames(names)}, of which none names a company`]),
  ];
  if (faults.length === 0) return columns;
  throw new Problem("invalid_request", `The header row ${faults.join(" and ")}; expected ${EXPECTED_HEADER}.`);
}

const IDENTIFYING: ReadonlySet<ListMember> = new Set(["name", "lei", "company_id", "slug"]);

function shownNames(names: readonly string[]): string {
  return names
    .slice(0, SHOWN_MAX)
    .map((name) => quote(name))
    .join(", ");
}

/**
 * Usual names of the columns, in the languages of spreadsheets. They match as a
 * whole, so that the first company of a list without a header is not taken for one.
 */
const CALLED: readonly (readonly [ListMember, RegExp])[] = [
  [
    "name",
    /^(?:(?:name of(?: the)?|legal|full|official|parent) ?)?(?:name|compan(?:y|ies)|organi[sz]ation|supplier|vendor|issuer|firm|manufacturer|customer|investee|holding|unternehmen|firma|firmen|lieferant(?:en)?|hersteller|soci[ée]t[ée]|entreprise|fournisseur|empresa|proveedor|fornecedor|azienda|fornitore|bedrijf)s?(?: ?(?:names?|title))?$/u,
  ],
  [
    "country",
    /^(?:(?:hq|headquarters|home) )?(?:countr(?:y|ies)|land|staat|pays|pa[ií]s|paese)(?: (?:codes?|names?|iso|of [a-z ]+))?$/u,
  ],
  ["lei", /^lei(?: codes?)?$/u],
];

/** Finds the columns of a header: those with the names of members, else the first usual name. */
function readColumns(names: readonly string[]): readonly Column[] {
  const written = names.map((name) => name.toLowerCase().replaceAll(/[\s_-]+/gu, " "));
  const found = new Map<number, ListMember>();
  for (const [at, name] of written.entries()) {
    const key = name.replaceAll(" ", "_");
    if (isMember(key)) found.set(at, key);
  }
  for (const [member, called] of CALLED) {
    if ([...found.values()].includes(member)) continue;
    const at = written.findIndex((name, index) => !found.has(index) && called.test(name));
    if (at !== -1) found.set(at, member);
  }
  return names.map((name, at) => ({ member: found.get(at) ?? null, name }));
}

/** Returns true if a line is the header of a file with one column. */
function isHeader(line: string): boolean {
  return readColumns([line.trim()]).some(({ member }) => member !== null);
}

/** The name of a column of somebody's own file, beside columns that we add. */
export function ownColumn(name: string, added: object): string {
  return Object.hasOwn(added, name) ? `your_${name}` : name;
}

/** Maximum number of columns that an error names. */
const SHOWN_MAX = 10;

/** Returns true if a row may have a member of this name. */
export function isMember(name: string): name is ListMember {
  return LIST_MEMBERS.some((member) => member === name);
}

/**
 * Turns a list as people paste it into the CSV file that the API reads: names alone, one in each
 * line, get a header row, and cells copied from a spreadsheet get commas. Everything else stays as
 * it is, for the API to read or refuse. Throws `invalid_request` for more lines than a list has.
 */
export function listAsCsv(text: string): string {
  const [, first = ""] = /^\s*([^\r\n]*)/u.exec(text) ?? [];
  if (namedDelimiter(text) !== null) return text;
  if (first.includes("\t")) return withCommas(linesOf(text.replace(/^\ufeff/u, "")));
  if (/[,;"]/u.test(first) || first.split("|").some(isHeader)) return text;
  return ["name", ...linesOf(text).map(([, line]) => csvField(line))].join("\n");
}

/** Turns lines with tabs into lines with commas, each at its place in the list. */
function withCommas(lines: ReturnType<typeof linesOf>): string {
  let before = 1;
  const written = lines.map(([line, text]) => {
    const breaks = "\n".repeat(line - before);
    before = line;
    return breaks + text.split("\t").map(csvField).join(",");
  });
  return written.join("");
}

/** Writes a field of a CSV file (RFC 4180) without any change to its text. */
export function csvField(text: string): string {
  return /[",;\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
