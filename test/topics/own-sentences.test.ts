import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isSentence } from "../../src/ask/type.ts";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { ask, RELEASE } from "./asking.ts";
import { findUnknownHeadings, verdictsOf } from "./own-headings.ts";

/** What the service says, it understands: every sentence of its answers is known to the check. */

const snapshot = buildMemorySnapshot(RELEASE, COMPANIES, { ...FACTS, minimumCompanies: 1 });
const releases = buildMemoryReleases(
  snapshot,
  buildMemorySnapshot("2026-10-20-bbbbbbbbbbbb", COMPANIES.slice(0, 8), FACTS, "2026-10-20T10:00:00Z"),
);

function sentencesIn(value: unknown, isSaid = false): string[] {
  if (typeof value === "string") return isSaid ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => sentencesIn(each, isSaid));
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === "reasons" ? [] : sentencesIn(member, isSentence(name)),
  );
}

const saidOf = (id: string, given: Readonly<Record<string, string>>): string[] => sentencesIn(ask(id, given, releases));

describe("a sentence of the service", () => {
  test("is known to the check where it heads a page or its section", async () => {
    const { count, unknown } = await findUnknownHeadings(releases);
    assert.ok(count > 60, `${count} headings`);
    assert.deepEqual(unknown, []);
  });

  const countries = snapshot.countries.map(({ slug }) => slug);
  const said = [
    ...countries.flatMap((slug) =>
      ["get_country", "derive_country", "get_country_history"].map((id) => saidOf(id, { slug })).flat(),
    ),
    ...snapshot.sectors.flatMap(({ slug }) => ["get_sector", "derive_sector"].map((id) => saidOf(id, { slug })).flat()),
    ...COMPANIES.flatMap(({ id }) => saidOf("get_company", { slug: id })),
    ...saidOf("compare_countries", { countries: countries.slice(0, 2).join(",") }),
  ];
  const sentences = [...new Set(said)].filter(
    // Of a reply is said what became of it, without the name of the company.
    (text) => text.length <= 300 && !/^The (?:company|publisher) /u.test(text),
  );

  test("is known to the check, and holds", async () => {
    assert.ok(sentences.length > 30, `${sentences.length} sentences`);
    const verdicts = await verdictsOf(releases, sentences);
    assert.deepEqual(
      sentences.filter((_, index) => verdicts[index] !== "holds"),
      [],
    );
  });

  test("is known with the soft hyphens that are copied from a page", async () => {
    const [copied = ""] = sentences.filter((text) => text.includes("France"));
    assert.deepEqual(await verdictsOf(releases, [copied.replaceAll("France", "Fran\u00adce")]), ["holds"]);
  });

  test("is not known with another number or another band", async () => {
    const changed = sentences.flatMap((text) => {
      const other = text.replace(/\b(?:High|Low)\b/u, (label) => (label === "High" ? "Low" : "High"));
      const more = text.replace(/\b\d\b/u, (digit) => String((Number(digit) + 1) % 10));
      return [other, more].filter((each) => each !== text && !sentences.includes(each));
    });
    assert.ok(changed.length > 20, `${changed.length} sentences`);
    const verdicts = await verdictsOf(releases, changed);
    assert.deepEqual(
      changed.filter((_, index) => verdicts[index] === "holds"),
      [],
    );
  });
});
