import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { formOf, isForOneCaller } from "../../src/ask/operation.ts";
import { API, canonicalUrl } from "../../src/ask/urls.ts";
import { exampleQuestion } from "../../src/ask/example-parameters.ts";
import { isSentence } from "../../src/ask/type.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { buildAgentSources, openAgent } from "../mcp/open-agent.ts";
import { sourcesOf } from "../topics/asking.ts";
import { openTestServer, RELEASE, send } from "./test-server.ts";

/**
 * A dataset may say `"mark": "Fictional"`: its sentences begin with it once wherever they leave the
 * pages, and what the bands measure stands wherever somebody reads of best and worst.
 */

const MEASURES = "The bands sum up how companies treat people.";
const NOT = "The bands do not measure corruption or safety.";
const MARKED = {
  ...FACTS,
  mark: "Fictional",
  measures: MEASURES,
  doesNotMeasure: ["corruption", "safety"],
};
const EARLIER = "2026-10-20-bbbbbbbbbbbb";

const releases = buildMemoryReleases(
  buildMemorySnapshot(RELEASE, COMPANIES, MARKED),
  buildMemorySnapshot(EARLIER, COMPANIES.slice(0, 8), MARKED, "2026-10-20T10:00:00Z"),
);

/** The texts of an answer at any depth, each with the name of its member. */
function textsIn(value: unknown): (readonly [name: string, text: string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (name === "reasons") return [];
    const texts = [member].flat().filter((each) => typeof each === "string");
    return texts.length === 0 ? textsIn(member) : texts.map((text) => [name, text] as const);
  });
}

/** The sentences about figures, which their schemas declare by `said()`. */
function sentencesIn(value: unknown): string[] {
  return textsIn(value).flatMap(([name, text]) => (isSentence(name) ? [text] : []));
}

/** Members that are sentences about something else, and the claim that was checked, true or not. */
const OTHERS = ["notice", "citation", "measures", "does_not_measure", "description", "claim", "text", "note"];

/** Once in front, and nowhere else. */
const HAS_MARK = /^Fictional: (?!.*Fictional: )/su;

let server: Awaited<ReturnType<typeof openTestServer>>;
before(async () => {
  server = await openTestServer({ releases });
});

const bodyOf = async (path: string): Promise<string> => {
  const isPage = !path.startsWith("/api/") && !path.endsWith(".svg");
  const { status, body } = await send(server, path, isPage ? { headers: { Accept: "text/html" } } : {});
  assert.equal(status, 200, path);
  return body.toString();
};

describe("the mark of a dataset", () => {
  test("stands once in front of every sentence that the API answers, and in meta", async () => {
    const seen = new Set<string>();
    for (const operation of OPERATIONS.filter((each) => each.method === "GET" && !isForOneCaller(each))) {
      const question = exampleQuestion(operation, sourcesOf(releases));
      const takesFields = "fields" in operation.parameters.query.properties;
      if (formOf(operation, question).kind !== "json") continue;
      for (const asked of [question, ...(takesFields ? [{ ...question, fields: "name,summary" }] : [])]) {
        const { status, body } = await send(server, canonicalUrl(operation, asked));
        if (status !== 200) continue;
        const answer = JSON.parse(body.toString()) as { meta?: { mark?: string } };
        const isVersion2 = operation.path.startsWith("/api/v2/");
        if (isVersion2 && answer.meta !== undefined) assert.equal(answer.meta.mark, "Fictional", operation.id);
        for (const sentence of sentencesIn(answer)) {
          assert.match(sentence, HAS_MARK, operation.id);
          seen.add(operation.id);
        }
        // A member that ends like a sentence and is none by its schema would lose the mark.
        for (const [name, text] of answer.meta === undefined ? [] : textsIn(answer))
          if (!isSentence(name) && !OTHERS.includes(name)) assert.doesNotMatch(text, /^\p{Lu}.* .*\.$/su, name);
      }
    }
    const figures = ["get_country", "get_sector", "get_company", "derive_country", "derive_company"];
    for (const id of [...figures, "check_claim", "compare_countries", "list_changes"])
      assert.ok(seen.has(id), `${id} has no sentence`);
  });

  test("stands before no code of a reason", async () => {
    const { bands } = (JSON.parse(await bodyOf("/api/v2/countries/france")) as { scale: { bands: { id: string }[] } })
      .scale;
    const instead: (string | null)[] = [];
    for (const { id } of bands) {
      const body = await bodyOf(`/api/v2/claims/check?subject=france&is=band&value=${id}`);
      const answer = JSON.parse(body) as { say_instead: string | null; reasons: { say_instead?: string } };
      instead.push(answer.say_instead);
      if (answer.say_instead === null) assert.equal(answer.reasons.say_instead, "claim_holds");
    }
    assert.equal(instead.filter((each) => each === null).length, 1);
  });

  test("stands in link previews, frames and badges, and in no headline of a page, which has the notice", async () => {
    const page = await bodyOf("/countries/france");
    for (const property of ["title", "description", "image:alt"]) {
      const [, content = ""] = new RegExp(`property="og:${property}" content="([^"]*)"`, "u").exec(page) ?? [];
      assert.match(content, HAS_MARK, property);
    }
    assert.doesNotMatch(page, /<h1[^>]*>Fictional|class="standfirst">Fictional/u);
    assert.match(await bodyOf("/embed/countries/france"), /<h1>Fictional: /u);
    assert.match(await bodyOf("/badge/countries/france.svg"), />Fictional</u);
    const claim = await bodyOf("/claims?subject=germany&is=above&than=france");
    assert.match(claim, /<blockquote><p>Fictional: /u);
  });

  test("stands once in front of what tools say, in place of the notice, which one of them has", async () => {
    const agent = await openAgent(buildAgentSources(releases, []));
    for (const [name, given] of Object.entries({
      get: { ids: ["France"] },
      list: { of: "countries" },
      check_claims: { statements: [{ subject: "germany", is: "above", than: "france" }] },
      compare: { countries: ["france", "germany"] },
      fetch: { id: "country:france" },
    })) {
      const answer = await agent.call(name, given);
      for (const sentence of sentencesIn(answer)) assert.match(sentence, HAS_MARK, name);
      assert.ok(!answer.must_say.some((say) => say.includes("All companies are fictional.")));
    }
    const { must_say: said } = await agent.call("describe_dataset");
    assert.ok(said.some((say) => say.includes("All companies are fictional.")));
  });
});

describe("what the bands measure", () => {
  test("stands on the start page, the ranking, claims of best and worst, and before the methodology", async () => {
    for (const path of ["/", "/rankings", "/claims?subject=france&is=worst", "/docs/methodology"])
      assert.ok((await bodyOf(path)).includes(`${MEASURES} ${NOT}`), path);
    assert.ok(!(await bodyOf("/claims?subject=france&is=band&value=low")).includes(NOT));
  });

  test("stands in the alternative text of share pictures", async () => {
    assert.match(await bodyOf("/"), new RegExp(`property="og:image:alt" content="[^"]*${MEASURES} ${NOT}"`, "u"));
  });

  test("stands in the answers about the scale, rankings and claims, and null with its reason", async () => {
    const paths = ["/api/v2/scale", API.rankings, "/api/v2/claims/check?subject=france&is=best"];
    for (const path of paths) {
      const answer = JSON.parse(await bodyOf(path)) as Record<string, unknown>;
      assert.equal(answer["measures"], MEASURES);
      assert.deepEqual(answer["does_not_measure"], ["corruption", "safety"]);
    }
    const silent = await openTestServer();
    for (const path of paths) {
      const { body } = await send(silent, path);
      assert.partialDeepStrictEqual(JSON.parse(body.toString()), {
        measures: null,
        does_not_measure: [],
        reasons: { measures: "not_given" },
        meta: { mark: null, reasons: { mark: "not_given" } },
      });
    }
    await silent.close();
  });

  test("is said by the tools that rank and describe, and that check best and worst", async () => {
    const agent = await openAgent(buildAgentSources(releases, []));
    const saysOf = async (name: string, given: Record<string, unknown>): Promise<readonly string[]> =>
      (await agent.call(name, given)).must_say;
    for (const [name, given] of [
      ["describe_dataset", {}],
      ["list", { of: "countries" }],
      ["check_claims", { statements: [{ subject: "france", is: "best" }] }],
    ] as const)
      assert.ok((await saysOf(name, given)).includes(`Fictional: ${MEASURES} ${NOT}`), name);
    assert.ok(!(await saysOf("get", { ids: ["France"] })).some((said) => said.includes(NOT)));
  });
});
