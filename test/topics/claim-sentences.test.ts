import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { openReader, type ReadSentence } from "../../src/topics/claim/read-sentence.ts";
import type { GivenClaim } from "../../src/topics/claim/read-claim.ts";
import { buildMemoryReleases, buildMemorySnapshot, FACTS, type StatedCompany } from "../fixtures/memory-release.ts";
import { RELEASE, sourcesOf } from "./asking.ts";

/**
 * Sentences as people write them, each with its meaning stated by hand: at least four of five are
 * read, and none is read as another claim.
 */

const READ_AT_LEAST = 0.8;

const COMPANIES: readonly StatedCompany[] = [
  { id: "c-1", name: "Bois Clair", country: "FR", sector: "energy", judgements: [[0, 2]] },
  { id: "c-2", name: "Drei Ringe", country: "DE", sector: "finance", judgements: [[0, 3]] },
  { id: "c-3", name: "Áster Énergie", country: "FR", sector: "construction", judgements: [[0, 4]] },
  { id: "c-4", name: "Low & Sons", country: "GB", sector: "chemicals", judgements: [[0, 4]] },
  { id: "c-5", name: "Malha", country: "PT", sector: "apparel-and-textiles", judgements: [[0, 4]] },
  { id: "c-7", name: "Togo", country: "PT", sector: "mining", judgements: [[0, 4]] },
  { id: "c-8", name: "Mining", country: "PT", sector: "mining", judgements: [[0, 4]] },
  { id: "c-9", name: "eBay", country: "US", sector: "mining", judgements: [[0, 4]] },
  { id: "c-10", name: "van der Berg", country: "NL", sector: "mining", judgements: [[0, 2]] },
  { id: "c-6", name: "Sopa", country: "PT", sector: "food-and-drink", judgements: [[0, 4]] },
];

const facts: typeof FACTS = {
  ...FACTS,
  scale: {
    id: "trust-5",
    bands: ["Very low", "Low", "Moderate", "High", "Very high"].map((label) => ({
      id: label.toLowerCase().replace(" ", "_"),
      label: `${label} trust`,
      description: null,
    })),
  },
  pillars: ["Governance", "Labour rights", "Environment", "Product safety", "Privacy", "Transparency"].map((label) => ({
    id: label.toLowerCase().replace(" ", "_"),
    label,
    description: null,
  })),
  sectorLabels: { "apparel-and-textiles": "Apparel and textiles", "food-and-drink": "Food and drink" },
};

const read = openReader(sourcesOf(buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES, facts))));

interface Stated {
  readonly sentence: string;
  readonly meaning: string;
}

const STATED: readonly Stated[] = readFileSync(new URL("claim-sentences.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [sentence = "", meaning = ""] = line.split(" | ");
    return { sentence, meaning };
  });

const nameOf = (subject: string): string =>
  subject.replace("country:", "").replace("sector:", "s:").replace("company:", "c:");

/** A claim as the table writes it. */
function writeClaim({
  subject,
  is,
  value,
  percent,
  than,
  since,
  pillar,
  region,
  negated,
  release,
}: GivenClaim): string {
  const other = than === undefined ? undefined : nameOf(than);
  const words = [negated && "not", is, nameOf(subject), percent, value, other];
  const asides = [
    pillar && `in ${pillar}`,
    region && `of ${region}`,
    since && `since ${since}`,
    release && `at ${release}`,
  ];
  return [...words, ...asides].filter((word) => word).join(" ");
}

const write = (found: ReadSentence): string =>
  "claims" in found ? found.claims.map(writeClaim).join("; ") : `? ${found.reason} ${found.words.join(" ")}`;

describe("sentences", () => {
  const meant = STATED.filter(({ meaning }) => !meaning.startsWith("?"));

  test("are read as the claims that they make, or not at all", () => {
    const wrong = STATED.map(({ sentence, meaning }) => ({ sentence, meaning, found: write(read(sentence)) })).filter(
      ({ meaning, found }) => !found.startsWith("?") && found !== meaning,
    );
    assert.deepEqual(wrong, []);
  });

  test("are read, four of five of those that make a claim", () => {
    const unread = meant.filter(({ sentence }) => !("claims" in read(sentence)));
    const share = 1 - unread.length / meant.length;
    if (process.env["SHOW"]) for (const { sentence } of unread) console.log(sentence, "→", write(read(sentence)));
    assert.ok(meant.length >= 380, `${meant.length} sentences`);
    assert.ok(share >= READ_AT_LEAST, `${Math.round(share * 1000) / 10}% are read`);
  });

  for (const { sentence, meaning } of STATED.filter((each) => each.meaning.startsWith("? "))) {
    test(`${sentence} is not read, and the words are named`, () => {
      const [, reason = "", words = ""] = /^\? (\S+) ?(.*)$/u.exec(meaning) ?? [];
      const found = read(sentence);
      assert.ok(!("claims" in found), write(found));
      assert.equal(found.reason, reason, write(found));
      for (const word of words.split(" ")) assert.ok(found.words.join(" ").includes(word), write(found));
    });
  }
});
