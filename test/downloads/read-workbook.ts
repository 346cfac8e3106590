import assert from "node:assert/strict";
import { readXlsx } from "hucre/xlsx";
import { send } from "../http/test-server.ts";
import { type PublishedDemo, readCsv } from "./published-demo.ts";

/** The tables that come as workbooks, too. */
export const WORKBOOK_TABLES = ["countries", "sectors", "matrix", "companies", "products", "judgements"] as const;

/** The cells of a sheet as a CSV file would have them, with an empty text for nothing. */
export async function readSheets(body: Uint8Array): Promise<{ rows: string[][]; about: string[][] }> {
  const { sheets } = await readXlsx(body);
  const [rows = [], about = []] = sheets.map((sheet) => sheet.rows.map((cells) => cells.map(textOf)));
  const width = rows[0]?.length ?? 0;
  return { rows: rows.map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? "")), about };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  assert.ok(typeof value === "string" || typeof value === "number" || typeof value === "boolean");
  return `${value}`;
}

/**
 * The records of a CSV file, with texts as they were before they were made harmless, and shares as
 * JavaScript writes them: DuckDB has `0.0`.
 */
export async function csvOf({ server }: PublishedDemo, path: string): Promise<string[][]> {
  const { body } = await send(server, path);
  const [header = [], ...records] = readCsv(body.toString());
  const plain = (text: string, at: number): string =>
    text !== "" && header[at]?.startsWith("share_") ? String(Number(text)) : text.replace(/^'(?=[=+\-@\t\r])/u, "");
  return [header, ...records.map((record) => record.map(plain))];
}
