import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { COMPANIES, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "./test-server.ts";

const NEWER = "2026-12-01-bbbbbbbbbbbb";

const ADDRESSES = [
  "/api/v2/countries/preview",
  "/api/v2/countries/france",
  "/api/v2/intelligence/country-sector-matrix",
  "/api/v2/companies?limit=5",
  "/api/v2/companies/aster-energie",
  "/api/v2/companies?sort=-name",
];

function twoReleases() {
  const older = buildMemorySnapshot(RELEASE);
  const newer = buildMemorySnapshot(
    NEWER,
    COMPANIES.filter(({ id }) => id !== "c-2"),
    undefined,
    "2026-12-01T00:00:00Z",
  );
  return { older, newer, releases: buildMemoryReleases(newer, older) };
}

async function bodyOf(server: HttpServer, address: string, release?: string): Promise<string> {
  const separator = address.includes("?") ? "&" : "?";
  return (
    await send(server, release === undefined ? address : `${address}${separator}release=${release}`)
  ).body.toString();
}

describe("a swap of the current release", () => {
  test("never mixes two releases in one answer", async () => {
    const { older, newer, releases } = twoReleases();
    const server = await openTestServer({ releases });
    const whole: Record<string, string> = {};
    for (const address of ADDRESSES) {
      for (const id of [RELEASE, NEWER]) whole[`${id} ${address}`] = await bodyOf(server, address, id);
    }
    const seen = new Set<string>();
    for (let round = 0; round < 10; round++) {
      const asked = ADDRESSES.map(async (address) => {
        const body = await bodyOf(server, address);
        const { release } = (JSON.parse(body) as { meta: { release: string } }).meta;
        seen.add(release);
        // A next link names the release already, so the named answer is the same text.
        assert.equal(body, whole[`${release} ${address}`], address);
      });
      releases.swapTo(round % 2 === 0 ? older : newer);
      await Promise.all(asked);
    }
    assert.deepEqual([...seen].sort(), [RELEASE, NEWER]);
    await server.close();
  });

  test("changes the tag of what changed, and is heard until the server is closed", async () => {
    const { older, releases } = twoReleases();
    const server = await openTestServer({ releases });
    const before = await send(server, "/api/v2/countries/preview");
    releases.swapTo(older);
    const headers = { "If-None-Match": String(before.headers.etag) };
    const afterwards = await send(server, "/api/v2/countries/preview", { headers });
    assert.equal(afterwards.status, 200);
    assert.equal(afterwards.headers["last-modified"], "Fri, 20 Nov 2026 10:00:00 GMT");
    await server.close();
    releases.swapTo(older);
  });

  test("the tag of a response is that of its body, on every node", async () => {
    const { older, newer } = twoReleases();
    const tagsOf = async (snapshot: typeof older, baseUrl: string): Promise<string[]> => {
      const server = await openTestServer({ releases: buildMemoryReleases(snapshot), baseUrl });
      const tags = [];
      for (const address of ["/api/v2/companies?limit=2", "/api/v2/companies/aster-energie"])
        tags.push(String((await send(server, address)).headers.etag));
      await server.close();
      return tags;
    };
    const tags = await tagsOf(older, "https://one.example");
    assert.deepEqual(await tagsOf(older, "https://one.example"), tags);
    const others = [...(await tagsOf(older, "https://two.example")), ...(await tagsOf(newer, "https://one.example"))];
    assert.deepEqual(
      others.filter((tag) => tags.includes(tag)),
      [],
    );
  });

  test("only a URL that names its release by the id is kept for a day", async () => {
    const { releases } = twoReleases();
    const server = await openTestServer({ releases, now: () => new Date("2026-12-02T00:00:00Z") });
    const looked = async (path: string, query: string) => (await send(server, `${path}?${query}`)).headers;
    for (const path of ["/api/v2/countries/preview", "/api/v2/intelligence/country-data.csv"]) {
      const expected = await bodyOf(server, path, RELEASE);
      for (const query of ["release=previous", "as_of=2026-11-20", "as_of=2026-11-30T23:59:59Z"]) {
        assert.equal((await looked(path, query))["cache-control"], "public, max-age=300, stale-while-revalidate=3600");
        assert.equal((await send(server, `${path}?${query}`)).body.toString(), expected, query);
      }
      assert.match((await looked(path, "release=current"))["cache-control"]!, /^public, max-age=300/u);
      assert.match((await looked(path, `release=${NEWER}`))["cache-control"]!, /max-age=86400$/u);
    }
    assert.match(String((await looked("/api/v2/countries/FR", "as_of=2026-11-20")).location), /\?as_of=2026-11-20$/u);
    await server.close();
  });

  test("an address never has two bodies under one strong tag", async () => {
    const { older, newer, releases } = twoReleases();
    const server = await openTestServer({ releases });
    const bodies = new Map<string, string>();
    const look = async (): Promise<void> => {
      for (const address of ADDRESSES) {
        for (const release of ["", RELEASE, NEWER]) {
          for (const coding of ["identity", "br", "gzip", "zstd"]) {
            const url = release === "" ? address : `${address}${address.includes("?") ? "&" : "?"}release=${release}`;
            const { headers, body } = await send(server, url, { headers: { "Accept-Encoding": coding } });
            const key = `${url} ${String(headers.etag)}`;
            assert.equal(bodies.get(key) ?? body.toString("hex"), body.toString("hex"), key);
            bodies.set(key, body.toString("hex"));
          }
        }
      }
    };
    await look();
    await look();
    for (const snapshot of [older, newer]) {
      releases.swapTo(snapshot);
      await look();
      await look();
    }
    await server.close();
  });
});
