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

describe("a claim that holds", () => {
  test("about a shared rank comes with those that share it", async () => {
    const { verdict, must_say } = await agent.call("check_claim", { subject: "germany", is: "shares_rank", value: 1 });
    assert.equal(verdict, "holds");
    assert.ok(must_say.some((sentence) => / Two countries tie for 1st of three ranked countries/u.test(sentence)));
  });

  test("about a company leads to what it replied", async () => {
    const { must_not } = await agent.call("check_claim", { subject: "company:c-1", is: "at_least", value: "low" });
    assert.ok(must_not.some((sentence) => sentence.includes("without its replies")));
  });
});

describe("a claim from few companies", () => {
  test("cannot be told, and says how few, of either side", async () => {
    const one = await agent.call("check_claim", { subject: "Brazil", is: "band", value: "Very low" });
    const two = await agent.call("check_claim", { subject: "France", is: "above", than: "Brazil" });
    for (const { verdict, must_say } of [one, two]) {
      assert.equal(verdict, "cannot_be_told");
      assert.ok(must_say.some((sentence) => sentence.startsWith("Brazil has one judged company")));
    }
    assert.ok(two.must_not.some((sentence) => sentence.includes("never of all companies")));
  });
});

describe("figures of a part", () => {
  test("are not said of the whole", async () => {
    const given = { countries: ["Kosovo", "Germany"], pillar: "Privacy" };
    const { must_say } = await agent.call("compare_countries", given);
    assert.ok(must_say.some((sentence) => /^In Privacy, .*Kosovo’s companies has been judged/u.test(sentence)));
    const narrowed = await agent.call("compare_countries", { countries: ["FR", "DE"], sector: ["sector:energy"] });
    assert.ok(
      narrowed.must_say.some((sentence) =>
        sentence.startsWith("In the sector “energy”, France and Germany have one judged company each"),
      ),
    );
    const claimed = await agent.call("check_claim", { subject: "Kosovo", is: "best", pillar: "privacy" });
    assert.ok(claimed.must_say.some((sentence) => /^In Privacy, .*listed in Kosovo/u.test(sentence)));
    const company = await agent.call("check_claim", {
      subject: "company:c-2",
      is: "band",
      value: "low",
      pillar: "privacy",
    });
    assert.ok(
      company.must_say.includes(
        "“Bois Clair” is not judged in the pillar privacy: it has no band, which is not a low band.",
      ),
    );
  });
});

describe("an id that another tool gave", () => {
  test("is taken with its kind in front, and without", async () => {
    assert.equal((await agent.call("get_country", { country: "country:france" }))["median_band"], "high");
    const { results } = await agent.call("search", { query: "Bois" });
    const { id } = (results as { id: string }[])[0]!;
    assert.equal(
      ((await agent.call("get_company", { company: id }))["company"] as { slug: string }).slug,
      "bois-clair",
    );
    const given = { countries: ["country:france", "germany"] };
    const narrowed = await agent.call("compare_countries", { ...given, sector: ["sector:retail"] });
    const same = await agent.call("compare_countries", { ...given, sector: "retail" });
    assert.deepEqual(narrowed["pairs"], same["pairs"]);
    const changed = await agent.refusal("what_changed", { sector: "sector:none" });
    assert.match(changed.detail, /`sector` is "none"/u);
  });

  test("is found for a sector by the beginning of its name, beside companies", async () => {
    const { results, summary } = await agent.call("search", { query: "Ret" });
    const [first] = results as { id: string; text: string }[];
    assert.equal(first?.id, "sector:retail");
    assert.match(summary, /Besides, of this name: the sector /u);
    assert.equal((await agent.call("fetch", { id: "sector:retail" })).release.id, RELEASE);
    const narrowed = await agent.call("search", { query: "Ret", type: "company" });
    assert.deepEqual(narrowed["results"], []);
  });
});

describe("a question that the data cannot answer", () => {
  test("about a time to come is refused", async () => {
    const { code, detail, release } = await agent.refusal("get_country", { country: "FR", release: "2099-01-01" });
    assert.deepEqual([code, release], ["invalid_request", null]);
    assert.match(detail, /`release` is "2099-01-01", which is to come/u);
  });

  test("about a country without companies leads to a tool, whichever tool was asked", async () => {
    for (const [name, given] of [
      ["get_country", { country: "Chile" }],
      ["check_claim", { subject: "Chile", is: "worst" }],
      ["check_claim", { subject: "France", is: "above", than: "Chlie" }],
      ["compare_countries", { countries: ["Chile", "France"] }],
      ["check_claim", { subject: "company:Chile S.A.", is: "band", value: "low" }],
      ["check_claim", { subject: "sector:chairs", is: "band", value: "low" }],
    ] as const) {
      const { detail } = await agent.refusal(name, given);
      assert.match(detail, /`(?:rank_countries|search|describe_dataset)`|one of `/u, detail);
      assert.doesNotMatch(detail, /\/api\//u, detail);
    }
  });

  test("about the lowest rank is not answered by countries without one", async () => {
    const { summary, countries } = await agent.call("rank_countries", { sort: "-rank", limit: 1 });
    assert.equal((countries as { rank: number | null }[])[0]?.rank, 3);
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
      ["get_country", { country: "FR" }],
      ["check_claim", { subject: "FR", is: "above", than: "DE" }],
      ["get_company", { company: "c-1" }],
    ] as const) {
      const answer = await wordy.call(name, given);
      assert.ok(Buffer.byteLength(JSON.stringify(answer)) <= ANSWER_BYTES_MAX, name);
      assert.ok(answer.must_say.some((sentence) => sentence === `The publisher notes: “${notice}”`));
      assert.equal(answer.must_say.filter((sentence) => sentence.startsWith("The publisher corrected")).length, 3);
      assert.match(answer.go_on ?? "", /newest corrections in short: all are at https:\/\/trust\.example\/releases\//u);
    }
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
    const answer = await long.call("get_company", { company: "c-1" });
    assert.equal((answer["replies"] as { text: string }[])[0]?.text, `${"a".repeat(800)} […]`);
    assert.equal(answer.truncated, true);
    assert.match(answer.go_on ?? "", /^Texts of `replies` that end in “\[…\]” are whole at https:/u);
  });
});

describe("the judgements of a company", () => {
  test("can be asked for pillar by pillar", async () => {
    const { judgements, judgement_count } = await agent.call("get_company", { company: "c-1", pillar: "PRIVACY" });
    assert.deepEqual(
      (judgements as { pillar: string }[]).map(({ pillar }) => pillar),
      ["privacy"],
    );
    assert.equal(judgement_count, 3);
    const { code, detail } = await agent.refusal("get_company", { company: "c-1", pillar: "beauty" });
    assert.equal(code, "invalid_request");
    assert.match(detail, /expected one of `safety`, `privacy`\./u);
  });

  test("that do not fit are named with the argument that gets them", async () => {
    const judgements = Array.from(
      { length: 120 },
      (_, index) => [index % 2, 1 + (index % 5), { judge: `j-${index}` }] as const,
    );
    const [first, ...others] = COMPANIES;
    const many = await openAgent(
      buildAgentSources(buildMemoryReleases(buildMemorySnapshot(RELEASE, [{ ...first!, judgements }, ...others]))),
    );
    const { go_on } = await many.call("get_company", { company: "c-1" });
    assert.match(
      go_on ?? "",
      /^`judgements` is cut short: `pillar` asks for those of one pillar, and all are at https/u,
    );
  });
});
