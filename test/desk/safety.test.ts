import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { makeZip, workbookParts } from "../intake/make-workbook.ts";
import { ask, openTestDesk, type TestDesk } from "./open-desk.ts";

const SURVEY = "Firm,Country,Water\nAcme,FR,Good\nBonnard,FR,Poor\nCalanque,PE,Good\n";

describe("who may use a desk", () => {
  let desk: TestDesk;
  before(async () => void (desk = await openTestDesk({ "survey.csv": SURVEY })));
  after(async () => await desk.close());

  test("200 for the browser that opened it, with headers that keep the page to itself", async () => {
    const { status, headers } = await desk.get("files");
    assert.equal(status, 200);
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.match(
      String(headers["content-security-policy"]),
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/u,
    );
    assert.equal(headers["access-control-allow-origin"], undefined);
  });

  test("the cookie is for this path alone, for no script and for no other site", async (t) => {
    const fresh = await openTestDesk({});
    t.after(() => fresh.close());
    const again = await ask(fresh.port, "GET", new URL(fresh.launchUrl).pathname, {});
    assert.equal(again.status, 403, "the address works once");
    assert.match(desk.base, /^\/[\w-]{32}$/u);
    assert.match(desk.cookie, /^desk=[\w-]{32}$/u);
  });

  for (const [name, headers] of [
    ["a foreign host", { host: "desk.example" }],
    ["localhost, which any program may name", { host: "localhost:1" }],
    ["the address without its port", { host: "127.0.0.1" }],
    ["another port", { host: "127.0.0.1:9" }],
    ["a foreign origin", { origin: "https://attacker.example" }],
    ["another port as origin", { origin: "http://127.0.0.1:9" }],
    ["no origin that is known", { origin: "null" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["another program on this machine", { "sec-fetch-site": "same-site" }],
    ["no cookie", { cookie: "" }],
    ["an old cookie", { cookie: "desk=YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4" }],
  ] as const)
    test(`403 for ${name}`, async () => {
      assert.equal((await desk.get("files", headers)).status, 403);
      assert.equal((await desk.post("files", { do: "facts", title: "Stolen" }, headers)).status, 403);
      assert.doesNotMatch((await desk.get("files")).text, /Stolen/u);
    });

  test("403 for a form of another desk, or of none", async () => {
    for (const token of ["", "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4"])
      assert.equal((await desk.post("files", { do: "facts", title: "Stolen", token })).status, 403);
  });

  test("404 for a path that is no step, 405 for another method, 415 for another body", async () => {
    assert.equal((await desk.get("../files")).status, 404);
    assert.equal((await desk.get("nothing")).status, 404);
    assert.equal((await ask(desk.port, "DELETE", `${desk.base}/files`, { cookie: desk.cookie })).status, 405);
    assert.equal((await desk.post("files", {}, { "content-type": "application/json" })).status, 415);
  });
});

describe("what files do that are sent", () => {
  const workbook = { ...workbookParts({ sheets: [{ name: "A", rows: "" }] }) };
  const sheet = "xl/worksheets/sheet1.xml";

  for (const [name, bytes, why] of [
    ["more than a hundred times its size", makeZip({ ...workbook, [sheet]: " ".repeat(110e6) }), /unpacks to 110 MB/u],
    ["more than it says", makeZip({ ...workbook, [sheet]: " ".repeat(4e6) }, { [sheet]: 100 }), /more than it says/u],
  ] as const)
    test(`a workbook that unpacks to ${name} is listed with the reason, and the desk goes on`, async (t) => {
      const desk = await openTestDesk({ "survey.csv": SURVEY });
      t.after(() => desk.close());
      assert.equal((await desk.upload({ "bomb.xlsx": bytes })).status, 303);
      const { text } = await desk.get("files");
      assert.match(text, /<h2>bomb\.xlsx<\/h2>/u);
      assert.match(text, why);
      assert.match((await desk.get("columns")).text, /Calanque/u);
    });
});

describe("what two programs write", () => {
  test("409 where mapping.json changed since the page was made, and nothing is written", async (t) => {
    const desk = await openTestDesk({ "survey.csv": SURVEY });
    t.after(() => desk.close());
    const { text } = await desk.get("files");
    const digest = /name="digest"\s+value="([^"]*)"/u.exec(text)?.[1] ?? "";
    const file = path.join(desk.folder, "mapping.json");
    const edited = readFileSync(file, "utf8").replace('"Water"', '"Water use"');
    writeFileSync(file, edited);
    const answer = await desk.post("files", { do: "facts", title: "Late", publisher: "Us", digest });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /has changed mapping\.json or dataset\.json/u);
    assert.equal(readFileSync(file, "utf8"), edited);
  });

  test("what is no JSON, or has another form, is left alone and named", async (t) => {
    const desk = await openTestDesk({ "survey.csv": SURVEY, "mapping.json": '{"tables": {"Bad Name": 3},}' });
    t.after(() => desk.close());
    assert.match((await desk.get("files")).text, /mapping\.json, line 1: no JSON/u);
    assert.equal(readFileSync(path.join(desk.folder, "mapping.json"), "utf8"), '{"tables": {"Bad Name": 3},}');
  });

  test("a folder of the desk that is a link to elsewhere is not written to", async (t) => {
    const desk = await openTestDesk({});
    t.after(() => desk.close());
    const elsewhere = mkdtempSync(path.join(tmpdir(), "country-trust-elsewhere-"));
    t.after(() => rmSync(elsewhere, { recursive: true }));
    symlinkSync(elsewhere, path.join(desk.folder, ".desk"));
    assert.match((await desk.get("files")).text, /\.desk is a link/u);
    assert.equal((await desk.post("files", { do: "facts", title: "A" }, {})).status, 403);
    assert.deepEqual(readdirSync(elsewhere), []);
  });
});
