import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { send } from "../http/test-server.ts";
import { type PublishedDemo, sharedDemo, readCsv } from "./published-demo.ts";

let demo: PublishedDemo;
before(async () => {
  demo = await sharedDemo();
});

async function get(address: string): Promise<{ type: string | undefined; text: string }> {
  const { status, headers, body } = await send(demo.server, address);
  assert.equal(status, 200, address);
  return { type: headers["content-type"], text: body.toString() };
}

interface CsvColumn {
  readonly name: string;
  readonly titles: string;
  readonly null: string;
  readonly required: boolean;
  readonly datatype: {
    readonly base: string;
    readonly format?: string;
    readonly minimum?: number;
    readonly maximum?: number;
  };
}

interface CsvMetadata {
  readonly "@context": unknown;
  url: string;
  readonly "dc:title": string;
  readonly dialect: {
    readonly lineTerminators: readonly string[];
    readonly header: boolean;
    readonly encoding: string;
  };
  readonly tableSchema: { readonly columns: CsvColumn[]; readonly primaryKey?: readonly string[] };
}

/**
 * What a CSVW validator finds wrong with a file, by "Metadata Vocabulary for Tabular Data"; only
 * what is used here.
 */
function validateCsv(metadata: CsvMetadata, metadataAddress: string, csvAddress: string, text: string): string[] {
  const errors: string[] = [];
  if (new URL(metadata.url, metadataAddress).href !== csvAddress) errors.push("the metadata is of another file");
  const { columns, primaryKey = [] } = metadata.tableSchema;
  const [header = [], ...rows] = readCsv(text);
  if (columns.map(({ titles }) => titles).join() !== header.join()) errors.push("other columns");
  for (const [index, { name, required, null: nothing, datatype }] of columns.entries()) {
    const lexical =
      datatype.base === "string" && datatype.format
        ? new RegExp(`^(?:${datatype.format})$`, "u")
        : LEXICAL[datatype.base];
    if (lexical === undefined) errors.push(`${name}: no such datatype as ${datatype.base}`);
    for (const row of rows) {
      const value = row[index] ?? "";
      if (value === nothing) {
        if (required) errors.push(`${name}: required`);
        continue;
      }
      if (lexical?.test(value) === false) errors.push(`${name}: ${value}`);
      if (datatype.minimum !== undefined && Number(value) < datatype.minimum)
        errors.push(`${name}: ${value} is too small`);
      if (datatype.maximum !== undefined && Number(value) > datatype.maximum)
        errors.push(`${name}: ${value} is too large`);
    }
  }
  const key = primaryKey.map((name) => columns.findIndex((column) => column.name === name));
  if (key.includes(-1)) errors.push("the key is no column");
  const keys = rows.map((row) => key.map((index) => row[index]).join("\n"));
  if (key.length > 0 && new Set(keys).size < keys.length) errors.push("the key is not unique");
  return errors;
}

/** The text up to so many line ends. */
function firstLines(text: string, linesMax: number): string {
  const lines = text.split("\r\n");
  return lines.length <= linesMax ? text : `${lines.slice(0, linesMax).join("\r\n")}\r\n`;
}

const LEXICAL: Readonly<Record<string, RegExp>> = {
  string: /^/u,
  integer: /^-?\d+$/u,
  double: /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/u,
  date: /^\d{4}-\d\d-\d\d$/u,
};

const CSV_PATHS = ["countries", "sectors", "matrix", "companies", "products", "judgements"].map(
  (table) => `/api/v2/data/${table}.csv`,
);

describe("CSV on the Web", () => {
  for (const path of CSV_PATHS) {
    test(`describes ${path} as it is, under its own address and that of the release`, async () => {
      for (const release of ["", `?release=${demo.snapshot.manifest.id}`]) {
        const address = `${path}-metadata.json${release}`;
        const { type, text } = await get(address);
        assert.equal(type, "application/csvm+json");
        const metadata = JSON.parse(text) as CsvMetadata;
        assert.deepEqual(metadata["@context"], ["http://www.w3.org/ns/csvw", { "@language": "en" }]);
        assert.match(metadata["dc:title"], /^Country Trust Bands Dataset: /u);
        assert.deepEqual(metadata.dialect.lineTerminators, ["\r\n"]);
        assert.deepEqual([metadata.dialect.header, metadata.dialect.encoding], [true, "utf-8"]);
        // Variable names of URI templates (RFC 6570), as §5.6 asks.
        for (const { name } of metadata.tableSchema.columns) assert.match(name, /^[A-Za-z0-9][\w.%]*$/u);
        const file = await send(demo.server, path + release);
        const links = String(file.headers.link).split(/, (?=<)/u);
        assert.deepEqual(
          links.filter((link) => link.includes('rel="describedby"')),
          [`<${demo.url}${address}>; rel="describedby"; type="application/csvm+json"`],
        );
        // The same file under another address: its first rows are enough.
        const rowsMax = release === "" ? Infinity : 20;
        const csv = firstLines(file.body.toString(), rowsMax);
        assert.deepEqual(validateCsv(metadata, demo.url + address, demo.url + path + release, csv), []);
      }
    });
  }

  test("is found wrong where it is (control)", async () => {
    const path = CSV_PATHS[0]!;
    const address = `${path}-metadata.json`;
    const metadata = JSON.parse((await get(address)).text) as CsvMetadata;
    const csv = (await get(path)).text;
    const faultsAfter = (change: (copy: CsvMetadata) => void, of = csv): string[] => {
      const copy = structuredClone(metadata);
      change(copy);
      return validateCsv(copy, demo.url + address, demo.url + path, of);
    };
    assert.deepEqual(
      faultsAfter(() => {}),
      [],
    );
    assert.notDeepEqual(
      faultsAfter((copy) => (copy.url = "other.csv")),
      [],
    );
    assert.notDeepEqual(
      faultsAfter((copy) => copy.tableSchema.columns.reverse()),
      [],
    );
    assert.notDeepEqual(
      faultsAfter(() => {}, csv.replace(/^NAM,/mu, ",")),
      [],
    );
    assert.notDeepEqual(
      faultsAfter(() => {}, csv.replace(/^(NAM,NA,namibia,Namibia),\w+,/mu, "$1,nonsense,")),
      [],
    );
    assert.notDeepEqual(
      faultsAfter(() => {}, csv.replace(/^NAM,/mu, "USA,")),
      [],
    );
  });
});

interface JsonLd {
  readonly "@context": Readonly<Record<string, string | { readonly "@id": string }>>;
  readonly [member: string]: unknown;
}

/** Every member name and type of a JSON-LD document that its context does not define. */
function undefinedTerms(value: unknown, context: JsonLd["@context"]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => undefinedTerms(item, context));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === "@context" || name === "@id") return [];
    if (name === "@type") return typeof member === "string" && member in context ? [] : [String(member)];
    return [...(name in context ? [] : [name]), ...undefinedTerms(member, context)];
  });
}

describe("DCAT 3", () => {
  test("defines every term in its own context, and every prefix of that", async () => {
    const { type, text } = await get("/api/v2/dataset.dcat.jsonld");
    assert.equal(type, "application/ld+json");
    const catalog = JSON.parse(text) as JsonLd;
    const context = catalog["@context"];
    assert.deepEqual(undefinedTerms(catalog, context), []);
    assert.deepEqual(undefinedTerms({ ...catalog, colour: "red" }, context), ["colour"], "control");
    for (const term of Object.values(context)) {
      const iri = typeof term === "string" ? term : term["@id"];
      if (!iri.includes("://")) assert.ok(Object.hasOwn(context, iri.split(":")[0]!), iri);
    }
  });

  test("is a catalogue of a dataset with every file, each under an address that answers, and of the service", async () => {
    const catalog = JSON.parse((await get("/api/v2/dataset.dcat.jsonld")).text) as {
      "@type": string;
      dataset: { "@id": string; version: string; license: string; distribution: Record<string, string>[] }[];
      service: { servesDataset: string; endpointDescription: string }[];
    };
    assert.equal(catalog["@type"], "Catalog");
    const [dataset] = catalog.dataset;
    assert.equal(dataset!.version, demo.snapshot.manifest.id);
    assert.equal(dataset!.license, "https://creativecommons.org/licenses/by/4.0/");
    assert.equal(catalog.service[0]!.servesDataset, dataset!["@id"]);
    assert.equal(dataset!.distribution.length, 14);
    for (const { downloadURL, byteSize, mediaType } of dataset!.distribution) {
      const { headers } = await send(demo.server, downloadURL!.slice(demo.url.length), { method: "HEAD" });
      assert.equal(headers["content-length"], byteSize);
      assert.ok(mediaType!.endsWith(String(headers["content-type"]?.split(";", 1)[0])));
    }
  });
});

test("schema.org: what search engines ask of a Dataset", async () => {
  const { type, text } = await get("/api/v2/dataset.jsonld");
  assert.equal(type, "application/ld+json");
  const dataset = JSON.parse(text) as Record<string, unknown> & {
    description: string;
    distribution: { contentUrl: string; encodingFormat: string }[];
  };
  assert.equal(dataset["@type"], "sc:Dataset");
  assert.equal(dataset["name"], "Country Trust Bands Dataset");
  // Google's structured data for datasets: 50 to 5000 characters.
  assert.ok(dataset.description.length >= 50 && dataset.description.length <= 5000);
  for (const name of [
    "url",
    "license",
    "creator",
    "publisher",
    "datePublished",
    "version",
    "keywords",
    "spatialCoverage",
  ])
    assert.ok(dataset[name] !== undefined && dataset[name] !== null, name);
  assert.equal(dataset.distribution.length, 14);
  for (const { contentUrl, encodingFormat } of dataset.distribution) {
    const { status, headers } = await send(demo.server, contentUrl.slice(demo.url.length), { method: "HEAD" });
    assert.equal(status, 200);
    assert.equal(headers["content-type"]?.split(";", 1)[0], encodingFormat);
  }
});

describe("the citation", () => {
  const line = (): string => {
    const { id, dataset } = demo.snapshot.manifest;
    return `${dataset.publisher} (${dataset.year}). Country Trust Bands Dataset (${id}). ${demo.url}/releases/${id}. CC-BY 4.0.`;
  };

  test("as text is the one that every answer carries", async () => {
    const { type, text } = await get("/api/v2/citation.txt");
    assert.equal(type, "text/plain; charset=utf-8");
    assert.equal(text, `${line()}\n`);
    const preview = JSON.parse((await get("/api/v2/countries/preview")).text) as { meta: { citation: string } };
    assert.equal(preview.meta.citation, line());
  });

  test("as BibTeX is one entry with balanced braces and every part of it", async () => {
    const { type, text } = await get("/api/v2/citation.bib");
    assert.equal(type, "application/x-bibtex; charset=utf-8");
    assert.match(text, /^@misc\{country_trust_bands_\w+,\n(?: {2}\w+ = \{.+\},?\n)+\}\n$/u);
    let depth = 0;
    for (const character of text.replaceAll(/\\./gu, "")) {
      depth += character === "{" ? 1 : character === "}" ? -1 : 0;
      assert.ok(depth >= 0);
    }
    assert.equal(depth, 0);
    const { id, dataset } = demo.snapshot.manifest;
    for (const part of [
      `{{${dataset.publisher}}}`,
      "{{Country Trust Bands Dataset}}",
      `{${dataset.year}}`,
      id,
      `${demo.url}/releases/${id}`,
    ])
      assert.ok(text.includes(part), part);
  });

  test("as CSL-JSON is one dataset", async () => {
    const { type, text } = await get("/api/v2/citation.csl.json");
    assert.equal(type, "application/vnd.citationstyles.csl+json");
    const [item, ...more] = JSON.parse(text) as Record<string, unknown>[];
    assert.deepEqual(more, []);
    const { id, dataset } = demo.snapshot.manifest;
    assert.equal(item!["type"], "dataset");
    assert.equal(item!["title"], "Country Trust Bands Dataset");
    assert.deepEqual(item!["author"], [{ literal: dataset.publisher }]);
    assert.deepEqual(item!["issued"], { "date-parts": [[dataset.year]] });
    assert.equal(item!["version"], id);
    assert.equal(item!["URL"], `${demo.url}/releases/${id}`);
  });

  test("as CITATION.cff has every key that version 1.2.0 requires, each line a key and a JSON value, which is YAML", async () => {
    const { type, text } = await get("/api/v2/citation.cff");
    assert.equal(type, "application/yaml");
    const entries = text
      .trimEnd()
      .split("\n")
      .map((each) => /^([a-z-]+): (.+)$/u.exec(each)!.slice(1) as [string, string]);
    const cff = Object.fromEntries(entries.map(([name, value]) => [name, JSON.parse(value) as unknown]));
    assert.equal(Object.keys(cff).length, entries.length, "no key is repeated");
    const { id, publishedAt, dataset } = demo.snapshot.manifest;
    assert.equal(cff["cff-version"], "1.2.0");
    assert.equal(cff["type"], "dataset");
    assert.ok(typeof cff["message"] === "string" && typeof cff["title"] === "string");
    assert.deepEqual(cff["authors"], [{ name: dataset.publisher }]);
    assert.equal(cff["version"], id);
    assert.equal(cff["date-released"], publishedAt.slice(0, 10));
    assert.equal(cff["license"], "CC-BY-4.0");
    assert.equal(cff["url"], `${demo.url}/releases/${id}`);
    assert.equal((cff["preferred-citation"] as { year: number }).year, dataset.year);
  });
});

interface CroissantNode {
  readonly "@type": string;
  readonly "@id": string;
  readonly [property: string]: unknown;
}

interface CroissantField extends CroissantNode {
  readonly dataType: string;
  readonly source: { readonly fileObject: { readonly "@id": string }; readonly extract: { readonly column: string } };
  readonly references?: { readonly "@id": string };
}

interface CroissantRecordSet extends CroissantNode {
  readonly key?: readonly { readonly "@id": string }[];
  readonly field: readonly CroissantField[];
}

interface Croissant extends JsonLd {
  readonly distribution: readonly CroissantNode[];
  readonly recordSet: readonly CroissantRecordSet[];
}

describe("Croissant 1.1", () => {
  let dataset: Croissant;
  before(async () => {
    const { type, text } = await get("/api/v2/dataset.jsonld");
    assert.equal(type, "application/ld+json");
    dataset = JSON.parse(text) as Croissant;
  });
  const need = (node: Readonly<Record<string, unknown>>, names: readonly string[]): void => {
    for (const name of names)
      assert.ok(node[name] !== undefined && node[name] !== "", `${String(node["@id"])} ${name}`);
  };

  test("has what the specification requires of a dataset", () => {
    const required = ["@context", "conformsTo", "description", "license", "name", "url", "creator", "datePublished"];
    need(dataset, required);
    assert.equal(dataset["@type"], "sc:Dataset");
    assert.equal(dataset["conformsTo"], "http://mlcommons.org/croissant/1.1");
    assert.match(String(dataset["datePublished"]), /^\d{4}-\d{2}-\d{2}$/u);
  });

  test("has every file with its name, address, type and hash", async () => {
    assert.equal(dataset.distribution.length, 14);
    for (const file of dataset.distribution) {
      assert.equal(file["@type"], "cr:FileObject");
      need(file, ["@id", "name", "contentUrl", "contentSize", "encodingFormat"]);
      assert.match(String(file["sha256"]), /^[0-9a-f]{64}$/u);
      const url = String(file["contentUrl"]).slice(demo.url.length);
      assert.equal((await send(demo.server, url, { method: "HEAD" })).status, 200, url);
    }
  });

  test("has the columns of every CSV file, and its identifiers are unique and lead somewhere", async () => {
    const fields = dataset.recordSet.flatMap(({ field }) => field);
    const ids = [...dataset.distribution, ...dataset.recordSet, ...fields].map((node) => node["@id"]);
    assert.equal(new Set(ids).size, ids.length);
    for (const recordSet of dataset.recordSet) {
      assert.equal(recordSet["@type"], "cr:RecordSet");
      const [header] = readCsv((await get(`/api/v2/data/${recordSet["@id"]}.csv`)).text);
      assert.deepEqual(
        recordSet.field.map(({ source }) => source.extract.column),
        header,
      );
      for (const { "@id": key } of recordSet.key ?? []) assert.ok(ids.includes(key), key);
    }
    for (const field of fields) {
      assert.equal(field["@type"], "cr:Field");
      need(field, ["name", "description"]);
      assert.match(field.dataType, /^sc:(?:Text|Integer|Float|Date)$/u);
      assert.ok(ids.includes(field.source.fileObject["@id"]));
      assert.ok(field.references === undefined || ids.includes(field.references["@id"]));
    }
  });
});
