import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { checkAnyHistory, dayOf, idOf, KINDS, shelf } from "./any-history.ts";
import { ask, type Members, operationOf, refusal, sourcesOf } from "./asking.ts";
import { type Releases, UnreadableRelease } from "../../src/release/snapshot.ts";

const rerated = COMPANIES.map((company) =>
  company.country === "FR" ? { ...company, judgements: [[0, 1] as const] } : company,
);
const withoutNamibia = COMPANIES.filter(({ country }) => country !== "NA");

describe("a history", () => {
  for (const kind of KINDS) {
    const [collection, history] = kind;
    test(`of ${collection} has one entry a release, each as its release answers by itself`, () => {
      checkAnyHistory(kind, 20);
    });

    test(`of ${collection} that no release lists is a problem`, () => {
      const slug = collection === "countries" ? "japan" : "nobody";
      refusal(history, { slug }, kind[3]);
    });
  }

  test("has an entry with the reason for a release that does not list the place", () => {
    const releases = shelf([COMPANIES, withoutNamibia, COMPANIES]);
    const { items } = ask("get_country_history", { slug: "namibia" }, releases);
    assert.deepEqual(
      items.map(({ listed_companies: listed, reasons }) => [listed, reasons["median_band"], reasons["rank"]]),
      [
        [1, "not_judged", "not_judged"],
        [0, "not_in_release", "not_in_release"],
        [1, "not_judged", "not_judged"],
      ],
    );
  });

  test("is told of what the newest release does not list any more", () => {
    const releases = shelf([COMPANIES, withoutNamibia.filter(({ sector }) => sector !== "mining")]);
    assert.equal(ask("get_country_history", { slug: "namibia" }, releases).items.length, 2);
    assert.equal(ask("get_sector_history", { slug: "mining" }, releases).items.length, 2);
    assert.equal(ask("get_company_history", { slug: "himba" }, releases)["id"], "c-8");
  });

  test("of a company follows its id through other names and places, and names it as it is called last", () => {
    const renamed = COMPANIES.map((company) =>
      company.id === "c-1" ? { ...company, name: "Nova", country: "DE", sector: "retail" } : company,
    );
    const releases = shelf([COMPANIES, renamed]);
    const nova = ask("get_company_history", { slug: "nova" }, releases);
    assert.deepEqual([nova.id, nova.slug, nova.name], ["c-1", "nova", "Nova"]);
    assert.deepEqual(
      nova.items.map(({ href }) => String(href).split("/companies/")[1]),
      [`aster-energie?release=${idOf(1)}`, `nova?release=${idOf(2)}`],
    );
  });

  test("has canonical paths: other names of a country, the id of a company, and its former slug", () => {
    const renamed = COMPANIES.map((company) => (company.id === "c-1" ? { ...company, name: "Nova" } : company));
    const releases = shelf([COMPANIES, renamed]);
    const pathOf = (id: string, slug: string) => {
      const answer = operationOf(id).answer(sourcesOf(releases), { slug, limit: 100 }, undefined);
      assert.ok(!(answer instanceof Promise));
      return answer.kind === "redirect" ? answer.path : answer.kind;
    };
    assert.deepEqual(pathOf("get_country_history", "FR"), { slug: "france" });
    assert.deepEqual(pathOf("get_company_history", "c-1"), { slug: "nova" });
    assert.deepEqual(pathOf("get_company_history", "aster-energie"), { slug: "nova" });
    assert.equal(pathOf("get_company_history", "nova"), "json");
  });
});

describe("the table of all histories", () => {
  test("has the rows of every country's own history, oldest release first", () => {
    const releases = shelf([COMPANIES, withoutNamibia, rerated]);
    const rows = readTable(releases, {});
    assert.deepEqual([...new Set(rows.map(({ release }) => release))], [idOf(1), idOf(2), idOf(3)]);
    for (const country of new Set(rows.map(({ slug }) => slug ?? ""))) {
      const { items } = ask("get_country_history", { slug: country }, releases);
      const own = items.filter(({ reasons }) => reasons["median_band"] !== "not_in_release");
      const members = [
        "release",
        "median_band",
        "median_level",
        "rank",
        "tied_with",
        "judged_companies",
        "flips_to_lower",
      ];
      assert.deepEqual(
        rows.filter((row) => row["slug"] === country).map((row) => members.map((member) => row[member])),
        own.map((entry) => members.map((member) => `${(entry[member] as string | number | null) ?? ""}`)),
      );
    }
  });

  test("takes the countries and releases that are asked for", () => {
    const releases = shelf([COMPANIES, withoutNamibia, rerated]);
    const rows = readTable(releases, { country: ["fra"], from: idOf(2), to: idOf(2) });
    assert.deepEqual(
      rows.map(({ release, iso3 }) => [release, iso3]),
      [[idOf(2), "FRA"]],
    );
  });

  test("says where the scale changed, and has no counts there in bands of another scale", () => {
    const [first, ...better] = FACTS.scale.bands;
    const other = { ...FACTS, scale: { id: "other", bands: [{ ...first!, id: "awful" }, ...better] } };
    const rows = readTable(shelf([COMPANIES, COMPANIES], [FACTS, other]), { country: ["france"] });
    assert.deepEqual(
      rows.map((row) => [row["break"], row["companies_awful"] === "", row[`companies_${better[0]!.id}`] === ""]),
      [
        ["", true, true],
        ["scale", false, false],
      ],
    );
  });

  test("refuses an unknown country", () => {
    refusal("download_country_history", { country: "atlantis", format: "csv" }, "invalid_request");
  });
});

/** The table as CSV, read into rows. */
function readTable(releases: Releases, given: object): Readonly<Record<string, string>>[] {
  const answer = operationOf("download_country_history").answer(
    sourcesOf(releases),
    { format: "csv", ...given },
    undefined,
  );
  assert.ok(!(answer instanceof Promise) && answer.kind === "rows");
  const [header = "", ...lines] = [...answer.chunks()].join("").trimEnd().split("\r\n");
  const names = header.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((value, index) => [names[index], value])));
}

describe("a break", () => {
  const [safety, privacy] = FACTS.pillars;
  assert.ok(safety && privacy);
  const [worst, ...better] = FACTS.scale.bands;
  assert.ok(worst);
  const relabelled = { ...FACTS, scale: { ...FACTS.scale, bands: [{ ...worst, label: "Worst" }, ...better] } };

  test("says which part of the method is another than in the release before", () => {
    const facts = [
      FACTS,
      relabelled,
      { ...relabelled, scale: { ...FACTS.scale, id: "test-six" } },
      { ...FACTS, scale: { ...FACTS.scale, id: "test-six" }, pillars: [privacy, safety] },
      { ...FACTS, scale: { ...FACTS.scale, id: "test-six" }, pillars: [safety, { ...privacy, id: "secrecy" }] },
      { ...FACTS, title: "Another test", pillars: [safety, { ...privacy, id: "secrecy" }] },
    ];
    const { items } = ask(
      "get_sector_history",
      { slug: "energy" },
      shelf(
        facts.map(() => COMPANIES),
        facts,
      ),
    );
    assert.deepEqual(
      items.map((item) => item["break"] ?? item.reasons["break"]),
      ["first_release", "same_method", "scale", "same_method", "pillars", "dataset"],
    );
    assert.deepEqual(
      items.map(
        ({
          scale: {
            bands: [band],
          },
        }) => band && "label" in band && band.label,
      ),
      ["Very low", "Worst", "Very low", "Very low", "Very low", "Very low"],
    );
  });

  test("by another rule", () => {
    const older = buildMemorySnapshot(idOf(1), COMPANIES, FACTS, dayOf(1));
    const releases = buildMemoryReleases(buildMemorySnapshot(idOf(2), COMPANIES, FACTS, dayOf(2)), {
      ...older,
      manifest: { ...older.manifest, method: "upper-median-1" },
    });
    assert.equal(ask("get_company_history", { slug: "eins" }, releases).items[1]?.["break"], "rule");
  });

  test("is never called rise or fall", () => {
    const scale = { ...FACTS.scale, id: "test-six" };
    const releases = shelf([COMPANIES, rerated, rerated], [FACTS, { ...FACTS, scale }]);
    const { summary } = ask("get_country_history", { slug: "france", to: idOf(2) }, releases);
    assert.doesNotMatch(String(summary), /rose|fell/u);
    assert.match(
      String(ask("get_country_history", { slug: "france" }, shelf([COMPANIES, rerated])).summary),
      /^France’s median band is Very low in the release of 1 February 2026, the newest here; before that it was High\./u,
    );
  });
});

describe("the bounds of a history", () => {
  const releases = shelf([COMPANIES, withoutNamibia, COMPANIES, rerated]);
  const numbersOf = (given: Record<string, string>, from: Releases = releases) =>
    ask("get_country_history", { slug: "france", ...given }, from).items.map((item) =>
      Number(String(item["release"]).slice(5, 7)),
    );

  test("are releases by their ids, `previous` and `current`, or times at which one was in force", () => {
    assert.deepEqual(numbersOf({}), [1, 2, 3, 4]);
    assert.deepEqual(numbersOf({ from: idOf(2), to: idOf(3) }), [2, 3]);
    assert.deepEqual(numbersOf({ from: "previous" }), [3, 4]);
    assert.deepEqual(numbersOf({ from: "current" }), [4]);
    assert.deepEqual(numbersOf({ to: "previous" }), [1, 2, 3]);
    assert.deepEqual(numbersOf({ from: "2026-02-15", to: "2026-03-01T12:00:00Z" }), [2, 3]);
    assert.deepEqual(numbersOf({ from: "2020-01-01" }), [1, 2, 3, 4]);
  });

  test("make the first entry the first: nothing is said of the one before it", () => {
    const [first] = ask("get_country_history", { slug: "france", from: idOf(2) }, releases).items;
    assert.deepEqual([first?.["break"], first?.reasons["break"]], [null, "first_release"]);
  });

  test("end at the current release after the publisher went back to it, unless a later one is named", () => {
    const own = shelf([COMPANIES, rerated]);
    const older = own.byId(idOf(1));
    assert.ok(older);
    own.swapTo(older);
    assert.deepEqual(numbersOf({}, own), [1]);
    assert.deepEqual(numbersOf({ to: idOf(2) }, own), [1, 2]);
  });

  test("that name no release, are to come or the wrong way round are problems", () => {
    const refused = (given: Record<string, string>, code: "invalid_request" | "release_not_found") =>
      refusal("get_country_history", { slug: "france", ...given }, code, releases);
    refused({ from: "2026-02-30" }, "release_not_found");
    refused({ to: "2020-01-01-000000000000" }, "release_not_found");
    assert.match(
      refused({ to: "2020-01-01" }, "release_not_found").message,
      /^No release was in force at "2020-01-01"/u,
    );
    const both = refused({ from: "2030-01-01", to: "2031-01-01" }, "invalid_request");
    assert.deepEqual(
      both.errors.map(({ parameter }) => parameter),
      ["from", "to"],
    );
    const turned = refused({ from: idOf(3), to: idOf(2) }, "invalid_request");
    assert.deepEqual(
      turned.errors.map(({ parameter }) => parameter),
      ["from"],
    );
    refused({ limit: "101" }, "invalid_request");
  });

  test("that reach a damaged release say so", () => {
    const damaged: Releases = {
      ...releases,
      figuresOf(id) {
        if (id === idOf(2)) throw new UnreadableRelease(id);
        return releases.figuresOf(id);
      },
    };
    const { message } = refusal("get_country_history", { slug: "france" }, "unavailable", damaged);
    assert.match(message, /^The release 2026-02-01-222222222222 is damaged/u);
    assert.deepEqual(numbersOf({ from: idOf(3) }, damaged), [3, 4]);
  });
});

describe("the pages of a history", () => {
  test("are of the same releases, whatever is published meanwhile", () => {
    const releases = shelf([COMPANIES, withoutNamibia, rerated]);
    const whole = ask("get_sector_history", { slug: "energy" }, releases).items;
    const items: Members[] = [];
    let page = ask("get_sector_history", { slug: "energy", limit: "1" }, releases);
    releases.swapTo(buildMemorySnapshot(idOf(4), COMPANIES, FACTS, dayOf(4)));
    for (;;) {
      items.push(...page.items);
      if (page.next === null) break;
      const next = new URL(page.next);
      assert.equal(next.pathname, "/api/v2/sectors/energy/history");
      page = ask("get_sector_history", { slug: "energy", ...Object.fromEntries(next.searchParams) }, releases);
    }
    assert.deepEqual(items, whole);
  });

  test("end, and say so, where releases went away while somebody read", () => {
    const releases = shelf([COMPANIES, withoutNamibia, rerated]);
    for (const [, history] of KINDS) {
      const slug = { get_country_history: "france", get_sector_history: "energy", get_company_history: "eins" }[
        history
      ];
      const { next } = ask(history, { slug, limit: "2" }, releases);
      assert.ok(next !== null);
      const given = { slug, ...Object.fromEntries(new URL(next).searchParams) };
      const rest = buildMemoryReleases(releases.current());
      const after = ask(history, given, rest);
      assert.deepEqual([after.items, after.total, after.next], [[], 1, null]);
      assert.equal(after.reasons["next"], "last_page");
      assert.match(String(after.summary), /^The history ends before this page\./u);
    }
  });

  test("may have some fields of each entry", () => {
    const { items } = ask("get_company_history", { slug: "eins", fields: "release,median_band" });
    assert.deepEqual(Object.keys(items[0] ?? {}), ["release", "median_band", "reasons"]);
  });
});
