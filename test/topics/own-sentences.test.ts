import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isSentence } from "../../src/ask/type.ts";
import { checkClaims, STATEMENTS_MAX } from "../../src/topics/claim/check-claims.ts";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { openTestServer, send } from "../http/test-server.ts";
import { ask, RELEASE, sourcesOf } from "./asking.ts";

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

async function verdictsOf(sentences: readonly string[]): Promise<unknown[]> {
  const verdicts: unknown[] = [];
  for (let from = 0; from < sentences.length; from += STATEMENTS_MAX) {
    const statements = sentences.slice(from, from + STATEMENTS_MAX);
    const answer = await checkClaims.answer(sourcesOf(releases), {}, { statements });
    assert.ok(answer.kind === "json");
    verdicts.push(
      ...(answer.body as { items: readonly { readonly verdict: string | null }[] }).items.map(({ verdict }) => verdict),
    );
  }
  return verdicts;
}

const saidOf = (id: string, given: Readonly<Record<string, string>>): string[] => sentencesIn(ask(id, given, releases));

/** The headings of pages that say something. */
async function headingsOf(paths: readonly string[]): Promise<readonly string[]> {
  const server = await openTestServer({ releases });
  const found: string[] = [];
  for (const path of paths) {
    const { status, body } = await send(server, path, { headers: { Accept: "text/html" } });
    assert.equal(status, 200, path);
    const headings = body.toString().matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/gsu);
    found.push(...[...headings].map(([, markup = ""]) => markup.replaceAll(/<[^>]+>/gu, "")));
  }
  // The others are labels: they have no verb, or ask; and what cannot be compared is no finding.
  const isFinding =
    /^(?!What ).*\b(?:is|are|leads?|gets|reach|reaches|could|would|has|have)\b(?!.*cannot be compared)/u;
  return [...new Set(found)].filter((text) => isFinding.test(text));
}

describe("a sentence of the service", () => {
  test("is known to the check where it heads a page or its section", async () => {
    const { countries, sectors, manifest } = snapshot;
    const headings = await headingsOf([
      ...countries.flatMap(({ slug }) => [`/countries/${slug}`, `/companies?country=${slug}`]),
      ...sectors.flatMap(({ slug }) => [`/sectors/${slug}`, `/companies?sector=${slug}&band=high`]),
      ...COMPANIES.map(({ id }) => `/companies/${ask("get_company", { slug: id }, releases).slug}`),
      ...manifest.dataset.pillars.map(({ id }) => `/rankings?pillar=${id}`),
      "/rankings",
      "/rankings?region=europe",
      "/sectors",
      "/companies",
      "/matrix",
      "/changes",
      "/",
      ...countries.flatMap(({ slug: one }, index) =>
        countries.slice(index + 1).map(({ slug: other }) => `/compare?countries=${one},${other}`),
      ),
    ]);
    assert.ok(headings.length > 30, `${headings.length} headings`);
    const verdicts = await verdictsOf(headings);
    assert.deepEqual(
      headings.filter((_, index) => verdicts[index] !== "holds"),
      [],
    );
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
    const verdicts = await verdictsOf(sentences);
    assert.deepEqual(
      sentences.filter((_, index) => verdicts[index] !== "holds"),
      [],
    );
  });

  test("is known with the soft hyphens that are copied from a page", async () => {
    const [copied = ""] = sentences.filter((text) => text.includes("France"));
    assert.deepEqual(await verdictsOf([copied.replaceAll("France", "Fran\u00adce")]), ["holds"]);
  });

  test("is not known with another number or another band", async () => {
    const changed = sentences.flatMap((text) => {
      const other = text.replace(/\b(?:High|Low)\b/u, (label) => (label === "High" ? "Low" : "High"));
      const more = text.replace(/\b\d\b/u, (digit) => String((Number(digit) + 1) % 10));
      return [other, more].filter((each) => each !== text && !sentences.includes(each));
    });
    assert.ok(changed.length > 20, `${changed.length} sentences`);
    const verdicts = await verdictsOf(changed);
    assert.deepEqual(
      changed.filter((_, index) => verdicts[index] === "holds"),
      [],
    );
  });
});
