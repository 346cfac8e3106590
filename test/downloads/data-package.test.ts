import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, describe, test } from "node:test";
import { send } from "../http/test-server.ts";
import { type LoadedPackage, Package } from "./load-data-package.ts";
import { type PublishedDemo, sharedDemo } from "./published-demo.ts";

interface Field {
  name: string;
  type: string;
  constraints: { enum?: string[] };
}

interface Descriptor {
  version: string;
  resources: {
    name: string;
    path: string;
    bytes: number;
    hash: string;
    mediatype: string;
    schema: { fields: Field[]; primaryKey?: string[] };
  }[];
}

let demo: PublishedDemo;
let descriptor: Descriptor;

before(async () => {
  demo = await sharedDemo();
  const { headers, body } = await send(demo.server, "/api/v2/dataset.datapackage.json");
  assert.equal(headers["content-type"], "application/vnd.datapackage+json");
  descriptor = JSON.parse(body.toString()) as Descriptor;
});

/** The package as somebody else's software loads it, after a change. */
function load(change: (copy: Descriptor) => void): Promise<LoadedPackage> {
  const copy = structuredClone(descriptor);
  change(copy);
  return Package.load(copy);
}

describe("the Data Package, loaded by software nobody here wrote", () => {
  test("is valid, and every table but the judgements reads by its schema, keys included", async () => {
    const loaded = await Package.load(`${demo.url}/api/v2/dataset.datapackage.json`);
    assert.deepEqual(loaded.errors, []);
    assert.equal(loaded.valid, true);
    const { counts } = demo.snapshot.manifest;
    const rows: Record<string, number> = {};
    for (const resource of loaded.resources.filter(({ tabular, name }) => tabular && name !== "judgements"))
      rows[resource.name] = (await resource.read({ keyed: true, relations: true })).length;
    const { matrix, ...others } = rows;
    assert.ok(matrix! > counts.countries);
    const { countries, sectors, companies, products, replies } = counts;
    assert.deepEqual(others, { countries, sectors, companies, products, replies });
  });

  test("keeps Namibia", async () => {
    const countries = await (await load(() => {})).getResource("countries").read({ keyed: true });
    assert.equal(countries.find(({ iso3 }) => iso3 === "NAM")?.["iso2"], "NA");
  });

  test("is refused when it is no package (control)", async () => {
    const broken = await load((copy) => {
      (copy as { resources: unknown }).resources = [];
    });
    assert.equal(broken.valid, false);
  });

  for (const [what, change] of [
    ["a column is renamed", (fields) => (fields[0]!.name = "iso_3")],
    ["a column has another type", (fields) => (fields[0]!.type = "integer")],
    ["a value is not among those allowed", (fields) => (fields[4]!.constraints.enum = ["never"])],
    ["a column is missing", (fields) => fields.splice(3, 1)],
  ] as const satisfies readonly (readonly [string, (fields: Field[]) => unknown])[]) {
    test(`does not read where ${what} (control)`, async () => {
      const broken = await load((copy) => void change(copy.resources[0]!.schema.fields));
      await assert.rejects(broken.getResource("countries").read({ keyed: true }));
    });
  }

  test("does not read where a foreign key leads nowhere (control)", async () => {
    const broken = await load((copy) => {
      const [countries, sectors] = [copy.resources[0]!, copy.resources[1]!];
      [countries.path, sectors.path] = [sectors.path, countries.path];
      [countries.schema, sectors.schema] = [sectors.schema, countries.schema];
    });
    await assert.rejects(broken.getResource("matrix").read({ keyed: true, relations: true }));
  });
});

describe("the Data Package", () => {
  test("names every file under an address that stays, with its size and hash", async () => {
    assert.equal(descriptor.resources.length, 14);
    for (const { path, bytes, hash, mediatype } of descriptor.resources) {
      assert.ok(path.startsWith(demo.url) && path.endsWith(`?release=${descriptor.version}`), path);
      const { headers, body } = await send(demo.server, path.slice(demo.url.length));
      assert.match(String(headers["cache-control"]), /max-age=86400$/u);
      assert.equal(headers["content-type"]?.split(";", 1)[0], mediatype);
      assert.equal(body.length, bytes);
      assert.equal(`sha256:${createHash("sha256").update(body).digest("hex")}`, hash);
    }
  });
});
