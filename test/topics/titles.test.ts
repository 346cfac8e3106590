import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askOperation } from "../../src/ask/ask.ts";
import { BASE, operationOf, RELEASE, releases, sourcesOf } from "./asking.ts";

/** A JSON answer as text, or a text. */
function askText(question: string): string {
  const [id = "", ...path] = question.split(/[ =]/u);
  const given = { path: path.length === 0 ? {} : { [path[0]!]: path[1]! }, query: [] };
  const answer = askOperation(operationOf(id), sourcesOf(releases), given);
  assert.ok(!(answer instanceof Promise) && (answer.kind === "text" || answer.kind === "json"));
  return answer.kind === "text" ? answer.text : JSON.stringify(answer.body);
}

const TITLE = "A small test of trust";
const CITATION = `Test Publisher (2026). ${TITLE} (${RELEASE}). ${BASE}/releases/${RELEASE}. CC-BY 4.0.`;

describe("the publisher's own title", () => {
  for (const [id, ...expected] of [
    ["cite format=txt", CITATION],
    ["cite format=bib", `title = {{${TITLE}}}`],
    ["cite format=csl.json", `"title":"${TITLE}"`],
    ["cite format=cff", `\ntitle: "${TITLE}"`, `{"type":"data","title":"${TITLE}"`],
    ["get_dataset format=datapackage.json", `"title":"${TITLE}"`],
    ["get_dataset format=dcat.jsonld", `"title":"${TITLE}"`, `"bibliographicCitation":"${CITATION}"`],
    ["get_dataset format=jsonld", `"name":"${TITLE}"`, `"citation":"${CITATION}"`, `"citeAs":"${CITATION}"`],
    ["describe_table file=companies.csv", `"dc:title":"${TITLE}: Companies"`],
    ["preview_countries", `"title":"${TITLE}"`, `"citation":"${CITATION}"`],
    ["preview_monitored_countries", `"title":"A former test of trust"`, CITATION.replace("small", "former")],
  ] as const) {
    test(`stands in what ${id} answers`, () => {
      const text = askText(id);
      for (const part of expected) assert.ok(text.includes(part), `${part} is not in ${text.slice(0, 1000)}`);
      assert.doesNotMatch(text, /Country Trust (?:Bands|Score) Dataset/u);
    });
  }
});
