import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { isForOneCaller } from "../../src/ask/operation.ts";
import { OPTIONAL_JUDGEMENT_COLUMNS } from "../../src/tables/judgements.ts";
import { COMPANIES, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { ask, BASE, exampleOf, type Members, RELEASE, refusal, releases as sharedReleases } from "./asking.ts";

const LEVELS = [1, 2, 3, 4, 5];

/** The scale as a list of rows has it. */
interface ShortScale {
  readonly band_ids?: readonly string[];
}

const names = (items: readonly Members[]): string[] => items.map(({ name }) => name);

describe("every operation", () => {
  const ofData = OPERATIONS.filter((operation) => !isForOneCaller(operation));

  for (const operation of ofData) {
    const { id, form, deprecation, tag } = operation;
    if (form.kind !== "json" || form.mediaType !== undefined) continue;
    test(`${id}: says what data it is on which scale, then its content, as its schema says`, () => {
      const body = ask(id, exampleOf(operation));
      if (tag === "Geocoding") return assert.deepEqual([body.meta, body.scale], [undefined, undefined]);
      assert.deepEqual(Object.keys(body).slice(0, 2), ["meta", "scale"]);
      const title = deprecation === undefined ? "A small test of trust" : "A former test of trust";
      assert.equal(body.meta.title, title);
      assert.equal(
        body.meta.citation,
        `Test Publisher (2026). ${title} (${RELEASE}). ${BASE}/releases/${RELEASE}. CC-BY 4.0.`,
      );
      const { bands, band_ids: ids = bands?.map(({ id: band }) => band) } = body.scale as Members["scale"] & ShortScale;
      assert.deepEqual(ids, ["very_low", "low", "middle", "high", "very_high"]);
      assert.deepEqual(bands?.map(({ level }) => level) ?? LEVELS, LEVELS);
    });
  }

  test("every median is the lower median of the distribution beside it, in scale order", () => {
    for (const operation of ofData) {
      // Feeds have no figures but in sentences.
      if (operation.form.kind !== "json" || operation.dependsOn === "history") continue;
      const paths = operation.knownPaths?.(sharedReleases.current()) ?? [];
      for (const path of [exampleOf(operation), ...(paths as Record<string, string>[])])
        checkMedians(ask(operation.id, path));
    }
    for (const { slug } of ask("list_companies").items) checkMedians(ask("get_company", { slug }));
  });

  test("a release answers from itself alone, an unknown one is a problem", () => {
    const newer = buildMemorySnapshot("2026-12-01-bbbbbbbbbbbb", COMPANIES.slice(3));
    const releases = buildMemoryReleases(newer, buildMemorySnapshot(RELEASE));
    assert.equal(ask("preview_countries", {}, releases).meta.release, "2026-12-01-bbbbbbbbbbbb");
    assert.equal(ask("preview_countries", { release: RELEASE }, releases).meta.release, RELEASE);
    refusal("get_scale", { release: "2020-01-01-000000000000" }, "release_not_found");
  });

  test("the same question gives the same bytes", () => {
    assert.equal(
      JSON.stringify(ask("get_country", { slug: "france" })),
      JSON.stringify(ask("get_country", { slug: "france" })),
    );
  });
});

/** Recomputes every median in an answer from the counts beside it. */
function checkMedians(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) checkMedians(member);
  if (!("median_level" in value) || !("distribution" in value)) return;
  const { median_level: median, distribution } = value as Members;
  const bands = ["very_low", "low", "middle", "high", "very_high"];
  assert.deepEqual(Object.keys(distribution), bands);
  const levels = bands.flatMap((band, index) => Array.from({ length: distribution[band] ?? 0 }, () => index + 1));
  assert.equal(median, levels[Math.ceil(levels.length / 2) - 1] ?? null);
}

describe("countries", () => {
  test("the preview has every country with companies, judged or not, by alpha-3 code, whole", () => {
    const { items, total, next } = ask("preview_countries");
    assert.deepEqual(
      items.map(({ iso3 }) => iso3),
      ["BRA", "DEU", "FRA", "NAM", "XKX"],
    );
    assert.deepEqual([total, next], [5, null]);
  });

  test("Kosovo's codes are said to be user-assigned", () => {
    assert.equal(ask("get_country", { slug: "kosovo" }).code_status, "user_assigned");
    assert.equal(ask("get_country", { slug: "france" }).code_status, "official");
  });

  test("one country has its place, pillars and the sectors it has companies in", () => {
    const france = ask("get_country", { slug: "france" });
    // Áster (2, 4, 5 → high), Bois Clair (middle), Café Fort (very high): the lower median of three
    // is high.
    assert.equal(france.median_band, "high");
    assert.deepEqual([france["flips_to_lower"], france["flips_to_higher"]], [1, 1]);
    assert.deepEqual([france.rank, france["tied_with"], france["tie_first"], france["tie_last"]], [1, 1, 1, 2]);
    assert.equal(france["ranked_countries"], 3);
    assert.deepEqual(
      france.pillars.map(({ id, judged_companies: judged, median_band: band }) => [id, judged, band]),
      [
        ["safety", 2, "middle"],
        ["privacy", 2, "low"],
      ],
    );
    assert.deepEqual(
      france.sectors.map(({ slug, listed_companies: listed }) => [slug, listed]),
      [
        ["energy", 1],
        ["retail", 2],
      ],
    );
  });

  test("a country of unjudged companies has no median, no rank, and says why", () => {
    const namibia = ask("get_country", { slug: "namibia" });
    const { median_band: median, rank, flips_to_lower: flips } = namibia.reasons;
    assert.deepEqual([median, rank, flips], ["not_judged", "not_judged", "not_judged"]);
    assert.equal(namibia.listed_companies, 1);
  });

  test("codes, names and former names answer like the slug", () => {
    for (const slug of ["fr", "FRA", "250", "France"])
      assert.deepEqual(ask("get_country", { slug }), ask("get_country", { slug: "france" }));
  });

  test("a part of a country is not the country, which is named", () => {
    for (const operation of ["get_country", "get_country_history"]) {
      const { message } = refusal(operation, { slug: "scotland" }, "country_not_found");
      assert.match(message, /^Scotland is part of the United Kingdom.*; expected `united-kingdom`\.$/u);
    }
    const { errors } = refusal("list_companies", { country: "Bavaria,fr" }, "invalid_request");
    assert.match(errors[0]!.detail, /expected `germany`: Bavaria is part of Germany/u);
  });

  test("a name that two countries share is no guess, and both are named", () => {
    const { message } = refusal("get_country", { slug: "Korea" }, "country_not_found");
    assert.match(message, /^"Korea" names no single country; expected `north-korea` or `south-korea`\.$/u);
    const { errors } = refusal("list_companies", { country: "virgin-islands" }, "invalid_request");
    assert.match(errors[0]!.detail, /expected `british-virgin-islands` or `us-virgin-islands`\.$/u);
  });

  test("a name nobody knows and a country without companies are told apart", () => {
    assert.match(
      refusal("get_country", { slug: "atlantis" }, "country_not_found").message,
      /No country is known as "atlantis"/u,
    );
    const { message } = refusal("get_country", { slug: "japan" }, "country_not_found");
    assert.match(message, /Japan \(JPN\) has no company in release 2026-11-20-aaaaaaaaaaaa/u);
  });
});

describe("rankings", () => {
  test("the best come first, ties share a rank, countries below the minimum come last without one", () => {
    const { items, ...ranking } = ask("rank_countries");
    assert.deepEqual(
      items.map((item) => [item.iso3, item.median_band, item.rank, item["tied_with"], item.reasons["rank"]]),
      [
        ["FRA", "high", 1, 1, undefined],
        ["DEU", "high", 1, 1, undefined],
        ["XKX", "middle", 3, 0, undefined],
        ["BRA", "very_low", null, null, "too_few_companies"],
        ["NAM", null, null, null, "not_judged"],
      ],
    );
    assert.deepEqual(
      [ranking["tie_order"], ranking["minimum_companies"], ranking["ranked_countries"]],
      ["usual_judgment", 2, 3],
    );
  });

  test("min_companies ranks by another minimum for one request", () => {
    const ranks = (minimum: string) => ask("rank_countries", { min_companies: minimum }).items.map(({ rank }) => rank);
    assert.deepEqual(ranks("1"), [1, 1, 3, 4, null]);
    assert.deepEqual(ranks("3"), [1, 1, null, null, null]);
    assert.deepEqual(ranks("1000000"), [null, null, null, null, null]);
    refusal("rank_countries", { min_companies: "0" }, "invalid_request");
  });

  test("-rank turns the list round", () => {
    const codes = (sort: string, isRanked: boolean): string[] =>
      ask("rank_countries", { sort }).items.flatMap(({ iso3, rank }) => ((rank !== null) === isRanked ? iso3 : []));
    assert.deepEqual(codes("-rank", true).toReversed(), codes("rank", true));
    assert.deepEqual(codes("-rank", false), codes("rank", false));
    const last = ask("rank_countries", { sort: "-rank" }).items.at(-1);
    assert.equal(last?.rank, null, "those without a rank come last in both orders");
  });

  test("country narrows the list, and the ranks are those of the whole ranking", () => {
    const all = ask("rank_countries").items;
    const { items, total } = ask("rank_countries", { country: "XK,germany" });
    assert.equal(total, 2);
    assert.deepEqual(
      items,
      all.filter(({ iso3 }) => ["XKX", "DEU"].includes(iso3)),
    );
    refusal("rank_countries", { country: "atlantis" }, "invalid_request");
  });

  test("shares are those of the judged companies beside the median", () => {
    const [france] = ask("rank_countries").items;
    assert.deepEqual([france!["share_above"], france!["share_below"]], [1 / 3, 1 / 3]);
  });
});

describe("the matrix", () => {
  test("is dense: a cell per sector in every row, empty ones with their reason", () => {
    const { items, sectors } = ask("get_country_sector_matrix");
    assert.deepEqual(
      sectors.map(({ slug }) => slug),
      ["energy", "mining", "retail"],
    );
    for (const { cells } of items)
      assert.deepEqual(
        cells.map(({ sector }) => sector),
        ["energy", "mining", "retail"],
      );
    const germany = items.find(({ iso3 }) => iso3 === "DEU")!;
    assert.deepEqual(
      germany.cells.map(({ median_band: band, reasons, listed_companies: listed }) => [
        band,
        reasons["median_band"],
        listed,
      ]),
      [
        ["high", undefined, 1],
        [null, "no_companies", 0],
        ["low", undefined, 2],
      ],
    );
  });

  test("tells companies that are not judged from none at all", () => {
    const unjudged = { ...COMPANIES[7]!, id: "c-11", name: "Unjudged", country: "BR", sector: "energy" };
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, [...COMPANIES, unjudged]));
    const brazil = ask("get_country_sector_matrix", {}, releases).items.find(({ iso3 }) => iso3 === "BRA")!;
    assert.deepEqual(
      brazil.cells.map(({ reasons }) => reasons["median_band"]),
      ["not_judged", undefined, "no_companies"],
    );
  });
});

describe("sectors", () => {
  test("are all there, judged or not, by slug", () => {
    assert.deepEqual(
      ask("list_sectors").items.map(({ slug }) => slug),
      ["energy", "mining", "retail"],
    );
  });

  test("sort by median with the best first", () => {
    const bands = ask("list_sectors", { sort: "-median_band" }).items.map(({ median_band: band }) => band);
    assert.deepEqual(bands, ["high", "middle", "very_low"]);
  });

  test("one sector has its pillars and the countries it has companies in", () => {
    const mining = ask("get_sector", { slug: "mining" });
    assert.deepEqual(
      mining.countries.map(({ iso3, judged_companies: judged }) => [iso3, judged]),
      [
        ["BRA", 1],
        ["NAM", 0],
      ],
    );
    assert.deepEqual([mining.listed_companies, mining.judged_companies], [2, 1]);
  });

  test("an unknown one is a problem", () => void refusal("get_sector", { slug: "alchemy" }, "sector_not_found"));
});

describe("companies", () => {
  test("one company has its judgements with sources, its products and pillars", () => {
    const aster = ask("get_company", { slug: "aster-energie" });
    assert.equal(aster.judgement_count, 3);
    assert.equal(aster.judgements.length, 3);
    const given = {
      pillar: "safety",
      band: "high",
      band_level: 4,
      criterion: "recalls",
      criterion_label: "recalls",
      judge: "J. Doe",
      judge_label: "J. Doe",
      judged_on: "2026-03-01",
      source_url: "https://source.example/1",
    };
    const unsaid = OPTIONAL_JUDGEMENT_COLUMNS.map(({ name }) => name).filter((name) => !(name in given));
    assert.deepEqual(aster.judgements[0], {
      ...given,
      reply_status: "answered",
      ...Object.fromEntries(unsaid.map((name) => [name, null])),
      reasons: Object.fromEntries(unsaid.map((name) => [name, "not_given"])),
    });
    assert.deepEqual(
      aster.products.map(({ name }) => name),
      ["Lamp", "Light bulb"],
    );
    assert.deepEqual(
      aster.pillars.map(({ judgement_count: count, median_band: band }) => [count, band]),
      [
        [2, "high"],
        [1, "low"],
      ],
    );
  });

  test("its id answers like its slug", () => {
    assert.deepEqual(ask("get_company", { slug: "c-1" }), ask("get_company", { slug: "aster-energie" }));
  });

  test("a company that is not judged has no band at all", () => {
    const himba = ask("get_company", { slug: "himba" });
    assert.deepEqual([himba.median_band, himba.reasons["median_band"], himba.judgement_count], [null, "not_judged", 0]);
  });

  test("an unknown one is a problem", () => void refusal("get_company", { slug: "nobody" }, "company_not_found"));

  test("sorts put the unjudged last in both orders of the median", () => {
    assert.equal(names(ask("list_companies", { sort: "median_band" }).items).at(-1), "Himba");
    assert.equal(names(ask("list_companies", { sort: "-median_band" }).items).at(-1), "Himba");
    assert.equal(names(ask("list_companies", { sort: "-judgement_count" }).items)[0], "Áster Énergie");
  });

  test("filters that mean nothing here are refused all at once, with what is allowed", () => {
    const given = { country: "atlantis", sector: "alchemy", band: "superb", pillar: "beauty", limit: "0" };
    const problem = refusal("list_companies", given, "invalid_request");
    assert.deepEqual(problem.errors.map(({ parameter }) => String(parameter)).sort(), [
      "band",
      "country",
      "limit",
      "pillar",
      "sector",
    ]);
    assert.match(problem.message, /one of `energy`, `mining`, `retail`/u);
    assert.match(problem.message, /one of `very_low`, `low`, `middle`, `high`, `very_high`/u);
    assert.match(problem.message, /one of `safety`, `privacy`/u);
  });

  test("a country without companies matches none", () => {
    assert.deepEqual(ask("list_companies", { country: "japan" }).items, []);
  });
});

describe("releases", () => {
  const older = buildMemorySnapshot("2026-10-01-cccccccccccc", COMPANIES, undefined, "2026-10-01T00:00:00Z");
  const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE), older);

  test("are listed newest first, with the one that answers", () => {
    const { items } = ask("list_releases", {}, releases);
    assert.deepEqual(
      items.map((item) => [item.id, item["is_current"], item["newest_judgement"]]),
      [
        [RELEASE, true, "2026-03-01"],
        ["2026-10-01-cccccccccccc", false, "2026-03-01"],
      ],
    );
  });

  test("with a release named, are those up to it", () => {
    const { items, meta } = ask("list_releases", { release: "2026-10-01-cccccccccccc" }, releases);
    assert.deepEqual(
      items.map(({ id }) => id),
      ["2026-10-01-cccccccccccc"],
    );
    assert.equal(meta.release, "2026-10-01-cccccccccccc");
  });
});
