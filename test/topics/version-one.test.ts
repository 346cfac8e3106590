import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { ask, RELEASE } from "./asking.ts";

/** Every answer of version 1 in JSON, and the question of version 2 that it has the body of. */
const TWINS = [
  ["preview_monitored_countries", {}, "preview_countries", {}],
  ["get_country_scores", { slug: "france" }, "get_country", { slug: "france" }],
  ["get_country_scores", { slug: "namibia" }, "get_country", { slug: "namibia" }],
  ["rank_countries_by_metric", {}, "rank_countries", {}],
  ["rank_countries_by_metric", { metric: "privacy_score" }, "rank_countries", { pillar: "privacy" }],
  ["get_monitored_matrix", {}, "get_country_sector_matrix", {}],
] as const;

// The lists of version 2 have every country, and so have those of version 1 here.
const facts = { ...FACTS, monitored: ["BR", "DE", "FR", "NA", "XK"] };
const ordinary = buildMemorySnapshot(RELEASE, COMPANIES, facts);
const errata = [{ at: "2026-11-24T10:00:00.000Z", text: "Two companies were filed in another country." }];
const RELEASES = {
  "an ordinary release": ordinary,
  "a release with corrections": { ...ordinary, errata },
  "a draft": { ...ordinary, isDraft: true, name: `draft-${"0".repeat(32)}` },
  "a marked release": buildMemorySnapshot(RELEASE, COMPANIES, { ...facts, mark: "Fictional" }),
};

/** What the citation and the title of version 1 are is a matter of its own. */
const RENAMED = [".meta.title", ".meta.citation"];

/** The members that an answer has besides those of another, which it all has with their values. */
function* membersBeyond(old: unknown, today: unknown, place: string): Generator<readonly [string, unknown]> {
  if (typeof today !== "object" || today === null) {
    if (!RENAMED.includes(place)) assert.deepEqual(old, today, place);
    return;
  }
  assert.ok(typeof old === "object" && old !== null, place);
  if (Array.isArray(today)) assert.equal((old as readonly unknown[]).length, today.length, place);
  for (const [name, member] of Object.entries(today)) {
    assert.ok(Object.hasOwn(old, name), `${place}.${name} is in version 1`);
    yield* membersBeyond(Reflect.get(old, name), member, `${place}.${name}`);
  }
  for (const [name, member] of Object.entries(old)) if (!Object.hasOwn(today, name)) yield [`${place}.${name}`, member];
}

describe("an answer of version 1 is the whole answer of version 2 and the numbers of old", () => {
  for (const [title, snapshot] of Object.entries(RELEASES)) {
    for (const [id, parameters, successor, question] of TWINS) {
      test(`${id} ${Object.values(parameters).join()} of ${title}`, () => {
        const releases = buildMemoryReleases(snapshot);
        const old = ask(id, parameters, releases);
        const { retired_fields: retired } = old.meta as unknown as { retired_fields: readonly string[] };
        const beyond = new Map(membersBeyond(old, ask(successor, question, releases), ""));
        assert.ok(retired.length > 0);
        assert.deepEqual(beyond.get(".meta.retired_fields"), retired);
        for (const [place, member] of beyond) {
          const name = place.slice(place.lastIndexOf(".") + 1);
          if ([".meta.retired_fields", ".metric", ".metrics", ".metrics_reasons"].includes(place)) continue;
          if (name === "reasons") assert.deepEqual([...new Set(Object.values(member as object))], ["retired"], place);
          else assert.ok(retired.includes(name) && (member === null || member === "retired"), place);
        }
      });
    }
  }

  test("with its own title and citation, and what a draft and corrections say of themselves", () => {
    const metaOf = (title: keyof typeof RELEASES) =>
      ask("get_country_scores", { slug: "france" }, buildMemoryReleases(RELEASES[title])).meta as unknown as Readonly<
        Record<string, unknown>
      >;
    assert.equal(metaOf("an ordinary release")["title"], "A former test of trust");
    assert.match(String(metaOf("an ordinary release")["citation"]), /\. A former test of trust \(/u);
    assert.deepEqual(metaOf("a release with corrections")["errata"], errata);
    assert.deepEqual(
      [metaOf("a draft")["is_draft"], metaOf("a draft")["citation"]],
      [true, "Draft, not published: do not cite."],
    );
    assert.equal(metaOf("a marked release")["mark"], "Fictional");
  });

  test("metrics holds numbers and nulls alone, and its reasons stand beside it", () => {
    const { metrics, metrics_reasons: reasons } = ask("get_country_scores", { slug: "namibia" });
    assert.deepEqual(metrics, { trust_score: null, safety_score: null, privacy_score: null });
    assert.deepEqual(reasons, { trust_score: "retired", safety_score: "retired", privacy_score: "retired" });
  });
});
