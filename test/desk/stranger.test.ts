import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, type TestContext, test } from "node:test";
import { readDocuments } from "../../src/desk/documents.ts";
import { DRAFT_FILES } from "../../src/intake/guess/drafts.ts";
import { readHistory } from "../../src/desk/history.ts";
import { fileNameOf } from "../../src/desk/upload-names.ts";
import { openTestDesk, type TestDesk } from "./open-desk.ts";

const SURVEY = "Firm,Country,Water\nAcme,FR,Good\nBonnard,FR,Poor\nCalanque,PE,Good\n";
const SECRET = "ssh-ed25519 secret of somebody else";
const STEPS = ["files", "columns", "bands", "companies", "result", "history"];

interface Stranger {
  readonly desk: TestDesk;
  readonly outside: string;
  /** The pages of all steps. */
  readonly pages: () => Promise<string>;
  /** Changes documents, replaces a file, takes everything back. */
  readonly work: () => Promise<void>;
  readonly assertUntouched: () => void;
}

/** Opens the desk on a folder that somebody else has prepared, beside files that are none of it. */
async function openStranger(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  prepare: (folder: string, outside: string) => void = () => {},
): Promise<Stranger> {
  const outside = mkdtempSync(path.join(tmpdir(), "country-trust-outside-"));
  t.after(() => rmSync(outside, { recursive: true }));
  writeFileSync(path.join(outside, "keys"), SECRET);
  writeFileSync(path.join(outside, "secret.csv"), `Firm,Country,Water\n${SECRET},FR,Good\n`);
  writeFileSync(path.join(outside, "dataset.json"), JSON.stringify({ title: SECRET }));
  writeFileSync(path.join(outside, "mapping.json"), JSON.stringify({ not_judged: [SECRET] }));
  const texts = Object.entries(files).map(([name, text]) => [name, text.replaceAll("OUTSIDE", outside)]);
  const desk = await openTestDesk(Object.fromEntries(texts), (folder) => prepare(folder, outside));
  t.after(() => desk.close());
  const seen = (): string[] =>
    readdirSync(outside).map((name) => {
      const file = path.join(outside, name);
      return `${name} ${statSync(file).isFile() ? readFileSync(file, "utf8") : readdirSync(file).join()}`;
    });
  const before = seen();
  return {
    desk,
    outside,
    pages: async () => (await Promise.all(STEPS.map((step) => desk.get(step)))).map(({ text }) => text).join("\n"),
    async work() {
      await desk.post("files", { do: "facts", title: "Water", publisher: "Us", year: "2026" });
      await desk.upload({ "survey.csv": `${SURVEY}Dune,FR,Good\n` }, { replace: "yes" });
      for (let i = 0; i < 5; i += 1) await desk.post("undo", {});
    },
    assertUntouched() {
      assert.deepEqual(seen(), before);
    },
  };
}

describe("a folder that a stranger has prepared", () => {
  test("has a history that names files elsewhere: nothing is carried out", async (t) => {
    const moved = [{ from: "survey.csv", to: "OUTSIDE/keys" }];
    const entry = { n: 1, at: "2026-11-20T10:00:00.000Z", step: "files", said: "Copied in" };
    const nothing = { ...entry, was: {}, now: {} };
    const inFlight = { ...entry, changes: moved, inverse: moved };
    const lines = [
      inFlight,
      { ...nothing, copied: ["../outside/keys", "OUTSIDE/keys"] },
      { ...nothing, copied: [".."] },
      { ...entry, was: { dataset: "../../OUTSIDE/dataset" }, now: { dataset: null } },
      { ...entry, was: { "../keys": "0".repeat(64) }, now: {} },
      { ...nothing, step: "/example.org\r\nX: y" },
      null,
      [],
    ];
    const { desk, work, pages, assertUntouched } = await openStranger(
      t,
      { "survey.csv": SURVEY },
      (folder, outside) => {
        mkdirSync(path.join(folder, ".desk"));
        const write = (name: string, values: readonly unknown[]): void =>
          writeFileSync(
            path.join(folder, ".desk", name),
            values.map((value) => `${JSON.stringify(value).replaceAll("OUTSIDE", outside)}\n`).join(""),
          );
        write("history.jsonl", lines);
        write("in-flight.json", [inFlight]);
      },
    );
    await pages();
    await work();
    assertUntouched();
    assert.equal(readFileSync(path.join(desk.folder, "survey.csv"), "utf8"), SURVEY);
  });

  test("has links in the place of files to come: they are neither read nor written through", async (t) => {
    const names = [
      ".dataset.json.new",
      ".mapping.json.new",
      ".desk/.history.jsonl.new",
      ".desk/files/1-before-survey.csv",
    ];
    const { desk, work, pages, assertUntouched } = await openStranger(
      t,
      { "survey.csv": SURVEY },
      (folder, outside) => {
        mkdirSync(path.join(folder, ".desk/files"), { recursive: true });
        for (const name of [...names, ".survey.csv.new", ".intake.sql.new"])
          symlinkSync(path.join(outside, "keys"), path.join(folder, name));
        symlinkSync(path.join(outside, "secret.csv"), path.join(folder, "other.csv"));
        symlinkSync(outside, path.join(folder, "more"));
      },
    );
    await work();
    assert.doesNotMatch(await pages(), new RegExp(`cannot read its documents|${SECRET}`, "u"));
    assertUntouched();
    assert.equal(readFileSync(path.join(desk.folder, "survey.csv"), "utf8"), SURVEY);
  });

  for (const file of [...Object.values(DRAFT_FILES), ".desk/history.jsonl", ".desk/versions", ".desk/files", ".desk"])
    test(`has a link to elsewhere as ${file}: the desk says so and reads nothing`, async (t) => {
      const [folder, outside] = ["stranger", "outside"].map((name) =>
        mkdtempSync(path.join(tmpdir(), `country-trust-${name}-`)),
      );
      assert.ok(folder !== undefined && outside !== undefined);
      t.after(() => [folder, outside].forEach((each) => rmSync(each, { recursive: true })));
      const isFile = path.extname(file) !== "";
      const target = path.join(outside, "target");
      if (isFile) writeFileSync(target, JSON.stringify({ title: SECRET }));
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      symlinkSync(isFile ? target : outside, path.join(folder, file));
      const { draft, texts, faults } = await readDocuments(folder);
      if (faults.length === 0) assert.deepEqual(await readHistory(folder, texts, faults), []);
      assert.deepEqual(draft, { mapping: {}, dataset: {}, marks: {} });
      assert.match(faults.join(), /a link to/u);
    });

  test("has a mapping that reads, writes and loads: each is refused, and the desk goes on", async (t) => {
    const tables = {
      survey: { files: ["survey.csv"] },
      a: { files: ["../*/secret.csv"] },
      b: { files: ["OUTSIDE/secret.csv", "more/secret.csv"] },
      c: { sql: "SELECT content AS Firm FROM read_text('OUTSIDE/keys')" },
      d: { sql: "SELECT 1 AS x; COPY (SELECT 1) TO 'OUTSIDE/written.csv'" },
      e: { sql: "SELECT 1 AS x; ATTACH 'OUTSIDE/written.db' AS other" },
      f: { sql: "SELECT 1 AS x; INSTALL httpfs" },
    };
    const files = { "survey.csv": SURVEY, "mapping.json": JSON.stringify({ tables }) };
    const { desk, assertUntouched } = await openStranger(t, files, (folder, outside) =>
      symlinkSync(outside, path.join(folder, "more")),
    );
    const { text } = await desk.get("files");
    assert.doesNotMatch(text, new RegExp(SECRET, "u"));
    for (const place of ["a/files/0", "b/files/0", "b/files/1", "c/sql", "d/sql", "e/sql", "f/sql"])
      assert.match(text, new RegExp(`/tables/${place}`, "u"));
    assert.match((await desk.get("columns")).text, /Calanque/u);
    assertUntouched();
  });

  test("a query of a mapping that only reads its tables is shown", async (t) => {
    const other = { sql: "SELECT Firm AS Name, 3 AS points FROM survey WHERE Country = 'PE'" };
    const mapping = { tables: { survey: { files: ["survey.csv"] }, other } };
    const files = { "survey.csv": SURVEY, "mapping.json": JSON.stringify(mapping) };
    const { desk } = await openStranger(t, files);
    assert.match((await desk.get("columns?table=other")).text, /<td[^>]*>(?:<[^>]*>)*Calanque/u);
  });
});

test("names of uploads are base names that every system can keep", () => {
  for (const [sent, name] of [
    ["../../escaped.csv", "escaped.csv"],
    ["/etc/hosts.csv", "hosts.csv"],
    ["C:\\Users\\me\\survey.xlsx", "survey.xlsx"],
    ["console.csv", "console.csv"],
    ["Überblick 2026.csv.gz", "Überblick 2026.csv.gz"],
  ] as const)
    assert.deepEqual(fileNameOf(sent), { name });
  for (const sent of [
    "",
    "..",
    "../",
    ".hidden.csv",
    "~$open.xlsx",
    "a\u0000b.csv",
    "a\u202Eb.csv",
    "survey.csv:stream",
    "CON.csv",
    "nul.xlsx",
    "com1.csv.gz",
    "LPT9.json",
    "mapping.json",
    "MAPPING.JSON",
    "intake.sql",
    "survey.csv. ",
    `${"ü".repeat(120)}.csv`,
  ])
    assert.ok("refused" in fileNameOf(sent), sent);
});

test("a stalled upload holds up nobody", async (t) => {
  const { desk } = await openStranger(t, { "survey.csv": SURVEY });
  const lines = [
    `POST ${desk.base}/files HTTP/1.1`,
    `Host: 127.0.0.1:${desk.port}`,
    `Origin: http://127.0.0.1:${desk.port}`,
    `Cookie: ${desk.cookie}`,
    "Content-Type: multipart/form-data; boundary=b",
    "Content-Length: 4000000",
  ];
  const sockets = [1, 2, 3].map(() => connect(desk.port, "127.0.0.1"));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  for (const socket of sockets)
    await new Promise<void>((resolve) => socket.write(`${lines.join("\r\n")}\r\n\r\n--b\r\n`, () => resolve()));
  assert.equal((await desk.get("columns")).status, 200);
  assert.equal((await desk.post("files", { do: "facts", title: "Water", publisher: "Us", year: "2026" })).status, 303);
  assert.match((await desk.get("history")).text, /It is called “Water”/u);
});
