import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askOperation } from "../../src/ask/ask.ts";
import { exampleParameters } from "../../src/ask/example-parameters.ts";
import { sortParameters } from "../../src/ask/read-parameters.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import {
  buildMemoryReleases,
  buildMemorySnapshot,
  COMPANIES,
  FACTS,
  type StatedCompany,
} from "../fixtures/memory-release.ts";
import { ask, BASE, type Members, operationOf, refusal, RELEASE, sourcesOf } from "./asking.ts";

const EARLIER = "2026-05-20-bbbbbbbbbbbb";
const FIRST = "2025-11-20-cccccccccccc";

/** What stands of an area in an answer. */
interface Area extends Members {
  readonly causes: readonly string[];
  readonly trend: string | null;
  readonly before: Members;
  readonly after: Members;
  readonly in_both: { readonly before: Members; readonly after: Members };
  readonly rest: { readonly before: Members; readonly after: Members };
  readonly counts: Readonly<Record<string, number | null>>;
  readonly summary: string;
  readonly companies_href: string;
  readonly href: string;
}

interface Areas {
  readonly added: readonly Members[];
  readonly removed: readonly Members[];
  readonly moved: readonly Area[];
}

interface Changes extends Pick<Members, "items" | "total" | "next" | "reasons" | "meta"> {
  readonly countries: Areas;
  readonly sectors: Areas;
  readonly summary: string;
  readonly [member: string]: unknown;
}

/**
 * In the earlier release Germany's Drei Ringe and Eins stood lower, Illyria was in Brazil and in a
 * sector that is gone now, Namibia's company was judged, and instead of Jade Morocco's was listed.
 */
const BEFORE: readonly StatedCompany[] = [
  ...COMPANIES.flatMap((company): readonly StatedCompany[] => {
    if (company.id === "c-4" || company.id === "c-5") return [{ ...company, judgements: [[0, 1]] }];
    if (company.id === "c-8") return [{ ...company, judgements: [[0, 2]] }];
    if (company.id === "c-9") return [{ ...company, country: "BR", sector: "shipping" }];
    return company.id === "c-10" ? [] : [company];
  }),
  { id: "c-11", name: "Kasbah", country: "MA", sector: "retail", judgements: [[0, 3]] },
];

const now = buildMemorySnapshot(RELEASE);
const earlier = buildMemorySnapshot(EARLIER, BEFORE, FACTS, "2026-05-20T10:00:00Z");
const releases = buildMemoryReleases(now, earlier);

function changes(query = "", from: Releases = releases): Changes {
  return ask("list_changes", Object.fromEntries(new URLSearchParams(query)), from) as unknown as Changes;
}

function csv(query: string, from: Releases = releases): string {
  const operation = operationOf("list_changes");
  const given = sortParameters(operation, [...new URLSearchParams(query), ["format", "csv"]]);
  const answer = askOperation(operation, sourcesOf(from), given);
  assert.ok(!(answer instanceof Promise) && answer.kind === "rows");
  return [...answer.chunks()].join("");
}

const NO_OTHERS = { renamed: 0, other_sectors_changed: 0, reply_changed: 0, details_changed: 0 };
const SAME_JUDGEMENTS = { pillar_moved: 0, judgements_changed: 0 };

const idsOf = ({ items }: { readonly items: readonly Members[] }): string[] => items.map(({ id }) => id);

describe("the changes between two releases", () => {
  test("are those from the one before to the current one", () => {
    const { from, to, verdict, reason, companies, method_change: method, summary, meta } = changes();
    assert.deepEqual([(from as Members).id, (to as Members).id], [EARLIER, RELEASE]);
    assert.deepEqual([verdict, reason, method, meta.release], ["compared", null, [], RELEASE]);
    assert.deepEqual(companies, {
      added: 1,
      removed: 1,
      reclassified: 1,
      moved_median: 3,
      ...SAME_JUDGEMENTS,
      ...NO_OTHERS,
      reasons: {},
    });
    assert.equal(
      summary,
      `From ${EARLIER} to ${RELEASE}, one company was added, one was removed, one was reclassified and three have another median band. The median band differs in four countries and two sectors.`,
    );
    assert.deepEqual(changes(`from=${EARLIER}&to=${RELEASE}`), changes("from=previous&to=current"));
    assert.deepEqual(changes("from=2026-06-01"), changes());
  });

  test("name each country and sector whose median band moved, with the causes", () => {
    const { countries, sectors } = changes();
    const shown = ({ moved }: Areas) =>
      moved.map(({ slug, causes, trend, before, after }) => [
        slug,
        before.median_band,
        after.median_band,
        trend,
        causes.join(),
      ]);
    assert.deepEqual(shown(countries), [
      ["germany", "very_low", "high", "higher", "re_judged"],
      ["morocco", "middle", null, null, "company_removed"],
      ["namibia", "low", null, null, "re_judged"],
      ["kosovo", null, "middle", null, "company_added,reclassified"],
    ]);
    assert.deepEqual(
      countries.added.map(({ iso3 }) => iso3),
      ["XKX"],
    );
    assert.deepEqual(
      countries.removed.map(({ iso3 }) => iso3),
      ["MAR"],
    );
    assert.deepEqual(shown(sectors), [
      ["energy", "very_low", "high", "higher", "re_judged,company_added,reclassified"],
      ["shipping", "middle", null, null, "reclassified"],
    ]);
    assert.deepEqual(
      sectors.removed.map(({ slug }) => slug),
      ["shipping"],
    );
    const [germany, morocco] = countries.moved;
    assert.equal(
      germany?.summary,
      "Germany rose from Very low to High: of its 3 companies two were re-rated higher. Two changed ratings would undo the rise.",
    );
    assert.equal(germany.href, `${BASE}/api/v2/countries/germany?release=${RELEASE}`);
    assert.equal(germany.companies_href, `${BASE}/api/v2/changes?from=${EARLIER}&to=${RELEASE}&country=germany`);
    assert.equal(morocco?.href, `${BASE}/api/v2/countries/morocco?release=${EARLIER}`);
    assert.deepEqual(
      { ...germany.counts },
      {
        judged_in_both: 3,
        re_rated: 2,
        first_judged: 0,
        no_longer_judged: 0,
        added: 0,
        removed: 0,
        filed_here: 0,
        filed_elsewhere: 0,
        reasons: {},
      },
    );
  });

  test("list the companies that something happened to, with where they stood before and after", () => {
    const { items, total } = changes();
    assert.equal(total, 6);
    const shown = items.map((item) => {
      const [was, is] = [item["before"], item["after"]] as (Members | null)[];
      const side = (then: Members | null | undefined) =>
        then && `${(then["country"] as Members).iso3} ${(then.sector as Members).slug} ${then.median_band}`;
      return [item.name, (item["changes"] as string[]).join(), side(was), side(is)];
    });
    assert.deepEqual(shown, [
      ["Drei Ringe", "re_rated", "DEU energy very_low", "DEU energy high"],
      ["Eins", "re_rated", "DEU retail very_low", "DEU retail low"],
      ["Himba", "no_longer_judged", "NAM mining low", "NAM mining null"],
      ["Illyria", "reclassified", "BRA shipping middle", "XKX energy middle"],
      ["Jade", "added", null, "XKX energy very_high"],
      ["Kasbah", "removed", "MAR retail middle", null],
    ]);
  });

  test("are narrowed to countries and sectors in either release, and to what happened", () => {
    const cases: readonly (readonly [query: string, companies: readonly string[], moved: readonly string[]])[] = [
      ["country=de", ["c-4", "c-5"], ["germany"]],
      ["country=br", ["c-9"], []],
      ["country=kosovo,Morocco", ["c-9", "c-10", "c-11"], ["morocco", "kosovo"]],
      ["sector=shipping", ["c-9"], ["shipping"]],
      ["sector=energy&country=br", [], ["energy"]],
      ["sector=retail", ["c-5", "c-11"], []],
      [
        "change=re_rated,removed",
        ["c-4", "c-5", "c-11"],
        ["germany", "morocco", "namibia", "kosovo", "energy", "shipping"],
      ],
      ["country=jp", [], []],
    ];
    for (const [query, companies, moved] of cases) {
      const answer = changes(query);
      assert.deepEqual(idsOf(answer), companies, query);
      const found = [...answer.countries.moved, ...answer.sectors.moved].map(({ slug }) => slug);
      assert.deepEqual(found, moved, query);
    }
    assert.match(refusal("list_changes", { sector: "shiping" }, "invalid_request", releases).message, /shipping/u);
  });

  test("are counted and told of what a filter names alone", () => {
    const germany = changes("country=de");
    const beginning = `From ${EARLIER} to ${RELEASE}, `;
    assert.equal(
      germany.summary,
      `${beginning}two companies have another median band in Germany. The median band differs in one country.`,
    );
    assert.equal((germany["companies"] as Members)["moved_median"], 2);
    assert.equal((germany["companies"] as Members)["added"], 0);
    const brazil = changes("country=br");
    assert.equal(brazil.summary, `${beginning}one company was reclassified in Brazil.`);
    const { summary } = changes("country=kosovo,Morocco&change=added");
    assert.match(summary, /among those asked for\. The median band differs in two countries\.$/u);
    assert.match(changes("sector=shipping").summary, /one company was reclassified in the sector “shipping”\./u);
  });

  test("are not known of a country that neither release lists", () => {
    const { verdict, reason, summary, items } = changes("country=jp");
    assert.deepEqual([verdict, reason, items], ["cannot_be_told", "not_listed", []]);
    assert.match(summary, /^Neither .* lists a company there, so nothing is known of it/u);
  });

  test("come in pages that stay with their two releases, with the areas on the first", () => {
    const own = buildMemoryReleases(now, earlier);
    const pages = [changes("limit=4", own)];
    own.swapTo(buildMemorySnapshot("2026-12-01-dddddddddddd", COMPANIES.slice(3), FACTS, "2026-12-01T10:00:00Z"));
    pages.push(changes(new URL(pages[0]!.next!).search, own));
    const whole = changes();
    assert.deepEqual(pages.flatMap(idsOf), idsOf(whole));
    assert.deepEqual(
      pages.map(({ total, reasons }) => [total, reasons["countries"] ?? null, reasons["next"] ?? null]),
      [
        [6, null, null],
        [6, "following_page", "last_page"],
      ],
    );
    const cursor = new URL(pages[0]!.next!).searchParams.get("cursor")!;
    refusal("list_changes", { cursor, country: "de" }, "invalid_request", releases);
    refusal("list_changes", { cursor }, "invalid_request", own);
  });

  test("are continued by the cursor that the documents show, with one release or two, and after a rollback", () => {
    const rolledBack = buildMemoryReleases(now, earlier);
    rolledBack.swapTo(earlier);
    for (const own of [releases, buildMemoryReleases(now), rolledBack]) {
      const { cursor } = exampleParameters(operationOf("list_changes"), sourcesOf(own));
      assert.ok(typeof cursor === "string");
      assert.deepEqual(idsOf(changes(`cursor=${cursor}`, own)), idsOf(changes("", own)).slice(1));
    }
  });

  test("as CSV are the same list", () => {
    for (const query of ["", "country=de", "change=added", "sector=shipping", `from=${EARLIER}&to=${RELEASE}`]) {
      const rows = readCsvObjects(csv(query));
      assert.deepEqual(
        rows.map(({ id, changes: happened, median_band_before: was, iso3_after: iso3 }) => [id, happened, was, iso3]),
        changes(query).items.map((item) => {
          const [was, is] = [item["before"], item["after"]] as (Members | null)[];
          const iso3 = is == null ? "" : (is["country"] as Members).iso3;
          return [item.id, (item["changes"] as string[]).join(";"), was?.median_band ?? "", iso3];
        }),
        query,
      );
    }
  });
});

describe("changes that move no median of a company", () => {
  const before = buildMemorySnapshot(EARLIER, COMPANIES, FACTS, "2026-05-20T10:00:00Z");
  /** The changes from the usual companies to these. */
  const since = (companies: readonly StatedCompany[], facts = FACTS): Changes =>
    changes("", buildMemoryReleases(buildMemorySnapshot(RELEASE, companies, facts), before));
  const edited = (id: string, edit: Partial<StatedCompany>): readonly StatedCompany[] =>
    COMPANIES.map((company) => (company.id === id ? { ...company, ...edit } : company));
  const first = COMPANIES[0]!;
  const happened = ({ items }: Changes) => items.map(({ id, ...item }) => [id, (item["changes"] as string[]).join()]);
  const beginning = `From ${EARLIER} to ${RELEASE}, `;

  test("names: both are given, and the summary says how many", () => {
    const answer = since(edited("c-1", { name: "Áster" }));
    assert.deepEqual(happened(answer), [["c-1", "renamed"]]);
    const [item] = answer.items;
    assert.deepEqual([(item!["before"] as Members).name, (item!["after"] as Members).name], ["Áster Énergie", "Áster"]);
    assert.ok(
      answer.summary.startsWith(`${beginning}one company was renamed. The median band of every`),
      answer.summary,
    );
  });

  test("pillars: those of the company", () => {
    const later = buildMemoryReleases(buildMemorySnapshot(RELEASE, edited("c-2", { judgements: [[1, 3]] })), before);
    const swapped = changes("", later);
    assert.deepEqual(happened(swapped), [["c-2", "pillar_moved"]]);
    assert.match(swapped.summary, /one company has another median band in a pillar alone\./u);
    assert.match(csv("", later), /c-2,.*,pillar_moved,.*,Bois Clair,safety;privacy\r\n/u);
  });

  test("judgements: a source, a date, a criterion that are gone are listed, and no sentence counts them", () => {
    const [judged, ...others] = first.judgements;
    const [pillar, band, details] = judged!;
    const stated = (rest: object) => edited("c-1", { judgements: [[pillar, band, rest], ...others] });
    for (const member of ["source_url", "judged_on", "criterion", "judge"]) {
      const answer = since(stated({ ...details, [member]: null }));
      assert.deepEqual(happened(answer), [["c-1", "judgements_changed"]], member);
      assert.match(answer.summary, /no company was added, removed, renamed, reclassified or re-rated\./u);
    }
  });

  test("details: website, LEI, other names and products", () => {
    const edits: readonly Partial<StatedCompany>[] = [
      { website: "https://other.example" },
      { lei: "529900T8BM49AURSDO55" },
      { aliases: [] },
      { products: first.products!.slice(1) },
    ];
    for (const edit of edits) assert.deepEqual(happened(since(edited("c-1", edit))), [["c-1", "details_changed"]]);
  });

  test("labels of bands and pillars that are others, which the summary names", () => {
    const [worst, ...bands] = FACTS.scale.bands;
    const { labels, summary, total } = since(COMPANIES, {
      ...FACTS,
      licence: "CC0-1.0",
      scale: { ...FACTS.scale, bands: [{ ...worst!, label: "Awful" }, ...bands] },
      pillars: FACTS.pillars.map((pillar) => (pillar.id === "privacy" ? { ...pillar, label: "Data" } : pillar)),
    });
    assert.equal(total, 0);
    assert.deepEqual(labels, [
      { of: "band", id: "very_low", before: "Very low", after: "Awful" },
      { of: "pillar", id: "privacy", before: "Privacy", after: "Data" },
    ]);
    assert.match(
      summary,
      /re-rated\. The band Very low is now called Awful and the pillar Privacy is now called Data\. The median/u,
    );
  });

  test("nothing changed only where both say the same", () => {
    const { labels, summary, total } = since(COMPANIES);
    assert.deepEqual([labels, total], [[], 0]);
    assert.equal(summary, `${beginning}nothing changed: both releases say the same of every company.`);
  });
});

describe("changes that cannot be told", () => {
  test("where no release is before, the answer says so", () => {
    for (const [query, from] of [
      ["", buildMemoryReleases(now)],
      [`to=${EARLIER}`, releases],
      ["", { ...releases, list: () => [now.manifest] }],
    ] as const) {
      const answer = changes(query, from);
      assert.deepEqual(
        [answer["verdict"], answer["reason"], answer["from"]],
        ["cannot_be_told", "no_release_before", null],
      );
      assert.equal(answer.reasons["from"], "no_release_before");
      assert.deepEqual([answer.items, answer.total, answer.countries, answer.sectors], [[], 0, null, null]);
      assert.match(answer.summary, /^No release before 20/u);
      assert.equal(csv(query, from).split("\r\n").length, 2, "a header alone");
    }
  });

  test("of another dataset, the answer says so", () => {
    const other = buildMemorySnapshot(EARLIER, BEFORE, { ...FACTS, title: "Another" }, "2026-05-20T10:00:00Z");
    const answer = changes("", buildMemoryReleases(now, other));
    assert.deepEqual([answer["verdict"], answer["reason"]], ["cannot_be_told", "other_dataset"]);
    assert.deepEqual([answer["companies"], answer.reasons["companies"]], [null, "not_compared"]);
    assert.equal(
      answer.summary,
      `${EARLIER} is of another dataset (Another) than ${RELEASE} (A small test of trust), so it cannot be said what changed.`,
    );
  });

  test("across another method no trend and no re-rating is told, and the rest is", () => {
    const [first, ...others] = FACTS.scale.bands;
    const cases = [
      [{ ...FACTS, scale: { ...FACTS.scale, id: "other" } }, "scale"],
      [{ ...FACTS, scale: { ...FACTS.scale, bands: [{ ...first!, id: "worst" }, ...others] } }, "scale"],
      [{ ...FACTS, pillars: [...FACTS.pillars, { id: "tax", label: "Tax", description: null }] }, "pillars"],
    ] as const;
    for (const [facts, part] of cases) {
      const before = buildMemorySnapshot(EARLIER, BEFORE, facts, "2026-05-20T10:00:00Z");
      const answer = changes("", buildMemoryReleases(now, before));
      assert.deepEqual(answer["method_change"], [part]);
      assert.deepEqual(answer["companies"], {
        added: 1,
        removed: 1,
        reclassified: 1,
        moved_median: null,
        pillar_moved: null,
        judgements_changed: null,
        ...NO_OTHERS,
        reasons: {
          moved_median: "method_change",
          pillar_moved: "method_change",
          judgements_changed: "method_change",
        },
      });
      const { moved } = answer.countries;
      const germany = moved.find(({ slug }) => slug === "germany");
      assert.deepEqual([germany?.trend, germany?.reasons["trend"]], [null, "method_change"]);
      assert.deepEqual([germany?.counts["re_rated"], germany?.causes], [null, ["method_change"]]);
      assert.ok(moved.length > 0 && moved.every(({ trend }) => trend === null));
      assert.deepEqual(idsOf(answer), ["c-8", "c-9", "c-10", "c-11"]);
      assert.match(answer.summary, new RegExp(`The ${part} changed, so it cannot be said`, "u"));
    }
  });
});

describe("the releases of a comparison", () => {
  const first = buildMemorySnapshot(FIRST, COMPANIES.slice(2), FACTS, "2025-11-20T10:00:00Z");
  const three = buildMemoryReleases(now, earlier, first);
  const pair = (query: string, from: Releases = three): (string | undefined)[] => {
    const { from: was, to } = changes(query, from);
    return [was as Members | null, to as Members].map((each) => each?.id);
  };

  test("are named by id, as current and previous, or by a date", () => {
    assert.deepEqual(pair(""), [EARLIER, RELEASE]);
    assert.deepEqual(pair("to=previous"), [FIRST, EARLIER]);
    assert.deepEqual(pair(`from=${FIRST}`), [FIRST, RELEASE]);
    assert.deepEqual(pair("from=2025-12-31&to=2026-06-30"), [FIRST, EARLIER]);
    assert.deepEqual(pair("from=2025-12-31T10:00:00Z&to=current"), [FIRST, RELEASE]);
  });

  test("may be one release, in which nothing changed", () => {
    const answer = changes("from=current&to=current", three);
    assert.deepEqual([answer["verdict"], answer.total, answer.countries.moved], ["compared", 0, []]);
    assert.equal(answer.summary, `Both are the release ${RELEASE}, so nothing changed.`);
  });

  test("are the ones before and after a rollback, in either order", () => {
    const own = buildMemoryReleases(now, earlier);
    own.swapTo(earlier);
    assert.deepEqual(pair("", own), [RELEASE, EARLIER]);
    assert.deepEqual(pair(`from=${RELEASE}&to=${EARLIER}`, own), [RELEASE, EARLIER]);
    assert.deepEqual(pair(`from=${EARLIER}&to=${RELEASE}`, own), [EARLIER, RELEASE]);
  });

  test("400 for the later one first, and for a time to come", () => {
    const faults = (parameters: Record<string, string>) =>
      refusal("list_changes", parameters, "invalid_request", three).errors.map(({ detail }) => detail);
    assert.deepEqual(faults({ from: "current", to: FIRST }), [
      `\`from\` is "current", which became current after ${FIRST}; expected an earlier release than that of \`to\`.`,
    ]);
    assert.match(
      faults({ from: "2027-01-01", to: "2028-01-01" }).join("; "),
      /`from` is .* to come.*`to` is .* to come/u,
    );
  });

  test("404 for a release that is not there", () => {
    for (const parameters of [{ from: "2020-01-01-eeeeeeeeeeee" }, { to: "nothing" }, { from: "2020-01-01" }]) {
      refusal("list_changes", parameters, "release_not_found", three);
    }
    refusal("list_changes", { from: "previous" }, "release_not_found", buildMemoryReleases(now));
    refusal("list_changes", { from: "nothing", limit: "0" }, "invalid_request", three);
  });
});
