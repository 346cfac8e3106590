import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askWithBody } from "../../src/ask/ask.ts";
import { Problem } from "../../src/problem.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { readCsv } from "../fixtures/csv.ts";
import {
  buildMemoryReleases,
  buildMemorySnapshot,
  COMPANIES,
  FACTS,
  type StatedCompany,
} from "../fixtures/memory-release.ts";
import { operationOf, RELEASE, sourcesOf } from "./asking.ts";
import { checkAnswer } from "./check-answer.ts";

/** What changed for the companies of a caller's own list since an earlier release. */

const EARLIER = "2026-10-20-bbbbbbbbbbbb";
const AT = "2026-10-20T10:00:00Z";

const GONE: StatedCompany = { id: "c-11", name: "Gone Works", country: "DE", sector: "energy", judgements: [[0, 5]] };

/** In the earlier release Bois Clair was Very low, Eins called One, Gone Works listed, Jade not. */
const BEFORE = [
  ...COMPANIES.flatMap((company): StatedCompany[] => {
    if (company.id === "c-2") return [{ ...company, judgements: [[0, 1]] }];
    if (company.id === "c-5") return [{ ...company, name: "One" }];
    return company.id === "c-10" ? [] : [company];
  }),
  GONE,
];

const then = (companies: readonly StatedCompany[] = BEFORE, facts = FACTS) =>
  buildMemorySnapshot(EARLIER, companies, facts, AT);
const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE), then());

const LIST = ["Bois Clair", "Eins", "Gone Works", "Jade", "Fünf", "Qqzzyx", "Gone Works"].map((name) => ({ name }));

interface Watched {
  readonly summary: string;
  readonly since: string | null;
  readonly method_change: readonly string[] | null;
  readonly reasons: Readonly<Record<string, string>>;
  readonly items: readonly {
    readonly status: string;
    readonly changes: readonly string[] | null;
    readonly before: { readonly name: string; readonly median_band: string | null } | null;
    readonly reasons: Readonly<Record<string, string>>;
  }[];
}

async function post(
  query: Readonly<Record<string, string>>,
  from: Releases = releases,
  rows: readonly object[] = LIST,
) {
  const body = { text: JSON.stringify({ rows }), encoding: "json" } as const;
  const given = { path: {}, query: Object.entries(query) };
  return await askWithBody(operationOf("match_portfolio"), sourcesOf(from), given, body);
}

async function watch(query: Readonly<Record<string, string>>, from: Releases = releases): Promise<Watched> {
  const answer = await post(query, from);
  assert.ok(answer.kind === "json");
  checkAnswer(operationOf("match_portfolio"), JSON.parse(JSON.stringify(answer.body)));
  return answer.body as Watched;
}

async function refused(query: Readonly<Record<string, string>>, from: Releases = releases): Promise<Problem> {
  const problem: unknown = await post(query, from).then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(problem instanceof Problem, "it answers");
  return problem;
}

describe("a list that is watched", () => {
  test("says what happened to each company since, and that one left the list", async () => {
    const { items, since, method_change, summary } = await watch({ since: EARLIER });
    assert.deepEqual([since, method_change], [EARLIER, []]);
    assert.deepEqual(
      items.map(({ status, changes, before }) => [status, changes, before?.name ?? null, before?.median_band ?? null]),
      [
        ["matched", ["re_rated"], "Bois Clair", "very_low"],
        ["matched", ["renamed"], "One", "low"],
        ["unmatched", ["removed"], "Gone Works", "very_high"],
        ["matched", ["added"], null, null],
        ["matched", [], "Fünf", "high"],
        ["unmatched", null, null, null],
        ["unmatched", ["removed"], "Gone Works", "very_high"],
      ],
    );
    assert.equal(items[3]?.reasons["before"], "not_in_release");
    assert.equal(items[5]?.reasons["changes"], "unmatched");
    const happened = `Since release ${EARLIER}, one company was added, one was removed, one was renamed and one has another median band.`;
    assert.ok(summary.endsWith(happened), summary);
    assert.deepEqual((await watch({ since: "previous" })).items, items);
  });

  test("without `since` is not compared, and nothing of a list is kept for the next time", async () => {
    await watch({ since: EARLIER });
    const { items, since, reasons, summary } = await watch({});
    assert.deepEqual([since, reasons["since"], reasons["method_change"]], [null, "not_compared", "not_compared"]);
    for (const item of items)
      assert.deepEqual([item.changes, item.before, item.reasons["changes"]], [null, null, "not_compared"]);
    assert.doesNotMatch(summary, /Since/u);
  });

  test("has the same as CSV, in columns behind the others", async () => {
    const answer = await post({ since: EARLIER, format: "csv" });
    assert.ok(answer.kind === "text");
    const [header, ...rows] = readCsv(answer.text);
    assert.deepEqual(header?.slice(-3), ["changes", "company_name_before", "median_band_before"]);
    assert.deepEqual(
      rows.map((row) => row.slice(-3)),
      [
        ["re_rated", "Bois Clair", "very_low"],
        ["renamed", "One", "low"],
        ["removed", "Gone Works", "very_high"],
        ["added", "", ""],
        ["", "Fünf", "high"],
        ["", "", ""],
        ["removed", "Gone Works", "very_high"],
      ],
    );
    const plain = await post({ format: "csv" });
    assert.ok(plain.kind === "text" && !plain.text.includes("company_name_before"));
  });

  test("over another scale says so, and calls no company re-rated", async () => {
    const facts = { ...FACTS, scale: { ...FACTS.scale, id: "other" } };
    const other = buildMemoryReleases(buildMemorySnapshot(RELEASE), then(BEFORE, facts));
    const { items, method_change, summary } = await watch({ since: EARLIER }, other);
    assert.deepEqual(method_change, ["scale"]);
    assert.deepEqual(items[0]?.changes, []);
    assert.match(summary, /The scale changed, so it cannot be said which bands rose or fell\.$/u);
  });

  test("since a release that there never was is a 404", async () => {
    const { code, message } = await refused({ since: "2026-01-01-ffffffffffff" });
    assert.deepEqual([code, message], ["release_not_found", 'No release is called "2026-01-01-ffffffffffff".']);
  });

  test("since a release that was withdrawn is a 400 with the reason", async () => {
    const gone = { kind: "withdrawn", at: "2026-11-01T10:00:00Z", note: "Wrong rows." } as const;
    const withdrawn = {
      ...releases,
      byId: (id: string) => (id === EARLIER ? undefined : releases.byId(id)),
      gone: (id: string) => (id === EARLIER ? gone : null),
    };
    const { code, errors } = await refused({ since: EARLIER }, withdrawn);
    assert.equal(code, "invalid_request");
    assert.equal(errors[0]?.parameter, "since");
    assert.match(errors[0].detail, /was withdrawn by its publisher on 2026-11-01: Wrong rows\.$/u);
  });

  test("since a release that the publisher went back from, a later one or a day to come is a 400", async () => {
    const back = buildMemoryReleases(buildMemorySnapshot(RELEASE), then());
    back.swapTo(then());
    for (const [query, from, why] of [
      [{ since: RELEASE }, back, /which its publisher took back/u],
      [{ since: RELEASE, release: EARLIER }, releases, /which became current after/u],
      [{ since: "2099-01-01" }, releases, /is to come/u],
      [
        { since: EARLIER },
        buildMemoryReleases(buildMemorySnapshot(RELEASE), then(BEFORE, { ...FACTS, title: "Another" })),
        /another dataset \(Another\)/u,
      ],
    ] as const) {
      const { code, errors } = await refused(query, from);
      assert.equal(code, "invalid_request");
      assert.match(errors[0]?.detail ?? "", why);
    }
  });
});
