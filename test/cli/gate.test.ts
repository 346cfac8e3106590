import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { BANDS, currentOf, type Edition, publishJson, writeEdition } from "./gated-edition.ts";
import { TestCli } from "./run-cli.ts";

const FIRST: Edition = { companies: [0, 0, 1, 1, 2, 2] };

describe("the gate of publish", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  let first = "";
  /** Accepts the jump over the first release. */
  let code = "";
  const jump = (): string => writeEdition({ ...FIRST, companies: [2, 0, 1, 1, 2, 2] });

  test("a first release is not gated", async () => {
    const result = await publishJson(cli, writeEdition(FIRST));
    assert.deepEqual([result.status, result.published, result.triggers, result.accept], [0, true, [], null]);
    const reasons = {
      before: "first_release",
      earlier_replies: "none",
      changes: "first_release",
      accept: "nothing_to_accept",
    };
    assert.deepEqual(result.reasons, reasons);
    first = result.id;
  });

  test("a country that moves by two bands is refused with status 3, and nothing is left of it", async () => {
    const { status, out, said } = await cli.run("publish", jump());
    assert.equal(status, 3);
    assert.match(out, /would be published:/);
    assert.match(out, /^ {2}A country moves by 2 bands; 1 would pass \(gate\.max_bands_moved\):$/m);
    assert.match(out, /^ {4}DE Germany: The poor before, The good now$/m);
    [, code = ""] = /^Refused: .* publish with --accept ([0-9a-f]{12})$/m.exec(said) ?? [];
    assert.notEqual(code, "", said);
    assert.equal(currentOf(cli), first);
    assert.deepEqual(readdirSync(path.join(cli.dataFolder, "releases")), [first]);
  });

  test("--dry-run prints the same triggers and code, and ends with the same status", async () => {
    const dry = await publishJson(cli, jump(), "--dry-run");
    assert.deepEqual([dry.status, dry.published, dry.before, dry.accept], [3, false, first, code]);
    assert.deepEqual(dry.triggers, [
      { trigger: "bands_moved", count: 2, limit: 1, of: 2, changes: [{ id: "DE", before: "poor", after: "good" }] },
    ]);
    const accepted = await publishJson(cli, jump(), "--dry-run", "--accept", code);
    assert.deepEqual([accepted.status, accepted.published], [0, false]);
    assert.equal(currentOf(cli), first);
  });

  test("what is noticed in the dataset is told with the comparison, and a new name in two alphabets has to be accepted", async () => {
    const folder = writeEdition(FIRST);
    const file = path.join(folder, "companies.csv");
    writeFileSync(file, readFileSync(file, "utf8").replace("Company 1", "C\u043empany 1"));
    const expected = /^companies: 1 text has a word with letters of two alphabets .*: name of c1, /u;
    const dry = await publishJson(cli, folder, "--dry-run");
    assert.deepEqual([dry.status, dry.triggers.map(({ trigger }) => trigger)], [3, ["texts", "renamed"]]);
    assert.equal(dry.notices.filter((notice) => expected.test(notice)).length, 1);
    assert.match(dry.said, /^Note: companies: 1 text has a word/mu);
    const checked = await cli.run("check", folder, "--json");
    const { notices } = JSON.parse(checked.out) as { notices: string[] };
    assert.deepEqual([checked.status, notices], [0, dry.notices]);
  });

  test("a company that is called TEST has to be accepted, once", async () => {
    const own = new TestCli();
    const rename = (name: string): string => {
      const folder = writeEdition({ ...FIRST, gate: { max_renamed_percent: 100 } });
      const file = path.join(folder, "companies.csv");
      writeFileSync(file, readFileSync(file, "utf8").replace("Company 1", name));
      return folder;
    };
    assert.equal((await own.run("publish", rename("Company One"))).status, 0);
    const refused = await own.run("publish", rename("TEST please ignore"));
    assert.match(
      refused.out,
      /^ {2}Other texts: 1; 0 would pass .*:\n {4}the name "TEST please ignore" \(as in a draft\)$/mu,
    );
    const [, accept = ""] = /--accept ([0-9a-f]{12})$/mu.exec(refused.said) ?? [];
    assert.equal((await own.run("publish", rename("TEST please ignore"), "--accept", accept)).status, 0);
    assert.equal((await own.run("publish", rename("TEST please ignore"))).status, 0);
    await own.remove();
  });

  test("texts of drafts have to be accepted wherever they stand, and none that is gone", async () => {
    const own = new TestCli();
    const edition = (label: string, products: readonly string[]): string => {
      const folder = writeEdition(FIRST);
      const rows = products.map((name, index) => `c${index % 6},${name}\n`);
      writeFileSync(path.join(folder, "products.csv"), `company,name\n${rows.join("")}`);
      const file = path.join(folder, "dataset.json");
      const dataset: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...dataset, pillars: [{ id: "use", label }] }));
      return folder;
    };
    const whole = edition("Use", ["Soap"]);
    assert.equal((await own.run("publish", whole)).status, 0);
    const numbers = Array.from({ length: 24 }, (_, index) => `TEST ${String.fromCodePoint(65 + index)}`);
    const doubtful = edition("Lorem ipsum", numbers);
    const refused = await own.run("publish", doubtful, "--dry-run");
    assert.equal(refused.status, 3);
    assert.match(refused.out, /^ {2}Other texts: 25; 0 would pass/mu);
    assert.match(refused.out, /^ {4}the label "Lorem ipsum" \(as in a draft\)$/mu);
    assert.match(refused.out, /^ {4}the product "TEST A" \(as in a draft\)$/mu);
    assert.match(refused.out, /^ {4}… and 5 more/mu);
    const { accept } = await publishJson(own, doubtful, "--dry-run");
    assert.equal((await own.run("publish", doubtful, "--accept", accept ?? "")).status, 0);
    const back = await publishJson(own, whole, "--dry-run");
    assert.ok(!back.triggers.some(({ trigger }) => trigger === "texts"), back.said);
    await own.remove();
  });

  test("a name in letters that look alike is no other name: who has it now is told", async () => {
    const folder = writeEdition(FIRST);
    const file = path.join(folder, "companies.csv");
    const swapped = readFileSync(file, "utf8")
      .replace("Company 1", "Company X")
      .replace("Company 0", "C\u043empany 1")
      .replace("Company X", "Company 0");
    writeFileSync(file, swapped);
    const dry = await publishJson(cli, folder, "--dry-run");
    const moved = dry.triggers.find(({ trigger }) => trigger === "names_moved");
    assert.deepEqual(
      moved?.changes.map(({ id, before }) => [id, before]),
      [
        ["c0", "c1"],
        ["c1", "c0"],
      ],
    );
  });

  test("the code names one change: not another one, and not the same from another release", async () => {
    const other = writeEdition({ ...FIRST, companies: [2, 2, 1, 1, 2, 2] });
    const refused = await cli.run("publish", other, "--accept", code);
    assert.equal(refused.status, 3);
    assert.match(refused.said, new RegExp(`^--accept ${code} names another change\\.$`, "m"));
    const between = await publishJson(cli, writeEdition({ ...FIRST, companies: [0, 0, 1, 1, 2, 2, 0] }));
    assert.equal(between.status, 0, between.said);
    assert.equal((await publishJson(cli, jump(), "--accept", code)).status, 3);
    assert.equal((await cli.run("rollback", first)).status, 0);
  });

  test("--accept publishes it, also on another day; going back by rollback is not gated", async () => {
    cli.now = new Date("2026-11-23T10:00:00Z");
    const result = await publishJson(cli, jump(), "--accept", code);
    assert.deepEqual([result.status, result.published, result.before], [0, true, first]);
    assert.equal(currentOf(cli), result.id);
    assert.equal((await cli.run("rollback", first)).status, 0);
    assert.equal(currentOf(cli), first);
  });

  test("dataset.json sets the limits, and a wrong limit is a problem", async () => {
    const wide = { ...FIRST, companies: [2, 0, 1, 1, 2, 2], gate: { max_bands_moved: 2 } };
    assert.equal((await cli.run("publish", writeEdition(wide), "--dry-run")).status, 0);
    const wrong = await cli.run("publish", writeEdition({ ...FIRST, gate: { max_medians_moved_percent: 101 } }));
    assert.equal(wrong.status, 1);
    assert.match(wrong.said, /max_medians_moved_percent/);
  });

  test("check says the scale in words, and --dry-run that the current release has it in another order", async () => {
    const same = await cli.run("check", writeEdition(FIRST));
    assert.match(same.out, /^Scale three, worst first: The poor < The fair < The good\.$/m);
    const { out } = await cli.run("publish", writeEdition({ ...FIRST, bands: BANDS.toReversed() }), "--dry-run");
    assert.match(
      out,
      /The bands are in another order, worst first: The poor < The fair < The good before, The good </u,
    );
  });

  test("everything that triggered is listed, with names", async () => {
    const folder = writeEdition({ title: "Water!", bands: BANDS.toReversed(), companies: [null, 0, 1, 1, 2, 2] });
    const { status, out } = await cli.run("publish", folder);
    assert.equal(status, 3);
    assert.match(out, /^ {2}Another title: Water before, Water! now\. To readers, this is another dataset\.$/m);
    assert.match(out, /The poor < The fair < The good before, The good < The fair < The poor now\.$/m);
    assert.match(out, /^ {2}Gone: 1 of 6 companies; 0 would pass .*:\n {4}Company 0 \(c0\)$/m);
    assert.match(out, /^ {2}No longer listed or judged: 1 of 6 countries; .*:\n {4}DE Germany: not listed$/m);
    assert.doesNotMatch(out, /→/u);
  });

  test("a current release that cannot be read has to be accepted, but not the repair of it", async () => {
    rmSync(path.join(cli.dataFolder, "releases", first, "release.sqlite"));
    const refused = await publishJson(cli, jump());
    assert.deepEqual([refused.status, refused.triggers[0]?.trigger], [3, "unreadable_release"]);
    assert.deepEqual([refused.changes, refused.reasons["changes"]], [null, "unreadable_release"]);
    cli.now = new Date("2026-11-20T10:00:00Z");
    assert.equal((await publishJson(cli, writeEdition(FIRST))).status, 0);
    assert.equal(currentOf(cli), first);
    assert.equal((await cli.run("verify")).status, 0);
  });

  test("what cannot be read is not offered as the release to go back to", async () => {
    rmSync(path.join(cli.dataFolder, "releases", first, "release.sqlite"));
    const folder = jump();
    const accept = /--accept (\w+)/u.exec((await cli.run("publish", folder)).said)?.[1] ?? "";
    const { status, out } = await cli.run("publish", folder, "--accept", accept);
    assert.equal(status, 0);
    assert.match(out, /^Published /u);
    assert.doesNotMatch(out, /to restore it/u);
  });

  test("a code of another form is a wrong call", async () => {
    const { status, said } = await cli.run("publish", jump(), "--accept", "yes");
    assert.deepEqual([status, /--accept takes the code/u.test(said)], [2, true]);
  });
});

describe("--max-skipped", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  /** Twenty companies, of which so many have no country. */
  const withoutCountry = (bad: number): string => {
    const folder = writeEdition({ companies: Array.from({ length: 20 }, (_, i) => i % 3) });
    const file = path.join(folder, "companies.csv");
    const [head, ...rows] = readFileSync(file, "utf8").split("\n");
    const broken = rows.map((row, i) => (i < bad ? row.replace(/,[A-Z]{2},/u, ",,") : row));
    writeFileSync(file, [head, ...broken].join("\n"));
    return folder;
  };

  test("one company of twenty is left out, and `releases` says so", async () => {
    const { status, said } = await cli.run("publish", withoutCountry(1), "--skip-bad-rows");
    assert.equal(status, 0, said);
    const { out } = await cli.run("releases");
    assert.match(
      out,
      /\(19 companies, 19 judged, 19 judgements\)\n {4}Incomplete, .*: 19 of 20 companies of the source/u,
    );
  });

  test("two of twenty are too many by default", async () => {
    const before = currentOf(cli);
    const { status, said, out } = await cli.run("publish", withoutCountry(2), "--skip-bad-rows", "--json");
    assert.equal(status, 1);
    assert.match(said, /^2 of 20 rows of companies would be left out, more than 5 %: .* --max-skipped 10\.$/mu);
    const { too_many_skipped: tooMany } = JSON.parse(out) as { too_many_skipped: string[] };
    assert.equal(tooMany.length, 2, "of companies and of their judgements");
    assert.equal(currentOf(cli), before);
  });

  test("a higher percentage allows exactly that, for `check` as for `publish`", async () => {
    const ask = (bad: number) => cli.run("check", withoutCountry(bad), "--skip-bad-rows", "--max-skipped", "10");
    assert.deepEqual([(await ask(2)).status, (await ask(3)).status], [0, 1]);
  });

  test("what is no percentage is a wrong call", async () => {
    for (const percent of ["101", "-1", "many"])
      assert.equal((await cli.run("check", withoutCountry(1), `--max-skipped=${percent}`)).status, 2);
  });
});
