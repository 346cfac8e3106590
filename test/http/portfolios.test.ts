import assert from "node:assert/strict";
import { connect } from "node:net";
import { before, describe, test } from "node:test";
import type { KeyChange } from "../../src/access/accounts.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { type AccessServer, JSON_BODY, openAccessServer } from "./access-server.ts";
import { checkProblem, type Received, RELEASE } from "./test-server.ts";
import { openWatchedServer, type WatchedServer } from "./watched-server.ts";

const PATH = "/api/v2/portfolios";
const CSV_BODY = { "Content-Type": "text/csv" };

let watched: WatchedServer;
let own: AccessServer;

before(async () => {
  watched = await openWatchedServer();
  own = watched.own;
});

let clients = 0;

/** Each request comes from an address of its own, unless it says which. */
async function post(body: string | Buffer, headers: Record<string, string>, target = PATH, from?: string) {
  clients += 1;
  const address = from ?? `203.0.${Math.floor(clients / 200)}.${1 + (clients % 200)}`;
  return await own.from(address, target, { method: "POST", headers, body });
}

const postRows = async (rows: unknown, from?: string) => await post(JSON.stringify({ rows }), JSON_BODY, PATH, from);
const postFile = async (text: string | Buffer) => await post(text, CSV_BODY);

interface Answered {
  readonly summary: string;
  readonly matched: number;
  readonly ambiguous: number;
  readonly unmatched: number;
  readonly duplicates: number;
  readonly companies: number;
  readonly judged_companies: number;
  readonly median_band: string | null;
  readonly distribution: Readonly<Record<string, number>>;
  readonly items: readonly {
    readonly row: number;
    readonly id: string | null;
    readonly status: string;
    readonly duplicate_of: number | null;
    readonly company: { readonly id: string } | null;
    readonly ambiguity: string | null;
    readonly candidates: readonly { readonly name: string }[];
  }[];
}

function answered({ status, headers, body }: Received): Answered {
  assert.equal(status, 200, body.toString());
  assert.equal(headers["cache-control"], "no-store");
  return JSON.parse(body.toString()) as Answered;
}

interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer?: string; readonly detail: string }[];
  readonly errors_total?: number;
}

function refused(received: Received, status: number, code: Refused["code"]): Refused {
  checkProblem(received, status, code as never);
  assert.equal(received.headers["cache-control"], "no-store");
  return JSON.parse(received.body.toString()) as Refused;
}

describe("200", () => {
  test("a company that the list puts in a part of a country is in the country", async () => {
    const rows = ["Bavaria", "Scotland"].map((country) => ({ name: "Eins", country }));
    const { items } = answered(await postRows(rows));
    assert.deepEqual(
      items.map(({ status }) => status),
      ["matched", "unmatched"],
    );
  });

  test("a list as JSON: what each row means, and where they stand", async () => {
    const answer = answered(
      await postRows([
        { id: "1", name: "aster energie" },
        { id: "2", name: "Bois Clair", country: "250" },
        { id: "3", slug: "aster-energie", lei: "", name: null },
        { name: "Bois Clar" },
        { name: "Qqzzyx" },
        { company_id: "c-8" },
      ]),
    );
    assert.deepEqual(
      answer.items.map(({ row, id, status, company, duplicate_of: first }) => [row, id, status, company?.id, first]),
      [
        [1, "1", "matched", "c-1", null],
        [2, "2", "matched", "c-2", null],
        [3, "3", "matched", "c-1", 1],
        [4, null, "ambiguous", undefined, null],
        [5, null, "unmatched", undefined, null],
        [6, null, "matched", "c-8", null],
      ],
    );
    const { matched, ambiguous, unmatched, duplicates, companies, judged_companies: judged } = answer;
    assert.deepEqual([matched, ambiguous, unmatched, duplicates, companies, judged], [4, 1, 1, 1, 3, 2]);
    // c-1 has bands 4, 5 and 2, so its median is 4; c-2 stands at 3; c-8 is not judged.
    assert.deepEqual(answer.distribution, { very_low: 0, low: 0, middle: 1, high: 1, very_high: 0 });
    assert.equal(answer.median_band, "middle");
    assert.match(
      answer.summary,
      /^Of 6 rows, 4 are matched with 3 companies, each counted once; 1 is ambiguous and 1 is unmatched\. /u,
    );
  });

  test("the same list as CSV, however a spreadsheet writes it", async () => {
    const plain = answered(
      await postRows([
        { id: "1", name: "Áster, Énergie" },
        { id: "2", name: "Bois Clair", country: "FR" },
      ]),
    );
    for (const file of [
      'id,name,country\n1,"Áster, Énergie",\n2,Bois Clair,FR\n',
      '\ufeffid;name;country\r\n1;Áster, Énergie;\r\n2;"Bois Clair";FR\r\n',
      'ID ; Name;COUNTRY;\r\n\r\n1;"Áster, Énergie";;\r\n;;;\r\n2;"Bois Clair";FR;',
      'id,name,country\r1,"Áster, Énergie"\r2,Bois Clair,FR',
    ])
      assert.deepEqual(answered(await postFile(file)), plain, file);
    const withCharset = await post("name\nBois Clair\n", { "Content-Type": "text/csv; charset=UTF-8; header=present" });
    assert.equal(answered(withCharset).matched, 1);
  });

  test("as CSV: one line a row, formulas made harmless", async () => {
    const { status, headers, body } = await post(
      JSON.stringify({ rows: [{ id: "=1+1", name: "Bois Clair" }, { name: "Bois Clar" }] }),
      JSON_BODY,
      `${PATH}?format=csv`,
    );
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "text/csv; charset=utf-8; header=present");
    assert.equal(headers["cache-control"], "no-store");
    assert.deepEqual(body.toString().split("\r\n").slice(1), [
      "1,'=1+1,Bois Clair,matched,name,,c-2,bois-clair,Bois Clair,FRA,retail,middle,3,,,",
      "2,,Bois Clar,ambiguous,,,,,,,,,,,similar_names,bois-clair",
      "",
    ]);
  });

  test("a list of nobody has no band", async () => {
    const answer = answered(await postRows([{ name: "Qqzzyx" }]));
    assert.equal(answer.median_band, null);
    assert.match(answer.summary, /^Of 1 row, 0 are matched; 1 is unmatched\. So the list is not rated\./u);
  });

  test("names of every kind, and 10,000 equal rows", async () => {
    const odd = [
      "\u0000\u0007\u001b[2J",
      "=cmd|' /C calc'!A0",
      "'; DROP TABLE company; --",
      "\ud800",
      "a".repeat(300),
      "👩‍🚀".repeat(40),
    ];
    assert.equal(answered(await postRows(odd.map((name) => ({ name })))).matched, 0);
    const same = answered(await postRows(Array.from({ length: 10_000 }, () => ({ name: "Bois Clair" }))));
    assert.deepEqual([same.matched, same.duplicates, same.companies, same.items.length], [10_000, 9999, 1, 10_000]);
  });
});

test("200 for a country that can be several or is none: the row is ambiguous unless an identifier decides", async () => {
  const rows = [
    { name: "Eins", country: "Korea" },
    { name: "Eins", country: "Atlantis" },
    { name: "Zzzzqq", country: "Korea" },
    { slug: "eins", country: "Korea" },
  ];
  const { items } = answered(await postRows(rows));
  assert.deepEqual(
    items.map(({ status, ambiguity }) => [status, ambiguity]),
    [
      ["ambiguous", "country_unclear"],
      ["ambiguous", "country_unclear"],
      ["unmatched", null],
      ["matched", null],
    ],
  );
  assert.deepEqual(
    items[0]?.candidates.map(({ name }) => name),
    ["Eins"],
  );
});

describe("400 with everything that is wrong", () => {
  test("each row by its number, all at once", async () => {
    const { errors, errors_total: total } = refused(
      await postRows([
        { name: "Bois Clair", lei: "none" },
        { name: 7, lei: "5299000J2N45DDNE4Y29" },
        { nome: "Bois Clair" },
        {},
        "Bois Clair",
        null,
        [["deep"]],
        { name: "x".repeat(10_000) },
      ]),
      400,
      "invalid_request",
    );
    assert.deepEqual(
      errors?.map(({ pointer }) => pointer),
      [
        "#/rows/0/lei",
        "#/rows/1/name",
        "#/rows/1/lei",
        "#/rows/2/nome",
        "#/rows/3/name",
        "#/rows/4",
        "#/rows/5",
        "#/rows/6",
        "#/rows/7/name",
      ],
    );
    assert.equal(total ?? errors?.length, 9);
    assert.ok(errors?.[1]?.detail.startsWith("Row 2: `name` is not a text"), errors?.[1]?.detail);
    assert.ok(errors?.at(-1)?.detail.includes("10000 characters; expected 300 or fewer"));
  });

  test("no more than some of very many", async () => {
    const { errors, errors_total: total } = refused(
      await postRows(Array.from({ length: 10_000 }, () => 1)),
      400,
      "invalid_request",
    );
    assert.equal(errors?.length, 50);
    assert.equal(total, 10_000);
  });

  test("rows of a file by number and line", async () => {
    const { errors } = refused(
      await postFile('name,lei\n"Bois\nClair",\n"open,1\nBois Clair,x,y\n'),
      400,
      "invalid_request",
    );
    assert.deepEqual(
      errors?.map(({ detail }) => detail.slice(0, 16)),
      ["Row 2 (line 4): ", "Row 3 (line 5): "],
    );
  });

  for (const [title, file, expected] of [
    ["an empty file", "", /The file is empty/u],
    ["a file without rows", "name\n", /fewer|1 item or more/u],
    ["no column that names a company", "spend,year\n7,2026\n", /"spend", "year", of which none names a company/u],
    ["a column twice", "name,Name\nBois Clair,7\n", /"name" more than once/u],
    ["no header", "Bois Clair\nEins\n", /"Bois Clair", of which none names a company/u],
    ["a header that is not closed", '"name\nEins\n', /header row has a quotation mark/u],
    ["another delimiter", "name:country\nEins:DE\n", /of which none names a company/u],
  ] as const) {
    test(title, async () => assert.match(refused(await postFile(file), 400, "invalid_request").detail, expected));
  }

  test("rows with 40,000 members each, and texts of 400,000 digits", async () => {
    const row = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`m${at}`, 1]));
    const { detail } = refused(await postRows([row, row]), 400, "invalid_request");
    assert.match(detail, /object of more than 64 members/u);
    refused(await postRows([{ name: "1".repeat(400_000) }]), 400, "invalid_request");
  });

  test("a file in UTF-16 is read; one that is in neither is refused", async () => {
    const utf16 = Buffer.from("\ufeffsep=;\r\nname;country\r\nBois Clair;FR\r\n", "utf16le");
    assert.equal(answered(await postFile(utf16)).matched, 1);
    const stated = await post(utf16, { "Content-Type": "text/csv; charset=utf-16" });
    assert.equal(answered(stated).matched, 1);
  });

  test("a file that is not in UTF-8", async () => {
    const { detail } = refused(await postFile(Buffer.from("name\nCafé Fort\n", "latin1")), 400, "invalid_request");
    assert.match(detail, /not in UTF-8. Save it as “CSV UTF-8”/u);
  });

  test("no list, an empty one, one of another form, one that is too long", async () => {
    for (const body of ["{}", '{"rows":[]}', '{"rows":{}}', "[]", "7", '{"rows":[{"name":"Eins"}],"more":1}'])
      refused(await post(body, JSON_BODY), 400, "invalid_request");
    const { detail } = refused(
      await postRows(Array.from({ length: 10_001 }, () => ({ name: "Eins" }))),
      400,
      "invalid_request",
    );
    assert.match(detail, /list of more than 10,000 items/u);
    refused(await post('{"rows":[', JSON_BODY), 400, "invalid_json");
    const deep = `{"rows":[${"[".repeat(100_000)}${"]".repeat(100_000)}]}`;
    refused(await post(deep, JSON_BODY), 400, "invalid_request");
  });
});

test("413 for a body that is too large", async () => {
  const { detail } = refused(await post(`name\n${"x".repeat(4 * 1024 * 1024)}`, CSV_BODY), 413, "payload_too_large");
  assert.match(detail, /4194304 bytes/u);
});

test("415 for other types, which names both", async () => {
  for (const type of ["text/plain", "text/csv; charset=windows-1252", "application/x-www-form-urlencoded"]) {
    const received = await post("name\nEins\n", { "Content-Type": type });
    refused(received, 415, "unsupported_media_type");
    assert.equal(received.headers["accept-post"], "application/json, text/csv");
  }
});

test("404 and 400 for a release that is not there, and for parameters", async () => {
  const body = JSON.stringify({ rows: [{ name: "Eins" }] });
  refused(await post(body, JSON_BODY, `${PATH}?release=2020-01-01-aaaaaaaaaaaa`), 404, "release_not_found");
  refused(await post(body, JSON_BODY, `${PATH}?limit=1`), 400, "unknown_parameter");
});

test("503 while too many lists wait", async () => {
  const snapshot = buildMemorySnapshot(RELEASE);
  const { SearchOverloadError } = await import("../../src/search/match-queue.ts");
  const search = {
    ...snapshot.search,
    async openMatching() {
      throw new SearchOverloadError("full");
    },
  };
  const full = await openAccessServer({ releases: buildMemoryReleases({ ...snapshot, search }) });
  const received = await full.from("203.0.113.1", PATH, {
    method: "POST",
    headers: JSON_BODY,
    body: JSON.stringify({ rows: [{ name: "Eins" }] }),
  });
  refused(received, 503, "unavailable");
  assert.match(String(received.headers["retry-after"]), /^\d+$/u);
});

describe("the quota", () => {
  const hourLeft = ({ headers }: Received): number => Number(/"hour";r=(\d+)/u.exec(String(headers["ratelimit"]))?.[1]);
  const rows = (count: number) => Array.from({ length: count }, () => ({ name: "Eins" }));

  test("one request per 1,000 rows, rounded up", async () => {
    const client = "198.51.100.1";
    let left = 100;
    for (const [count, requests] of [
      [1, 1],
      [1000, 1],
      [1001, 2],
      [10_000, 10],
    ] as const) {
      const received = await postRows(rows(count), client);
      assert.equal(received.status, 200);
      assert.equal(hourLeft(received), (left -= requests), `${count} rows`);
      assert.equal(received.rawHeaders.filter((name) => name === "RateLimit").length, 1);
    }
  });

  test("a list that is wrong counts as one", async () => {
    const client = "198.51.100.2";
    const received = await postRows([...rows(9999), 7], client);
    assert.deepEqual([received.status, hourLeft(received)], [400, 99]);
  });

  test("429 where less is left than the list counts as: nothing but the first is counted", async () => {
    const change: KeyChange = { kind: "limits", limits: { perHour: 12, perDay: 100 } };
    const key = await own.giveKey(change);
    const headers = { ...JSON_BODY, "X-SVC-API-Key": key };
    const send = async (count: number) => await post(JSON.stringify({ rows: rows(count) }), headers);
    assert.equal(hourLeft(await send(2000)), 10);
    // The first of ten leaves nine, which is just enough.
    const last = await send(10_000);
    assert.deepEqual([last.status, hourLeft(last)], [200, 0]);
    const another = await own.giveKey(change);
    const others = { ...JSON_BODY, "X-SVC-API-Key": another };
    assert.equal(hourLeft(await post(JSON.stringify({ rows: rows(4000) }), others)), 8);
    const received = await post(JSON.stringify({ rows: rows(10_000) }), others);
    const { detail } = refused(received, 429, "rate_limited");
    assert.match(detail, /12 requests per hour is too small: this request counts as several, 7 are left/u);
    assert.match(String(received.headers["retry-after"]), /^[1-9]\d*$/u);
    assert.equal(hourLeft(received), 7);
    assert.equal(hourLeft(await post(JSON.stringify({ rows: rows(1) }), others)), 6);
  });

  test("a comparison, the check of a claim and a derivation count as one", async () => {
    const client = "198.51.100.3";
    const compared = await own.from(client, "/api/v2/intelligence/comparison?countries=fr,de,br");
    assert.deepEqual([compared.status, hourLeft(compared)], [200, 99]);
    const claimed = await own.from(client, "/api/v2/claims/check?subject=fr&is=above&than=de");
    assert.deepEqual([claimed.status, hourLeft(claimed)], [200, 98]);
    const derived = await own.from(client, "/api/v2/countries/france/derivation");
    assert.deepEqual([derived.status, hourLeft(derived)], [200, 97]);
  });
});

test("nothing of a list is kept or logged, whatever becomes of the request", async () => {
  const marker = "Zyxomarker";
  const row = { name: `${marker} Supplies`, id: `${marker}-1` };
  answered(await postRows([row]));
  refused(await postRows([{ ...row, lei: marker }]), 400, "invalid_request");
  refused(await post(`{"rows":[{"name":"${marker}`, JSON_BODY), 400, "invalid_json");
  refused(await postFile(`${marker}\n1\n`), 400, "invalid_request");
  await post(JSON.stringify({ rows: [row] }), JSON_BODY, `${PATH}?format=csv`);
  const snapshot = buildMemorySnapshot(RELEASE);
  const broken = await openAccessServer(
    {
      logger: watched.logger,
      releases: buildMemoryReleases({
        ...snapshot,
        companyAt() {
          throw new Error("the database is damaged");
        },
      }),
    },
    { dataFolder: watched.dataFolder },
  );
  const failed = await broken.from("203.0.113.9", PATH, {
    method: "POST",
    headers: JSON_BODY,
    body: JSON.stringify({ rows: [{ ...row, slug: "eins" }] }),
  });
  assert.equal(failed.status, 500);
  await abort(own, JSON.stringify({ rows: Array.from({ length: 10_000 }, () => row) }));
  // Lists are matched one after the other: this one after the one that nobody waits for.
  answered(await postRows([row]));
  assert.ok(watched.logged().includes("the database is damaged"), "failures are logged");
  await watched.checkKeptNowhere(marker);
});

/** Sends a list whole, and goes away without waiting for the response. */
async function abort({ server }: AccessServer, body: string): Promise<void> {
  const socket = connect(server.port, "127.0.0.1");
  const head = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.end(head + body, resolve));
  socket.destroy();
}
