import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import ts from "typescript";
import * as changes from "../../src/say/changes.ts";
import * as comparison from "../../src/say/comparison.ts";
import * as counts from "../../src/say/counts.ts";
import * as headlines from "../../src/say/headlines.ts";
import { medianInWords } from "../../src/say/history.ts";
import { countKinds, unsaidOf } from "../../src/say/moves.ts";
import * as news from "../../src/say/news.ts";
import { labelsInARow, oldInWords } from "../../src/say/not-known.ts";
import * as findings from "../../src/say/page-findings.ts";
import { standingWithin, thingsOf } from "../../src/say/standing.ts";
import { speakAsOf } from "../../src/say/tense.ts";
import { readSources } from "../architecture/source-files.ts";
import { LADDER } from "./sentences.ts";

/*
 * Golden sentences, read by hand, of each maker that no other test of this folder calls: an oracle
 * or another golden sentence covers those.
 */

const PAST = { ...LADDER, asOf: "2026-08-01T10:00:00Z" };
const SIZE = { countries: 2, sectors: 1, companies: 30, judgedCompanies: 28 };
const NONE = { added: 0, removed: 0, renamed: 0, reclassified: 0, movedMedian: 0, pillarMoved: 0 };
const SAME = { scale: false, pillars: false, rule: false };
const MOVED = { counts: { ...NONE, added: 2, movedMedian: 1 }, methodChange: SAME, labels: [] };
const DIFFERENCES = { ...MOVED, countries: { moved: [1] }, sectors: { moved: [] } };
const [A, B] = [
  { id: "A", title: "Trust" },
  { id: "B", title: "Trust" },
];
const ITALY = { subject: "country:IT", name: "Italy", listedCompanies: 5, distribution: [1, 0, 3, 0, 0] } as const;
const CHANGED = {
  name: "Italy",
  counts: {
    added: 1,
    removed: 0,
    filedHere: 0,
    filedElsewhere: 0,
    reRated: 2,
    firstJudged: 0,
    noLongerJudged: 0,
    pillarMoved: 0,
    renamed: 0,
    replyChanged: 0,
  },
  figures: "Italy is rated High.",
  isOtherMethod: false,
  level: 4,
};

type Told = string | null | readonly string[] | news.News;

/** The sentences of each maker by its name, with what they are made from. */
const GOLDEN: Readonly<Record<string, readonly (readonly [said: Told, expected: Told])[]>> = {
  changesInWords: [
    [
      changes.changesInWords({
        before: A,
        after: B,
        changes: DIFFERENCES,
        isUnchanged: false,
        takenBack: null,
        where: "",
      }),
      "From A to B, two companies were added and one has another median band. The median band differs in one country.",
    ],
    [
      changes.changesInWords({
        before: A,
        after: A,
        changes: DIFFERENCES,
        isUnchanged: true,
        takenBack: null,
        where: "",
      }),
      "Both are the release A, so nothing changed.",
    ],
  ],
  companiesInWords: [
    [changes.companiesInWords(MOVED), "two companies were added and one has another median band"],
    [changes.companiesInWords({ counts: NONE }), "no company was added, removed, renamed, reclassified or re-rated"],
  ],
  methodInWords: [
    [
      changes.methodInWords({ ...DIFFERENCES, methodChange: { ...SAME, scale: true, rule: true } }),
      "The scale and the rule changed, so it cannot be said which bands rose or fell.",
    ],
    [changes.methodInWords(DIFFERENCES), ""],
  ],
  labelsInWords: [
    [
      changes.labelsInWords({ labels: [{ of: "band", id: "low", before: "Low", after: "Poor" }] }),
      "The band Low is now called Poor.",
    ],
  ],
  scopeInWords: [[comparison.scopeInWords(["Energy"], "Privacy"), "in the sector Energy and in Privacy"]],
  startWithin: [[comparison.startWithin("", "eBay is rated Low", "eBay"), "eBay is rated Low"]],
  pairsInHeadline: [
    [
      comparison.pairsInHeadline("France", "Italy", 3, 8),
      "Of all 8 pairs of a judged company of France and one of Italy, 38% are in the same band",
    ],
  ],
  partsOfPairs: [[comparison.partsOfPairs(["France", { numerator: 1, denominator: 300 }]), ["France under 1%"]]],
  agree: [
    [counts.agree(1, "was added"), "was added"],
    [counts.agree(2, "differs from it"), "differ from it"],
  ],
  allOf: [
    [counts.allOf(2), "both"],
    [counts.allOf(12), "all 12"],
  ],
  moreInWords: [
    [counts.moreInWords(1, "is not ranked"), "; one more is not ranked"],
    [counts.moreInWords(0, "is not ranked"), ""],
  ],
  shortEnough: [[counts.shortEnough(["x".repeat(91), "short"]), "short"]],
  describeBelowInHeadline: [
    [headlines.describeBelowInHeadline(LADDER, 3, 1, 4), "One of the four ranked countries is below Moderate"],
    [headlines.describeBelowInHeadline(PAST, 3, 2, 4), "Two of the four ranked countries were below Moderate"],
  ],
  placeInRanking: [
    [headlines.placeInRanking(3, 4, false), "four countries tie for 3rd"],
    [headlines.placeInRanking(1, 1, true), "the only ranked country"],
    [headlines.placeInRanking(1, 5, true), "all five ranked countries"],
  ],
  describeFirstPlace: [
    [headlines.describeFirstPlace(LADDER, { rank: 1, level: 4, count: 3 }, false), "Three countries tie for 1st."],
    [
      headlines.describeFirstPlace(LADDER, { rank: 1, level: 1, count: 3 }, true),
      "All of those are rated Very low, the lowest of five bands.",
    ],
  ],
  medianInWords: [
    [medianInWords({ kind: "sector", name: "the sector Energy" }), "the median band of the sector Energy"],
  ],
  unsaidOf: [[unsaidOf("Italy"), "so it cannot be said whether Italy rose or fell."]],
  countKinds: [
    [
      countKinds([
        [1, "is no longer judged"],
        [3, "was renamed"],
      ]),
      ["one company is no longer judged", "three were renamed"],
    ],
  ],
  describeSwitch: [
    [
      news.describeSwitch({ kind: "first", release: "A", before: null }, SIZE),
      {
        title: "Release A is the first one.",
        paragraphs: [
          "It holds two countries, one sector and 30 listed companies. 28 of the companies have been judged.",
        ],
        tags: ["first"],
      },
    ],
  ],
  describeReplacement: [
    [
      news.describeReplacement("B", SIZE, "S.", { finding: "Italy rose from Low to High", moves: ["Italy rose."] }),
      { title: "Release B: Italy rose from Low to High.", paragraphs: ["S.", "Italy rose."], tags: ["published"] },
    ],
  ],
  describeArrival: [
    [
      news.describeArrival({ kind: "withdrawn", release: "A", before: "B" }, "Italy", null),
      {
        title: "What release B said of Italy was withdrawn.",
        paragraphs: ["Release A is current again, instead of release B. It has no company of Italy."],
        tags: ["withdrawn"],
      },
    ],
  ],
  noneIn: [[news.noneIn("Italy"), "The release has no company of Italy."]],
  describeChangedCountry: [
    [
      news.describeChangedCountry(LADDER, CHANGED),
      {
        title: "Italy’s companies changed; its median band is High as before.",
        paragraphs: ["One company was added and two have another band. Italy is rated High."],
        tags: ["published"],
      },
    ],
  ],
  oldInWords: [
    [
      oldInWords("2022-03-01", "2026-11-20T10:00:00Z"),
      "All judgements are older than three years: the newest is of March 2022.",
    ],
  ],
  labelsInARow: [[labelsInARow(["Energy", "Mining"], "and"), "Energy and Mining"]],
  describeJudgedPillars: [
    [findings.describeJudgedPillars(LADDER, "eBay", 2, 6), "eBay is judged in two of six pillars"],
    [findings.describeJudgedPillars(PAST, "eBay", 2, 6), "eBay was judged in two of six pillars"],
  ],
  describeNearInWords: [
    [
      findings.describeNearInWords(PAST, "upgrade", 7, 7),
      "All seven judged companies were one judgement away from an upgrade.",
    ],
  ],
  describeCasesInHeadline: [
    [
      findings.describeCasesInHeadline(PAST, { name: "Italy", level: 3 }, [{ name: "Tone", level: 2 }], 0),
      "Without Tone, Italy would have been Low",
    ],
  ],
  standingWithin: [
    [
      standingWithin(LADDER, { ...ITALY, minimumCompanies: 3 }, 3, "eBay"),
      "Among Italy’s 4 judged companies, eBay and 2 others are rated Moderate, 1 lower; one more is not judged.",
    ],
    [
      standingWithin(PAST, { ...ITALY, minimumCompanies: 3 }, 1, "eBay"),
      "Among Italy’s 4 judged companies, eBay alone was rated Very low, 3 higher; one more was not judged.",
    ],
  ],
  speakAsOf: [
    [speakAsOf(PAST, "in Privacy").scope, "in the release of 1 August 2026, in Privacy"],
    [speakAsOf(PAST, "").tense("reaches"), "reached"],
    [speakAsOf(LADDER, "").tense("reaches"), "reaches"],
  ],
  thingsOf: [[thingsOf("sector:energy", "the sector Energy", "companies"), "the companies of the sector Energy"]],
};

describe("a maker of sentences", () => {
  for (const [name, sentences] of Object.entries(GOLDEN))
    test(name, () => {
      for (const [said, expected] of sentences) assert.deepEqual(said, expected);
    });

  test("has an oracle or a golden sentence", () => {
    const folder = new URL("./", import.meta.url);
    const tests = readdirSync(folder)
      .filter((name) => name.endsWith(".test.ts") && !import.meta.url.endsWith(name))
      .map((name) => readFileSync(new URL(name, folder), "utf8"))
      .join("\n");
    const makers = readSources()
      .filter(({ room }) => room === "say")
      .flatMap(({ tree }) => tree.statements.filter(ts.isFunctionDeclaration))
      .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)
      .filter(({ type }) => /\b(?:string|Said|News)\b/u.test(type?.getText() ?? ""))
      .map(({ name }) => name?.text ?? "");
    assert.ok(makers.length > 40, makers.join(", "));
    const uncovered = makers.filter((name) => !(name in GOLDEN) && !new RegExp(`\\b${name}\\(`, "u").test(tests));
    assert.deepEqual(uncovered, [], "has neither: write a sentence that you have read into GOLDEN");
  });
});
