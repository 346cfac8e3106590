import assert from "node:assert/strict";
import { before, test } from "node:test";
import { send } from "../http/test-server.ts";
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
    assert.equal(await textOf(`/api/v2/${table}.csv?country=${everyCountry}`), whole);
    assert.equal(await textOf(`/api/v2/${table}.csv`), whole);
  });

  test(`${table}: a filtered file has the rows of the list in its order, whole`, async () => {
    const query = "country=france,DE&sort=-" + (table === "companies" ? "name" : "company");
    const { status, headers, body } = await send(demo.server, `/api/v2/${table}.csv?${query}`);
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "text/csv; charset=utf-8; header=present");
    assert.match(String(headers["content-disposition"]), new RegExp(`country-trust-${table}-list-2026`, "u"));
    const [header, ...rows] = readCsv(body.toString());
    const listed = JSON.parse(await textOf(`/api/v2/${table}?${query}&limit=1000`)) as {
      total: number;
      items: { id: string | null; slug: string; company: { id: string }; source_url: string | null }[];
    };
    assert.equal(rows.length, listed.total);
    const column = header!.indexOf(table === "judgements" ? "source_url" : "slug");
    const expected = listed.items.map(({ slug, source_url: url }) => (table === "judgements" ? (url ?? "") : slug));
    assert.deepEqual(
      rows.slice(0, 1000).map((row) => row[column]),
      expected,
    );
  });

  test(`${table}: a filtered file links the description of itself`, async () => {
    const { headers } = await send(demo.server, `/api/v2/${table}.csv?country=fr&release=${demo.snapshot.manifest.id}`);
    const [, described] = /<https?:\/\/[^/]+([^>]+)>; rel="describedby"/u.exec(String(headers.link)) ?? [];
    const { url, tableSchema } = JSON.parse(await textOf(described!)) as {
      url: string;
      tableSchema: { columns: { name: string }[] };
    };
    assert.equal(url, `${table}.csv?country=france&release=${demo.snapshot.manifest.id}`);
    const [header] = readCsv(await textOf(`/api/v2/${table}.csv?country=fr`));
    assert.deepEqual(
      tableSchema.columns.map(({ name }) => name),
      header,
    );
    assert.match(headers["cache-control"]!, /max-age=86400$/u);
  });
}

test("a filtered file may begin with a byte order mark, which is another file", async () => {
  const plain = await send(demo.server, "/api/v2/companies.csv?country=fr");
  const marked = await send(demo.server, "/api/v2/companies.csv?country=fr&bom=true");
  assert.equal(marked.body.toString(), `\ufeff${plain.body.toString()}`);
  assert.notEqual(marked.headers.etag, plain.headers.etag);
  const headers = { "If-None-Match": String(plain.headers.etag) };
  assert.equal((await send(demo.server, "/api/v2/companies.csv?country=fr", { headers })).status, 304);
});

test("a filtered file refuses what its list refuses", async () => {
  for (const query of ["country=atlantis", "band=red", "sort=size", "limit=5", "as_of=2030-01-01"])
    assert.equal((await send(demo.server, `/api/v2/judgements.csv?${query}`)).status, 400, query);
  assert.equal((await send(demo.server, "/api/v2/judgements.csv?as_of=2020-01-01")).status, 404);
});
