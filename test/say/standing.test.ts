import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { measuresInWords } from "../../src/ask/words.ts";
import { type Rated, standing } from "../../src/say/standing.ts";
import { labelInWords, tellApart } from "../../src/ask/grammar.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { countOf } from "../../src/trust/statistics.ts";
import { writtenOut } from "../trust/distributions.ts";
import { checkSaid, type RawCompany } from "./said-again.ts";
import { LADDER, numbersIn } from "./sentences.ts";

/** A caller asked for a ranking with less than the release needs. */
const MINIMUM = 3;
const THIN_BELOW = 6;

function countryOf(
  name: string,
  distribution: Distribution,
  others: readonly Distribution[] = [],
  listed = countOf(distribution),
) {
  const all = [distribution, ...others].map((each, index) => ({ code: `${index}`, name, distribution: each }));
  const ranking = rankByMedian(all, MINIMUM);
  const own = ranking.find(({ entry }) => entry.code === "0")!;
  const minimum = { minimumCompanies: MINIMUM, thinBelow: THIN_BELOW };
  const area = { subject: "country:0", name, ...minimum } as const;
  return { ...area, distribution, listedCompanies: listed, place: { own, ranking, region: null } };
}

const PRIVACY = { id: "privacy", label: "Privacy" };

const say = (area: Rated): string => standing(LADDER, area, "summary").text;

test("times are told apart by as much as they need: day, minute, order", () => {
  const times = ["2026-11-20T10:00:00Z", "2026-11-19T10:00:00Z", "2026-11-20T12:30:40Z", "2026-11-20T12:30:05Z"];
  assert.deepEqual(times.map(tellApart(times)), [
    "20 November 2026, 10:00 UTC",
    "19 November 2026",
    "20 November 2026, 12:30 UTC (2nd of 2)",
    "20 November 2026, 12:30 UTC (1st of 2)",
  ]);
});

describe("a publisher's label in a sentence", () => {
  test("stands as it is, in quotation marks where its end would not be seen", () => {
    const plain = [
      "Low",
      "Very low trust",
      "Food and drink",
      "A+",
      "Level 2",
      "Oil & gas",
      "Non-financial",
      "低",
      "Très élevé",
    ];
    const quoted = ["retail", "0 points", "21", "None (0)", "Who decides what happens", "ætt", "Level 2."];
    for (const label of plain) assert.equal(labelInWords(label), label);
    for (const label of quoted) assert.equal(labelInWords(label), `“${label}”`);
  });
});

describe("a country or a sector in words", () => {
  const italy = [0, 0, 0, 9, 0];
  for (const [area, sentence] of [
    [
      countryOf("South Korea", [2, 4, 6, 8, 28], [italy]),
      "South Korea is rated Very high, like 28 of its 48 judged companies; 20 are rated lower. It ranks 1st of two countries.",
    ],
    [
      countryOf("Türkiye", [5, 6, 6, 18, 0], [italy, [0, 2, 0, 0, 0]], 37),
      "Türkiye is rated High, like 18 of its 35 judged companies; 17 are rated lower, and two more are listed and not judged. Both ranked countries are rated High, the fourth of five bands; one more is not ranked.",
    ],
    [
      countryOf("Italy", italy, [
        [0, 0, 0, 8, 0],
        [0, 0, 0, 0, 7],
        [2, 0, 0, 0, 0],
      ]),
      "Italy is rated High, like all nine of its judged companies. Two countries tie for 2nd of three ranked countries; one more is not ranked.",
    ],
    [
      countryOf("Namibia", [0, 1, 1, 3, 0]),
      "Namibia is rated High, like 3 of only 5 judged companies; 2 are rated lower.",
    ],
    [
      countryOf("Fiji", [0, 0, 19, 0, 0], [[2, 0, 0, 0, 0]]),
      "Fiji is rated Moderate, like all 19 of its judged companies. It is the only ranked country; one more is not ranked.",
    ],
    [
      countryOf(
        "all",
        [9, 0, 0, 0, 0],
        [
          [9, 0, 0, 0, 0],
          [8, 1, 0, 0, 0],
        ],
      ),
      "All is rated Very low, like all nine of its judged companies. All three ranked countries are rated Very low, the lowest of five bands.",
    ],
    [countryOf("Iceland", [0, 1, 0, 0, 0]), "Iceland has one judged company, too few to be ranked (three are needed)."],
    [
      countryOf("Iceland", [0, 1, 0, 0, 0], [], 3),
      "Iceland has one judged company, too few to be ranked (three are needed); two more are listed and not judged.",
    ],
    [countryOf("Russia", [0, 0, 0, 0, 0], [], 9), "None of the nine companies listed in Russia is judged."],
  ] as const) {
    test(sentence, () => assert.equal(say(area), sentence));
  }

  const mining = {
    subject: "sector:mining",
    name: "the sector Mining",
    minimumCompanies: MINIMUM,
    thinBelow: THIN_BELOW,
    listedCompanies: 2,
    distribution: [0, 0, 0, 0, 0],
  } as const;
  for (const [changes, sentence] of [
    [{ pillar: PRIVACY }, "In Privacy, neither of the two companies counted in the sector Mining is judged."],
    [
      { distribution: [0, 2, 0, 0, 0] },
      "The sector Mining has two judged companies, too few to be rated (three are needed).",
    ],
    [
      { pillar: PRIVACY, distribution: [0, 0, 7, 0, 1], listedCompanies: 9 },
      "In Privacy, the sector Mining is rated Moderate, like 7 of its 8 judged companies; 1 is rated higher, and one more is listed and not judged.",
    ],
  ] as const) {
    test(sentence, () => assert.equal(say({ ...mining, ...changes }), sentence));
  }

  test("states what the companies uphold, with its companions, and no number that is not a figure", () => {
    const counts = fc.array(fc.nat({ max: 12 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(counts, fc.array(counts, { maxLength: 5 }), fc.nat({ max: 5 }), (distribution, others, unjudged) => {
        const all = [distribution, ...others];
        const companies = all.flatMap((each, country) =>
          [
            ...writtenOut(each).map((level) => [{ pillar: "p", level }]),
            ...Array.from({ length: country === 0 ? unjudged : 0 }, () => []),
          ].map((judgements, index): RawCompany => ({
            id: `${country}-${index}`,
            country: String(country),
            sector: "s",
            judgements,
          })),
        );
        const listed = all.filter((each, index) => countOf(each) + (index === 0 ? unjudged : 0) > 0);
        if (listed[0] !== distribution) return;
        const area = countryOf("Denmark", distribution, listed.slice(1), countOf(distribution) + unjudged);
        const said = standing(LADDER, area, "summary");
        checkSaid(said, { companies, bandCount: 5, minimumCompanies: MINIMUM });
        const { own, ranking } = area.place;
        const median = own.median ?? 1;
        const [below, at] = [countOf(distribution.slice(0, median - 1)), distribution[median - 1]];
        const above = countOf(distribution.slice(median));
        const ranked = ranking.filter(({ rank }) => rank !== null).length;
        const known = [
          below,
          at,
          above,
          countOf(distribution),
          area.listedCompanies,
          unjudged,
          own.rank,
          (own.tiedWith ?? 0) + 1,
          ranked,
          ranking.length - ranked,
          MINIMUM,
        ];
        const words = said.text.replace(/of five bands/u, "");
        for (const number of numbersIn(words)) assert.ok(known.includes(number), `${number} in ${said.text}`);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a company in words", () => {
  test("that is judged often, once or not", () => {
    const company = { subject: "company:a", name: "Acme", listedCompanies: null, minimumCompanies: 1 } as const;
    const construction = { ...company, name: "Broufignac Construction", distribution: [12, 3, 3, 0, 0] };
    assert.equal(
      say({ ...construction, judgements: { pillars: 6, newest: "2026-03-14" } }),
      "Broufignac Construction is rated Very low, from 18 judgements in six pillars, the newest of March 2026.",
    );
    assert.equal(
      say({
        ...company,
        distribution: [0, 1, 0, 0, 0],
        judgements: { newest: "2026-03-14" },
        pillar: PRIVACY,
      }),
      "Acme is rated Low in Privacy, from one judgement of March 2026.",
    );
    assert.equal(say({ ...company, distribution: [0, 0, 0, 0, 0] }), "Acme is listed and not judged.");
  });

  test("says what the bands measure, and what they do not, as far as the publisher says it", () => {
    const measures = "The bands sum up how companies treat people.";
    assert.equal(measuresInWords({ measures: null, does_not_measure: [] }), "");
    assert.equal(measuresInWords({ measures, does_not_measure: [] }), measures);
    assert.equal(
      measuresInWords({ measures, does_not_measure: ["corruption", "safety", "quality of government"] }),
      `${measures} The bands do not measure corruption, safety or quality of government.`,
    );
    assert.equal(
      measuresInWords({ measures: null, does_not_measure: ["corruption"] }),
      "The bands do not measure corruption.",
    );
  });
});
