import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES } from "../fixtures/memory-release.ts";
import { ask, type Members, refusal, RELEASE } from "./asking.ts";

const UNANSWERED = { pillar: null, judged_on: null, replied_on: null, text: null, url: null };
const ANSWERED = { ...UNANSWERED, status: "answered", replied_on: "2026-05-04", text: "We disagree." } as const;

const releases = buildMemoryReleases(
  buildMemorySnapshot(
    RELEASE,
    COMPANIES.map(({ replies: _, ...company }) => ({
      ...company,
      replies:
        {
          "c-1": [
            { ...UNANSWERED, status: "asked" },
            { ...ANSWERED, pillar: 0, url: "https://aster.example/reply" },
            { ...ANSWERED, status: "corrected", pillar: 0, judged_on: "2026-03-01", replied_on: "2026-04-01" },
          ] as const,
          "c-5": [{ ...UNANSWERED, status: "no_answer" }] as const,
          "c-7": [ANSWERED] as const,
        }[company.id] ?? [],
    })),
  ),
);

/** Company, status and day of each reply. */
const shown = (parameters: Record<string, string>): string[] =>
  ask("list_replies", parameters, releases).items.map(
    ({ company, status, replied_on: day }) => `${(company as Members).id} ${String(status)} ${String(day)}`,
  );

describe("the list of replies", () => {
  test("has each with its company, what it answers, its words and what the status means", () => {
    const { items, total } = ask("list_replies", {}, releases);
    assert.equal(total, 5);
    const [general, ofPillar, ofJudgement, silent] = items;
    assert.equal((general!["company"] as Members).id, "c-1");
    assert.deepEqual(general!["reasons"], {
      pillar: "whole_company",
      judged_on: "whole_company",
      replied_on: "not_answered",
      text: "not_answered",
      url: "not_given",
    });
    assert.deepEqual(
      [ofPillar!["pillar"], ofPillar!["judged_on"], ofPillar!["text"], ofPillar!["url"], ofPillar!["reasons"]],
      ["safety", null, "We disagree.", "https://aster.example/reply", { judged_on: "whole_pillar" }],
    );
    assert.equal(
      ofJudgement!["summary"],
      "The company replied on 1 April 2026 about the judgement of 1 March 2026 on Safety. The publisher corrected the judgement after that.",
    );
    assert.equal(
      silent!["summary"],
      "The publisher asked the company for a reply and received no answer. That is no admission.",
    );
  });

  test("is narrowed by status, company, pillar, country and sector, together", () => {
    assert.deepEqual(shown({ status: "answered" }), ["c-1 answered 2026-05-04", "c-7 answered 2026-05-04"]);
    assert.deepEqual(shown({ status: "no_answer,asked" }), ["c-1 asked null", "c-5 no_answer null"]);
    assert.deepEqual(shown({ company: "c-7" }), ["c-7 answered 2026-05-04"]);
    assert.deepEqual(shown({ pillar: "Safety" }), ["c-1 answered 2026-05-04", "c-1 corrected 2026-04-01"]);
    assert.deepEqual(shown({ country: "de", status: "no_answer" }), ["c-5 no_answer null"]);
    assert.deepEqual(shown({ sector: "retail", status: "answered" }), []);
  });

  test("is sorted by company and by day, undated ones last", () => {
    assert.deepEqual(shown({ sort: "replied_on" }), [
      "c-1 corrected 2026-04-01",
      "c-1 answered 2026-05-04",
      "c-7 answered 2026-05-04",
      "c-1 asked null",
      "c-5 no_answer null",
    ]);
    assert.equal(shown({ sort: "-company" })[0], "c-7 answered 2026-05-04");
  });

  test("an unknown status is a problem that names those there are", () => {
    const { errors } = refusal("list_replies", { status: "silent" }, "invalid_request", releases);
    assert.match(JSON.stringify(errors), /asked.*no_answer.*answered.*corrected/u);
  });
});

describe("the reply of a company", () => {
  test("stands in its own answer, and its furthest status in every list of companies", () => {
    const company = ask("get_company", { slug: "aster-energie" }, releases);
    assert.equal(company["reply_status"], "corrected");
    assert.equal((company["replies"] as unknown[]).length, 3);
    const { items } = ask("list_companies", {}, releases);
    assert.deepEqual(
      items.map(({ reply_status: status }) => status).filter((status) => status !== null),
      ["corrected", "no_answer", "answered"],
    );
    const silent = ask("get_company", { slug: "bois-clair" }, releases);
    assert.deepEqual([silent["reply_status"], silent["replies"]], [null, []]);
    assert.equal(silent.reasons["reply_status"], "not_asked");
  });

  test("stands with the judgement it names, else with those of its pillar", () => {
    const { items } = ask("list_judgements", { company: "c-1" }, releases);
    assert.deepEqual(
      items.map(({ pillar, judged_on: day, reply_status: status }) => [pillar, day, status]),
      [
        ["safety", "2026-03-01", "corrected"],
        ["safety", null, "answered"],
        ["privacy", null, null],
      ],
    );
    // A general reply answers no judgement in particular.
    assert.deepEqual(
      ask("list_judgements", { company: "c-7" }, releases).items.map(({ reply_status: status }) => status),
      [null],
    );
  });

  test("is counted with the release", () => {
    const [release] = ask("list_releases", {}, releases).items;
    const {
      replies,
      asked_companies: asked,
      answered_companies: answered,
    } = release!["counts"] as Record<string, number>;
    assert.deepEqual([replies, asked, answered], [5, 3, 2]);
  });
});
