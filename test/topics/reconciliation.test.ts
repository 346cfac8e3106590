import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { COMPANIES, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { ask, BASE, RELEASE, releases } from "./asking.ts";
import { candidatesOf, extend, get, reconcile, refusalOf } from "./reconciling.ts";
import { SHAPES_MISSING, checkShape } from "./specified-shapes.ts";

interface Manifest {
  readonly identifierSpace: string;
  readonly view: { readonly url: string };
  readonly suggest: Readonly<Record<string, { readonly service_url: string; readonly service_path: string }>>;
  readonly extend: { readonly propose_properties: { readonly service_url: string; readonly service_path: string } };
  readonly batchSize: number;
}

const readManifest = async (): Promise<Manifest> => (await get("get_reconciliation")) as Manifest;

describe("the manifest", () => {
  test("is as the specification says", { skip: SHAPES_MISSING }, async () => {
    checkShape("manifest", await readManifest());
  });

  test("names places that are there", async () => {
    const { identifierSpace, view, suggest, extend: extension, batchSize } = await readManifest();
    assert.equal(identifierSpace, `${BASE}/api/v2/companies/`);
    assert.match(view.url, /\{\{id\}\}/u);
    const places = [...Object.values(suggest), extension.propose_properties];
    assert.deepEqual(
      places.map((place) => place.service_url + place.service_path),
      ["/reconcile/suggest/entity", "/reconcile/suggest/property", "/reconcile/properties"].map((path) => BASE + path),
    );
    assert.equal(batchSize, 50);
  });
});

describe("a batch of queries", () => {
  test("a name that is equal but for case and accents is a match, with what tells it from others", async () => {
    const [company, ...others] = await candidatesOf({ query: "aster energie" });
    assert.deepEqual(others, []);
    assert.deepEqual(company, {
      id: "aster-energie",
      name: "Áster Énergie",
      description: "energy, France; median band: High",
      type: [{ id: "company", name: "Company" }],
      score: 100,
      match: true,
      features: [{ id: "name_similarity", value: 1 }],
    });
  });

  test("a name that is only similar is a candidate and no match; a strange one is none", async () => {
    const { q0, q1 } = await reconcile({ q0: { query: "Bois Clairs" }, q1: { query: "zzzz qqqq" } });
    const [company] = q0!.result;
    assert.equal(company?.id, "bois-clair");
    assert.equal(company.match, false);
    assert.ok(company.score < 100 && company.score > 0, String(company.score));
    assert.deepEqual(q1!.result, []);
  });

  test("an alias is said in the description", async () => {
    const [company] = await candidatesOf({ query: "Aster" });
    assert.deepEqual([company?.id, company?.match], ["aster-energie", true]);
    assert.match(company!.description, /; also known as Aster$/u);
  });

  test("an id or a slug as the name leads to its company", async () => {
    for (const query of ["c-2", "bois-clair", " bois-clair "]) {
      const [company] = await candidatesOf({ query });
      assert.deepEqual([company?.id, company?.score, company?.match], ["bois-clair", 100, true], query);
    }
  });

  test("a name that several companies have is certain for none, even if it is the slug of one", async () => {
    const twins = [
      { ...COMPANIES[1]!, id: "t-1", name: "Twin" },
      { ...COMPANIES[4]!, id: "t-2", name: "TWIN!" },
    ];
    const from = buildMemoryReleases(buildMemorySnapshot(RELEASE, twins));
    const found = await candidatesOf({ query: "twin" }, from);
    assert.equal(found.length, 2);
    assert.deepEqual(new Set(found.map(({ match }) => match)), new Set([false]));
    const [german, ...others] = await candidatesOf({ query: "twin", properties: [{ pid: "country", v: "DE" }] }, from);
    assert.deepEqual([german?.name, german?.match, others.length], ["TWIN!", true, 0]);
  });

  test("country, sector and id narrow, in any form a value can have", async () => {
    const found = async (pid: string, v: unknown): Promise<string> => {
      const candidates = await candidatesOf({ query: "bois clair", properties: [{ pid, v }] });
      return candidates.map(({ id, match }) => `${id} ${match}`).join();
    };
    for (const v of [
      "FR",
      "FRA",
      "250",
      250,
      "France",
      "france",
      ["France", "FR"],
      { id: "fr", name: "France" },
      { id: "FR" },
    ])
      assert.equal(await found("country", v), "bois-clair true", JSON.stringify(v));
    const inBavaria = await candidatesOf({ query: "eins", properties: [{ pid: "country", v: "Bavaria" }] });
    assert.deepEqual(
      inBavaria.map(({ id }) => id),
      ["eins"],
    );
    for (const v of ["retail", "RETAIL"]) assert.equal(await found("sector", v), "bois-clair true");
    assert.equal(await found("country", "Germany"), "");
    assert.equal(await found("sector", "energy"), "");
    assert.equal(await found("company_id", "c-4"), "drei-ringe true");
    assert.equal(await found("country_code", "FRA"), "bois-clair true");
    assert.equal(await found("country_code", "DEU"), "");
  });

  test("every property that is suggested can be sent: what does not narrow is ignored and named", async () => {
    const suggested = ["median_band", "summary", "release", "pillar:safety", "P31"];
    const properties = [...suggested, "country"].map((pid) => ({ pid, v: "France" }));
    const { q0, q1 } = await reconcile({ q0: { query: "bois clair", properties }, q1: { query: "bois clair" } });
    assert.deepEqual(q0!.ignored_properties, suggested);
    const [candidate] = q0!.result;
    assert.deepEqual([candidate?.id, candidate?.match], ["bois-clair", true]);
    assert.match(candidate!.description, /; found without median_band, summary, release, pillar:safety, P31$/u);
    assert.deepEqual(q1!.ignored_properties, []);
    assert.doesNotMatch(q1!.result[0]!.description, /found without/u);
  });

  test("a value without a meaning, or with two, makes nothing certain and affects its query alone", async () => {
    const { q0, q1, q2, q3, q4 } = await reconcile({
      q0: { query: "bois clair", properties: [{ pid: "country", v: "Atlantis" }] },
      q1: { query: "bois clair" },
      q2: { query: "bois clair", properties: [{ pid: "country", v: ["France", "Germany"] }] },
      q3: { query: "   " },
      q4: { query: "bois clair", properties: [{ pid: "sector", v: true }] },
    });
    const shown = [q0, q1, q2, q3, q4].map((each) => each!.result.map(({ id, match }) => `${id} ${match}`).join());
    assert.deepEqual(shown, ["bois-clair false", "bois-clair true", "bois-clair false", "", "bois-clair false"]);
  });

  test("a query may have properties alone", async () => {
    const [company] = await candidatesOf({ properties: [{ pid: "company_id", v: "c-3" }] });
    assert.deepEqual([company?.id, company?.match], ["cafe-fort", true]);
    assert.deepEqual(company!.features, []);
    assert.deepEqual(await candidatesOf({ properties: [{ pid: "country", v: "FR" }] }), []);
  });

  test("types: companies alone are found, unless types only should be", async () => {
    const found = async (type: string | string[], strict?: string): Promise<number> =>
      (await candidatesOf({ query: "eins", type, ...(strict === undefined ? {} : { type_strict: strict }) })).length;
    assert.deepEqual(
      await Promise.all([
        found("company"),
        found(["person", "company"]),
        found(["person", "company"], "all"),
        found("person"),
        found("person", "any"),
        found("person", "should"),
        found([]),
      ]),
      [1, 1, 0, 0, 0, 1, 0],
    );
  });

  test("limit cuts the candidates, best first", async () => {
    const twins = ["Twin A", "Twin B", "Twin C"].map((name, at) => ({ ...COMPANIES[1]!, id: `t-${at}`, name }));
    const from = buildMemoryReleases(buildMemorySnapshot(RELEASE, twins));
    const all = await candidatesOf({ query: "twin" }, from);
    assert.equal(all.length, 3);
    assert.deepEqual(
      all.map(({ score }) => score),
      all.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    assert.deepEqual(await candidatesOf({ query: "twin", limit: 2 }, from), all.slice(0, 2));
  });

  test("names of queries are answered as they are, whatever they are", async () => {
    const names = ["__proto__", "constructor", "1", "", "q 0/~%"];
    const batch = `{${names.map((name) => `${JSON.stringify(name)}:{"query":"eins"}`).join()}}`;
    const answer = await reconcile(JSON.parse(batch) as object);
    assert.deepEqual(Object.keys(answer).toSorted(), names.toSorted());
    assert.deepEqual(await reconcile({}), {});
  });

  test("50 are answered, 51 are too many", async () => {
    const batch = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, { query: "eins" }]));
    assert.equal(Object.keys(await reconcile(batch(50))).length, 50);
    const { message } = await refusalOf({ queries: JSON.stringify(batch(51)) }, "payload_too_large");
    assert.match(message, /51 queries.* 50\b/u);
  });

  test("400 for what is no batch, with every fault and where it is", async () => {
    for (const [queries, ...pointers] of [
      ["null", "#/queries"],
      ["[]", "#/queries"],
      ['{"a":1}', "#/queries/a"],
      ['{"a":{}}', "#/queries/a"],
      ['{"a":{"properties":[]}}', "#/queries/a"],
      [
        '{"a":{"query":1,"colour":2},"b/c":{"limit":0}}',
        "#/queries/a/colour",
        "#/queries/a/query",
        "#/queries/b~1c/limit",
      ],
      ['{"a":{"query":"x","limit":1.5}}', "#/queries/a/limit"],
      ['{"a":{"query":"x","type_strict":"maybe"}}', "#/queries/a/type_strict"],
      ['{"a":{"query":"x","type":[1]}}', "#/queries/a/type/0"],
      ['{"a":{"query":"x","properties":[{"pid":"country"}]}}', "#/queries/a/properties/0/v"],
    ] as const) {
      const { errors } = await refusalOf({ queries }, "invalid_request");
      assert.deepEqual(new Set(errors.map(({ pointer }) => pointer)), new Set(pointers), queries);
    }
    for (const queries of ["", "{", "a", "{'a':1}"]) {
      const { message } = await refusalOf({ queries }, "invalid_json");
      assert.match(message, /^`queries` is /u);
    }
  });

  test("400 for neither and for both of `queries` and `extend`", async () => {
    assert.match((await refusalOf({}, "invalid_request")).message, /neither/u);
    assert.match((await refusalOf({ queries: "{}", extend: "{}" }, "invalid_request")).message, /both/u);
  });

  test("in a URL, too", async () => {
    const queries = JSON.stringify({ q0: { query: "eins" } });
    const extension = JSON.stringify({ ids: ["eins"], properties: [{ id: "country" }] });
    assert.deepEqual(await get("get_reconciliation", { queries }), await reconcile({ q0: { query: "eins" } }));
    assert.deepEqual(
      await get("get_reconciliation", { extend: extension }),
      await extend(JSON.parse(extension) as object),
    );
  });
});

describe("data extension", () => {
  const properties = (...ids: string[]) => ids.map((id) => ({ id }));
  const OWN = [
    "median_band",
    "median_level",
    "judgement_count",
    "country",
    "country_code",
    "sector",
    "summary",
    "reply_status",
    "lei",
    "company_id",
    "release",
  ];

  test("every property of every company is what the company's own answer says", async () => {
    const ids = COMPANIES.map(({ id }) => id);
    const asked = [...OWN, "pillar:safety", "pillar:privacy"];
    const { meta, rows } = await extend({ ids, properties: properties(...asked) });
    assert.deepEqual(
      meta.map(({ id }) => id),
      asked,
    );
    const [first] = ask("list_companies").items;
    const labels = new Map(
      ask("get_scale").scale.bands.map((band) => [band.id, (band as unknown as { label: string }).label]),
    );
    assert.ok(first);
    for (const { slug, id } of ask("list_companies").items) {
      const company = ask("get_company", { slug });
      const { country, sector } = company as unknown as {
        country: Record<string, string>;
        sector: Record<string, string>;
      };
      const str = (value: unknown): unknown[] => (value === null || value === undefined ? [] : [{ str: value }]);
      const band = (each: string | null) => str(each === null ? null : labels.get(each));
      const byPillar = new Map(company.pillars.map((pillar) => [pillar.id, pillar.median_band]));
      assert.deepEqual(rows[id], {
        median_band: band(company.median_band),
        median_level: company.median_level === null ? [] : [{ int: company.median_level }],
        judgement_count: [{ int: company.judgement_count }],
        country: str(country["name"]),
        country_code: str(country["iso3"]),
        sector: str(sector["label"]),
        summary: str(company["summary"]),
        reply_status: str(company["reply_status"]),
        lei: str(company["lei"]),
        company_id: str(id),
        release: str(RELEASE),
        "pillar:safety": band(byPillar.get("safety") ?? null),
        "pillar:privacy": band(byPillar.get("privacy") ?? null),
      });
    }
  });

  test("companies go by slug or id, and one that is not there has no values", async () => {
    const { rows } = await extend({
      ids: ["eins", "c-5", "nobody", "__proto__"],
      properties: properties("country", "lei"),
    });
    assert.deepEqual(
      rows,
      JSON.parse(
        '{"eins":{"country":[{"str":"Germany"}],"lei":[]},"c-5":{"country":[{"str":"Germany"}],"lei":[]},"nobody":{"country":[],"lei":[]},"__proto__":{"country":[],"lei":[]}}',
      ),
    );
    assert.deepEqual(await extend({ ids: [], properties: [] }), { meta: [], rows: {} });
  });

  test("a company that is not judged has no band, and no pillar has one", async () => {
    const { rows } = await extend({
      ids: ["himba"],
      properties: properties("median_band", "median_level", "pillar:safety", "judgement_count"),
    });
    assert.deepEqual(rows["himba"], {
      median_band: [],
      median_level: [],
      "pillar:safety": [],
      judgement_count: [{ int: 0 }],
    });
  });

  test("400 for a property that is not there, and for a query of another form", async () => {
    const { errors, message } = await refusalOf(
      { extend: JSON.stringify({ ids: ["eins"], properties: properties("country", "pillar:taste", "x") }) },
      "invalid_request",
    );
    assert.deepEqual(
      errors.map(({ pointer }) => pointer),
      ["#/extend/properties/1/id", "#/extend/properties/2/id"],
    );
    assert.match(message, /\/reconcile\/properties/u);
    for (const [query, pointer] of [
      ["{}", "#/extend/ids"],
      ['{"ids":[],"properties":[],"x":1}', "#/extend/x"],
      ['{"ids":[1],"properties":[]}', "#/extend/ids/0"],
      ['{"ids":[],"properties":[{"id":"country","settings":{"limit":1}}]}', "#/extend/properties/0/settings"],
      [JSON.stringify({ ids: Array(501).fill("a"), properties: [] }), "#/extend/ids"],
    ] as const) {
      const { errors: found } = await refusalOf({ extend: query }, "invalid_request");
      assert.equal(found[0]?.pointer, pointer, query.slice(0, 60));
    }
    assert.match((await refusalOf({ extend: "[" }, "invalid_json")).message, /^`extend` is /u);
    const { rows } = await extend({ ids: ["eins"], properties: [{ id: "sector", settings: {} }] });
    assert.deepEqual(rows["eins"], { sector: [{ str: "retail" }] });
  });
});

interface Suggested {
  readonly result: readonly { readonly id: string; readonly name: string; readonly description: string }[];
  readonly cursor?: number;
}

const suggest = async (id: string, prefix: string, more: Record<string, string> = {}): Promise<Suggested> =>
  (await get(id, { prefix, ...more })) as Suggested;

/** What OpenRefine sends besides. */
const SENT = { spell: "always", exact: "false", prefixed: "true" };

describe("suggestions", () => {
  test("are as the specification says", { skip: SHAPES_MISSING }, async () => {
    for (const prefix of ["", "a", "é", "c-1"]) {
      checkShape("suggest-entities-response", await suggest("suggest_entities", prefix));
      checkShape("suggest-properties-response", await suggest("suggest_properties", prefix));
    }
    checkShape("data-extension-property-proposal", await get("propose_properties", { type: "company" }));
  });

  test("companies by the beginning of their name, by id and by slug; no products", async () => {
    const names = async (prefix: string): Promise<string[]> =>
      (await suggest("suggest_entities", prefix, SENT)).result.map(({ name }) => name);
    assert.deepEqual(await names("aste"), ["Áster Énergie"]);
    assert.deepEqual(await names("Lamp"), []);
    assert.equal((await names("c-4"))[0], "Drei Ringe");
    assert.equal((await names("drei-ringe"))[0], "Drei Ringe");
    for (const prefix of ["", " ", '"', "\u0000", "\ud800", "zzzzzz"]) assert.ok(Array.isArray(await names(prefix)));
  });

  test("pages follow each other by `cursor`, which is missing on the last", async () => {
    const many = Array.from({ length: 45 }, (_, at) => ({ ...COMPANIES[1]!, id: `m-${at}`, name: `Mill ${at}` }));
    const from = buildMemoryReleases(buildMemorySnapshot(RELEASE, many));
    const seen: string[] = [];
    const pages: (number | undefined)[] = [];
    for (let cursor: number | undefined = 0; cursor !== undefined;) {
      const page: Suggested = (await get(
        "suggest_entities",
        { prefix: "mill", cursor: String(cursor) },
        from,
      )) as Suggested;
      seen.push(...page.result.map(({ id }) => id));
      cursor = page.cursor;
      pages.push(cursor);
    }
    assert.deepEqual(pages, [20, 40, undefined]);
    assert.deepEqual(new Set(seen).size, 45);
  });

  test("properties by the beginning of a word; all of them for nothing", async () => {
    const ids = async (prefix: string, more = {}): Promise<string[]> =>
      (await suggest("suggest_properties", prefix, { ...SENT, ...more })).result.map(({ id }) => id);
    assert.deepEqual(await ids("PRIV"), ["pillar:privacy"]);
    assert.deepEqual(await ids("median"), ["median_band", "median_level", "pillar:safety", "pillar:privacy"]);
    assert.deepEqual(await ids("median", { cursor: "2" }), ["pillar:safety", "pillar:privacy"]);
    const proposed = (await get("propose_properties", { type: "" })) as { properties: { id: string }[] };
    assert.deepEqual(
      await ids(""),
      proposed.properties.map(({ id }) => id),
    );
    assert.deepEqual(await ids("colour"), []);
  });

  test("proposals repeat type and limit", async () => {
    const answer = (await get("propose_properties", { type: "company", limit: "3" })) as {
      properties: unknown[];
      type: string;
      limit: number;
    };
    assert.deepEqual([answer.properties.length, answer.type, answer.limit], [3, "company", 3]);
    assert.equal(releases.current().manifest.dataset.pillars.length, 2);
  });
});
