import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askOperation } from "../../src/ask/ask.ts";
import { BASE, operationOf, RELEASE, releases, sourcesOf } from "./asking.ts";

/** A JSON answer as text, or a text. */
function askText(id: string): string {
  const answer = askOperation(operationOf(id), sourcesOf(releases), { path: {}, query: [] });
  assert.ok(!(answer instanceof Promise) && (answer.kind === "text" || answer.kind === "json"));
  return answer.kind === "text" ? answer.text : JSON.stringify(answer.body);
}

const TITLE = "A small test of trust";
const CITATION = `Test Publisher (2026). ${TITLE} (${RELEASE}). ${BASE}/releases/${RELEASE}. CC-BY 4.0.`;

describe("the publisher's own title", () => {
  for (const [id, ...expected] of [
    ["cite_as_text", CITATION],
    ["cite_as_bibtex", `title = {{${TITLE}}}`],
    ["cite_as_csl", `"title":"${TITLE}"`],
    ["cite_as_cff", `\ntitle: "${TITLE}"`, `{"type":"data","title":"${TITLE}"`],
    ["get_data_package", `"title":"${TITLE}"`],
    ["get_dcat", `"title":"${TITLE}"`, `"bibliographicCitation":"${CITATION}"`],
    ["get_dataset", `"name":"${TITLE}"`, `"citation":"${CITATION}"`],
    ["describe_companies_csv", `"dc:title":"${TITLE}: Companies"`],
    ["preview_countries", `"title":"${TITLE}"`, `"citation":"${CITATION}"`],
    ["describe_country_scores_csv", `"dc:title":"A former test of trust: Countries"`],
    ["preview_monitored_countries", `"title":"A former test of trust"`, CITATION.replace("small", "former")],
  ] as const) {
    test(`stands in what ${id} answers`, () => {
      const text = askText(id);
      for (const part of expected) assert.ok(text.includes(part), `${part} is not in ${text.slice(0, 1000)}`);
      assert.doesNotMatch(text, /Country Trust (?:Bands|Score) Dataset/u);
    });
  }
});
