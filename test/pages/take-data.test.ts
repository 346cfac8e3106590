import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { listSeparatorOf } from "../../src/ask/list-separator.ts";
import { preferredLanguage } from "../../src/http/represent.ts";
import { SHEET_ROWS_MAX } from "../../src/xlsx/write-workbook.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";
import { openSite } from "./sites.ts";

const OLDER = "2026-01-01-bbbbbbbbbbbb";

let server: HttpServer;
before(async () => {
  server = await openSite();
  await server.whenWarm;
});

async function read(path: string, language?: string) {
  const headers = { Accept: "text/html", ...(language === undefined ? {} : { "Accept-Language": language }) };
  const { body, headers: received, status } = await send(server, path, { headers });
  assert.equal(status, 200, path);
  return { markup: body.toString().replaceAll("&amp;", "&"), vary: String(received.vary) };
}

const excelLinks = (markup: string): string[] =>
  [...markup.matchAll(/href="([^"]+bom=true[^"]*)"/gu)].map(([, href = ""]) => href);

describe("CSV for Excel", () => {
  for (const [language, separator] of [
    [undefined, "comma"],
    ["en-GB,en;q=0.9,de;q=0.8", "comma"],
    ["de-AT", "semicolon"],
    ["en;q=0.5, fr;q=0.9", "semicolon"],
    ["pl", "semicolon"],
    ["es-MX", "comma"],
    ["*", "comma"],
    ["not a language;q=1", "comma"],
  ] as const) {
    test(`is linked with a ${separator} for Accept-Language: ${language ?? "none"}`, async () => {
      for (const path of ["/data", "/countries/france", "/sectors/energy"]) {
        const { markup, vary } = await read(path, language);
        const links = excelLinks(markup);
        assert.ok(links.length >= 2, path);
        for (const link of links) assert.equal(link.includes("separator=semicolon"), separator === "semicolon", link);
        assert.match(vary, /(?:^|, )Accept-Language$/u);
        assert.equal((await send(server, links[0] ?? "")).status, 200);
      }
    });
  }

  test("is kept for each separator apart", async () => {
    for (const language of ["de", "en", "de", "en", "fr", "en-US"]) {
      const expected = language === "de" || language === "fr";
      const { markup } = await read("/data", language);
      assert.equal(excelLinks(markup)[0]?.includes("semicolon"), expected, language);
    }
  });

  test("can be had with the other separator, whatever the language", async () => {
    for (const path of ["/data", "/countries/france"]) {
      for (const [language, other] of [
        ["de", "comma"],
        ["en", "semicolon"],
      ] as const) {
        const { markup } = await read(path, language);
        const [, choice = ""] = new RegExp(`href="([^"]+separator=${other}#[a-z]+)"`, "u").exec(markup) ?? [];
        const chosen = await read(choice.replace(/#.*/u, ""), language);
        for (const link of excelLinks(chosen.markup)) assert.equal(link.includes("semicolon"), other === "semicolon");
        assert.ok(chosen.markup.includes(`id="${choice.replace(/.*#/u, "")}"`), choice);
      }
    }
    assert.ok(!excelLinks((await read("/data?separator=tab")).markup)[0]?.includes("separator"));
  });

  test("leaves other pages as they are for every language", async () => {
    const { vary } = await read("/rankings", "de");
    assert.doesNotMatch(vary, /Accept-Language/u);
  });
});

test("languages with a decimal comma are read with a semicolon", () => {
  const expected = {
    semicolon: "bg cs da de el es fi fr hr hu it nb nl pl pt-BR pt ro ru sk sl sv tr uk",
    comma: "en he ja ko th zh hi",
  };
  for (const [separator, languages] of Object.entries(expected))
    for (const language of languages.split(" ")) assert.equal(listSeparatorOf(language), separator, language);
  assert.equal(preferredLanguage("de;q=0, en;q=0.1"), "en");
  assert.equal(preferredLanguage(""), undefined);
});

describe("the files of one country", () => {
  test("are there as CSV, CSV for Excel, XLSX and JSON, and each answers", async () => {
    const { markup } = await read("/countries/france");
    const [take = ""] = /<section aria-labelledby="take">[\s\S]*?<\/section>/u.exec(markup) ?? [];
    const links = [...take.matchAll(/class="button quiet" href="([^"]+)"/gu)].map(([, href = ""]) => href);
    assert.deepEqual(
      links.map((link) => link.replace(/(\?format=\w+)?[?&].*/u, "$1")),
      [
        ...["companies", "judgements"].flatMap((list) =>
          ["csv", "csv", "xlsx"].map((form) => `/api/v2/${list}?format=${form}`),
        ),
        "/api/v2/countries/france",
      ],
    );
    for (const link of links) {
      assert.equal((await send(server, link)).status, 200, link);
      if (link.includes("?")) assert.match(link, /country=france/u);
    }
  });

  test("are those of the release that is shown", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE), buildMemorySnapshot(OLDER));
    const two = await openTestServer({ releases });
    const { body } = await send(two, `/countries/france?release=${OLDER}`, { headers: { Accept: "text/html" } });
    const links = [...body.toString().matchAll(/href="([^"]+format=xlsx[^"]*)"/gu)].map(([, href = ""]) => href);
    assert.ok(links.length > 0);
    for (const link of links) assert.ok(link.includes(`release=${OLDER}`), link);
    await two.close();
  });
});

test("a table with more rows than a sheet has no XLSX file, and the page says so", async () => {
  const snapshot = buildMemorySnapshot(RELEASE, COMPANIES, FACTS);
  const counts = { ...snapshot.manifest.counts, judgements: SHEET_ROWS_MAX + 1 };
  const huge = { ...snapshot, manifest: { ...snapshot.manifest, counts } };
  const other = await openTestServer({ releases: buildMemoryReleases(huge) });
  const { body } = await send(other, "/data", { headers: { Accept: "text/html" } });
  assert.match(body.toString(), /No XLSX: 1,048,576 rows are more than a sheet has room for/u);
  assert.doesNotMatch(body.toString(), /judgements\.xlsx/u);
  assert.match(body.toString(), /companies\.xlsx/u);
  await other.close();
});

describe("a page of another release says what that is", () => {
  const shown = async (open: () => Promise<{ server: HttpServer; path: string }>): Promise<string> => {
    const { server: own, path } = await open();
    const { body } = await send(own, path, { headers: { Accept: "text/html" } });
    await own.close();
    return /<p class="wide"><strong>(You are[^<]+)</u.exec(body.toString())?.[1] ?? "nothing";
  };
  const newer = buildMemorySnapshot(RELEASE);
  const older = buildMemorySnapshot(OLDER, COMPANIES, FACTS, "2026-01-01T10:00:00Z");

  test("older", async () => {
    const said = await shown(async () => {
      const releases = buildMemoryReleases(newer, older);
      return { server: await openTestServer({ releases }), path: `/rankings?release=${OLDER}` };
    });
    assert.equal(said, "You are looking at an older release.");
  });

  test("withdrawn", async () => {
    const said = await shown(async () => {
      const releases = buildMemoryReleases(newer, older);
      releases.swapTo(older);
      return { server: await openTestServer({ releases }), path: `/rankings?release=${RELEASE}` };
    });
    assert.equal(said, "You are looking at a release that its publisher withdrew.");
  });

  test("newer, where it never was current", async () => {
    const said = await shown(async () => {
      const releases = buildMemoryReleases(older, newer);
      return { server: await openTestServer({ releases }), path: `/rankings?release=${RELEASE}` };
    });
    assert.equal(said, "You are looking at a newer release, which is not the current one.");
  });

  test("nothing, where it is the current one", async () => {
    const said = await shown(async () => ({ server: await openTestServer(), path: `/rankings?release=${RELEASE}` }));
    assert.equal(said, "nothing");
  });
});

test("the problem of an unknown release leads to the list of releases", async () => {
  const headers = { Accept: "text/html" };
  const { status, body } = await send(server, "/releases/2020-01-01-000000000000", { headers });
  assert.equal(status, 404);
  assert.match(body.toString(), /<li><a href="\/releases">All releases of the data<\/a>/u);
  const other = await send(server, "/countries/nowhere", { headers });
  assert.doesNotMatch(other.body.toString(), /All releases of the data/u);
});
