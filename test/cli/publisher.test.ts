import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Manifest } from "../../src/release/manifest.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { writeDataset } from "../fixtures/dataset.ts";
import { edit } from "./demo-copy.ts";
import { DEMO, TestCli } from "./run-cli.ts";

const BANDS = ["very_low", "low", "moderate", "high", "very_high"];
const COUNTRIES = ["DE", "FR", "NA", "JP", "BR", "IN"];

/** Twelve companies, two in each country; c0 has no judgement, c11 was judged twice. */
const COMPANIES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(
  (each) => `c${each},Company ${each},${COUNTRIES[each % 6]},${each % 2 === 0 ? "Mining" : "Food"}`,
);
const JUDGEMENTS = [
  ...["low", "high", "low", "high", "low", "low", "low", "high", "very_low", "high"].map(
    (band, index) => `c${index + 1},use,${band},2026-0${(index % 9) + 1}-15`,
  ),
  "c11,use,moderate,2026-02-01",
  "c11,use,high,2026-03-01",
];

/** Writes the dataset; `change` may change its files. */
function write(change: (folder: string) => void = () => {}): string {
  const folder = writeDataset({
    bands: BANDS,
    pillars: ["use", "reuse"],
    companies: COMPANIES,
    judgementColumns: "company,pillar,band,judged_on",
    judgements: JUDGEMENTS,
  });
  writeFileSync(path.join(folder, "products.csv"), "id,name,company,brand\np1,Thing,c2,\n");
  const replies = ["c2,,answered,2026-04-01,Ours.", "c3,,no_answer,,"];
  writeFileSync(path.join(folder, "replies.csv"), `company,pillar,status,replied_on,text\n${replies.join("\n")}\n`);
  change(folder);
  return folder;
}

/** Both companies of Namibia fall by two bands. */
const FALLEN = (folder: string): void =>
  edit(folder, "judgements.csv", (text) => text.replaceAll(/^(c2|c8),use,\w+,/gmu, "$1,use,very_low,"));

/** A country of `publish --dry-run --json`. */
interface Moved extends BeforeAndAfter {
  iso2: string;
  causes: string[];
  trend: string | null;
  reasons: Reasons;
  in_both: BeforeAndAfter;
  rest: BeforeAndAfter;
}

type BeforeAndAfter = Record<"before" | "after", PrintedFigures>;

interface PrintedFigures {
  median_band: string | null;
  median_level: number | null;
  judged_companies: number;
  distribution: Record<string, number>;
  reasons: Reasons;
}

/** Why members are null, by their names. */
type Reasons = Record<string, string>;

describe("a publisher's day", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  let firstId = "";

  test("releases: nothing is published yet", async () => {
    const { status, out, said } = await cli.run("releases");
    assert.deepEqual([status, out], [0, ""]);
    assert.match(said, /Nothing is published/);
  });

  test("verify and rollback fail before the first publication", async () => {
    assert.deepEqual(
      [(await cli.run("verify")).status, (await cli.run("rollback", "2026-01-01-0123456789ab")).status],
      [1, 1],
    );
  });

  test("check summarizes the demonstration dataset and publishes nothing", async () => {
    const { status, out } = await cli.run("check", DEMO, "--json");
    assert.equal(status, 0);
    const summary = JSON.parse(out) as {
      counts: Record<string, unknown>;
      thin: { unranked_countries: string[] };
      bands: string[];
      countries: { iso2: string; judged: number; distribution: Record<string, number>; median_band: string }[];
    };
    assert.deepEqual(summary.bands, BANDS);
    assert.equal(summary.counts["companies"], 1200);
    assert.equal(summary.counts["judgements"], 29_600);
    assert.equal(summary.counts["superseded_judgements"], 400);
    assert.deepEqual(summary.thin.unranked_countries, ["CI", "FJ", "IS", "NA"]);
    const namibia = summary.countries.find(({ iso2 }) => iso2 === "NA");
    assert.deepEqual(
      [namibia?.judged, namibia?.distribution, namibia?.median_band],
      [5, { very_low: 0, low: 0, moderate: 2, high: 3, very_high: 0 }, "high"],
    );
    assert.ok(!existsSync(path.join(cli.dataFolder, "current")));
    assert.match((await cli.run("check", write())).out, /NA Namibia +2 /);
  });

  test("publish --dry-run of a first release publishes nothing", async () => {
    const { status, out } = await cli.run("publish", write(), "--dry-run");
    assert.equal(status, 0);
    assert.match(out, /would be published: 12 companies.*\nIt would be the first release\./);
    assert.ok(!existsSync(path.join(cli.dataFolder, "current")));
  });

  test("publish makes it current, and prints its counts", async () => {
    const { status, out } = await cli.run("publish", write());
    assert.equal(status, 0);
    assert.match(
      out,
      /^Published 2026-11-20-[0-9a-f]{12}: 12 companies \(11 judged\) in 6 countries and 2 sectors, 1 product, 11 judgements, 2 companies asked for a reply \(1 answered\)\.$/,
    );
    firstId = /2026-11-20-[0-9a-f]{12}/.exec(out)![0];
    assert.deepEqual(readdirSync(path.join(cli.dataFolder, "work")), [], "nothing is left behind");
  });

  for (const words of [["publish"], ["publish", "--dry-run"]])
    test(`${words.join(" ")} of the same dataset says that nothing changed`, async () => {
      const { status, out } = await cli.run(...words, write());
      assert.equal(status, 0);
      assert.match(out, new RegExp(`^${firstId} is already current`));
    });

  test("publish --dry-run names the countries that would move, and why", async () => {
    const folder = write(FALLEN);
    const { status, out } = await cli.run("publish", folder, "--dry-run", "--json");
    assert.equal(status, 3, "so much has to be accepted");
    const plan = JSON.parse(out) as {
      before: string;
      changes: { moved: Moved[] };
    };
    assert.equal(plan.before, firstId);
    const namibia = plan.changes.moved.find(({ iso2 }) => iso2 === "NA");
    assert.deepEqual([namibia?.causes, namibia?.trend], [["re_judged"], null]);
    assert.deepEqual([namibia?.reasons, namibia?.before.reasons], [{ trend: "too_few_companies" }, {}]);
    const noMedian = { median_band: "not_judged", median_level: "not_judged" };
    assert.deepEqual(namibia?.rest.after.reasons, noMedian);
    assert.deepEqual([namibia?.before.median_band, namibia?.before.median_level], ["high", 4]);
    assert.deepEqual(Object.keys(namibia?.before.distribution ?? {}), BANDS);
    assert.deepEqual(namibia?.in_both, { before: namibia?.before, after: namibia?.after });
    assert.equal(namibia?.rest.after.judged_companies, 0);
    assert.match(
      (await cli.run("publish", folder, "--dry-run")).out,
      /NA Namibia: high before, very_low now \(re_judged\)/,
    );
  });

  test("publish --dry-run compares no bands of another scale, in text and JSON alike", async () => {
    const folder = write((copy) => {
      FALLEN(copy);
      edit(copy, "dataset.json", (text) => text.replace('"scale":{"id":"', "$&other-"));
    });
    const { out } = await cli.run("publish", folder, "--dry-run");
    assert.match(out, /^The method is another one \(scale, pillars or rule\): .* cannot be compared\.$/m);
    assert.doesNotMatch(out, /→|different median band|Median band changes/u);
    const { changes } = JSON.parse((await cli.run("publish", folder, "--dry-run", "--json")).out) as {
      changes: { method_change: boolean; companies: { moved_median: unknown; reasons: Reasons }; moved: Moved[] };
    };
    assert.deepEqual([changes.method_change, changes.companies.moved_median], [true, null]);
    const why = { moved_median: "method_change", pillar_moved: "method_change", judgements_changed: "method_change" };
    assert.deepEqual(changes.companies.reasons, why);
    assert.ok(changes.moved.length > 0);
    assert.ok(changes.moved.every(({ trend, reasons }) => trend === null && reasons["trend"] === "method_change"));
  });

  test("publish --dry-run counts one company as one, and no day to come as the newest", async () => {
    const folder = write((copy) => {
      edit(copy, "companies.csv", (text) => `${text}zz-new,Zebra Works,NA,Food\n`);
      edit(copy, "judgements.csv", (text) => text.replace(/,20\d\d-\d\d-\d\d/u, ",2126-01-31"));
    });
    const { out, said } = await cli.run("publish", folder, "--dry-run");
    assert.match(out, /^Compared with \S+: 1 company added, 0 removed/m);
    assert.match(said, /^Note: 1 judgement is dated after today, 2026-11-20, up to 2126-01-31/m);
    const checked = JSON.parse((await cli.run("check", folder, "--json")).out) as { as_of: string; reasons: Reasons };
    assert.equal(checked.as_of, "2026-09-15");
    assert.deepEqual(checked.reasons, {});
  });

  test("check of one judgement without a date: every noun by its number, every null with its reason", async () => {
    const folder = writeDataset({
      bands: ["low", "high"],
      pillars: ["use"],
      facts: { ranking: { minimum_companies: 1 } },
      companies: ["a,A,NA,Food"],
      judgements: ["a,use,low"],
    });
    const { status, out, said } = await cli.run("check", folder);
    assert.equal(status, 0, said);
    assert.match(out, /^1 company, 0 products, 1 current judgement\.$/mu);
    assert.match(out, /^Fewer than 1 judged company: 0 of 1 country, .* 0 of 1 country and sector cell\./mu);
    const { as_of, reasons, countries } = JSON.parse((await cli.run("check", folder, "--json")).out) as {
      as_of: unknown;
      reasons: Reasons;
      countries: { reasons: Reasons }[];
    };
    assert.deepEqual([as_of, reasons, countries[0]?.reasons], [null, { as_of: "undated" }, {}]);
  });

  test("publish --dry-run separates companies in both releases from added and removed ones", async () => {
    const folder = write((copy) => edit(copy, "companies.csv", (text) => text.replaceAll(",NA,", ",IN,")));
    const { out } = await cli.run("publish", folder, "--dry-run");
    assert.match(out, /^Countries no longer covered: NA\.$/m);
    assert.match(out, /^ {2}NA Namibia: high before, not judged now \(reclassified\)$/m);
    assert.match(out, /^ {2}IN India: low before, high now \(reclassified\); companies in both: .+ before, .+ now$/m);
    const { changes } = JSON.parse((await cli.run("publish", folder, "--dry-run", "--json")).out) as {
      changes: { companies: object };
    };
    assert.deepEqual(changes.companies, {
      added: 0,
      removed: 0,
      renamed: 0,
      reclassified: 2,
      moved_median: 0,
      pillar_moved: 0,
      judgements_changed: 0,
      other_sectors_changed: 0,
      reply_changed: 0,
      details_changed: 0,
      reasons: {},
    });
  });

  test("publish, releases, rollback, verify", async () => {
    const folder = write((copy) => edit(copy, "companies.csv", (text) => text.replace(/^c1,[^\n]*\n/m, "")));
    const refused = await cli.run("publish", folder);
    assert.equal(refused.status, 1, "judgements of a company that is gone are problems");
    cli.now = new Date("2026-11-21T10:00:00Z");
    const published = await cli.run("publish", folder, "--skip-bad-rows", "--max-skipped", "10", "--json");
    assert.equal(published.status, 0, published.said);
    const {
      id,
      before: earlier,
      counts,
    } = JSON.parse(published.out) as { id: string; before: string; counts: { skipped_rows: { judgements: number } } };
    assert.equal(counts.skipped_rows.judgements, 1);
    assert.equal(earlier, firstId);
    const listed = JSON.parse((await cli.run("releases", "--json")).out) as { id: string; current: boolean }[];
    assert.deepEqual(
      listed.map((each) => [each.id, each.current]),
      [
        [id, true],
        [firstId, false],
      ],
    );
    assert.match((await cli.run("rollback", firstId)).out, new RegExp(`^${firstId} is now current, instead of ${id}`));
    const listing = (await cli.run("releases")).out;
    assert.match(
      listing,
      new RegExp(
        `^  ${id}.*\n    Incomplete, .* judgements of the source \\(.*: company unknown 1\\)\\.\n\\* ${firstId}`,
      ),
    );
    const again = await cli.run("rollback", firstId, "--json");
    assert.deepEqual(JSON.parse(again.out), { current: firstId, before: firstId });
    for (const each of [id, firstId]) {
      const verified = await cli.run("verify", each, "--json");
      assert.deepEqual([verified.status, (JSON.parse(verified.out) as { verified: boolean }).verified], [0, true]);
    }
  });

  test("ask answers without a server", async () => {
    const { status, out } = await cli.run("ask", "get_country", "slug=NA");
    assert.equal(status, 0);
    assert.deepEqual((JSON.parse(out) as { iso2: string; slug: string }).slug, "namibia");
    const problem = await cli.run("ask", "get_country", "slug=atlantis");
    assert.deepEqual([problem.status, /country_not_found/.test(problem.said)], [1, true]);
    assert.equal((await cli.run("ask", "get_country", "slug")).status, 2);
    assert.equal((await cli.run("ask", "divine")).status, 2);
    const twice = await cli.run("ask", "get_country", "slug=NA", "slug=FR");
    assert.deepEqual([twice.status, /slug/.test(twice.said)], [1, true], "neither of two is taken silently");
    assert.match((await cli.run("ask", "download_country_data")).out, /^iso3,iso2,slug,name,/);
  });
});

describe("the same dataset", () => {
  const reversed = (text: string): string => {
    const [head, ...rows] = text.trimEnd().split("\n");
    return [head, ...rows.toReversed()].join("\n");
  };

  test("is the same release byte for byte, whatever the order of the rows and the number of threads", async () => {
    const shuffled = write((copy) => {
      for (const file of ["companies.csv", "judgements.csv", "replies.csv"]) edit(copy, file, reversed);
    });
    const manifests: Manifest[] = [];
    for (const [threads, folder] of [
      ["1", write()],
      ["2", shuffled],
    ] as const) {
      const cli = new TestCli({ INTAKE_THREADS: threads });
      assert.equal((await cli.run("publish", folder)).status, 0);
      const store = new ReleaseStore(cli.dataFolder, () => cli.now);
      manifests.push(store.manifest(store.currentId()!));
      await cli.remove();
    }
    assert.deepEqual(manifests[0], manifests[1]);
  });
});

describe("dirty files", () => {
  const cli = new TestCli();
  before(() => cli.run("publish", write()));
  after(() => cli.remove());

  test("all problems are reported at once and written to a file, and nothing is published", async () => {
    const current = readFileSync(path.join(cli.dataFolder, "current"), "utf8");
    const folder = write((copy) => {
      edit(copy, "companies.csv", (text) => text.replace(",NA,", ",European Union,").replace(",FR,", ",,"));
      edit(copy, "judgements.csv", (text) => text.replace(",very_low,", ",splendid,").replace(",high,", ",,"));
    });
    const file = path.join(folder, "found.csv");
    const { status, said } = await cli.run("publish", folder, "--problems", file);
    assert.equal(status, 1);
    for (const found of [
      "European Union",
      "splendid",
      "companies.csv",
      "judgements.csv",
      file,
      "Nothing was published",
    ]) {
      assert.ok(said.includes(found), `expected to be told of ${found}:\n${said}`);
    }
    const lines = readFileSync(file, "utf8").trim().split(/\r?\n/);
    assert.ok(lines.length > 4, lines.join("\n"));
    assert.equal(readFileSync(path.join(cli.dataFolder, "current"), "utf8"), current);
  });

  test("the problems of rows are reported with those of dataset.json and of whole files", async () => {
    const broken = write((copy) => {
      edit(copy, "dataset.json", (text) => text.replace("{", ""));
      edit(copy, "companies.csv", (text) => text.replace(",NA,", ",European Union,"));
      edit(copy, "judgements.csv", (text) => `${text}c9999,,,\n`);
    });
    for (const command of ["check", "publish"]) {
      const { status, out, said } = await cli.run(command, broken, "--json");
      assert.equal(status, 1);
      const { kinds, notices } = JSON.parse(out) as { kinds: { table: string; kind: string }[]; notices: string[] };
      assert.deepEqual(
        kinds.map(({ table, kind }) => `${table} ${kind}`),
        [
          "dataset.json invalid_json",
          "companies not_a_country",
          "judgements missing_value",
          "judgements unknown_company",
          "judgements missing_value",
        ],
      );
      assert.match(said, /^Note: Bands and pillars were not checked, .*because dataset\.json has problems\.$/mu);
      assert.deepEqual(notices.length, 1);
    }
    const unread = write((copy) => {
      edit(copy, "judgements.csv", (text) => text.replace(",very_low,", ",splendid,"));
      writeFileSync(
        path.join(copy, "companies.csv"),
        // 0x81 stands for nothing in windows-1252.
        Buffer.from("id,name,country,sector\nc1,Caf\u0081,FR,Food\n", "latin1"),
      );
    });
    const { said } = await cli.run("check", unread);
    assert.match(said, /^companies: bad_encoding \(1\)/mu);
    assert.match(said, /^judgements\.band: unknown_band \(1\)/mu);
    assert.match(said, /^2 problems in this dataset\./mu);
  });

  test("--json prints the problems", async () => {
    const folder = write((copy) =>
      edit(copy, "judgements.csv", (text) => text.replace(",very_low,", ",splen\u001b[31mdid,")),
    );
    const { status, out, said } = await cli.run("check", folder, "--json");
    assert.equal(status, 1);
    const told = JSON.parse(out) as {
      problems: number;
      problems_file: string;
      kinds: { kind: string; count: number; shown: { line: number; found: string }[] }[];
    };
    assert.deepEqual([told.problems, existsSync(told.problems_file)], [1, true]);
    assert.deepEqual(
      told.kinds.map(({ kind, count }) => [kind, count]),
      [["unknown_band", 1]],
    );
    assert.match(said, /judgements\.csv, line \d+: found splen/);
  });

  test("control characters of a file do not reach the terminal", async () => {
    const folder = write((copy) =>
      edit(copy, "judgements.csv", (text) => text.replace(/^c\d+,/m, '"c\u001b]0;x\u0007\u202e\nz",')),
    );
    const { said } = await cli.run("check", folder);
    // Characters that nobody sees, such as U+202E, are no part of an id.
    assert.match(said, /found c\\u\{1b\}\]0;x\\u\{7\}\\u\{a\}z$/m);
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(said, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u);
  });

  test("an unusable data folder and an unwritable file are errors in one sentence", async () => {
    const file = path.join(DEMO, "dataset.json");
    const inFile = new TestCli({}, file);
    for (const words of [["releases"], ["publish", write()], ["check", write()]]) {
      const { status, said } = await inFile.run(...words);
      assert.equal(status, 1);
      assert.match(said, /^country-trust \w+: E\w+: .*\(DATA_DIR is .*dataset\.json\)$/m);
    }
    const folder = write((copy) => edit(copy, "judgements.csv", (text) => text.replace(",very_low,", ",x,")));
    const { status, said } = await cli.run("check", folder, "--problems", path.join(file, "problems.csv"));
    assert.equal(status, 1);
    assert.match(said, /^country-trust check: E/m);
  });

  test("a file in the data folder that cannot be opened is an error in one sentence", async () => {
    const own = new TestCli();
    // A folder in its place is refused whoever runs this; a folder that may not be written is not
    // to everybody.
    for (const file of ["publication.lock", path.join("access", "access.sqlite")])
      mkdirSync(path.join(own.dataFolder, file), { recursive: true });
    for (const words of [["publish", write()], ["rollback", "2026-11-20-000000000000"], ["key", "list"], ["usage"]]) {
      const { status, said } = await own.run(...words);
      assert.equal(status, 1);
      assert.match(
        said,
        /^country-trust \w+: (?:a file in the data folder cannot be opened or written: .*\(DATA_DIR is .*\)|\S+access\.sqlite cannot be opened .*\.)$/m,
      );
    }
    await own.remove();
  });

  test("a folder without a dataset is an error in one sentence", async () => {
    const { status, said } = await cli.run("publish", path.join(cli.dataFolder, "nothing-here"));
    assert.equal(status, 1);
    assert.match(said, /nothing-here: found no such folder/);
    const empty = await cli.run("publish", cli.dataFolder);
    assert.equal(empty.status, 1);
    assert.match(empty.said, /dataset\.json: found no such file/);
  });
});

const COMMANDS = "serve ask check publish releases rollback verify key usage account".split(" ");

describe("the command line", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  test("without a command and with --help it lists the commands", async () => {
    for (const words of [[], ["--help"], ["help"]]) {
      const { status, out } = await cli.run(...words);
      assert.equal(status, 0);
      for (const name of COMMANDS) assert.match(out, new RegExp(`^  ${name} `, "m"));
    }
  });

  test("every command has a --help", async () => {
    for (const name of COMMANDS) {
      const { status, out } = await cli.run(name, "--help");
      assert.equal(status, 0);
      assert.match(out, new RegExp(`^Usage: country-trust ${name}`, "m"));
    }
  });

  test("wrong calls exit with status 2 and the usage", async () => {
    for (const words of [
      ["publish"],
      ["publish", "a", "b"],
      ["publish", "a", "--colour"],
      ["check"],
      ["rollback"],
      ["serve", "now"],
      ["constructor"],
      ["fly"],
    ]) {
      const { status, said } = await cli.run(...words);
      assert.equal(status, 2, words.join(" "));
      assert.match(said, /Usage: country-trust/, words.join(" "));
    }
  });
});
