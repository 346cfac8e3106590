import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DEMO, TestCli } from "../cli/run-cli.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** The address that exports name, wherever their files are served. */
export const BASE_URL = "https://trust.example";

/** A release as files, and the publication that they were made from. */
export interface Exported {
  readonly cli: TestCli;
  readonly folder: string;
  /** The files in it, as `SHA256SUMS` names them. */
  readonly files: readonly string[];
}

let small: Promise<Exported> | undefined;

/**
 * An export of 40 companies of the demonstration, made once for all files of this process, which
 * leave it as it is. 31 are of one sector: more than the first page of a list has.
 */
export function openSmallExport(): Promise<Exported> {
  small ??= exportSmall();
  return small;
}

async function exportSmall(): Promise<Exported> {
  const cli = new TestCli({ BASE_URL }, newTemporaryFolder());
  const { status, said } = await cli.run("publish", writeSmallPart());
  assert.equal(status, 0, said);
  return await exportFrom(cli);
}

/** An export of the whole demonstration. */
export async function exportDemonstration(): Promise<Exported> {
  return await exportFrom(await openDemonstration({ BASE_URL }));
}

async function exportFrom(cli: TestCli): Promise<Exported> {
  const folder = path.join(newTemporaryFolder(), "export");
  const { status, said } = await cli.run("export", folder);
  assert.equal(status, 0, said);
  return { cli, folder, files: listFiles(folder) };
}

/** Copies the demonstration with the first 31 companies of its largest sector and 9 others. */
function writeSmallPart(): string {
  const folder = newTemporaryFolder();
  cpSync(DEMO, folder, { recursive: true });
  const read = (file: string): Record<string, string>[] => readCsvObjects(readFileSync(path.join(DEMO, file), "utf8"));
  const companies = read("companies.csv");
  const replied = new Set(read("replies.csv").map(({ company }) => company));
  const isOfSector = ({ sector }: Record<string, string>): boolean => sector === "food-and-drink";
  const ofSector = companies.filter(isOfSector).slice(0, 31);
  const others = companies.filter((each) => replied.has(each["id"]) && !isOfSector(each)).slice(0, 9);
  const kept = new Set([...ofSector, ...others].map(({ id }) => id));
  const write = (file: string, key: string): void => {
    const rows = read(file);
    const lines = rows.filter((row) => kept.has(row[key])).map((row) => writeLine(Object.values(row)));
    writeFileSync(path.join(folder, file), [writeLine(Object.keys(rows[0] ?? {})), ...lines, ""].join("\n"));
  };
  write("companies.csv", "id");
  for (const file of ["products.csv", "judgements.csv", "replies.csv"]) write(file, "company");
  return folder;
}

function writeLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
}

/** The files of an export, as its list names them. */
export function listFiles(folder: string): string[] {
  const lines = readFileSync(path.join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  return lines.map((line) => line.slice(66));
}

/** The address of a file, which tells nothing of its type. */
export function addressOf(file: string): string {
  if (file === "index.html") return "/";
  const isPage = file.endsWith(".html");
  // These have their extension in their address.
  const isNamed = /(?:metadata|openapi|postman-collection|datapackage|csl)\.json$/u.test(file);
  return `/${isPage ? file.slice(0, -5) : file.endsWith(".json") && !isNamed ? file.slice(0, -5) : file}`;
}
