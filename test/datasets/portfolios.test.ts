import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import * as fc from "fast-check";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { askWithBody } from "../../src/ask/ask.ts";
import { TestCli } from "../cli/run-cli.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import { buildMemoryReleases } from "../fixtures/memory-release.ts";
import { operationOf, sourcesOf } from "../topics/asking.ts";
import { checkAnswer } from "../topics/check-answer.ts";
import { RAW_DATASETS } from "./raw-datasets.ts";

/**
 * Lists of the companies of a real dataset, recounted from its downloadable table in plain code
 * that shares nothing with the program.
 */

interface Part {
  readonly companies: number;
  readonly judged_companies: number;
  readonly median_level: number | null;
  readonly distribution: Readonly<Record<string, number>>;
}

interface Answered extends Part {
  readonly matched: number;
  readonly pillars: readonly (Part & { readonly id: string })[];
  readonly countries: readonly (Part & { readonly iso3: string })[];
  readonly sectors: readonly (Part & { readonly slug: string })[];
  readonly items: readonly {
    readonly status: string;
    readonly company: { readonly id: string } | null;
    readonly candidates: readonly { readonly id: string }[];
  }[];
}

const dataset = RAW_DATASETS.find(({ name }) => name === "wba-gender-2024")!;
type Company = Readonly<Record<string, string>>;

describe(
  "lists of real companies",
  { skip: existsSync(dataset.dataFolder) ? false : `not there: ${dataset.dataFolder}` },
  () => {
    const cli = new TestCli();
    after(() => cli.remove());
    let snapshot: Snapshot;
    let companies: readonly Company[];
    let bands: readonly string[];

    /** The lower median, the slow way: of the bands in their order, the one in the middle. */
    const recount = (some: readonly Company[], column: string) => {
      const levels = some
        .map((each) => bands.indexOf(each[column] ?? "") + 1)
        .filter((level) => level > 0)
        .toSorted((a, b) => a - b);
      const distribution = Object.fromEntries(
        bands.map((band, at) => [band, levels.filter((level) => level === at + 1).length]),
      );
      return {
        judged_companies: levels.length,
        median_level: levels[Math.ceil(levels.length / 2) - 1] ?? null,
        distribution,
      };
    };
    const figuresOf = ({ judged_companies, median_level, distribution }: Part) => ({
      judged_companies,
      median_level,
      distribution,
    });
    const askRows = async (rows: readonly object[]): Promise<Answered> => {
      const operation = operationOf("match_portfolio");
      const sources = sourcesOf(buildMemoryReleases(snapshot));
      const body = { text: JSON.stringify({ rows }), encoding: "json" } as const;
      const answer = await askWithBody(operation, sources, { path: {}, query: [] }, body);
      assert.ok(answer.kind === "json");
      const told = JSON.parse(JSON.stringify(answer.body)) as Answered;
      checkAnswer(operation, told);
      return told;
    };

    test("the dataset is published", async () => {
      const { status, said } = await cli.run("publish", dataset.folder, "--data", dataset.dataFolder);
      assert.equal(status, 0, said);
      const store = new ReleaseStore(cli.dataFolder, () => cli.now);
      const id = store.currentId()!;
      snapshot = openSnapshot(store.manifest(id), store.folderOf(id));
      bands = snapshot.manifest.dataset.scale.bands.map((band) => band.id);
      companies = readCsvObjects(readFileSync(snapshot.tableFile("companies", "csv")!.path, "utf8"));
      assert.equal(companies.length, 2000);
    });

    test("every company is matched by its name and country, or shares its name", async () => {
      const told = await askRows(companies.map(({ name, iso3 }) => ({ name, country: iso3 })));
      assert.equal(told.items.length, companies.length);
      for (const [index, item] of told.items.entries()) {
        const { id, name } = companies[index]!;
        const found = item.status === "matched" ? [item.company?.id] : item.candidates.map((each) => each.id);
        assert.ok(found.includes(id), name);
      }
      assert.ok(told.matched > 1900, `${told.matched} are matched`);
    });

    test("distribution and median are those of a recount of the downloads: random lists", async () => {
      const picks = fc.array(fc.nat(1999), { minLength: 1, maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(picks, async (positions) => {
          const told = await askRows(positions.map((at) => ({ company_id: companies[at]!["id"] })));
          const own = [...new Set(positions)].map((at) => companies[at]!);
          assert.equal(told.matched, positions.length);
          assert.equal(told.companies, own.length);
          assert.deepEqual(figuresOf(told), recount(own, "median_band"));
          for (const pillar of told.pillars) {
            assert.deepEqual(
              figuresOf(pillar),
              recount(own, `${pillar.id.replaceAll("-", "_")}_median_band`),
              pillar.id,
            );
          }
          for (const [key, parts] of [
            ["iso3", told.countries],
            ["sector", told.sectors],
          ] as const) {
            const names = parts.map((part) => ("iso3" in part ? part.iso3 : part.slug));
            assert.deepEqual(names.toSorted(), [...new Set(own.map((each) => each[key]!))].toSorted());
            for (const [at, part] of parts.entries()) {
              const filed = own.filter((each) => each[key] === names[at]);
              assert.equal(part.companies, filed.length);
              assert.deepEqual(figuresOf(part), recount(filed, "median_band"), names[at]);
            }
          }
        }),
        { numRuns: 25 },
      );
    });
  },
);
