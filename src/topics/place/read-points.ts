import { BOUNDS } from "../../ask/bounds.ts";
import { expectWithin, linesOf, type ListRecord, readRecords } from "../../ask/read-records.ts";
import { expectedRecord } from "../../csv/csv-scanner.ts";
import { Problem, quote } from "../../problem.ts";
import { type Coordinates, LENGTH_MAX, readCoordinates } from "./read-coordinates.ts";

/** A row of somebody's file. */
export interface PlaceRow {
  /** From 1, without the header. */
  readonly row: number;
  /** The line of the file that it begins on, from 1. */
  readonly line: number;
  /** Its cells as they were written, which may be fewer than there are columns. */
  readonly cells: readonly string[];
  readonly at: Coordinates | null;
  /** The reason why it has no coordinates; null if it has them. */
  readonly fault: string | null;
}

/** The columns of the coordinates, by their position. */
export interface FoundColumns {
  /** The columns of latitude and longitude, or the one column that has both. */
  readonly at: readonly [number, number] | readonly [number];
  /** True if only the order of the two columns tells which one is the latitude. */
  readonly isOrderGuessed: boolean;
}

export interface PlaceFile {
  readonly columns: readonly string[];
  readonly found: FoundColumns;
  readonly rows: readonly PlaceRow[];
}

/**
 * Reads a file of places: CSV (RFC 4180) with commas, semicolons, tabs or `|`, with or without a
 * header row. The columns of the coordinates are found by their names, else by their values; one
 * column may have both. Rows that cannot be read are rows with a fault. Throws `invalid_request`
 * where no columns are found, and beyond the bounds of a list.
 */
export function readPoints(text: string): PlaceFile {
  const records = hasPlaceAlone(text) ? readLines(text) : readRecords(text);
  const [first] = records;
  if (first === undefined) throw new Problem("invalid_request", "The file is empty.");
  const isHeaderless = hasPlace(first.cells);
  const rows = isHeaderless ? records : records.slice(1);
  expectWithin("listRows", rows.length, "The list has more than", "rows");
  if (rows.length === 0) throw new Problem("invalid_request", "There is a header row, and no row below it.");
  const width = records.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const names = isHeaderless ? [] : first.cells.map((name) => name.trim());
  const columns = Array.from({ length: width }, (_, at) => names[at] || `column ${at + 1}`);
  const found = findColumns(isHeaderless ? [] : columns, rows, width);
  if (found === null) throw refuseColumns(columns, isHeaderless);
  return { columns, found, rows: rows.map((record, index) => readRow(record, index + 1, found)) };
}

/** Returns true if the first line is a place whose commas separate no cells: `48,2 16,37`. */
function hasPlaceAlone(text: string): boolean {
  const [, line = ""] = /^\s*([^\r\n]*)/u.exec(text) ?? [];
  return isPlace(line) && !hasPlace(line.split(/[,;\t|]/u));
}

function readLines(text: string): readonly ListRecord[] {
  return linesOf(text.replace(/^\ufeff/u, "")).map(([line, cell]) => ({ line, cells: [cell], error: null }));
}

/** Usual names of the columns, in the languages of spreadsheets. */
const NAMES_OF_LATITUDE = /(?:^|[^a-z])lat(?:itude)?(?:$|[^a-z])|latitud|(?:^|[^a-z])breite|^y$|緯度|纬度/u;
const NAMES_OF_LONGITUDE =
  /(?:^|[^a-z])(?:lng|lon)(?:$|[^a-z])|^long$|longitud|(?:^|[^a-z])l(?:ä|ae)nge|^x$|経度|经度/u;

/** Minimum share of coordinates in their column; other columns have some by chance. */
const SHARE_READ = 0.8;

/** Maximum number of values of a column that are tested: all of a wide file would take seconds. */
const LOOKED_AT = 200;

function findColumns(names: readonly string[], rows: readonly ListRecord[], width: number): FoundColumns | null {
  const written = names.map((name) => name.toLowerCase());
  const lat = written.findIndex((name) => NAMES_OF_LATITUDE.test(name) && !NAMES_OF_LONGITUDE.test(name));
  const lng = written.findIndex((name) => NAMES_OF_LONGITUDE.test(name) && !NAMES_OF_LATITUDE.test(name));
  if (lat !== -1 && lng !== -1) return { at: [lat, lng], isOrderGuessed: false };
  const values = Array.from({ length: width }, (): string[] => []);
  for (const { cells } of rows)
    for (const [at, cell] of cells.entries()) if (cell.trim() !== "") values[at]?.push(cell);
  const begins = values.map((own) => own.slice(0, LOOKED_AT));
  const both = begins.findIndex((own) => isMostly(own, isPlace) && isMostly(own, isExact, 0.5));
  if (both !== -1) return { at: [both], isOrderGuessed: false };
  const numbers = begins.flatMap((own, at) =>
    isMostly(own, (cell) => Math.abs(degreesOf(cell) ?? Infinity) <= 180) && isMostly(own, isExact, 0.5) ? [at] : [],
  );
  return orderByValues(numbers, values);
}

/** Takes the column with values beyond 90 for the longitude. */
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

/** Returns true if a text has decimals or signs of an angle; years and house numbers are whole. */
function isExact(text: string): boolean {
  return text.length <= LENGTH_MAX && /\d[.,]\d|[°′']/u.test(text);
}

/** Returns true if one cell is a place, or two cells are numbers that can be coordinates. */
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

/** Reads a number of degrees, as spreadsheets write it; returns null for any other text. */
function degreesOf(text: string): number | null {
  if (text.length > LENGTH_MAX) return null;
  const plain = plainNumber(text);
  if (NUMBER.test(plain)) return Number(plain);
  // Degrees, minutes and seconds are read as a place with 0 for the other coordinate.
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

function readRow({ line, cells, error }: ListRecord, row: number, found: FoundColumns): PlaceRow {
  const read =
    error === null ? readPlace(cells, found) : `it has ${error}; expected ${expectedRecord(BOUNDS.rowBytes.most)}`;
  const own = { row, line, cells };
  return typeof read === "string" ? { ...own, at: null, fault: read } : { ...own, at: read, fault: null };
}

/** Reads the coordinates of a row, or returns their fault. */
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

/** Maximum number of columns that an error names. */
const SHOWN_MAX = 10;

function refuseColumns(columns: readonly string[], isHeaderless: boolean): Problem {
  const names = columns.slice(0, SHOWN_MAX).map((name) => quote(name));
  const found = isHeaderless ? "The file has no header row" : `The header row has ${names.join(", ")}`;
  const expected =
    "name two columns `lat` and `lng`, in decimal degrees, or give one column of pairs such as `48.2, 16.37`";
  return new Problem("invalid_request", `${found}, and the values do not say where the coordinates are: ${expected}.`);
}
