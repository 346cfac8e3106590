import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { LADDER } from "../say/sentences.ts";
import type { ProblemCode } from "../../src/problem.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { ask, type Members, refusal, RELEASE } from "./asking.ts";
import { checkAnyClaims } from "./any-claims.ts";

const API = "https://trust.example/api/v2";
const EARLIER = "2025-11-20-bbbbbbbbbbbb";
const OTHER_SCALE = "2025-10-20-cccccccccccc";
const OTHER_DATASET = "2025-09-20-dddddddddddd";

/** In the earlier release Kosovo stood higher, Germany lower, and Namibia was judged. */
const EARLIER_COMPANIES = COMPANIES.map((company) => {
  if (company.id === "c-9") return { ...company, judgements: [[0, 5]] as const };
  if (company.id === "c-4") return { ...company, judgements: [[0, 1]] as const };
  return company;
});

const releases = buildMemoryReleases(
  buildMemorySnapshot(RELEASE),
  buildMemorySnapshot(EARLIER, EARLIER_COMPANIES, FACTS, "2025-11-20T10:00:00Z"),
  buildMemorySnapshot(OTHER_SCALE, COMPANIES, { ...FACTS, scale: LADDER }, "2025-10-20T10:00:00Z"),
  buildMemorySnapshot(OTHER_DATASET, COMPANIES, { ...FACTS, title: "Another" }, "2025-09-20T10:00:00Z"),
);

function check(claim: string, from: Releases = releases): Members {
  return ask("check_claim", Object.fromEntries(new URLSearchParams(claim)), from);
}

/** What is French or Kosovan in the others is British or of the United States here. */
const united = buildMemoryReleases(
  buildMemorySnapshot(
    RELEASE,
    COMPANIES.map((company) => {
      const country = { FR: "GB", XK: "US" }[company.country ?? ""];
      return country === undefined ? company : { ...company, country };
    }),
  ),
  buildMemorySnapshot(EARLIER, EARLIER_COMPANIES, FACTS, "2025-11-20T10:00:00Z"),
);

/** A claim, its verdict and reason, how many flips change it, and what to say instead. */
type Case = readonly [
  claim: string,
  verdict: string,
  reason: string | null,
  flips: number | null,
  instead: string | null,
];

const THIN = "Brazil has one judged company, too few to be ranked (two are needed).";
const NAMIBIA = "The one company listed in Namibia is not judged.";

const FRANCE =
  "France is rated High, like 1 of its 3 judged companies; 1 is rated higher and 1 lower. Two countries tie for 1st of three ranked countries; two more are not ranked.";
const KOSOVO =
  "Kosovo is rated Middle, like 1 of its 2 judged companies; 1 is rated higher. It ranks 3rd of three ranked countries; two more are not ranked.";

const CASES: readonly Case[] = [
  ["subject=fr&is=band&value=high", "holds", null, 1, null],
  ["subject=fr&is=band&value=low", "does_not_hold", "other_median_band", 2, FRANCE],
  ["subject=br&is=band&value=very_low", "cannot_be_told", "too_few_companies", null, THIN],
  ["subject=na&is=band&value=low", "cannot_be_told", "not_judged", null, NAMIBIA],
  ["subject=fr&is=at_least&value=Middle", "holds", null, 2, null],
  ["subject=fr&is=at_least&value=very_low", "holds", null, null, null],
  ["subject=xk&is=at_least&value=high", "does_not_hold", "other_median_band", 1, KOSOVO],
  ["subject=br&is=at_least&value=very_low", "cannot_be_told", "too_few_companies", null, THIN],
  ["subject=xk&is=at_most&value=middle", "holds", null, 1, null],
  ["subject=fr&is=at_most&value=middle", "does_not_hold", "other_median_band", 1, FRANCE],
  ["subject=na&is=at_most&value=very_high", "cannot_be_told", "not_judged", null, NAMIBIA],
  ["subject=fr&is=most_at_least&value=high", "holds", null, 1, null],
  [
    "subject=xk&is=most_at_least&value=high",
    "does_not_hold",
    "other_share",
    1,
    "1 of Kosovo’s 2 judged companies (50%) is High or above.",
  ],
  ["subject=br&is=most_at_least&value=very_low", "cannot_be_told", "too_few_companies", null, THIN],
  ["subject=xk&is=share&value=middle&percent=50", "holds", null, 1, null],
  [
    "subject=xk&is=share&value=middle&percent=49.9",
    "does_not_hold",
    "other_share",
    null,
    "1 of Kosovo’s 2 judged companies (50%) is Middle.",
  ],
  ["subject=fr&is=share&value=very_low&percent=80", "does_not_hold", "other_share", null, null],
  ["subject=br&is=share&value=very_low&percent=100", "cannot_be_told", "too_few_companies", null, THIN],
  ["subject=fr&is=average&value=4.3", "does_not_hold", "no_average", null, null],
  ["subject=br&is=average&value=1", "cannot_be_told", "too_few_companies", null, THIN],
  ["subject=fr&is=companies_better&than=xk", "cannot_be_told", "no_sample", null, null],
  ["subject=sector:energy&is=companies_worse&than=mining", "cannot_be_told", "no_sample", null, null],
  ["subject=fr&is=above&than=xk", "holds", null, 1, null],
  [
    "subject=xk&is=above&than=fr",
    "does_not_hold",
    "other_median_band",
    1,
    "France is narrowly rated above Kosovo (High against Middle). In pairs of their companies neither is clearly ahead (33% each). One changed rating would make it a tie.",
  ],
  [
    "subject=fr&is=above&than=de",
    "does_not_hold",
    "same_median_band",
    1,
    "France and Germany are both rated High. France’s companies rate higher (56% of pairs against 22%).",
  ],
  [
    "subject=fr&is=above&than=br",
    "cannot_be_told",
    "too_few_companies",
    null,
    "Brazil has one judged company; a comparison needs at least two.",
  ],
  ["subject=xk&is=below&than=country:France", "holds", null, 1, null],
  [
    "subject=fr&is=below&than=xk",
    "does_not_hold",
    "other_median_band",
    1,
    "France is narrowly rated above Kosovo (High against Middle). In pairs of their companies neither is clearly ahead (33% each). One changed rating would make it a tie.",
  ],
  [
    "subject=na&is=below&than=fr",
    "cannot_be_told",
    "not_judged",
    null,
    "None of Namibia’s companies has been judged, so it cannot be compared.",
  ],
  ["subject=xk&is=rank&value=3", "holds", null, 1, null],
  ["subject=xk&is=rank&value=2", "does_not_hold", "other_rank", null, KOSOVO],
  ["subject=xk&is=rank_alone&value=3", "holds", null, 1, null],
  ["subject=fr&is=rank_alone&value=1", "does_not_hold", "shared_rank", 1, FRANCE],
  ["subject=br&is=rank&value=4", "cannot_be_told", "too_few_companies", null, THIN],
  ["subject=fr&is=best", "does_not_hold", "shared_rank", 1, FRANCE],
  ["subject=na&is=best", "cannot_be_told", "not_judged", null, NAMIBIA],
  ["subject=xk&is=best&pillar=safety", "does_not_hold", "shared_rank", 1, null],
  ["subject=xk&is=worst", "holds", null, 1, null],
  ["subject=fr&is=worst", "does_not_hold", "other_rank", 2, FRANCE],
  ["subject=br&is=worst", "cannot_be_told", "too_few_companies", null, THIN],
  [`subject=de&is=risen&since=${EARLIER}`, "holds", null, 1, null],
  [
    `subject=xk&is=risen&since=${EARLIER}`,
    "does_not_hold",
    "other_median_band",
    null,
    `Kosovo fell from Very high in release ${EARLIER} to Middle: of its 2 companies one was re-rated lower. One changed rating would undo the fall.`,
  ],
  [`subject=xk&is=fallen&since=${EARLIER}`, "holds", null, 1, null],
  [
    `subject=fr&is=fallen&since=${EARLIER}`,
    "does_not_hold",
    "same_median_band",
    1,
    `France is High, as in release ${EARLIER}.`,
  ],
  [`subject=fr&is=unchanged&since=${EARLIER}`, "holds", null, 1, null],
  [
    `subject=de&is=unchanged&since=${EARLIER}`,
    "does_not_hold",
    "other_median_band",
    1,
    `Germany rose from Low in release ${EARLIER} to High: of its 3 companies one was re-rated higher. One changed rating would undo the rise.`,
  ],
  [
    `subject=fr&is=unchanged&since=${OTHER_SCALE}`,
    "cannot_be_told",
    "method_change",
    null,
    `The method changed since release ${OTHER_SCALE}, so it cannot be said whether France rose or fell.`,
  ],
  [
    `subject=fr&is=risen&since=${OTHER_DATASET}`,
    "cannot_be_told",
    "other_dataset",
    null,
    `Release ${OTHER_DATASET} belongs to another dataset, so it cannot be said whether France rose or fell.`,
  ],
  [
    `subject=br&is=fallen&since=${EARLIER}`,
    "cannot_be_told",
    "too_few_companies",
    null,
    "Brazil has one judged company (one in release 2025-11-20-bbbbbbbbbbbb); at least two in both are needed to say whether it rose or fell.",
  ],
  [
    `subject=xk&is=caused&since=${EARLIER}`,
    "cannot_be_told",
    "no_cause",
    null,
    `Kosovo fell from Very high in release ${EARLIER} to Middle: of its 2 companies one was re-rated lower. One changed rating would undo the fall. The data do not say why.`,
  ],
  [
    `subject=fr&is=caused&since=${OTHER_SCALE}`,
    "cannot_be_told",
    "method_change",
    null,
    `The method changed since release ${OTHER_SCALE}, so it cannot be said whether France rose or fell.`,
  ],
  ["subject=sector:mining&is=band&value=very_low", "cannot_be_told", "too_few_companies", null, null],
  ["subject=sector:energy&is=above&than=mining", "cannot_be_told", "too_few_companies", null, null],
  ["subject=company:c-7&is=band&value=low", "does_not_hold", "other_median_band", 1, null],
  ["subject=company:himba&is=band&value=low", "cannot_be_told", "not_judged", null, "Himba is listed and not judged."],
  [
    "subject=company:eins&is=below&than=Fünf",
    "cannot_be_told",
    "different_pillars",
    null,
    "Eins is judged in Safety and Fünf is judged in Privacy; with no pillar in common they cannot be compared.",
  ],
];

describe("a claim", () => {
  for (const [claim, verdict, reason, flips, instead] of CASES) {
    test(`${claim}: ${verdict}`, () => {
      const body = check(claim);
      assert.deepEqual([body["verdict"], body["reason"], body["flips_to_change"]], [verdict, reason, flips]);
      if (instead !== null) assert.equal(body["say_instead"], instead);
      assert.equal(body["say_instead"] === null, verdict === "holds");
    });
  }

  test("says what an average, a share, a cause or a whole country would need", () => {
    const instead = (claim: string): string => String(check(claim)["say_instead"]);
    assert.match(instead("subject=fr&is=average&value=4.3"), /High.* Bands have an order and no average\./u);
    assert.match(instead("subject=fr&is=companies_worse&than=xk"), /no sample of all, so nothing follows/u);
    const claims = {
      "subject=fr&is=average&value=4.3": "The average of France is 4.3.",
      "subject=fr&is=share&value=low&percent=80": "80% of France’s judged companies are Low.",
      "subject=fr&is=companies_worse&than=xk": "Companies of France in general do worse than those of Kosovo.",
      [`subject=xk&is=caused&since=${EARLIER}`]: `Kosovo’s median band has moved since release ${EARLIER} because its companies act differently.`,
    };
    for (const [claim, sentence] of Object.entries(claims)) assert.equal(check(claim)["claim"], sentence);
  });

  test("is repeated as a sentence, with the figures it rests on and links to them", () => {
    const body = check(`subject=fr&is=above&than=xk&pillar=Safety`);
    assert.equal(body["claim"], "In Safety, France is rated above Kosovo.");
    assert.match(String(body["because"]), /^In Safety, France/u);
    assert.deepEqual([(body["subject"] as Members).slug, (body["than"] as Members).slug], ["france", "kosovo"]);
    assert.deepEqual((body["evidence"] as { shows: string; href: string }[]).slice(0, 2), [
      { shows: "subject", href: `${API}/countries/france?release=${RELEASE}` },
      {
        shows: "companies",
        href: `${API}/companies?country=france&pillar=safety&release=${RELEASE}`,
      },
    ]);
    assert.equal(
      check("subject=sector:energy&is=band&value=high")["claim"],
      "The median band of the sector “energy” is High.",
    );
  });
});

describe("a claim about a part of a country", () => {
  const alone = (part: string, whole: string): string =>
    `${part} is part of ${whole}, and nothing is published of it alone.`;
  /** What it says of the part, and of the country instead. */
  const TOLD: readonly (readonly [claim: string, sentence: string, because: string, instead: RegExp])[] = [
    [
      "subject=Bavaria&is=best",
      "Bavaria alone is first of the ranked countries.",
      alone("Bavaria", "Germany"),
      /^Germany/u,
    ],
    ["subject=bayern&is=band&value=high", "Bavaria’s median band is High.", alone("Bavaria", "Germany"), /^Germany/u],
    [
      "subject=us&is=below&than=DE-BY",
      "The United States is rated below Bavaria.",
      alone("Bavaria", "Germany"),
      /the United States/iu,
    ],
    [
      "subject=saxony&is=above&than=bavaria",
      "Saxony is rated above Bavaria.",
      "Saxony and Bavaria are part of Germany, and nothing is published of them alone.",
      /^Germany is rated High, /u,
    ],
    ["subject=de&is=above&than=hesse", "Germany is rated above Hesse.", alone("Hesse", "Germany"), /^Germany/u],
    [
      `subject=texas&is=above&than=saxony`,
      "Texas is rated above Saxony.",
      `${alone("Texas", "the United States")} ${alone("Saxony", "Germany")}`,
      /^Germany is narrowly rated above the United States/u,
    ],
    [
      `subject=country:Scotland&is=risen&since=${EARLIER}`,
      `Scotland’s median band has risen since release ${EARLIER}.`,
      alone("Scotland", "the United Kingdom"),
      /^The United Kingdom is rated High, /u,
    ],
  ];

  for (const [claim, sentence, because, instead] of TOLD) {
    test(`cannot be told, ${claim}`, () => {
      const body = check(claim, united);
      assert.deepEqual([body["verdict"], body["reason"]], ["cannot_be_told", "part_of"]);
      assert.equal(body["claim"], sentence);
      assert.equal(body["because"], because);
      assert.match(String(body["say_instead"]), instead);
    });
  }
});

/** A request that is refused, the code of its problem, and what its detail names. */
const REFUSED: readonly (readonly [claim: string, code: ProblemCode, detail: RegExp])[] = [
  ["subject=fr&is=better", "invalid_request", /expected one of `band`, `at_least`, .*`unchanged`/u],
  ["subject=fr&is=band", "invalid_request", /`is=band` needs `value`/u],
  ["subject=fr&is=band&value=hgh", "invalid_request", /`value` is "hgh"; expected one of `very_low`/u],
  ["subject=fr&is=share&value=low", "invalid_request", /`is=share` needs `percent`/u],
  ["subject=fr&is=share&value=low&percent=101", "invalid_request", /expected a number from 0 to 100/u],
  ["subject=fr&is=share&percent=10", "invalid_request", /`is=share` needs `value`/u],
  ["subject=fr&is=band&value=low&percent=10", "invalid_request", /takes no `percent`/u],
  ["subject=fr&is=average&value=high", "invalid_request", /expected a number/u],
  ["subject=company:c-0&is=companies_better&than=company:c-1", "invalid_request", /`subject` is a company/u],
  ["subject=fr&is=rank&value=0", "invalid_request", /expected a rank/u],
  ["subject=fr&is=best&value=high&than=de", "invalid_request", /takes no `value`.*takes no `than`/u],
  ["subject=fr&is=above", "invalid_request", /needs `than`/u],
  ["subject=fr&is=above&than=France", "invalid_request", /the subject itself/u],
  ["subject=fr&is=above&than=sector:energy", "invalid_request", /two of the same kind/u],
  ["subject=planet:mars&is=best", "invalid_request", /`country:`, `sector:` or `company:`/u],
  ["subject=sector:energy&is=best", "invalid_request", /only countries are ranked/u],
  ["subject=fr&is=best&pillar=x", "invalid_request", /`pillar` is "x"/u],
  ["subject=fr&is=risen", "invalid_request", /needs `since`/u],
  [`subject=fr&is=risen&since=${RELEASE}&release=${EARLIER}`, "invalid_request", /became current after/u],
  [`subject=fr&is=unchanged&since=${RELEASE}`, "invalid_request", /so nothing can have changed; expected an earlier/u],
  ["subject=fr&is=risen&since=current", "invalid_request", /nothing can have changed/u],
  ["subject=fr&is=risen&since=2020-01-01-aaaaaaaaaaaa", "release_not_found", /No release is called/u],
  ["subject=fr&is=risen&since=2020-01-01", "release_not_found", /No release was in force/u],
  ["subject=fr&is=risen&since=2027-01-01", "invalid_request", /`since` is "2027-01-01", which is to come/u],
  ["subject=atlantis&is=best", "country_not_found", /has no country "atlantis"; expected/u],
  ["subject=iceland&is=best", "country_not_found", /has no company in release/u],
  ["subject=sector:enrgy&is=band&value=high", "sector_not_found", /one of `energy`/u],
  ["subject=company:nobody&is=band&value=high", "company_not_found", /has no company "nobody"/u],
  ["subject=fr&is=above&than=atlantis", "country_not_found", /"atlantis"/u],
  ["subject=saxony&is=above&than=Sachsen", "invalid_request", /the subject itself/u],
  [
    "subject=ohio&is=best",
    "country_not_found",
    /^Ohio is part of the United States.*; the United States has no company/u,
  ],
];

describe("a claim that cannot be read", () => {
  for (const [claim, code, detail] of REFUSED) {
    test(`${claim}: ${code}`, () => {
      const problem = refusal("check_claim", Object.fromEntries(new URLSearchParams(claim)), code, releases);
      assert.match(problem.message, detail);
    });
  }
});

describe("the earlier release of a claim", () => {
  test("is named by its id, as previous, or by a date", () => {
    const stated = check(`subject=xk&is=fallen&since=${EARLIER}`);
    assert.equal(stated["verdict"], "holds");
    assert.deepEqual(check("subject=xk&is=fallen&since=previous"), stated);
    assert.deepEqual(check("subject=xk&is=fallen&since=2025-12-31"), stated);
    assert.deepEqual(check("subject=xk&is=fallen&since=2026-01-01T00:00:00Z"), stated);
  });
});

test("no verdict contradicts the figures of its answer, and nothing fails but with a declared problem", () => {
  checkAnyClaims(100);
});
