import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { ANSWER_BYTES_MAX } from "../../src/mcp/answer.ts";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { buildAgentSources, openAgent, type TestAgent } from "./open-agent.ts";

/** Calls as models make them, and sentences as models take them over. */

const RELEASE = "2026-11-20-aaaaaaaaaaaa";
let agent: TestAgent;

before(async () => {
  agent = await openAgent(buildAgentSources(buildMemoryReleases(buildMemorySnapshot(RELEASE))));
});

/** The check of one claim. */
const check = async (claim: object) => await agent.call("check_claims", { statements: [claim] });

describe("a claim that holds", () => {
  test("about a shared rank comes with those that share it", async () => {
    const { first, summary } = await check({ subject: "germany", is: "shares_rank", value: 1 });
    assert.equal(first["verdict"], "holds");
    assert.match(summary, / Two countries tie for 1st of three ranked countries/u);
  });

  test("about a company leads to what it replied", async () => {
    const { must_not } = await check({ subject: "company:c-1", is: "at_least", value: "low" });
    assert.ok(must_not.some((sentence) => sentence.includes("without its replies")));
  });
});

describe("a claim from few companies", () => {
  test("cannot be told, and says how few, of either side", async () => {
    const one = await check({ subject: "Brazil", is: "band", value: "Very low" });
    const two = await check({ subject: "France", is: "above", than: "Brazil" });
    for (const { first } of [one, two]) {
      assert.equal(first["verdict"], "cannot_be_told");
      assert.match(String(first["because"]), /Brazil has one judged company/u);
    }
    assert.ok(two.must_not.some((sentence) => sentence.includes("companies that are not judged")));
  });
});

describe("figures of a part", () => {
  test("are not said of the whole", async () => {
    const { summary } = await agent.call("compare", { countries: ["Kosovo", "Germany"], pillar: "Privacy" });
    assert.match(summary, /^In Privacy, .*Kosovo’s companies has been judged/u);
    const narrowed = await agent.call("compare", { countries: ["FR", "DE"], sector: ["sector:energy"] });
    assert.match(narrowed.summary, /^In the sector “energy”, France and Germany have one judged company each/u);
    const claimed = await check({ subject: "Kosovo", is: "best", pillar: "privacy" });
    assert.match(String(claimed.first["because"]), /^In Privacy, .*listed in Kosovo/u);
  });
});

describe("an id that another tool gave", () => {
  test("is taken with its kind in front, and without", async () => {
    for (const id of ["country:france", "country:250", "FRA", "250"])
      assert.equal((await agent.call("get", { ids: [id] })).first["id"], "country:france", id);
    assert.equal((await agent.call("get", { ids: ["country:france"] })).first["median_band"], "high");
    assert.equal((await agent.call("list", { of: "companies", country: 250 }))["total"], 3);
    const { results } = await agent.call("search", { query: "Bois" });
    const { id } = (results as { id: string }[])[0]!;
    assert.equal((await agent.call("get", { ids: [id] })).first["id"], "company:bois-clair");
    const given = { countries: ["country:france", "germany"] };
    const narrowed = await agent.call("compare", { ...given, sector: ["sector:retail"] });
    const same = await agent.call("compare", { ...given, sector: "retail" });
    assert.deepEqual(narrowed["pairs"], same["pairs"]);
    const changed = await agent.refusal("what_changed", { subject: "sector:none" });
    assert.match(changed.detail, /`(?:sector|subject)` is "none"/u);
  });

  test("is found for a sector by the beginning of its name, beside companies", async () => {
    const { results, summary } = await agent.call("search", { query: "Ret" });
    const [first] = results as { id: string; text: string }[];
    assert.equal(first?.id, "sector:retail");
    assert.match(summary, /Besides, of this name: the sector /u);
    assert.equal((await agent.call("fetch", { id: "sector:retail" })).release, RELEASE);
    const narrowed = await agent.call("search", { query: "Ret", type: "company" });
    assert.deepEqual(narrowed["results"], []);
  });

  test("may be sent as one text, a list in a text, or with numbers", async () => {
    const alone = await agent.call("get", { ids: "france" });
    assert.deepEqual(await agent.call("get", { ids: '["france"]' }), alone);
    assert.equal((await check({ subject: "germany", is: "rank_alone", value: 1 })).first["verdict"], "does_not_hold");
  });
});

describe("a question that the data cannot answer", () => {
  test("about a time to come is refused", async () => {
    const { code, detail, release } = await agent.refusal("get", { ids: ["FR"], release: "2099-01-01" });
    assert.deepEqual([code, release], ["invalid_request", null]);
    assert.match(detail, /`release` is "2099-01-01", which is to come/u);
  });

  test("about a country without companies leads to a tool, whichever tool was asked", async () => {
    for (const [name, given] of [
      ["get", { ids: ["Chile"] }],
      ["compare", { countries: ["Chile", "France"] }],
      ["list", { of: "companies", country: ["Chlie"] }],
      ["what_changed", { subject: "sector:chairs" }],
    ] as const) {
      const { detail } = await agent.refusal(name, given);
      assert.match(detail, /`(?:list|search|describe_dataset)`|one of `/u, detail);
      assert.doesNotMatch(detail, /\/api\//u, detail);
    }
    for (const claim of [
      { subject: "Chile", is: "worst" },
      { subject: "France", is: "above", than: "Chlie" },
      { subject: "company:Chile S.A.", is: "band", value: "low" },
      { subject: "sector:chairs", is: "band", value: "low" },
    ]) {
      const { first } = await check(claim);
      const { detail } = first["problem"] as { detail: string };
      assert.match(detail, /`(?:list|search|describe_dataset)`|one of `/u, detail);
      assert.doesNotMatch(detail, /\/api\//u, detail);
    }
  });

  test("about the lowest rank is not answered by countries without one", async () => {
    const { summary, items } = await agent.call("list", { of: "countries", sort: "worst", limit: 1 });
    assert.equal((items as { rank: number | null }[])[0]?.rank, 3);
    assert.match(summary, /have a rank\. .* It ranks 3rd/u);
  });
});

describe("a long text", () => {
  test("of the publisher is given in short, and says where it is whole", async () => {
    const notice = "注意".repeat(500);
    const description = "说明".repeat(1000);
    const facts = {
      ...FACTS,
      notice,
      pillars: FACTS.pillars.map((pillar) => ({ ...pillar, description })),
      scale: { ...FACTS.scale, bands: FACTS.scale.bands.map((band) => ({ ...band, description })) },
    };
    const snapshot = buildMemorySnapshot(RELEASE, COMPANIES, facts);
    const errata = Array.from({ length: 20 }, (_, index) => ({
      at: `2026-11-20T10:00:${String(index).padStart(2, "0")}Z`,
      text: "更正".repeat(500),
    }));
    const wordy = await openAgent(buildAgentSources(buildMemoryReleases({ ...snapshot, errata })));
    for (const [name, given] of [
      ["describe_dataset", {}],
      ["get", { ids: ["FR"] }],
      ["check_claims", { statements: [{ subject: "FR", is: "above", than: "DE" }] }],
      ["get", { ids: ["company:c-1"] }],
    ] as const) {
      const { first: _, ...answer } = await wordy.call(name, given);
      assert.ok(Buffer.byteLength(JSON.stringify(answer)) <= ANSWER_BYTES_MAX, name);
      assert.ok(answer.must_say.some((sentence) => sentence.startsWith("The publisher notes: “注意")));
      const quoted = answer.must_say.filter((sentence) => sentence.startsWith("The publisher corrected")).length;
      assert.equal(quoted, name === "describe_dataset" ? 3 : 0);
      assert.ok(answer.must_say.some((sentence) => sentence.includes("20 corrections")));
    }
    const { go_on: whole } = await wordy.call("describe_dataset");
    assert.match(whole ?? "", /newest corrections in short: all are at https:\/\/trust\.example\/releases\//u);
    assert.match((await wordy.call("describe_dataset")).go_on ?? "", /end in “\[…\]” are whole at https/u);
  });

  test("of the publisher is whole where three corrections are short", async () => {
    const errata = [1, 2, 3].map((day) => ({ at: `2026-11-2${day}T10:00:00Z`, text: `Correction ${day}.` }));
    const releases = buildMemoryReleases({ ...buildMemorySnapshot(RELEASE, COMPANIES, FACTS), errata });
    const { must_say: said, go_on: more } = await (
      await openAgent(buildAgentSources(releases))
    ).call("describe_dataset");
    const corrections = said.filter((sentence) => sentence.startsWith("The publisher corrected"));
    assert.deepEqual(
      corrections.map((sentence) => /“(.*)”/u.exec(sentence)?.[1]),
      errata.map(({ text }) => text),
    );
    assert.doesNotMatch(more ?? "", /newest corrections/u);
  });

  test("of a company is given in short, and says where it is whole", async () => {
    const [first, ...others] = COMPANIES;
    const text = "a".repeat(801);
    const replies = [{ pillar: null, judged_on: null, status: "answered", replied_on: null, text, url: null } as const];
    const long = await openAgent(
      buildAgentSources(buildMemoryReleases(buildMemorySnapshot(RELEASE, [{ ...first!, replies }, ...others]))),
    );
    const answer = await long.call("get", { ids: ["company:c-1"] });
    assert.equal((answer.first["replies"] as { text: string }[])[0]?.text, `${"a".repeat(800)} […]`);
    assert.match(answer.go_on ?? "", /^Texts of `replies` that end in “\[…\]” are whole at https:/u);
  });
});
