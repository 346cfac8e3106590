import { CsvScanner, EXPECTED_RECORD, fieldTexts } from "../../csv/csv-scanner.ts";
import { Problem, quote } from "../../problem.ts";
import { delimiterOf } from "../portfolio/list-file.ts";
import { type Coordinates, readCoordinates } from "./read-coordinates.ts";

/** How many rows a file of places has at most. */
export const PLACES_MAX = 10_000;

/** A row of somebody's file. */
export interface PlaceRow {
  /** From 1, without the header. */
  readonly row: number;
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** Its cells as they were written, one for each column. */
  readonly cells: readonly string[];
  readonly at: Coordinates | null;
  /** Why it has no coordinates; null where it has. */
  readonly fault: string | null;
}

/** Which columns the coordinates stand in, by their position. */
export interface FoundColumns {
  /** Latitude and longitude, or the one column that has both. */
  readonly at: readonly [number, number] | readonly [number];
  /** Only their order in the file says which of the two is the latitude. */
  readonly isOrderGuessed: boolean;
}

export interface PlaceFile {
  readonly columns: readonly string[];
  readonly found: FoundColumns;
  readonly rows: readonly PlaceRow[];
}

interface FileRecord {
  readonly line: number;
  readonly cells: readonly string[];
  readonly error: string | null;
}

/**
 * Reads a file of places: CSV (RFC 4180) with commas, semicolons or tabs, with or without a header
 * row. The columns of the coordinates are found by their names, else by their values; one column
 * may have both. Rows that cannot be read are rows with a fault. Throws `invalid_request` where no
 * columns are found, and for more than `PLACES_MAX` rows.
 */
export function readPoints(text: string): PlaceFile {
  const records = readRecords(text);
  const [first] = records;
  if (first === undefined) throw new Problem("invalid_request", "The file is empty.");
  const isHeaderless = hasPlace(first.cells);
  const rows = isHeaderless ? records : records.slice(1);
  if (rows.length > PLACES_MAX)
    throw new Problem("invalid_request", `There are ${rows.length} rows; at most ${PLACES_MAX} are read at once.`);
  if (rows.length === 0) throw new Problem("invalid_request", "There is a header row, and no row below it.");
  const width = Math.max(...records.map(({ cells }) => cells.length));
  const names = isHeaderless ? [] : first.cells.map((name) => name.trim());
  const columns = Array.from({ length: width }, (_, at) => names[at] || `column ${at + 1}`);
  const found = findColumns(isHeaderless ? [] : columns, rows, width);
  if (found === null) throw refuseColumns(columns, isHeaderless);
  return { columns, found, rows: rows.map((record, index) => readRow(record, index + 1, width, found)) };
}

function readRecords(text: string): readonly FileRecord[] {
  const plain = text.replace(/^\ufeff/u, "");
  const [line = ""] = plain.trimStart().split(/[\r\n]/u, 1);
  // `48,2 16,37`: commas that separate nothing.
  if (isPlace(line) && !hasPlace(line.split(/[,;\t]/u))) return linesOf(plain);
  const records: FileRecord[] = [];
  const scanner = new CsvScanner(line.includes("\t") ? "\t" : delimiterOf(plain), (record) => {
    const cells = record.error === null ? fieldTexts(record) : [];
    if (record.error === null && cells.every((cell) => cell.trim() === "")) return;
    records.push({ line: record.line, cells, error: record.error });
  });
  scanner.push(Buffer.from(plain));
  scanner.end();
  return records;
}

function linesOf(text: string): readonly FileRecord[] {
  return text
    .split(/\r\n|\n|\r/u)
    .map((cell, index) => ({ line: index + 1, cells: [cell], error: null }))
    .filter(({ cells: [cell = ""] }) => cell.trim() !== "");
}

/** What people call the columns, in the languages of their spreadsheets. */
const NAMES_OF_LATITUDE = /(?:^|[^a-z])lat(?:itude)?(?:$|[^a-z])|latitud|(?:^|[^a-z])breite|^y$|緯度|纬度/u;
const NAMES_OF_LONGITUDE =
  /(?:^|[^a-z])(?:lng|lon)(?:$|[^a-z])|^long$|longitud|(?:^|[^a-z])l(?:ä|ae)nge|^x$|経度|经度/u;

/** Of the values of a column that is none of coordinates, some can be so by chance. */
const SHARE_READ = 0.8;

function findColumns(names: readonly string[], rows: readonly FileRecord[], width: number): FoundColumns | null {
  const written = names.map((name) => name.toLowerCase());
  const lat = written.findIndex((name) => NAMES_OF_LATITUDE.test(name) && !NAMES_OF_LONGITUDE.test(name));
  const lng = written.findIndex((name) => NAMES_OF_LONGITUDE.test(name) && !NAMES_OF_LATITUDE.test(name));
  if (lat !== -1 && lng !== -1) return { at: [lat, lng], isOrderGuessed: false };
  const values = Array.from({ length: width }, (_, at) =>
    rows.flatMap(({ cells }) => ((cells[at] ?? "").trim() === "" ? [] : [cells[at] ?? ""])),
  );
  const both = values.findIndex((own) => isMostly(own, isPlace) && isMostly(own, isExact, 0.5));
  if (both !== -1) return { at: [both], isOrderGuessed: false };
  const numbers = values.flatMap((own, at) =>
    isMostly(own, (cell) => Math.abs(degreesOf(cell) ?? Infinity) <= 180) && isMostly(own, isExact, 0.5) ? [at] : [],
  );
  return orderByValues(numbers, values);
}

/** Of two columns, that with values beyond 90 is the longitude. */
function orderByValues(
  [first, second, third]: readonly number[],
  values: readonly (readonly string[])[],
): FoundColumns | null {
  if (first === undefined || second === undefined || third !== undefined) return null;
  const [isFirstLong, isSecondLong] = [first, second].map(
    (at) => !isMostly(values[at] ?? [], (cell) => Math.abs(degreesOf(cell) ?? 0) <= 90, 1),
  );
  if (isFirstLong === true && isSecondLong === true) return null;
  if (isFirstLong === true) return { at: [second, first], isOrderGuessed: false };
  return { at: [first, second], isOrderGuessed: isSecondLong !== true };
}

function isMostly(values: readonly string[], test: (value: string) => boolean, share = SHARE_READ): boolean {
  return values.length > 0 && values.filter(test).length >= share * values.length;
}

/** Years and numbers of houses are whole. */
function isExact(text: string): boolean {
  return /\d[.,]\d|[°′']/u.test(text);
}

/** Whether cells have a place: one of them alone, or two numbers that are no years. */
function hasPlace(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => isPlace(cell) && isExact(cell)) ||
    cells.filter((cell) => Math.abs(degreesOf(cell) ?? Infinity) <= 180 && isExact(cell)).length > 1
  );
}

function isPlace(text: string): boolean {
  const found = readCoordinates(text);
  return found !== null && faultOf(found) === null;
}

/** A number of degrees, as spreadsheets write it; null for any other text. */
function degreesOf(text: string): number | null {
  const plain = plainNumber(text);
  if (NUMBER.test(plain)) return Number(plain);
  // Degrees, minutes and seconds: beside nothing, on the equator.
  const [side] = /[NSEW]/iu.exec(plain) ?? [];
  const other = side === undefined ? "0" : /[NS]/iu.test(side) ? "0 E" : "0 N";
  const found = readCoordinates(`${plain}; ${other}`);
  if (found === null) return null;
  return side === undefined || /[NS]/iu.test(side) ? found.lat : found.lng;
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu;

function plainNumber(text: string): string {
  return text
    .trim()
    .replaceAll("−", "-")
    .replace(/^([+-]?\d+),(\d+)/u, "$1.$2");
}

function readRow({ line, cells, error }: FileRecord, row: number, width: number, found: FoundColumns): PlaceRow {
  const all = Array.from({ length: width }, (_, at) => cells[at] ?? "");
  const read = error === null ? readPlace(all, found) : `it has ${error}; expected ${EXPECTED_RECORD}`;
  const own = { row, line, cells: all };
  return typeof read === "string" ? { ...own, at: null, fault: read } : { ...own, at: read, fault: null };
}

/** The coordinates of a row, or what is wrong with them. */
function readPlace(cells: readonly string[], { at: [first, second] }: FoundColumns): Coordinates | string {
  const written = [cells[first] ?? "", ...(second === undefined ? [] : [cells[second] ?? ""])];
  if (written.every((cell) => cell.trim() === "")) return "it has no coordinates";
  if (written.some((cell) => cell.trim() === "")) return "it has one coordinate alone";
  const found = second === undefined ? readCoordinates(written[0] ?? "") : readPair(written);
  if (found === null) return `${written.map((cell) => quote(cell)).join(" and ")} cannot be read as coordinates`;
  return faultOf(found) ?? found;
}

function readPair(written: readonly string[]): Coordinates | null {
  const [lat = "", lng = ""] = written.map(plainNumber);
  if (NUMBER.test(lat) && NUMBER.test(lng)) return { lat: Number(lat), lng: Number(lng) };
  return readCoordinates(`${lat}; ${lng}`);
}

function faultOf({ lat, lng }: Coordinates): string | null {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return null;
  if (Math.abs(lat) <= 180 && Math.abs(lng) <= 90)
    return `its latitude is ${lat}, and goes from −90 to 90; latitude and longitude seem to be swapped`;
  return `${lat}, ${lng} is not on the globe: expected decimal degrees, a latitude from −90 to 90 and a longitude from −180 to 180`;
}

/** How many columns are named. */
const SHOWN_MAX = 10;

function refuseColumns(columns: readonly string[], isHeaderless: boolean): Problem {
  const names = columns.slice(0, SHOWN_MAX).map((name) => quote(name));
  const found = isHeaderless ? "The file has no header row" : `The header row has ${names.join(", ")}`;
  const expected =
    "name two columns `lat` and `lng`, in decimal degrees, or give one column of pairs such as `48.2, 16.37`";
  return new Problem("invalid_request", `${found}, and the values do not say where the coordinates are: ${expected}.`);
}
