import assert from "node:assert/strict";
import { before, test } from "node:test";
import { exampleParameters } from "../../src/ask/example-parameters.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { buildMemoryReleases } from "../fixtures/memory-release.ts";
import { send } from "../http/test-server.ts";
import { sourcesOf } from "../topics/asking.ts";
import { type PublishedDemo, sharedDemo, readCsv } from "./published-demo.ts";

let demo: PublishedDemo;
before(async () => {
  demo = await sharedDemo();
});

const textOf = async (path: string): Promise<string> => (await send(demo.server, path)).body.toString();

for (const table of ["companies", "products", "judgements"]) {
  test(`${table}: the list of all countries is the downloadable table, byte for byte`, async () => {
    const everyCountry = demo.snapshot.countries.map(({ slug }) => slug).join(",");
    const whole = await textOf(`/api/v2/data/${table}.csv`);
    assert.equal(await textOf(`/api/v2/${table}?format=csv&country=${everyCountry}`), whole);
    assert.equal(await textOf(`/api/v2/${table}?format=csv`), whole);
  });

  test(`${table}: a filtered file has the rows of the list in its order, whole`, async () => {
    const query = "country=france,DE&sort=-" + (table === "companies" ? "name" : "company");
    const { status, headers, body } = await send(demo.server, `/api/v2/${table}?format=csv&${query}`);
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "text/csv; charset=utf-8; header=present");
    assert.match(String(headers["content-disposition"]), new RegExp(`country-trust-${table}-list-2026`, "u"));
    const [header, ...rows] = readCsv(body.toString());
    const listed = JSON.parse(await textOf(`/api/v2/${table}?${query}&limit=1000`)) as {
      total: number;
      items: { id: string | null; slug: string; company: { id: string; name: string }; source_url: string | null }[];
    };
    assert.equal(rows.length, listed.total);
    const column = header!.indexOf(table === "judgements" ? "source_url" : "slug");
    const expected = listed.items.map(({ slug, source_url: url }) => (table === "judgements" ? (url ?? "") : slug));
    assert.deepEqual(
      rows.slice(0, 1000).map((row) => row[column]),
      expected,
    );
    if (table === "companies") return;
    const named = header!.indexOf("company_name");
    assert.deepEqual(
      rows.slice(0, 1000).map((row) => row[named]),
      listed.items.map(({ company }) => company.name),
    );
  });

  test(`${table}: a filtered file links the description of its table, which has its columns`, async () => {
    const { headers } = await send(
      demo.server,
      `/api/v2/${table}?format=csv&country=fr&release=${demo.snapshot.manifest.id}`,
    );
    const [, described] = /<https?:\/\/[^/]+([^>]+)>; rel="describedby"/u.exec(String(headers.link)) ?? [];
    const { url, tableSchema } = JSON.parse(await textOf(described!)) as {
      url: string;
      tableSchema: { columns: { name: string }[] };
    };
    assert.equal(url, `${table}.csv?release=${demo.snapshot.manifest.id}`);
    const [header] = readCsv(await textOf(`/api/v2/${table}?format=csv&country=fr`));
    assert.deepEqual(
      tableSchema.columns.map(({ name }) => name),
      header,
    );
    assert.match(headers["cache-control"]!, /max-age=86400$/u);
  });
}

test("every filter of every list leaves as many rows in the file as items in JSON", async () => {
  const releases = buildMemoryReleases(demo.snapshot);
  const lists = OPERATIONS.filter(
    ({ choice, parameters }) => choice !== undefined && "sort" in parameters.query.properties,
  );
  let compared = 0;
  const missing: string[] = [];
  for (const list of lists) {
    const examples = exampleParameters(list, sourcesOf(releases));
    for (const name of Object.keys(list.parameters.query.properties)) {
      if (["format", "limit", "cursor", "fields", "release", "sort", "as_of", "since"].includes(name)) continue;
      if (!(name in examples)) {
        missing.push(`${list.id} ${name}`);
        continue;
      }
      const query = `${name}=${encodeURIComponent(String(examples[name]))}`;
      const { total } = JSON.parse(await textOf(`${list.path}?${query}`)) as { total: number };
      const [, ...rows] = readCsv(await textOf(`${list.path}?${query}&format=csv`));
      compared += 1;
      assert.equal(rows.length, total, `${list.id} ${query}`);
    }
  }
  // The region of a company is in no release: the atlas knows it.
  assert.deepEqual([...new Set(missing.map((filter) => filter.split(" ")[1]))], ["region"]);
  assert.ok(compared > 20, String(compared));
});

test("a filtered file refuses what its list refuses", async () => {
  for (const query of ["country=atlantis", "band=red", "sort=size", "limit=5", "as_of=2030-01-01"])
    assert.equal((await send(demo.server, `/api/v2/judgements?format=csv&${query}`)).status, 400, query);
  assert.equal((await send(demo.server, "/api/v2/judgements?format=csv&as_of=2020-01-01")).status, 404);
});

test("the sectors come as a file, too, in the order of the list", async () => {
  assert.equal(await textOf("/api/v2/sectors?format=csv"), await textOf("/api/v2/data/sectors.csv"));
  const [, ...rows] = readCsv(await textOf("/api/v2/sectors?format=csv&sort=-median_band"));
  const { items } = JSON.parse(await textOf("/api/v2/sectors?sort=-median_band")) as { items: { slug: string }[] };
  assert.deepEqual(
    rows.map(([sector]) => sector),
    items.map(({ slug }) => slug),
  );
});

test("a list comes in the format that the query names, or else `Accept`", async () => {
  const path = "/api/v2/products?country=fr";
  const typeOf = async (query: string, accept?: string) => {
    const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
    const { status, headers: answered } = await send(demo.server, path + query, { headers });
    return [status, answered["content-type"]?.split(";", 1)[0], answered["cache-control"]?.split(",", 1)[0]];
  };
  const csv = "text/csv";
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  assert.deepEqual(await typeOf(""), [200, "application/json", "public"]);
  assert.deepEqual(await typeOf("", browser), [200, "application/json", "public"]);
  // A cache that does not know `Vary` must not give it to others.
  assert.deepEqual(await typeOf("", csv), [200, csv, "private"]);
  assert.deepEqual(await typeOf("&format=csv"), [200, csv, "public"]);
  assert.deepEqual(await typeOf("&format=csv", "application/json"), [200, csv, "public"]);
  assert.deepEqual(await typeOf("&format=json", csv), [200, "application/json", "public"]);
  assert.deepEqual(await typeOf("", "image/png"), [406, "application/problem+json", "no-store"]);
  assert.deepEqual(await typeOf("&format=pdf", csv), [400, "application/problem+json", "no-store"]);
  assert.deepEqual(await typeOf("&limit=5", csv), [400, "application/problem+json", "no-store"]);
});

test("404 says where the lists and tables of former paths are", async () => {
  for (const path of ["/api/v2/companies.csv", "/api/v2/data/brands.csv"]) {
    const { status, body } = await send(demo.server, path);
    assert.equal(status, 404);
    assert.match((JSON.parse(body.toString()) as { detail: string }).detail, /companies\?format=csv/u);
  }
});
