import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import packageFacts from "../../package.json" with { type: "json" };
import { LIST_PATH } from "../../src/export/browser-list.ts";
import { staticOperations } from "../../src/export/left-out.ts";
import { makeDocumentStatic } from "../../src/export/static-document.ts";
import type { StaticLinks } from "../../src/export/static-page.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { OPERATIONS } from "../../src/operations/all.ts";
import { ReleaseStore } from "../../src/release/release-store.ts";
import { KeptReleases } from "../../src/snapshot/kept-releases.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { openTestServer } from "../http/test-server.ts";
import { type ExportedDemo, addressOf, exportDemo } from "./exported-demo.ts";
import { WITHOUT_APACHE, serveByApache } from "./apache.ts";
import { serveByFiles } from "./headers-host.ts";
import { WITHOUT_NGINX, serveByNginx } from "./nginx.ts";

/** Headers that an export promises, beside `Content-Type`. */
const PROMISED = [
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
  /^(?:_headers|_redirects|\.htaccess|nginx\.conf|404\.html|assets\/companies\.json)$|\/pages\/\d+\.json$|^assets\/search\//u;

/** Of companies and their sub-pages, one in so many is compared. */
const EVERY = 25;

/** A host of files, and what it cannot do. */
interface Host {
  readonly name: string;
  readonly skip: string | false;
  readonly serve: (folder: string, port: number) => Promise<() => Promise<void>>;
  /** A header that names the address itself cannot stand in a rule for many. */
  readonly hasOwnLinks: boolean;
  /** A request to the API with parameters is answered with 404. */
  readonly refusesParameters: boolean;
}

const HOSTS: readonly Host[] = [
  { name: "nginx", skip: WITHOUT_NGINX, serve: serveByNginx, hasOwnLinks: true, refusesParameters: true },
  { name: "Apache", skip: WITHOUT_APACHE, serve: serveByApache, hasOwnLinks: false, refusesParameters: true },
  {
    name: "a host that reads _headers and _redirects",
    skip: false,
    serve: serveByFiles,
    hasOwnLinks: false,
    refusesParameters: false,
  },
];

describe("an export", () => {
  let exported: ExportedDemo;
  let live: HttpServer;
  let releases: KeptReleases;

  before(async () => {
    exported = await exportDemo("https://trust.example");
    releases = new KeptReleases({
      store: new ReleaseStore(exported.cli.dataFolder, () => exported.cli.now),
      pollMilliseconds: 60_000,
      onError: (error) => assert.fail(String(error)),
    });
    live = await openTestServer({
      releases,
      baseUrl: exported.baseUrl,
      now: () => exported.cli.now,
      version: packageFacts.version,
      // Documents of an export describe what it answers, and no more.
      describedOperations: staticOperations(OPERATIONS),
    });
  });
  after(async () => {
    releases?.close();
    await exported?.cli.remove();
  });

  test("the function of the guide finds the file of every address", () => {
    const guide = readFileSync(new URL("../../docs/guides/exporting.md", import.meta.url), "utf8");
    const code = /```js\n(.*?)```/su.exec(guide)?.[1] ?? "";
    const found = runInNewContext(`${code};(uri) => handler({ request: { uri } }).uri`) as (uri: string) => string;
    for (const file of exported.files)
      if (!OF_THE_HOST.test(file)) assert.equal(found(addressOf(file)), `/${file}`, file);
    assert.equal(found("/api/v2/companies/pages/2"), "/api/v2/companies/pages/2.json");
  });

  for (const host of HOSTS)
    describe(`served by ${host.name}`, { skip: host.skip }, () => {
      let origin: string;
      let stop: () => Promise<void>;
      before(async () => {
        const port = await findFreePort();
        origin = `http://127.0.0.1:${port}`;
        stop = await host.serve(exported.folder, port);
      });
      after(() => stop?.());

      test("every address has the type, the promised headers and the body that the service gives", async () => {
        const links = linksOf(exported, releases.current().manifest.id);
        let compared = 0;
        let companies = 0;
        for (const file of exported.files) {
          if (OF_THE_HOST.test(file)) continue;
          if (/companies\/[^/]+/u.test(file) && companies++ % EVERY > 0) continue;
          const address = addressOf(file);
          const accept = file.endsWith(".html") ? "text/html" : "*/*";
          const headers = { accept, "accept-encoding": "identity" };
          const fromLive = await fetch(`http://127.0.0.1:${live.port}${address}`, { headers });
          const fromHost = await fetch(origin + address, { headers });
          assert.deepEqual([fromHost.status, fromLive.status], [200, 200], address);
          assert.equal(fromHost.headers.get("content-type"), fromLive.headers.get("content-type"), address);
          for (const name of PROMISED)
            if (name !== "link" || host.hasOwnLinks)
              assert.equal(fromHost.headers.get(name), promisedOf(fromLive, name), `${name} of ${address}`);
          await compareBodies(address, fromLive, fromHost, links);
          compared += 1;
        }
        assert.ok(compared > 400, `${compared} addresses`);
      });

      test("a list is walked to its end by `next`", async () => {
        const walk = async (from: string, first: string): Promise<string[]> => {
          const ids: string[] = [];
          for (let url: string | null = first; url !== null;) {
            const response: Response = await fetch(url.replace(exported.baseUrl, from));
            const page = (await response.json()) as { items: { id: string }[]; next: string | null; total: number };
            ids.push(...page.items.map(({ id }) => id));
            url = page.next;
          }
          return ids;
        };
        const ids = await walk(origin, `${origin}/api/v2/companies`);
        assert.equal(new Set(ids).size, 1200);
        const liveOrigin = `http://127.0.0.1:${live.port}`;
        assert.deepEqual(ids, await walk(liveOrigin, `${liveOrigin}/api/v2/companies`));
      });

      test("308 for other paths of pages, 404 for what is not exported and for questions that nobody answers", async () => {
        const moved = await fetch(`${origin}/countries`, { redirect: "manual" });
        const location = new URL(moved.headers.get("location") ?? "", origin);
        assert.deepEqual([moved.status, location.pathname], [308, "/rankings"]);
        const { id } = releases.current().manifest;
        for (const [address, status] of [
          ["/sign-up", 404],
          ["/nope", 404],
          ["/nginx.conf", 404],
          ["/.export-lock", 404],
          ["/api/v2/nope", 404],
          ["/api/v2/companies?band=low", host.refusesParameters ? 404 : 200],
          [`/api/v2/companies?release=${id}`, 200],
          ["/rankings?utm_source=letter", 200],
        ] as const)
          assert.equal((await fetch(origin + address)).status, status, address);
        const page = await (await fetch(`${origin}/nope`)).text();
        assert.match(page, /<h1>/u);
      });

      test(
        "a range of a file is answered with it alone",
        { skip: host.refusesParameters ? false : "it is no server" },
        async () => {
          const response = await fetch(`${origin}/api/v2/data/companies.parquet`, { headers: { range: "bytes=0-3" } });
          assert.deepEqual([response.status, await response.text()], [206, "PAR1"]);
        },
      );
    });
});

/** A header of the service, of links those that need no parameters. */
function promisedOf({ headers }: Response, name: string): string | null {
  const value = headers.get(name);
  if (name !== "link" || value === null) return value;
  const links = value.split(/, (?=<)/u).filter((link) => !/^<[^>]*\?(?!release=[^&>]*>)/u.test(link));
  return links.length === 0 ? null : links.join(", ");
}

/** What pages of the export may refer to, as its files tell. */
function linksOf({ baseUrl, files }: ExportedDemo, release: string): StaticLinks {
  const kept = new Set([...files.map(addressOf), LIST_PATH]);
  return { baseUrl, root: "", release, has: (path) => kept.has(decodeURIComponent(path)) };
}

async function compareBodies(
  address: string,
  fromLive: Response,
  fromHost: Response,
  links: StaticLinks,
): Promise<void> {
  const [expected, found] = [Buffer.from(await fromLive.arrayBuffer()), Buffer.from(await fromHost.arrayBuffer())];
  // Workbooks hold the time at which they were made.
  if (address.endsWith(".xlsx")) return assert.equal(found.subarray(0, 2).toString(), "PK", address);
  const contentType = fromLive.headers.get("content-type") ?? "";
  const made = makeDocumentStatic({ path: address, contentType, content: expected }, links);
  const withoutNext = (text: string): string => text.replace(/"next":"[^"]*"/u, '"next":""');
  if (contentType !== "application/json") assert.ok(found.equals(made), address);
  else assert.ok(withoutNext(found.toString()) === withoutNext(made.toString()), address);
}
