import assert from "node:assert/strict";
import packageFacts from "../../package.json" with { type: "json" };
import { staticOperations } from "../../src/export/left-out.ts";
import { makeDocumentStatic } from "../../src/export/static-document.ts";
import { type StaticLinks, buildStaticSite } from "../../src/export/static-links.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { openTestServer } from "../http/test-server.ts";
import { BASE_URL, type Exported, addressOf } from "./exported.ts";
import { serveByFiles } from "./headers-host.ts";
import { WITHOUT_NGINX, serveByNginx } from "./nginx.ts";
import { NARROWED_LIST } from "../../src/ask/urls.ts";

/** Headers that an export promises, beside `Content-Type`. */
export const PROMISED = [
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cache-control",
  "content-disposition",
  "content-security-policy",
  "cross-origin-resource-policy",
  "deprecation",
  "link",
  "referrer-policy",
  "sunset",
  "timing-allow-origin",
  "x-content-type-options",
];

/** What hosts and browsers read beside the addresses, and the page for what is missing. */
const OF_THE_HOST =
  /^(?:_headers|_redirects|nginx\.conf|404\.html|assets\/companies\.json)$|\/pages\/\d+\.json$|^assets\/search\//u;

/** A host of files, and what it cannot do. */
export interface Host {
  readonly name: string;
  readonly skip: string | false;
  readonly serve: (folder: string, port: number) => Promise<() => Promise<void>>;
  /** A header that names the address itself cannot stand in a rule for many. */
  readonly hasOwnLinks: boolean;
  /** The page for what is missing has headers, too. */
  readonly hasHeadersOfMissing: boolean;
  /** A request to the API with parameters is answered with 404. */
  readonly refusesParameters: boolean;
}

export const NGINX: Host = {
  name: "nginx",
  skip: WITHOUT_NGINX,
  serve: serveByNginx,
  hasOwnLinks: true,
  hasHeadersOfMissing: true,
  refusesParameters: true,
};

export const HOSTS: readonly Host[] = [
  NGINX,
  {
    name: "a host that reads _headers and _redirects",
    skip: false,
    serve: serveByFiles,
    hasOwnLinks: false,
    hasHeadersOfMissing: false,
    refusesParameters: false,
  },
];

/** An export where it is served. */
export interface Served {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

export async function serveExport(host: Host, { folder }: Exported): Promise<Served> {
  const port = await findFreePort();
  return { origin: `http://localhost:${port}`, stop: await host.serve(folder, port) };
}

/** The files that have an address of the service. */
export function listAddressed({ files }: Exported): string[] {
  return files.filter((file) => !OF_THE_HOST.test(file));
}

/** What an export is to answer. */
interface Expected {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The service that was exported: each address is asked for once, for all hosts. */
export interface ExportedService {
  readonly origin: string;
  readonly release: string;
  expect(file: string): Promise<Expected>;
  close(): void;
}

export async function openExportedService(exported: Exported): Promise<ExportedService> {
  const { cli, files } = exported;
  const releases = new KeptReleases({
    store: new ReleaseStore(cli.dataFolder, () => cli.now),
    pollMilliseconds: 60_000,
    onError: (error) => assert.fail(String(error)),
  });
  const release = releases.current().manifest.id;
  const kept = new Set([...files.map(addressOf), NARROWED_LIST]);
  const links: StaticLinks = {
    baseUrl: BASE_URL,
    root: "",
    release,
    has: (path) => kept.has(decodeURIComponent(path)),
  };
  const server = await openTestServer({
    releases,
    mode: buildStaticSite(links),
    baseUrl: BASE_URL,
    now: () => cli.now,
    version: packageFacts.version,
    // Documents of an export describe what it answers, and no more.
    describedOperations: staticOperations(OPERATIONS),
  });
  const origin = `http://localhost:${server.port}`;
  const expected = new Map<string, Promise<Expected>>();
  const ask = async (file: string): Promise<Expected> => {
    const address = addressOf(file);
    // Workbooks hold the time at which they were made.
    const method = file.endsWith(".xlsx") ? "HEAD" : "GET";
    const response = await fetch(origin + askedFor(address), { method, headers: asksFor(file) });
    assert.equal(response.status, 200, address);
    const body = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type") === "application/json";
    // Pages of lists have paths there, instead of cursors.
    const paged = (text: string): string => text.replace(/"next":"[^"]*"/u, `"next":"${BASE_URL}${address}"`);
    const content = isJson ? Buffer.from(paged(body.toString())) : body;
    const contentType = response.headers.get("content-type") ?? "";
    return {
      headers: response.headers,
      body: Buffer.from(makeDocumentStatic({ path: address, contentType, content }, links)),
    };
  };
  return {
    origin,
    release,
    expect(file) {
      const known = expected.get(file) ?? ask(file);
      expected.set(file, known);
      return known;
    },
    close: () => releases.close(),
  };
}

/** What a service is asked for: a file of a list is a format of it. */
const askedFor = (address: string): string =>
  address.replace(
    /^(\/api\/v2\/(?:[a-z]+|intelligence\/country-(?:rankings|sector-matrix)))\.(csv|xlsx)$/u,
    "$1?format=$2",
  );

const asksFor = (file: string): Record<string, string> => ({
  accept: file.endsWith(".html") ? "text/html" : "*/*",
  "accept-encoding": "identity",
});

/** Asks a host for a file: type, promised headers and body are as the service gives them. */
export async function compareFile(host: Host, origin: string, service: ExportedService, file: string): Promise<void> {
  const address = addressOf(file);
  const expected = await service.expect(file);
  const found = await fetch(origin + address, { headers: asksFor(file) });
  assert.equal(found.status, 200, address);
  assert.equal(found.headers.get("content-type"), expected.headers.get("content-type"), address);
  for (const name of PROMISED)
    if (name !== "link" || host.hasOwnLinks)
      assert.equal(found.headers.get(name), promisedOf(expected.headers, name), `${name} of ${address}`);
  compareBodies(address, Buffer.from(await found.arrayBuffer()), expected);
}

/** A header of the service, of links those that need no parameters. */
function promisedOf(headers: Headers, name: string): string | null {
  const value = headers.get(name);
  if (name !== "link" || value === null) return value;
  const links = value.split(/, (?=<)/u).filter((link) => !/^<[^>]*\?(?!release=[^&>]*>)/u.test(link));
  return links.length === 0 ? null : links.join(", ");
}

function compareBodies(address: string, found: Buffer, { headers, body }: Expected): void {
  if (address.endsWith(".xlsx")) return assert.equal(found.subarray(0, 2).toString(), "PK", address);
  const withoutNext = (text: string): string => text.replace(/"next":"[^"]*"/u, '"next":""');
  if (headers.get("content-type") !== "application/json") assert.ok(found.equals(body), address);
  else assert.ok(withoutNext(found.toString()) === withoutNext(body.toString()), address);
}

/** Walks a list to its end by `next`; returns the ids of its items. */
export async function walkList(origin: string, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let url: string | null = BASE_URL + path; url !== null;) {
    const response: Response = await fetch(url.replace(BASE_URL, origin));
    const page = (await response.json()) as { items: { id: string }[]; next: string | null };
    ids.push(...page.items.map(({ id }) => id));
    url = page.next;
  }
  return ids;
}
