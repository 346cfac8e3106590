import { existsSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { bandLabel } from "../site/charts/band-label.ts";
import { searchTexts } from "../site/texts/search-texts.ts";
import type { ExportWriter } from "./export-writer.ts";

/** Where the search is, below the root of the site. */
const FOLDER = "assets/search";

/** What a browser loads; what these import is loaded with them. */
const ENTRIES = ["index-sections", "read-index", "search-names", "tokenize"];

/** Lines of a table that share one offset. */
const LINES_PER_BLOCK = 64;

/**
 * Writes what a browser needs to search by itself: the index of the release, the modules of this
 * program that read it, and a line for each company and product, which are read by ranges of bytes.
 * Returns the names of the files.
 */
export function writeBrowserSearch(folder: ExportWriter, snapshot: Snapshot, indexFile: string): string[] {
  const names: string[] = [];
  const store = (name: string, content: Uint8Array | string): void => {
    folder.store(`${FOLDER}/${name}`, Buffer.from(content));
    names.push(name);
  };
  for (const [name, code] of collectModules()) store(name, code);
  store("names.idx", readFileSync(indexFile));
  const { companies, products } = snapshot.manifest.counts;
  for (const [name, lines] of [
    ["companies", listLines(companies, (position) => describeCompany(snapshot, position, []))],
    ["products", listLines(products, (position) => describeProduct(snapshot, position))],
  ] as const) {
    const { text, offsets } = packLines(lines);
    store(`${name}.ndjson`, text);
    store(`${name}.offsets`, new Uint8Array(offsets.buffer));
  }
  store("facts.json", JSON.stringify(describeFacts(snapshot)));
  return names.map((name) => `/${FOLDER}/${name}`);
}

/** The media type of one of these files. */
export function searchTypeOf(file: string): string {
  if (file.endsWith(".js")) return "text/javascript; charset=utf-8";
  if (file.endsWith(".json")) return "application/json";
  return file.endsWith(".ndjson") ? "application/x-ndjson" : "application/octet-stream";
}

type Line = readonly (string | number | null)[];

function describeCompany(snapshot: Snapshot, position: number, owner: Line): Line {
  const { slug, country, sector, median } = snapshot.companyAt(position);
  const label = snapshot.sectorBySlug(sector)?.label ?? sector;
  return [slug, country === null ? null : (snapshot.countryByIso2(country)?.name ?? country), label, median, ...owner];
}

/** What is said of its company, and the name of that. */
function describeProduct(snapshot: Snapshot, position: number): Line {
  const { company } = snapshot.productAt(position);
  return describeCompany(snapshot, company, [snapshot.companyAt(company).name]);
}

function* listLines(count: number, lineOf: (position: number) => Line): Generator<Line> {
  for (let position = 0; position < count; position += 1) yield lineOf(position);
}

/** Lines of JSON, and where every 64th begins, with the end. */
function packLines(lines: Iterable<Line>): { readonly text: Buffer; readonly offsets: Uint32Array } {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  for (const line of lines) {
    if (parts.length % LINES_PER_BLOCK === 0) offsets.push(length);
    const part = Buffer.from(`${JSON.stringify(line)}\n`);
    parts.push(part);
    length += part.length;
  }
  return { text: Buffer.concat(parts), offsets: Uint32Array.from([...offsets, length]) };
}

/** What the page says, and the countries and sectors, which are not in the index. */
function describeFacts({ manifest, countries, sectors }: Snapshot): object {
  const { bands } = manifest.dataset.scale;
  const labels = [null, ...bands.keys().map((index) => index + 1)].map((level) => [
    level ?? "none",
    bandLabel(
      bands.map(({ id, label }, index) => ({ id, label, level: index + 1 })),
      level,
    ).toString(),
  ]);
  return {
    lines_per_block: LINES_PER_BLOCK,
    texts: searchTexts,
    bands: Object.fromEntries(labels),
    places: [
      ...countries.map(({ name, slug, median }) => [name, `/countries/${slug}`, searchTexts.place.country, median]),
      ...sectors.map(({ label, slug, median }) => [label, `/sectors/${slug}`, searchTexts.place.sector, median]),
    ],
  };
}

/** The modules of the search and what they import, without types. */
function collectModules(): Map<string, string> {
  const modules = new Map<string, string>();
  const waiting = ENTRIES.map((name) => `${name}.js`);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (modules.has(name)) continue;
    const code = readModule(name);
    modules.set(name, code);
    for (const [, imported = ""] of code.matchAll(/ from "\.\/([^"]+)"/gu)) waiting.push(imported);
  }
  return modules;
}

/** A module as a browser loads it; `dist/` of a package has it without types already. */
function readModule(name: string): string {
  const file = path.join(import.meta.dirname, "..", "search", name);
  if (name.endsWith(".json.js")) return `export default ${readFileSync(file.slice(0, -3), "utf8").trim()};\n`;
  const source = `${file.slice(0, -3)}.ts`;
  const code = existsSync(file) ? readFileSync(file, "utf8") : stripTypeScriptTypes(readFileSync(source, "utf8"));
  return code
    .replaceAll(/( from "\.\/[^"]+)\.ts"/gu, '$1.js"')
    .replaceAll(/ from "(\.\/[^"]+\.json)" with \{ type: "json" \}/gu, ' from "$1.js"');
}
