import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { PROJECT_FOLDER } from "../../src/settings.ts";

/**
 * The words of our own. A reader who meets one of them in the code finds it in docs/glossary.md.
 */
const DOMAIN_WORDS = [
  "judgement",
  "band",
  "level",
  "scale",
  "pillar",
  "criterion",
  "judge",
  "distribution",
  "median band",
  "rated",
  "thin",
  "area",
  "firmness",
  "rank",
  "listed company",
  "judged company",
  "cell",
  "territory",
  "dataset",
  "release",
  "fingerprint",
  "bundle",
  "snapshot",
  "operation",
  "answer",
  "statement",
  "said",
  "claim",
  "problem",
  "row problem",
  "subject",
  "tier",
  "quota",
  "window",
];

const glossary = readFileSync(path.join(PROJECT_FOLDER, "docs/glossary.md"), "utf8");
const [domain = "", field = ""] = glossary.split(/^## Words of the field$/mu);

/** The terms that a part of the glossary defines, in its order. */
function termsOf(part: string): string[] {
  return [...part.matchAll(/^- \*\*(.+?)\*\*: ./gmu)].map(([, term]) => term!);
}

/** Source text as words: `medianBand`, `median_band` and `median-band` all become `median band`. */
function wordsOf(code: string): string {
  return code
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, " ")
    .replaceAll(/[^A-Za-z0-9]+/gu, " ")
    .toLowerCase();
}

function isUsed(term: string, words: string): boolean {
  const plural = term.endsWith("y") ? `${term.slice(0, -1)}(?:y|ies)` : `${term}s?`;
  return new RegExp(`(?:^| )${plural.toLowerCase()}(?: |$)`, "u").test(words);
}

describe("the glossary", () => {
  test("names every word of the domain", () => {
    const named = new Set(termsOf(domain));
    assert.deepEqual(
      DOMAIN_WORDS.filter((word) => !named.has(word)),
      [],
    );
  });

  test("defines nothing twice", () => {
    const terms = [...termsOf(domain), ...termsOf(field)];
    assert.deepEqual(
      terms.filter((term, index) => terms.indexOf(term) !== index),
      [],
    );
  });

  test("defines no word that the code does not use", () => {
    const sources = globSync("src/**/*.ts", { cwd: PROJECT_FOLDER });
    const words = wordsOf(sources.map((file) => readFileSync(path.join(PROJECT_FOLDER, file), "utf8")).join(" "));
    assert.deepEqual(
      [...termsOf(domain), ...termsOf(field)].filter((term) => !isUsed(term, words)),
      [],
    );
  });
});
