import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { buildChance } from "../../scripts/demo/chance.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import { TestCli } from "../cli/run-cli.ts";
import { readCsv } from "../fixtures/csv.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { ask, type Members } from "../topics/asking.ts";
import { RAW_DATASETS } from "./raw-datasets.ts";
import { readRows, recountAreas, recountCompanies } from "./recount-changes.ts";

/**
 * What the service tells of a change, against a recount of the downloads: over the editions of a
 * real ranking, and over a real assessment with made years.
 */

/** An edition to publish: the folder of the dataset, and that of its files. */
interface Edition {
  readonly day: string;
  readonly folder: string;
  readonly dataFolder: string;
  readonly isOtherScale?: true;
}

interface History {
  readonly name: string;
  readonly dataFolder: string;
  readonly editions: () => readonly Edition[];
}

const [GENDER, RANKING] = ["wba-gender-2024", "rdr-2022"].map((name) =>
  RAW_DATASETS.find((each) => each.name === name),
);
assert.ok(GENDER && RANKING);

/** The index of 2019 and 2020, and the scorecard of 2022: category scores, cut into fifths. */
function rankingEditions({ dataFolder }: { readonly dataFolder: string }): Edition[] {
  const fifths = ["first", "second", "third", "fourth", "fifth"];
  const facts = {
    title: "Ranking Digital Rights, editions",
    publisher: "Ranking Digital Rights",
    year: 2022,
    licence: "CC-BY-4.0",
    scale: { id: "fifths", bands: fifths.map((id) => ({ id, label: `${id} fifth` })) },
    pillars: ["G", "F", "P"].map((id) => ({ id: id.toLowerCase(), label: id })),
  };
  return [
    ["2020-01-15", 2019, 2020],
    ["2021-02-24", 2020, 2020],
    ["2022-04-27", 2022, 2022],
  ].map(([day, index, file]) => {
    const folder = newTemporaryFolder();
    writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
    const csv = (name: string): string =>
      `read_csv(getvariable('data') || '/csv/${file}-${name}.csv', all_varchar = true)`;
    writeFileSync(
      path.join(folder, "intake.sql"),
      `CREATE VIEW companies AS SELECT DISTINCT companyClean AS id, company AS name, subtype AS sector,
         CASE country WHEN 'GER' THEN 'Germany' ELSE country END AS country FROM ${csv("company-specs")};
       CREATE VIEW judgements AS SELECT s.companyClean AS company, lower(Category) AS pillar,
         ['${fifths.join("','")}'][least(4, (Score::DOUBLE // 20)::INTEGER) + 1] AS band FROM ${csv("categories")} c
         JOIN ${csv("company-specs")} s ON c.Company IN (s.company, s.companyClean) WHERE "Index" = '${index}' AND Score <> 'NA';`,
    );
    return { day: String(day), folder, dataFolder };
  });
}

/** The assessment, two made years of it, and the last of them on another scale. */
function assessmentEditions({
  folder,
  dataFolder,
}: {
  readonly folder: string;
  readonly dataFolder: string;
}): Edition[] {
  const first = readCsv(readFileSync(path.join(dataFolder, "genderassessment.csv"), "utf8"));
  const second = nextYear(first, 1);
  const third = nextYear(second, 2);
  const other = newTemporaryFolder();
  cpSync(folder, other, { recursive: true });
  const facts = readFileSync(path.join(folder, "dataset.json"), "utf8");
  writeFileSync(path.join(other, "dataset.json"), facts.replace('"wba-points"', '"other-points"'));
  return [
    { day: "2024-11-20", folder, dataFolder },
    { day: "2025-11-20", folder, dataFolder: writeYear(second) },
    { day: "2026-11-20", folder, dataFolder: writeYear(third) },
    { day: "2027-11-20", folder: other, dataFolder: writeYear(third), isOtherScale: true },
  ];
}

/** A seeded next year: companies go, come, are filed elsewhere, and get another one's points. */
function nextYear([head = [], ...rows]: readonly string[][], seed: number): string[][] {
  const chance = buildChance(seed);
  const [name, country, industry] = ["company", "country", "industry"].map((column) => head.indexOf(column));
  const points = head.indexOf("strategic_action");
  assert.ok(name !== undefined && country !== undefined && industry !== undefined && points > 0);
  const next = rows.flatMap((row) => {
    if (chance.happens(0.04)) return [];
    let own = [...row];
    const column = chance.pick([country, industry]);
    if (chance.happens(0.04)) own[column] = chance.pick(rows)[column] ?? "";
    if (chance.happens(0.25)) own = [...own.slice(0, points), ...chance.pick(rows).slice(points)];
    return chance.happens(0.03) ? [own, own.with(name, `${own[name]} ${seed}`)] : [own];
  });
  return [[...head], ...next];
}

function writeYear(rows: readonly (readonly string[])[]): string {
  const folder = newTemporaryFolder();
  mkdirSync(folder, { recursive: true });
  const quoted = (cell: string): string => (/[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map((row) => `${row.map(quoted).join(",")}\n`);
  writeFileSync(path.join(folder, "genderassessment.csv"), lines.join(""));
  return folder;
}

const HISTORIES: readonly History[] = [
  { name: "rdr-index", dataFolder: RANKING.dataFolder, editions: () => rankingEditions(RANKING) },
  { name: "wba-gender-2024", dataFolder: GENDER.dataFolder, editions: () => assessmentEditions(GENDER) },
];

interface Moved {
  readonly iso2?: string;
  readonly slug: string;
  readonly causes: readonly string[];
  readonly trend: string | null;
  readonly before: Told;
  readonly after: Told;
  readonly in_both: { readonly before: Told; readonly after: Told };
  readonly rest: { readonly before: Told; readonly after: Told };
  readonly counts: Readonly<Record<string, number | null | object>>;
}

interface Told {
  readonly judged_companies: number;
  readonly median_level: number | null;
  readonly distribution: Readonly<Record<string, number>>;
}

const figures = ({ judged_companies, median_level, distribution }: Told) => ({
  judged_companies,
  median_level,
  distribution: Object.values(distribution),
});
const pair = ({ before, after: then }: Moved["in_both"]) => ({ before: figures(before), after: figures(then) });

function toldOf({ iso2, slug, causes, trend, in_both: inBoth, rest, counts, ...sides }: Moved) {
  const { reasons: _, ...numbers } = counts;
  return {
    code: iso2 ?? slug,
    causes,
    trend,
    ...pair(sides),
    in_both: pair(inBoth),
    rest: pair(rest),
    counts: numbers,
  };
}

/** The companies of a list from its first page to its last. */
function idsOf(first: Members, releases: KeptReleases): string[] {
  const ids: string[] = [];
  for (let page = first; ;) {
    ids.push(...page.items.map(({ id }) => id));
    if (page.next === null) return ids;
    page = ask("list_changes", Object.fromEntries(new URL(page.next).searchParams), releases);
  }
}

for (const { name, dataFolder, editions } of HISTORIES) {
  const title = `the changes of ${name}`;
  if (!existsSync(dataFolder)) {
    // A test and no suite: the summary counts the tests that were skipped.
    test(title, { skip: `the real dataset is not there: ${dataFolder}` }, () => {});
    continue;
  }
  describe(title, () => {
    const cli = new TestCli();
    let releases: KeptReleases | undefined;
    after(async () => {
      releases?.close();
      await cli.remove();
    });
    const published: { readonly id: string; readonly isOtherScale: boolean }[] = [];

    test("its editions are published", async () => {
      const store = new ReleaseStore(cli.dataFolder, () => cli.now);
      for (const { day, folder, dataFolder: own, isOtherScale } of editions()) {
        cli.now = new Date(`${day}T10:00:00Z`);
        const { status, said } = await cli.publish(folder, "--data", own);
        assert.equal(status, 0, said);
        published.push({ id: store.currentId()!, isOtherScale: isOtherScale ?? false });
      }
      releases = new KeptReleases({ store, pollMilliseconds: 60_000, onError: (error) => assert.fail(String(error)) });
    });

    test("are those of a recount of the downloads, between any two editions", () => {
      assert.ok(releases);
      let moved = 0;
      for (const [index, earlier] of published.entries()) {
        for (const later of published.slice(index + 1)) {
          const [was, is] = [releases.byId(earlier.id)!, releases.byId(later.id)!];
          const [before, then] = [readRows(was), readRows(is)];
          const told = ask("list_changes", { from: earlier.id, to: later.id, limit: "1000" }, releases);
          const expected = recountCompanies(before, then, later.isOtherScale);
          const { reasons: _, ...counts } = told["companies"] as Record<string, unknown>;
          assert.deepEqual(counts, expected.counts);
          assert.deepEqual(idsOf(told, releases).toSorted(), expected.ids);
          const bands = {
            before: was.manifest.dataset.scale.bands.length,
            after: is.manifest.dataset.scale.bands.length,
          };
          const minimums = {
            before: was.manifest.dataset.minimumCompanies,
            after: is.manifest.dataset.minimumCompanies,
          };
          for (const kind of ["country", "sector"] as const) {
            const member = kind === "country" ? "countries" : "sectors";
            const areas = told[member] as unknown as { readonly moved: readonly Moved[] };
            const recounted = recountAreas(kind, before, then, bands, minimums, later.isOtherScale);
            assert.deepEqual(areas.moved.map(toldOf), recounted, `${kind}: ${earlier.id} to ${later.id}`);
            moved += recounted.length;
          }
        }
      }
      assert.ok(moved > 10, String(moved));
    });
  });
}
