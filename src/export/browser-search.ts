import { hash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import type { Snapshot } from "../release/snapshot.ts";
import { bandLabel } from "../html/charts/band-label.ts";
import { searchTexts } from "../topics/search/texts.ts";
import type { ExportWriter } from "./export-writer.ts";
import { PAGES, urlTo } from "../ask/urls.ts";

/** The folder of the search, below the root of the site. */
const FOLDER = "assets/search";

/** This file names the folder of the present search; all others never change. */
const FACTS = `${FOLDER}/facts.json`;

/** Modules that a browser loads, together with those that they import. */
const ENTRIES = ["index-sections", "read-index", "search-names", "tokenize"];

/** The number of lines of a table that share one offset. */
const LINES_PER_BLOCK = 64;

/**
 * Writes all that a browser needs to search by itself: the index of the release, the modules of
 * this program that read it, and a line for each company and product, which are read by ranges of
 * bytes. They are in a folder that is named by their content: a browser that keeps some of them
 * never reads them together with those of another release. Returns the paths of the files.
 */
export function writeBrowserSearch(writer: ExportWriter, snapshot: Snapshot, indexFile: string): string[] {
  const files = [...listFiles(snapshot, readFileSync(indexFile))];
  const sums = files.map(([name, content]) => `${hash("sha256", content)}  ${name}\n`);
  const folder = hash("sha256", sums.join("")).slice(0, 16);
  const facts = { folder, index_bytes: statSync(indexFile).size, ...describeFacts(snapshot) };
  writer.store(FACTS, Buffer.from(JSON.stringify(facts)));
  const paths = files.map(([name, content]) => {
    writer.store(`${FOLDER}/${folder}/${name}`, content);
    return `/${FOLDER}/${folder}/${name}`;
  });
  return [`/${FACTS}`, ...paths];
}

/** Returns true if a file of the search may be cached for ever: another one gets another path. */
export function neverChanges(file: string): boolean {
  return file.startsWith(`/${FOLDER}/`) && file !== `/${FACTS}`;
}

function* listFiles(snapshot: Snapshot, index: Buffer): Generator<readonly [name: string, content: Buffer]> {
  for (const [name, code] of collectModules()) yield [name, Buffer.from(code)];
  yield ["names.idx", index];
  const { companies, products } = snapshot.manifest.counts;
  for (const [name, lines] of [
    ["companies", listLines(companies, (position) => describeCompany(snapshot, position, []))],
    ["products", listLines(products, (position) => describeProduct(snapshot, position))],
  ] as const) {
    const { text, offsets } = packLines(lines);
    yield [`${name}.ndjson`, text];
    yield [`${name}.offsets`, Buffer.from(offsets.buffer)];
  }
}

/** Returns the media type of one of these files. */
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

/** Describes a product by the line of its company and the name of that. */
function describeProduct(snapshot: Snapshot, position: number): Line {
  const { company } = snapshot.productAt(position);
  return describeCompany(snapshot, company, [snapshot.companyAt(company).name]);
}

function* listLines(count: number, lineOf: (position: number) => Line): Generator<Line> {
  for (let position = 0; position < count; position += 1) yield lineOf(position);
}

/** Writes lines of JSON, with the offsets of every 64th line and of the end. */
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

/** Collects the texts of the page, and the countries and sectors, which are not in the index. */
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
      ...countries.map(({ name, slug, median }) => [
        name,
        urlTo(PAGES.country, { slug }),
        searchTexts.place.country,
        median,
      ]),
      ...sectors.map(({ label, slug, median }) => [
        label,
        urlTo(PAGES.sector, { slug }),
        searchTexts.place.sector,
        median,
      ]),
    ],
  };
}

/** Collects the modules of the search and those they import, without types. */
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

/** Reads a module without types, as `dist/` of a package has it already, for a browser. */
function readModule(name: string): string {
  const file = path.join(import.meta.dirname, "..", "search", name);
  if (name.endsWith(".json.js")) return `export default ${readFileSync(file.slice(0, -3), "utf8").trim()};\n`;
  const source = `${file.slice(0, -3)}.ts`;
  const code = existsSync(file) ? readFileSync(file, "utf8") : stripTypeScriptTypes(readFileSync(source, "utf8"));
  return code
    .replaceAll(/( from "\.\/[^"]+)\.ts"/gu, '$1.js"')
    .replaceAll(/ from "(\.\/[^"]+\.json)" with \{ type: "json" \}/gu, ' from "$1.js"');
}
