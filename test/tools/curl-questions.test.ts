import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { countFigures, type Figures, lowerMedian, readCompanies, readFacts } from "../../bench/faithful/figures.ts";
import { DEMO, PROJECT } from "../cli/run-cli.ts";
import { addressedTo, blocksOf, isAbsent, run } from "../downloads/run-example.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { publishNextEdition } from "./client-jobs.ts";
import { type DemoService, serveFolder } from "./demo-service.ts";

/** The questions of `docs/guides/claims.md`, asked with curl and held against the files. */

let service: DemoService;
let edition: string;
let now: Figures;
let earlier: Figures;
let questions: readonly string[];

before(async () => {
  const cli = await openDemonstration();
  edition = await publishNextEdition(cli);
  service = await serveFolder(cli);
  [now, earlier] = [edition, DEMO].map((folder) =>
    countFigures("demonstration", readFacts(folder), readCompanies(folder, readFacts(folder))),
  ) as [Figures, Figures];
  const guide = await readFile(path.join(PROJECT, "docs/guides/claims.md"), "utf8");
  const [, asked = ""] = guide.split("## Eleven questions with curl\n");
  questions = blocksOf(asked, "sh").map((code) => addressedTo(service.url, code));
});
after(() => service.close());

const namesOf = (countries: readonly { readonly name: string }[]): string[] =>
  countries.map(({ name }) => name).toSorted();

const byName = (name: string) => now.countries.find((country) => country.name === name)!;

/** What the answer of each question has to be, in their order. */
const TRUTH: readonly (readonly [question: string, check: (answer: never) => void])[] = [
  [
    "the best",
    (answer: { name: string; median_band: string; tied_with: number }[]) => {
      const best = now.ranked.filter(({ rank }) => rank === 1);
      assert.deepEqual(namesOf(answer), namesOf(best));
      for (const { median_band: band, tied_with: tied } of answer)
        assert.deepEqual([band, tied], [best[0]!.median_band, best.length - 1]);
    },
  ],
  [
    "one country",
    ({ distribution, ...answer }: { distribution: Record<string, number> }) => {
      const { median_band, judged_companies, listed_companies, rank, tied_with, ...italy } = byName("Italy");
      assert.deepEqual(answer, { median_band, judged_companies, listed_companies, rank, tied_with });
      assert.deepEqual(distribution, italy.distribution);
    },
  ],
  [
    "the last",
    (answer: { last: string[]; unranked: string[] }) => {
      const last = Math.max(...now.ranked.map(({ rank }) => rank));
      assert.deepEqual(answer.last.toSorted(), namesOf(now.ranked.filter(({ rank }) => rank === last)));
      assert.deepEqual(answer.unranked.toSorted(), namesOf(now.countries.filter(({ rank }) => rank === null)));
    },
  ],
  [
    "a pair",
    (answer: { bands: string[]; by_median: string }) => {
      assert.deepEqual(answer.bands, [byName("Denmark").median_band, byName("Greece").median_band]);
      assert.equal(answer.by_median === "cannot_be_told_apart", answer.bands[0] === answer.bands[1]);
    },
  ],
  [
    "companies of a band",
    (answer: string[]) => {
      const worst = now.companies.filter(({ country, levels }) => country === "MX" && lowerMedian(levels) === 0);
      assert.ok(worst.length > 0);
      assert.deepEqual(answer.toSorted(), namesOf(worst));
    },
  ],
  [
    "the worst sector",
    (answer: string[]) => {
      const level = ({ median_band: band }: { median_band: string | null }) =>
        now.bands.findIndex(({ id }) => id === band);
      const judged = now.sectors.filter((sector) => level(sector) >= 0);
      const worst = judged.filter((sector) => level(sector) === Math.min(...judged.map(level)));
      assert.equal(answer.length, worst.length);
    },
  ],
  [
    "a company",
    (answer: { name: string; median_band: string; judgement_count: number; replies: string[] }) => {
      const { name, levels } = now.companies.find(({ id }) => id === "c0052")!;
      assert.deepEqual([answer.name, answer.judgement_count], [name, levels.length]);
      assert.equal(answer.median_band, now.bands[lowerMedian(levels)!]!.id);
      assert.ok(answer.replies.includes("corrected"));
    },
  ],
  [
    "sentences",
    (answer: { verdict: string; instead: string | null }[]) => {
      const isFirst = (name: string) => byName(name).rank === 1 && byName(name).tied_with === 0;
      const expected = [isFirst("Denmark"), isFirst("South Korea")].map((is) => (is ? "holds" : "does_not_hold"));
      assert.equal(byName("Iceland").rank, null);
      assert.deepEqual(
        answer.map(({ verdict }) => verdict),
        [...expected, "cannot_be_told"],
      );
      assert.ok(answer.every(({ verdict, instead }) => verdict === "holds" || typeof instead === "string"));
    },
  ],
  [
    "changes",
    (answer: { re_rated: number }) => {
      const former = new Map(earlier.companies.map(({ id, levels }) => [id, lowerMedian(levels)]));
      const moved = now.companies.filter(({ id, levels }) => former.get(id) !== lowerMedian(levels));
      assert.ok(moved.length > 0);
      assert.equal(answer.re_rated, moved.length);
    },
  ],
  [
    "a place",
    (answer: object) => {
      const { name, median_band, judged_companies } = byName("Netherlands");
      assert.deepEqual(answer, { name, median_band, judged_companies });
    },
  ],
  [
    "a list",
    (answer: object) => {
      const own = now.companies.filter(({ name }) => ["Kokerwinddrift CC", "Thumakpani Ltd"].includes(name));
      const medians = own.map(({ levels }) => lowerMedian(levels)!);
      const median_band = now.bands[lowerMedian(medians)!]!.id;
      assert.deepEqual(answer, { matched: 2, unmatched: 1, judged_companies: 2, median_band });
    },
  ],
];

describe("eleven questions with curl", () => {
  for (const [index, [question, check]] of TRUTH.entries()) {
    test(question, async (context) => {
      if ((await isAbsent(context, "curl", "curl", "--version")) || (await isAbsent(context, "jq", "jq", "--version")))
        return;
      check(JSON.parse(await run("sh", ["-c", questions[index]!])) as never);
    });
  }

  test("are all in the guide", () => assert.equal(questions.length, TRUTH.length));
});
