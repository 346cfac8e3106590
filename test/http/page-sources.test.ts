import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Type } from "../../src/ask/type.ts";
import { defineOperation } from "../../src/ask/operation.ts";
import { getCountry } from "../../src/topics/subject/country.ts";
import { Problem } from "../../src/problem.ts";
import { definePage } from "../../src/html/define-page.ts";
import { html } from "../../src/html/html.ts";
import { COMPANIES, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "./test-server.ts";

/** What pages ask, and what they leave to other requests: on pages of the test's own. */

const NEWER = "2026-12-01-bbbbbbbbbbbb";
/** So many would take a page some seconds. */
const QUESTIONS_MAX = 100_000;

const page = (path: string, render: Parameters<typeof definePage>[0]["render"]) =>
  definePage({ path, section: null, render });

const shown = (text: string) => ({ title: "Own", description: "A test.", main: html`<h1>${text}</h1>` });

const LONG_PAGE = page("/long", async ({ ask }) => {
  for (let question = 0; question < 100; question += 1) await ask(getCountry, { slug: "france" });
  return shown("Long");
});

/** A question whose answers are counted; the first `failures` of them are a problem. */
function countedQuestion(failures = 0) {
  let answers = 0;
  return defineOperation({
    id: "count_answers",
    method: "GET",
    path: "/api/v2/test/answers",
    tag: "Intelligence",
    summary: "How often it was answered",
    description: "A test.",
    parameters: { path: Type.Object({}), query: Type.Object({ name: Type.Optional(Type.String()) }) },
    form: { kind: "json", schema: Type.Object({ release: Type.String(), answers: Type.Integer() }) },
    problems: [],
    dependsOn: "release",
    answer({ snapshot }) {
      answers += 1;
      if (answers <= failures) throw new Problem("unavailable", "Not yet.");
      return { kind: "json", body: { release: snapshot.manifest.id, answers } };
    },
  });
}

describe("pages", () => {
  test("leave the event loop to other requests between their questions", async () => {
    const api = { isAnswered: false };
    const patient = page("/patient", async ({ ask }) => {
      for (let question = 0; question < QUESTIONS_MAX && !api.isAnswered; question += 1)
        await ask(getCountry, { slug: "france" });
      return shown(api.isAnswered ? "Answered" : "Not answered");
    });
    const server = await openTestServer({ pages: [patient] });
    const made = send(server, "/patient", { hasOwnOperations: true });
    await send(server, `/api/v2/countries/france?release=${RELEASE}`);
    api.isAnswered = true;
    assert.match((await made).body.toString(), /<h1>Answered<\/h1>/u);
    await server.close();
  });

  test("are all answered where many are asked for at once", async () => {
    const server = await openTestServer({ pages: [LONG_PAGE] });
    const asked = Array.from({ length: 8 }, (_, index) =>
      send(server, `/long?copy=${index}`, { hasOwnOperations: true }),
    );
    for (const { status, body } of await Promise.all(asked)) {
      assert.equal(status, 200);
      assert.match(body.toString(), /<h1>Long<\/h1>/u);
    }
    await server.close();
  });

  test("share what is asked without parameters, of each release for itself", async () => {
    const question = countedQuestion();
    const own = page("/own", async ({ ask, query }) => {
      const { release, answers } = await ask(question, { name: query.get("name") });
      return shown(`${release}: ${answers}`);
    });
    const [older, newer] = [buildMemorySnapshot(RELEASE), buildMemorySnapshot(NEWER, COMPANIES.slice(1))];
    const releases = buildMemoryReleases(newer, older);
    const server = await openTestServer({ releases, pages: [own] });
    const read = async (query: string) =>
      (await send(server, `/own?${query}`, { hasOwnOperations: true })).body.toString().match(/<h1>(.*)<\/h1>/u)?.[1];
    assert.equal(await read("copy=1"), `${NEWER}: 1`);
    assert.equal(await read("copy=2"), `${NEWER}: 1`);
    assert.equal(await read("copy=3&name=a"), `${NEWER}: 2`);
    assert.equal(await read("copy=4&name=a"), `${NEWER}: 3`);
    assert.equal(await read(`copy=5&release=${RELEASE}`), `${RELEASE}: 4`);
    releases.swapTo(older);
    assert.equal(await read("copy=6"), `${RELEASE}: 4`);
    await server.close();
  });

  test("ask again what could not be answered", async () => {
    const question = countedQuestion(1);
    const own = page("/own", async ({ ask }) => shown(String((await ask(question)).answers)));
    const server = await openTestServer({ pages: [own] });
    assert.equal((await send(server, "/own", { hasOwnOperations: true })).status, 503);
    const { status, body } = await send(server, "/own", { hasOwnOperations: true });
    assert.equal(status, 200);
    assert.match(body.toString(), /<h1>2<\/h1>/u);
    await server.close();
  });
});
