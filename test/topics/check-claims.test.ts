import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askWithBody } from "../../src/ask/ask.ts";
import { Problem } from "../../src/problem.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { ask, operationOf, RELEASE, sourcesOf } from "./asking.ts";
import { checkAnswer } from "./check-answer.ts";

const releases = buildMemoryReleases(
  buildMemorySnapshot(RELEASE),
  buildMemorySnapshot("2025-11-20-bbbbbbbbbbbb", COMPANIES, FACTS, "2025-11-20T10:00:00Z"),
);

interface Item {
  readonly text: string | null;
  readonly verdict: string | null;
  readonly checks: readonly Readonly<Record<string, unknown>>[];
  readonly problem: { readonly code: string; readonly detail: string; readonly words: readonly string[] } | null;
}

function check(...statements: readonly unknown[]): Promise<readonly Item[]> {
  return checkIn(releases, statements);
}

async function checkIn(from: Releases, statements: readonly unknown[]): Promise<readonly Item[]> {
  const operation = operationOf("check_claims");
  const body = { text: JSON.stringify({ statements }), encoding: "json" } as const;
  const answer = await askWithBody(operation, sourcesOf(from), { path: {}, query: [] }, body);
  assert.ok(answer.kind === "json");
  checkAnswer(operation, JSON.parse(JSON.stringify(answer.body)));
  return (answer.body as { items: readonly Item[] }).items;
}

describe("a list of statements", () => {
  test("is answered in its order, sentences and claims alike, by the check of one claim", async () => {
    const claim = { subject: "fr", is: "above", than: "xk" };
    const items = await check("France is ahead of Kosovo", claim, "Kosovo beats France");
    assert.deepEqual(
      items.map(({ text, verdict }) => [text, verdict]),
      [
        ["France is ahead of Kosovo", "holds"],
        [null, "holds"],
        ["Kosovo beats France", "does_not_hold"],
      ],
    );
    const alone = ask("check_claim", claim, releases);
    for (const member of ["claim", "verdict", "companions", "because", "flips_to_change", "say_instead"]) {
      assert.deepEqual(items[1]?.checks[0]?.[member], alone[member], member);
    }
  });

  test("says the opposite of what is denied, and denies nothing that cannot be told", async () => {
    const [high, low, thin] = await check("France is not High", "France is not Low", "Brazil is not rated Low");
    assert.deepEqual(
      [high, low, thin].map((item) => [item?.verdict, item?.checks[0]?.["reason"]]),
      [
        ["does_not_hold", "opposite_holds"],
        ["holds", null],
        ["cannot_be_told", "too_few_companies"],
      ],
    );
    assert.equal(high?.checks[0]?.["claim"], "It is not the case that France’s median band is High.");
    assert.match(String(high?.checks[0]?.["say_instead"]), /^France is rated High, like 1 of its 3 judged companies/u);
    const [encoded] = await check({ subject: "country:france", is: "band", value: "high", negated: true });
    assert.deepEqual(encoded?.checks, high?.checks);
  });

  test("denies a shared rank no more than it says it", async () => {
    const [said, denied] = await check("France ranks first", "France does not rank first");
    assert.deepEqual([said?.verdict, denied?.verdict], ["misleading", "misleading"]);
  });

  test("has several verdicts for several claims, the gravest of them in front", async () => {
    const [item] = await check("France and Kosovo are rated High");
    assert.equal(item?.verdict, "does_not_hold");
    assert.deepEqual(
      item?.checks.map(({ verdict }) => verdict),
      ["holds", "does_not_hold"],
    );
  });

  test("names what it does not know, and checks the others", async () => {
    const items = await check(
      "Denmark is the most corrupt",
      { subject: "atlantis", is: "best" },
      { subject: "fr", is: "band" },
      "France has fallen since 1999",
      "France is rated High",
    );
    assert.deepEqual(
      items.map(({ verdict, problem }) => [verdict, problem?.code ?? null]),
      [
        [null, "unknown_words"],
        [null, "country_not_found"],
        [null, "invalid_request"],
        [null, "release_not_found"],
        ["holds", null],
      ],
    );
    assert.deepEqual(items[0]?.problem?.words, ["corrupt"]);
    assert.match(items[0]?.problem?.detail ?? "", /“corrupt”/u);
  });

  for (const statements of [[], Array.from({ length: 21 }, () => "France is High"), [7], [""], [{ subject: "fr" }]]) {
    test(`${JSON.stringify(statements).slice(0, 40)} is refused whole`, async () => {
      await assert.rejects(
        check(...statements),
        (error) => error instanceof Problem && error.code === "invalid_request",
      );
    });
  }

  test("names companies with signs and digits as their publisher writes them", async () => {
    const names = ["A.B. Moller - Karsk", "Bexo Sons Co., Ltd", "3M"];
    const companies = COMPANIES.slice(0, 3).map((company, index) => ({ ...company, name: names[index] ?? "" }));
    const from = buildMemoryReleases(buildMemorySnapshot(RELEASE, companies));
    for (const { text, problem } of await checkIn(
      from,
      names.map((name) => `${name} is rated High`),
    )) {
      assert.equal(problem, null, `${text}`);
    }
  });

  test("a name that a country and a company share means the country, unless it is not listed", async () => {
    const named = (name: string) => ({ ...COMPANIES[0]!, id: name, name, judgements: [[0, 1] as const] });
    const from = buildMemoryReleases(buildMemorySnapshot(RELEASE, [...COMPANIES, named("Italy"), named("Germany")]));
    const [italy, wrong, germany] = await checkIn(from, [
      "Italy is rated Very low",
      "Italy is rated High",
      "Germany is rated Very low",
    ]);
    assert.deepEqual(
      [italy, wrong, germany].map((item) => [item?.verdict, item?.problem]),
      [
        ["holds", null],
        ["does_not_hold", null],
        ["does_not_hold", null],
      ],
    );
    assert.deepEqual(italy?.checks[0]?.["company_names"], ["Italy"]);
    const meant = "The company Italy is meant: no country of that name is listed. Italy is rated Very low";
    assert.ok(String(italy?.checks[0]?.["because"]).startsWith(meant), String(italy?.checks[0]?.["because"]));
    assert.deepEqual(germany?.checks[0]?.["company_names"], []);
  });

  test("counts companies, of all that are judged or of so many", async () => {
    const items = await check(
      "1 of France's 3 judged companies is rated High",
      "Only one French company is rated High",
      "1 of 4 French companies is rated High",
      "Two French companies are rated High",
    );
    assert.deepEqual(
      items.map(({ verdict, checks }) => [verdict, checks[0]?.["claim"]]),
      [
        ["holds", "1 of France’s 3 judged companies is High."],
        ["holds", "1 of France’s judged companies is High."],
        ["does_not_hold", "1 of France’s 4 judged companies is High."],
        ["does_not_hold", "2 of France’s judged companies are High."],
      ],
    );
  });

  test("a part and its country, named in one sentence, are looked up once", async () => {
    const [item] = await check("Bavaria and Germany sing together");
    assert.equal(item?.problem?.code, "unknown_words");
  });

  test("most companies are an amount where a band is called Most, too", async () => {
    const scale = {
      ...FACTS.scale,
      bands: FACTS.scale.bands.map((band, at) => (at === 1 ? { ...band, label: "Most" } : band)),
    };
    const from = buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES, { ...FACTS, scale }));
    const [amount, band] = await checkIn(from, ["Most French companies are rated High", "France is rated “Most”"]);
    assert.deepEqual([amount?.problem, band?.problem], [null, null]);
  });

  test("a full stop alone says nothing", async () => {
    for (const { verdict } of await check(".", "“.”")) assert.equal(verdict, null);
  });

  test("a sentence of signs that stand for whole phrases is not understood, and quickly", async () => {
    const [item] = await check("\ufdfa".repeat(299));
    assert.equal(item?.problem?.code, "unknown_words");
  });
});
