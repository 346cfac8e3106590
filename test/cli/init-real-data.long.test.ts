import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test, type TestContext } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { PROJECT, TestCli } from "./run-cli.ts";

const NAMED = ["--title", "Test", "--publisher", "Tests"];

describe("init over published datasets", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  const shared = path.join(PROJECT, "..", "shared", "data");
  const find = (context: TestContext, ...names: string[]): string[] | null => {
    const files = names.map((name) => path.join(shared, name));
    if (files.every((file) => existsSync(file))) return files;
    context.skip(`${names.join(" and ")} are not in ${shared}`);
    return null;
  };

  test("the Gender Assessment: 21 columns of points for 2,000 companies", async (context) => {
    const files = find(context, "wba-gender-2024/genderassessment.csv");
    if (files === null) return;
    const into = newTemporaryFolder();
    const bands = "None=0 < Little=0.5|1 < Some=1.5|2 < Much=2.5|3|4";
    const { status, said, out } = await cli.run("init", ...files, "--into", into, "--bands", bands, ...NAMED);
    assert.equal(status, 0, said);
    assert.match(said, /name = "company", country = "country", sector = "industry"/u);
    assert.match(said, /21 columns of judgements: "strategic_action"/u);
    assert.match(said, /not read: "region", "ownership", "score", "percent_score"/u);
    assert.match(out, /^2,000 companies, 0 products, 42,000 current judgements; newest judgement: 2024\.$/mu);
  });

  test("the Big Tech Scorecard: companies and scores in files of their own", async (context) => {
    const files = find(context, "rdr-index/csv/2022-company-specs.csv", "rdr-index/csv/2022-categories.csv");
    if (files === null) return;
    const into = newTemporaryFolder();
    const scale = ["--bands", "Low < Middle < High", "--cuts", "33, 67"];
    const { status, said } = await cli.run("init", ...files, "--into", into, ...scale, ...NAMED);
    assert.equal(status, 1, said);
    assert.match(said, /name = "company", country = "country", sector = "subtype"/u);
    assert.match(said, /pillar = "Category", band = "Score", judged_on = "Index"/u);
    assert.match(said, /mapping\.json \/judgements\/0\/date {3}Nothing in the name "Index" says/u);
    const mapping = JSON.parse(readFileSync(path.join(into, "mapping.json"), "utf8")) as { judgements: object[] };
    const dated = { ...mapping, judgements: mapping.judgements.map((each) => ({ ...each, date: "Index" })) };
    writeFileSync(path.join(into, "mapping.json"), JSON.stringify(dated));
    const { out } = await cli.run("check", into, "--data", path.dirname(files[0] ?? ""));
    assert.match(out, /^14 companies, 0 products, 42 current judgements; newest judgement: 2022\.$/mu);
  });

  test("the FashionChecker: countries among the answers, names and questions in maps of their own", async (context) => {
    const files = find(context, "fashionchecker/brand_answers.json");
    if (files === null) return;
    const into = newTemporaryFolder();
    const open = await cli.run("init", ...files, "--into", into, ...NAMED);
    assert.equal(open.status, 1);
    assert.match(open.said, /--bands "worst < … < best" {3}Values found, in no order you may rely on: .*"Partial"/u);
    assert.deepEqual(readdirSync(into), ["dataset.json", "mapping.json"]);
    const bands =
      "None=E|No|0.0 < Little=D|2.5 < Some=C|Partial|5.0|Yes Other < Much=7.5|Yes < All=10.0|Yes ACT|Yes Fair Wear Foundation";
    const { status, said, out } = await cli.run(
      "init",
      ...files,
      "--into",
      into,
      "--force",
      "--bands",
      bands,
      ...NAMED,
    );
    assert.equal(status, 0, said);
    assert.match(
      said,
      /rows in which "metric" is "6126450" \(265 rows\): name = "name", id = "id", country = "country"/u,
    );
    assert.match(out, /^265 companies, 0 products, 1,155 current judgements; newest judgement: 2021\.$/mu);
    const file = JSON.parse(readFileSync(path.join(into, "dataset.json"), "utf8")) as { pillars: { label: string }[] };
    assert.deepEqual(
      file.pillars.map(({ label }) => label).toSorted()[0],
      "Clean Clothes Campaign+Isolating Labour Cost (Combined)",
    );
    assert.match(out, /^KR South Korea +2 /mu);
  });

  test("all files of the FashionChecker: what names companies otherwise is said, and not read", async (context) => {
    const files = find(
      context,
      "fashionchecker/brand_answers.json",
      "fashionchecker/living_wage_scores.json",
      "fashionchecker/brands.json",
    );
    if (files === null) return;
    const { said } = await cli.run("init", ...files, "--into", newTemporaryFolder(), ...NAMED);
    assert.match(
      said,
      /Not used: living_wage_scores\.json, member "items"\. Its column "company" names companies by "name", and what is read names them by "id"\./u,
    );
    assert.doesNotMatch(said, /^Products/mu);
  });
});
