import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { PROJECT, TestCli } from "./run-cli.ts";

const NAMED = ["--title", "Test", "--publisher", "Tests", "--bands", "low < high", "--cuts", "50", "--yes"];
const STAFF = [462, 1203, 5890, 12_044, 25_310, 48_002, 77_120, 120_345, 251_002, 379_231];
const SURVEY = `Company,Country,Places,Score\n${STAFF.map((staff, i) => `Firm ${i},FR,${staff},${10 * i + 3}`).join("\n")}\n`;

/** Changes mapping.json, as an editor does. */
function edit(folder: string, found: string | RegExp, written: string): void {
  const file = path.join(folder, "mapping.json");
  const text = readFileSync(file, "utf8");
  assert.notEqual(text.replace(found, written), text);
  writeFileSync(file, text.replace(found, written));
}

describe("a question that init left open", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  async function drafted(): Promise<string> {
    const folder = newTemporaryFolder();
    writeFileSync(path.join(folder, "survey.csv"), SURVEY);
    const { status, said } = await cli.run("init", path.join(folder, "survey.csv"), ...NAMED);
    assert.equal(status, 1, said);
    assert.match(said, /"Places" runs from 462 to 379,231.*in \/tables\/survey\/not_used if not\./u);
    return folder;
  }

  test("keeps check and publish from saying that the dataset can be published", async () => {
    const folder = await drafted();
    for (const command of ["check", "publish"]) {
      const { status, said, out } = await cli.run(command, folder);
      assert.equal(status, 1);
      assert.match(said + out, /an open question: "Places" runs from 462 to 379,231/u);
      assert.doesNotMatch(said + out, /can be published\./u);
    }
  });

  test("is said in the place of the member that it leaves out", async () => {
    const folder = newTemporaryFolder();
    const rows = ["Acme,Peru,20", "Acme,Peru,80", "Bonnard,Peru,50", "Cobalt,Namibia,60"];
    writeFileSync(path.join(folder, "survey.csv"), `Company,Country,Score\n${rows.join("\n")}\n`);
    assert.equal((await cli.run("init", folder, ...NAMED)).status, 1);
    const { out, said } = await cli.run("check", folder);
    assert.match(
      out + said,
      /companies\/name: found nothing\. 1 of 3 names have several rows: .* one company\? "Company" there if so/u,
    );
  });

  test("lets bands be named before it is answered", async () => {
    const folder = newTemporaryFolder();
    const rows = STAFF.map((_, i) => `Firm ${i};FR;${i % 4};${(3 * i) % 5};${(2 * i) % 7}`);
    writeFileSync(path.join(folder, "survey.csv"), `Firm;Country;faible;moyen;fort\n${rows.join("\n")}\n`);
    const named = ["--title", "Test", "--publisher", "Tests", "--bands", "faible < moyen < fort", "--yes"];
    const { status, said } = await cli.run("init", folder, ...named);
    assert.equal(status, 1, said);
    assert.match(said, /"faible", "moyen", "fort" are called like bands, .* named in \/judgements\/0\/counts/u);
  });

  test("is answered by not_used, and by a role", async () => {
    for (const [found, written, judgements] of [
      ['"survey": {', '"survey": { "not_used": ["Places"],', 10],
      ['"columns": {', '"columns": { "Places": { "pillar": "score", "criterion": "Places" },', 20],
    ] as const) {
      const folder = await drafted();
      edit(folder, found, written);
      const { status, said, out } = await cli.run("check", folder);
      assert.equal(status, 0, said);
      assert.match(out, new RegExp(`^10 companies, 0 products, ${judgements} current judgements`, "mu"));
    }
  });
});

test("08: a company with another name keeps its id, its history and its former address with what the gate proposes", async (t) => {
  const FILES = path.join(PROJECT, "..", "shared", "data", "faults", "publisher", "08-renamed");
  if (!existsSync(FILES)) return t.skip(`there is no ${FILES}`);
  const cli = new TestCli();
  t.after(() => cli.remove());
  const folder = newTemporaryFolder();
  const file = path.join(folder, "scores.csv");
  copyFileSync(path.join(FILES, "year1.csv"), file);
  assert.equal((await cli.run("init", file, ...NAMED)).status, 0);
  assert.equal((await cli.run("publish", folder)).status, 0);
  copyFileSync(path.join(FILES, "year2.csv"), file);
  const refused = await cli.run("publish", folder);
  assert.equal(refused.status, 3);
  const [, proposed = ""] =
    /University of Oxford, probably "Oxford University" now: .* in mapping\.json \/same: (\{.*\})$/mu.exec(
      refused.out,
    ) ?? [];
  edit(folder, /\}\s*$/u, `, "same": [${proposed}] }`);
  const renamed = await cli.run("publish", folder);
  assert.match(renamed.out, /Renamed: 1 of 2 companies/u);
  const [, code = ""] = /--accept (\w+)/u.exec(renamed.said) ?? [];
  assert.equal((await cli.run("publish", folder, "--accept", code)).status, 0);
  const { out, said } = await cli.run("ask", "get_company", "slug=university-of-oxford");
  assert.match(
    out,
    /"id":\s*"University of Oxford",\s*"slug":\s*"oxford-university",\s*"name":\s*"Oxford University"/u,
    said,
  );
  assert.match(out, /"aliases":\s*\[\s*"University of Oxford"/u);
  const history = await cli.run("ask", "get_company_history", "slug=oxford-university");
  assert.equal(history.out.match(/"distribution"/gu)?.length, 2, history.out);
});
