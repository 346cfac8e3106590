import { CsvScanner, EXPECTED_RECORD, fieldTexts } from "../../csv/csv-scanner.ts";
import { Problem, quote } from "../../problem.ts";

/** What a row of a list may say. */
export const LIST_MEMBERS = ["id", "name", "country", "lei", "company_id", "slug"] as const;

export type ListMember = (typeof LIST_MEMBERS)[number];

/** A field of a column that says nothing to us: its name in the header, and what it says. */
export type OtherField = readonly [column: string, value: string];

/** A row of a CSV file: what it says, or why it cannot be read. */
export class FileRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly values: Partial<Readonly<Record<ListMember, string>>>;
  /** The fields of the other columns, in their order; none of a row that cannot be read. */
  readonly others: readonly OtherField[];
  readonly error: string | null;

  constructor(line: number, values: FileRow["values"], others: FileRow["others"], error: string | null) {
    this.line = line;
    this.values = values;
    this.others = others;
    this.error = error;
  }
}

/**
 * Reads a list from a CSV file (RFC 4180) with a header row, whose fields are separated by commas,
 * semicolons or tabs. Rows of delimiters alone are passed over. Columns that lists do not have are
 * kept as they are. Throws `invalid_request` for a header without a column that can name a company.
 */
export function readListFile(text: string): { readonly rows: readonly FileRow[] } {
  const bytes = Buffer.from(text);
  const rows: FileRow[] = [];
  let columns: readonly Column[] | null = null;
  const scanner = new CsvScanner(delimiterOf(text), (record) => {
    const { line, error } = record;
    const fields = error === null ? fieldTexts(record) : [];
    if (columns === null) columns = readHeader(error === null ? fields : [], error);
    else if (error !== null) rows.push(new FileRow(line, {}, [], `it has ${error}; expected ${EXPECTED_RECORD}`));
    else if (fields.some((field) => field.trim() !== "")) rows.push(readFields(line, columns, fields));
  });
  scanner.push(bytes);
  scanner.end();
  if (columns === null) throw new Problem("invalid_request", `The file is empty; expected ${EXPECTED_HEADER}.`);
  return { rows };
}

/** A column of a file: what it says of companies, or null and its name in the header. */
interface Column {
  readonly member: ListMember | null;
  readonly name: string;
}

const EXPECTED_HEADER =
  "a header row with a column of names, called `name`, `company` or the like, or one of `lei`, `company_id` and `slug`";

/** What separates the fields of a file, by its header: no name of a column has either. */
export function delimiterOf(text: string): string {
  const [header = ""] = text.trimStart().split(/[\r\n]/u, 1);
  return [";", ","].find((delimiter) => header.includes(delimiter)) ?? (header.includes("\t") ? "\t" : ",");
}

function readHeader(fields: readonly string[], error: string | null): readonly Column[] {
  const written = fields.map((field) => field.trim());
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
 * What people call columns of names and of countries, in the languages of their spreadsheets; as a
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

/** The columns of a header: those with the names of members, else the first that is called so. */
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

/** Whether a line is the header of a file with one column. */
export function isHeader(line: string): boolean {
  return readColumns([line.trim()]).some(({ member }) => member !== null);
}

/** How many columns are named. */
const SHOWN_MAX = 10;

/** Whether a row may have a member of this name. */
export function isMember(name: string): name is ListMember {
  return LIST_MEMBERS.some((member) => member === name);
}

function readFields(line: number, columns: readonly Column[], fields: readonly string[]): FileRow {
  if (fields.slice(columns.length).some((field) => field.trim() !== "")) {
    const fault = `it has ${fields.length} fields; expected ${columns.length}, as the header row has`;
    return new FileRow(line, {}, [], fault);
  }
  const values: Partial<Record<ListMember, string>> = {};
  const others: OtherField[] = [];
  for (const [at, { member, name }] of columns.entries()) {
    const field = fields[at] ?? "";
    if (member === null) others.push([name, field]);
    else if (field.trim() !== "") values[member] = field;
  }
  return new FileRow(line, values, others, null);
}
