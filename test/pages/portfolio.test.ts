import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { writeXlsx } from "hucre/xlsx";
import { makeWorkbook } from "../intake/make-workbook.ts";
import { escapeText } from "../../src/html/html.ts";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { type AccessServer, openAccessServer } from "../http/access-server.ts";
import { RELEASE, type Received } from "../http/test-server.ts";
import { openWatchedServer, type WatchedServer } from "../http/watched-server.ts";
import { HOSTILE_COMPANIES, HOSTILE_FACTS, HOSTILE_TEXTS } from "./hostile-dataset.ts";
import { faultsIn } from "./markup.ts";

/** The page of somebody's own list. */

const BROWSER = { Accept: "text/html" };

let watched: WatchedServer;
let own: AccessServer;
before(async () => {
  watched = await openWatchedServer();
  own = watched.own;
});

let clients = 0;

/** Posts the form; each time from an address of its own, unless it says which. */
async function post(fields: Readonly<Record<string, string | File>>, from?: string, server = own): Promise<Received> {
  clients += 1;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const sent = new Response(form);
  const type = sent.headers.get("content-type") ?? "";
  const body = Buffer.from(await sent.arrayBuffer());
  const headers = { ...BROWSER, "Content-Type": type };
  return await server.from(from ?? `203.0.113.${clients}`, "/portfolio", { method: "POST", headers, body });
}

const csvFile = (content: string | Uint8Array<ArrayBuffer>): File =>
  new File([content], "suppliers.csv", { type: "text/csv" });

/** The names in the first cells of the table of a section. */
function namesIn(markup: string, section: string): string[] {
  const [, part = ""] = markup.split(`<section aria-labelledby="${section}">`);
  const [table = ""] = part.split("</table>", 1);
  return [...table.matchAll(/<th scope="row">([^<]+)/gu)].map(([, name = ""]) => name.trim());
}

const LIST =
  "id;name;country\r\n1;aster energie;\r\n2;Bois Clair;fra\r\n3;Áster Énergie;\r\n4;Bois Clar;\r\n5;Qqzzyx;\r\n";

describe("200", () => {
  test("since an earlier release: what changed for each company, and which left the list", async () => {
    const earlier = buildMemorySnapshot(
      "2026-10-20-bbbbbbbbbbbb",
      [
        ...COMPANIES.map((company) => (company.id === "c-2" ? { ...company, judgements: [[0, 1]] as const } : company)),
        { id: "c-11", name: "Gone Works", country: "DE", sector: "energy", judgements: [[0, 5]] as const },
      ],
      FACTS,
      "2026-10-20T10:00:00Z",
    );
    const two = await openAccessServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE), earlier) });
    const empty = (await two.from("203.0.113.9", "/portfolio", { headers: BROWSER })).body.toString();
    assert.match(empty, /<select name="since"><option value="" selected>no release: do not compare<\/option>/u);
    const list = "Bois Clair\nEins\nGone Works\n";
    const { status, body } = await post({ list, since: "2026-10-20-bbbbbbbbbbbb" }, undefined, two);
    const markup = body.toString();
    assert.equal(status, 200);
    assert.match(
      markup,
      /Since release 2026-10-20-bbbbbbbbbbbb, one company was removed and one has another median band/u,
    );
    assert.deepEqual(namesIn(markup, "gone"), ["Gone Works"]);
    assert.deepEqual(namesIn(markup, "certain"), ["Bois Clair", "Eins"]);
    assert.match(markup, /with another band <small>before: [\s\S]{0,400}?Very low/u);
    assert.match(markup, /nothing changed/u);
    assert.match(markup, /<option value="2026-10-20-bbbbbbbbbbbb" selected>/u);
    assert.ok(!markup.includes('id="not-found"'));
    assert.deepEqual(await faultsIn(markup), []);
    const unchosen = (await post({ list, since: "" }, undefined, two)).body.toString();
    assert.doesNotMatch(unchosen, /nothing changed|Since release/u);
  });

  test("a file, or its text: which rows are certain, to decide, not found, and where they stand", async () => {
    for (const fields of [
      { file: csvFile(LIST), list: "" },
      { list: LIST, file: csvFile("") },
    ]) {
      const { status, headers, body } = await post(fields);
      const markup = body.toString();
      assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
      assert.match(markup, /<h1>The list is rated Middle; one company could change that<\/h1>/u);
      assert.match(markup, /Of 5 rows, 3 are matched with 2 companies/u);
      assert.deepEqual(namesIn(markup, "certain"), ["aster energie", "Bois Clair", "Áster Énergie"]);
      assert.deepEqual(namesIn(markup, "decide"), ["Bois Clar"]);
      assert.deepEqual(namesIn(markup, "not-found"), ["Qqzzyx"]);
      assert.match(markup, /again, as in row 1/u);
      assert.match(markup, /id="countries">[\s\S]*href="\/countries\/france">France</u);
      assert.match(markup, /We do not keep your list/u);
      assert.deepEqual(await faultsIn(markup), []);
      for (const [, href = ""] of markup.matchAll(/ href="(\/companies\/[^"]+)"/gu))
        assert.equal((await own.from("203.0.113.1", href, { headers: BROWSER })).status, 200, href);
    }
  });

  test("a workbook: its first visible sheet", async () => {
    const sheets = [
      { name: "Old", hidden: true, rows: [["name"], ["Eins"]] },
      {
        name: "New",
        rows: [
          ["Supplier", "Sum"],
          ["Bois Clair", 12.5],
        ],
      },
    ];
    const file = new File([new Uint8Array(await writeXlsx({ sheets }))], "suppliers.xlsx");
    assert.deepEqual(namesIn((await post({ file })).body.toString(), "certain"), ["Bois Clair"]);
  });

  test("a workbook with a name merged over several rows", async () => {
    const rows = [
      ["Supplier", "Site"],
      ["Bois Clair", "Lyon"],
      [null, "Nantes"],
    ];
    const after = '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>';
    const workbook = makeWorkbook({ sheets: [{ name: "List", rows, after }] });
    const file = new File([new Uint8Array(workbook)], "suppliers.xlsx");
    assert.match((await post({ file })).body.toString(), /Of 2 rows, 2 are matched with 1 company/u);
  });

  test("names alone, one in each line, and cells from a spreadsheet", async () => {
    for (const list of [
      "Bois Clair\nQqzzyx, Sons & Co\n\nEins",
      '\ufeffBois Clair\r\n"Eins"\r\n',
      "name\nBois Clair\nEins\n",
      "name\tcountry\nBois Clair\tFrance\nEins\tGermany\n",
      "  Bois Clair  \rEins",
    ]) {
      const markup = (await post({ list })).body.toString();
      assert.match(markup, /like 1 of its 2 judged companies/u, list);
    }
  });

  test("the list stands in the form again, to be changed or saved as a file", async () => {
    const markup = (await post({ file: csvFile('name\n"Bois, </textarea><b>"\nBois Clair\n') })).body.toString();
    assert.match(
      markup,
      /<textarea [^>]*>\nname\n&quot;Bois, &lt;\/textarea&gt;&lt;b&gt;&quot;\nBois Clair\n<\/textarea>/u,
    );
    assert.match(markup, /<button type="submit" class="quiet" form="own-list" name="as" value="csv">/u);
  });

  test("a file with every row, which the API makes; for Excel with a byte order mark", async () => {
    const saved = await post({ list: LIST, as: "csv" });
    assert.deepEqual(
      [
        saved.status,
        saved.headers["content-type"],
        saved.headers["content-disposition"],
        saved.headers["cache-control"],
      ],
      [200, "text/csv; charset=utf-8; header=present", 'attachment; filename="matched-companies.csv"', "no-store"],
    );
    const api = await own.from("203.0.113.2", "/api/v2/portfolios?format=csv", {
      method: "POST",
      headers: { "Content-Type": "text/csv" },
      body: LIST,
    });
    assert.equal(saved.body.toString(), api.body.toString());
    const excel = await post({ list: LIST, as: "excel" });
    assert.equal(excel.body.toString(), `\ufeff${api.body.toString()}`);
    const formula = (await post({ list: "=cmd|' /C calc'!A0\n@SUM(1)", as: "csv" })).body.toString();
    assert.match(formula, /1,,'=cmd\|' \/C calc'!A0,unmatched/u);
    assert.match(formula, /2,,'@SUM\(1\),unmatched/u);
  });

  test("a list as people have it: a column of names is found, other columns come back untouched", async () => {
    const list = 'Supplier name;Spend;Note;Country of origin\r\nEins;-5;"a;b";\r\nBois Clair;07;=x;France\r\n';
    const saved = (await post({ list, as: "csv" })).body.toString().split("\r\n");
    assert.match(saved[0] ?? "", /,candidates,Spend,Note$/u);
    assert.match(saved[1] ?? "", /^1,,Eins,matched,.*,-5,a;b$/u);
    assert.match(saved[2] ?? "", /^2,,Bois Clair,matched,.*,07,'=x$/u);
    const [header = ""] = (await post({ list: "company,sector\nEins,mine\n", as: "csv" })).body
      .toString()
      .split("\r\n");
    assert.match(header, /,sector,.*,your_sector$/u);
  });

  test("one row with an unclear country asks which one, and the others are answered", async () => {
    for (const country of ["Korea", "Atlantis"]) {
      const { status, body } = await post({ list: `company,country\nEins,${country}\nBois Clair,France\n` });
      const markup = body.toString();
      assert.equal(status, 200);
      assert.deepEqual([namesIn(markup, "decide"), namesIn(markup, "certain")], [["Eins"], ["Bois Clair"]], country);
      assert.match(markup, /the country in your list can be several ones, or is none that we know/u);
      assert.deepEqual(await faultsIn(markup), []);
    }
  });

  test("the first name of a list without a header is a name, whatever words it has", async () => {
    const markup = (await post({ list: "Ford Motor Company\nFirmenich" })).body.toString();
    assert.deepEqual(namesIn(markup, "not-found"), ["Ford Motor Company", "Firmenich"]);
  });

  test("a list of nobody has no band and no bar", async () => {
    const markup = (await post({ list: "Qqzzyx" })).body.toString();
    assert.match(markup, /<h1>No row of the list is matched for certain<\/h1>/u);
    assert.doesNotMatch(markup, /id="companies"|class="bar"/u);
    assert.match(
      (await post({ list: "Himba" })).body.toString(),
      /<h1>The one company on the list is not judged<\/h1>/u,
    );
  });

  test("of many rows some are shown, and the page says that the others are in the file", async () => {
    const markup = (
      await post({ list: Array.from({ length: 1203 }, (_, row) => `Qqzzyx ${row}`).join("\n") })
    ).body.toString();
    assert.equal(namesIn(markup, "not-found").length, 200);
    assert.match(markup, /1,003 more are in the file, which has every row\./u);
  });

  test("in the release that was chosen", async () => {
    const older = buildMemorySnapshot("2026-01-01-bbbbbbbbbbbb", [
      { id: "o-1", name: "Old Times", country: "FR", sector: "energy", judgements: [[0, 1]] },
    ]);
    const two = await openAccessServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE), older) });
    const body = "list=Old+Times";
    const headers = { ...BROWSER, "Content-Type": "application/x-www-form-urlencoded" };
    const target = `/portfolio?release=${older.manifest.id}`;
    const markup = (await two.from("203.0.113.1", target, { method: "POST", headers, body })).body.toString();
    assert.match(markup, /<h1>The list was rated Very low in the release of/u);
    assert.doesNotMatch(markup, /The list is rated/u);
    assert.ok(markup.includes(`action="${target}"`));
  });
});

describe("400 with what is wrong, beside the list, which stays", () => {
  for (const [title, fields, expected] of [
    ["no list", { list: "  \n" }, /There is no list/u],
    [
      "no column that names a company",
      { list: "spend,year\n7,2026\n" },
      /&quot;spend&quot;, &quot;year&quot;, of which none names a company/u,
    ],
    ["names with commas in the first line", { list: "Eins, Ltd\nZwei\n" }, /without commas in the first line/u],
    ["a quotation mark that is not closed", { list: 'name,country\n"Eins,DE\n' }, /Row 1 [\s\S]*quotation mark/u],
    ["a file that is not in UTF-8", { file: csvFile(new Uint8Array([0x6e, 0x0a, 0xe9, 0x0a])) }, /not in UTF-8/u],
    ["too many rows", { list: `name\n${"Eins\n".repeat(10_001)}` }, /more than 10,000 rows/u],
  ] as const) {
    test(title, async () => {
      const { status, headers, body } = await post(fields);
      const markup = body.toString();
      assert.deepEqual([status, headers["cache-control"]], [400, "no-store"]);
      const [, fault = ""] = /<div class="fault" id="list-fault">([\s\S]*?)<\/div>/u.exec(markup) ?? [];
      assert.match(fault, expected);
      assert.match(markup, /aria-describedby="list-fault list-hint" aria-invalid="true"/u);
      if ("list" in fields && fields.list.trim() !== "")
        assert.ok(markup.includes(escapeText(fields.list.split("\n").at(-2) ?? "")));
      assert.deepEqual(await faultsIn(markup), []);
    });
  }

  test("of very many faults some, and how many more", async () => {
    const { body } = await post({ list: `name,lei\n${"Eins,none\n".repeat(45)}` });
    assert.match(body.toString(), /25 more faults/u);
  });
});

test("413 for a list that is too large, 415 for what is no form", async () => {
  const large = await post({ list: `name\n${"x".repeat(4 * 1024 * 1024 + 20_000)}` });
  assert.equal(large.status, 413);
  const body = "name\nEins\n";
  const headers = { ...BROWSER, "Content-Type": "text/csv" };
  assert.equal((await own.from("203.0.113.3", "/portfolio", { method: "POST", headers, body })).status, 415);
});

test("429 once the lists of an hour are used up: a list counts as one for each 1,000 rows", async () => {
  const client = "198.51.100.7";
  const list = (rows: number): string => `name\n${"Eins\n".repeat(rows)}`;
  for (let lists = 0; lists < 11; lists += 1) assert.equal((await post({ list: list(10_000) }, client)).status, 200);
  assert.equal((await post({ list: list(8001) }, client)).status, 200);
  const refused = await post({ list: list(1001) }, client);
  assert.equal(refused.status, 429);
  assert.match(String(refused.headers["retry-after"]), /^\d+$/u);
  assert.equal((await own.from(client, "/portfolio", { headers: BROWSER })).status, 200, "pages go on answering");
  const api = await own.from(client, "/api/v2/scale");
  assert.match(String(api.headers["ratelimit"]), /"hour";r=99/u, "no quota was debited");
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
  const refused = await post({ list: "Eins" }, "203.0.113.1", full);
  assert.equal(refused.status, 503);
  assert.match(String(refused.headers["retry-after"]), /^\d+$/u);
});

test("hostile names in the list and in the data stay text", async () => {
  const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, HOSTILE_COMPANIES, HOSTILE_FACTS));
  const hostile = await openAccessServer({ releases });
  const quoted = HOSTILE_TEXTS.map((text) => `"${text.slice(0, 300).replaceAll('"', '""')}"`);
  for (const fields of [
    { list: `name\n${quoted.join("\n")}` },
    { list: `name\n${quoted.join("\n")}`, as: "nothing" },
    { list: `${HOSTILE_TEXTS.join(",")}\n` },
    { file: new File([`id,slug\n${quoted[0]},eins\n`], HOSTILE_TEXTS[1] ?? "") },
  ]) {
    const markup = (await post(fields, undefined, hostile)).body.toString();
    for (const text of HOSTILE_TEXTS.filter((each) => each.includes("<"))) assert.ok(!markup.includes(text), text);
    assert.deepEqual(await faultsIn(markup), []);
  }
});

test("nothing of a list is kept or logged, whatever becomes of it", async () => {
  const marker = "Qyxomarker";
  await post({ list: `${marker} Supplies` });
  await post({ file: new File([`name\n${marker} Supplies\n`], `${marker}.csv`), as: "csv" });
  await post({ list: `name,country,lei\n${marker},${marker}land,${marker}` });
  await post({ list: `${marker},${marker}` });
  await post({ list: `${marker}\n`.repeat(10_001) });
  const headers = { ...BROWSER, "Content-Type": "multipart/form-data; boundary=x" };
  await own.from("203.0.113.4", "/portfolio", { method: "POST", headers, body: `--x\r\n${marker}` });
  assert.ok(watched.logged().includes("/portfolio"), "requests are logged");
  await watched.checkKeptNowhere(marker);
  const again = await own.from("203.0.113.5", "/portfolio", { headers: BROWSER });
  assert.ok(!again.body.toString().includes(marker));
});
