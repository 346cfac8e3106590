import { buffer } from "node:stream/consumers";
import { answerInProcess } from "../http/answer-in-process.ts";
import { type BuildOptions, type BuiltServer, buildHttpServer } from "../http/build-http-server.ts";
import { OPERATIONS } from "../topics/operations.ts";
import type { Snapshot } from "../release/snapshot.ts";
import { hasBrowserList, writeBrowserList } from "./browser-list.ts";
import { neverChanges, searchTypeOf, writeBrowserSearch } from "./browser-search.ts";
import { ExportFolder, type FileCounts } from "./export-folder.ts";
import { ExportWriter } from "./export-writer.ts";
import { type ExportedAddresses, type LeftOutRoute, buildHas, findAddresses, pathAt } from "./exported-addresses.ts";
import { filePathOf } from "./file-path.ts";
import { HeaderRules } from "./header-rules.ts";
import { writeHostFiles } from "./host-files.ts";
import { readKnownValues } from "./known-values.ts";
import { staticOperations } from "./left-out.ts";
import { type StaticLinks, buildStaticSite } from "./static-links.ts";
import { type MadeFile, writeAddresses } from "./write-addresses.ts";
import { NARROWED_LIST } from "../ask/urls.ts";

/** Options of the service that answers; its current release is the one that is exported. */
type ServiceOptions = BuildOptions & { readonly baseUrl: string };

/** Dependencies of an export. */
export interface ExportParts {
  readonly service: ServiceOptions;
  readonly snapshot: Snapshot;
  readonly folder: string;
  /** The search index of the release. */
  readonly searchFile: string;
  readonly onProgress: (step: string, done: number, total: number | null) => void;
}

/** The result of an export. */
export interface ExportResult extends FileCounts {
  readonly leftOut: readonly LeftOutRoute[];
}

/** Builds the server whose answers are exported; without `links`, pages are those of a service. */
function buildExportServer(service: ServiceOptions, links: StaticLinks | null): BuiltServer {
  const mode = links === null ? "live" : buildStaticSite(links);
  return buildHttpServer({ ...service, mode, describedOperations: staticOperations(OPERATIONS) });
}

/**
 * Writes the answers of a service that need no parameters as files into a folder. Throws an
 * ExportError for a folder that cannot be used.
 */
export async function exportRelease(parts: ExportParts): Promise<ExportResult> {
  const { service, snapshot, onProgress } = parts;
  const folder = new ExportFolder(parts.folder);
  const writer = new ExportWriter(folder.path);
  try {
    onProgress("Finding out what there is", 0, null);
    const live = buildExportServer(service, null);
    const known = await readKnownValues(live, snapshot);
    const addresses = await findAddresses(live, { operations: OPERATIONS, pages: service.pages ?? [] }, known);
    const { routes, redirects, leftOut } = addresses;
    const { baseUrl, version } = service;
    const release = snapshot.manifest.id;
    const rules = new HeaderRules();
    noteFirst(rules, addresses);
    const source = { release, base_url: baseUrl, software: version };
    const besides = hasBrowserList(snapshot) ? [NARROWED_LIST] : [];
    const isRoute = buildHas(routes);
    const root = new URL(baseUrl).pathname.replace(/\/$/u, "");
    const has = (path: string): boolean => isRoute(path) || besides.includes(path);
    const links: StaticLinks = { baseUrl, root, release, has };
    const server = buildExportServer(service, links);
    const made = new Map<string, MadeFile>();
    await writeAddresses({ server, writer, rules, links, made, madeBefore: readMade(folder, source) }, routes, (done) =>
      onProgress("Writing files", done, addresses.count),
    );
    onProgress("Writing the search", 0, null);
    await writeSearch({ server, writer, rules }, snapshot, parts.searchFile);
    await writeHostFiles(server, writer, { rules: rules.list(), redirects, links });
    onProgress("Removing what is no longer part", 0, null);
    const madeFrom = Object.fromEntries([...made].map(([name, { etag }]) => [name, etag]));
    return { ...folder.finish(writer, { ...source, left_out: leftOut, made_from: madeFrom }), leftOut };
  } catch (error) {
    folder.close();
    throw error;
  } finally {
    writer.close();
  }
}

/** Notes the rule of each route from its first address, whichever address is written first. */
function noteFirst(rules: HeaderRules, { routes }: ExportedAddresses): void {
  for (const route of routes) {
    const { template, head, values } = route;
    const [value = null] = values ?? [];
    const path = pathAt(route, value);
    const contentType = head[head.indexOf("Content-Type") + 1] ?? "";
    rules.note(template, { path, value, file: filePathOf(path, contentType) }, head);
  }
}

/** Returns the streamed files of the last run, if this one would make them the same way. */
function readMade(
  { factsBefore, sumsBefore }: ExportFolder,
  source: Readonly<Record<string, string>>,
): Map<string, MadeFile> {
  const made = new Map<string, MadeFile>();
  const isSame = Object.entries(source).every(([name, value]) => factsBefore[name] === value);
  if (!isSame) return made;
  for (const [name, etag] of Object.entries(factsBefore["made_from"] ?? {})) {
    const sha256 = sumsBefore.get(name);
    if (sha256 !== undefined && typeof etag === "string") made.set(name, { etag, sha256 });
  }
  return made;
}

/** Writes the files of the search and the list, with the headers of the script that loads them. */
async function writeSearch(
  { server, writer, rules }: { server: BuiltServer; writer: ExportWriter; rules: HeaderRules },
  snapshot: Snapshot,
  searchFile: string,
): Promise<void> {
  const { headers, body } = await answerInProcess(server, "/assets/search-in-browser.js", { method: "HEAD" });
  await buffer(body);
  const paths = writeBrowserSearch(writer, snapshot, searchFile);
  if (hasBrowserList(snapshot)) paths.push(writeBrowserList(writer, snapshot));
  const at = headers.indexOf("Cache-Control");
  const kept = headers.with(at + 1, "public, max-age=31536000, immutable");
  for (const path of paths) {
    const own = neverChanges(path) ? kept : headers;
    rules.note(path, { path, value: null, file: path.slice(1) }, [...own, "Content-Type", searchTypeOf(path)]);
  }
}
