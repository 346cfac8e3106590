import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { isAbsent } from "../downloads/run-example.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { runAtTerminal } from "./init-terminal.ts";

const SURVEY = `Firm;Based in;Industry;Water use;Waste water;Visited
Acme;France;Food;Good;Poor;yes
Brandberg;Namibia;Mining;Fair;n/a;no
Cedar;Lebanon;Food;Poor;Fair;no
`;

function put(): { readonly folder: string; readonly file: string } {
  const folder = newTemporaryFolder();
  const file = path.join(folder, "survey.csv");
  writeFileSync(file, SURVEY);
  return { folder, file };
}

describe("init at a terminal", () => {
  const data = newTemporaryFolder();

  test("asks for columns, pillars, the order of the bands, title and publisher", async (context) => {
    if (await isAbsent(context, "script(1)", "script", "--version")) return;
    const { folder, file } = put();
    const { status, shown } = await runAtTerminal([file], data, [
      [/Enter if these columns are right/u, "name=Company\r"],
      [/Enter if these columns are right/u, "colour=Firm\r"],
      [/expected <role>=<column>[^]*Enter if these columns are right/u, "pillars=Water use; Waste water\r"],
      [/Enter if these columns are right/u, "\r"],
      [/numbers only some of them: /u, "2 1\r"],
      [/> $/u, "\r"],
      [/> $/u, "3 2\r"],
      [/Not yet: values of no band: "Poor" \(2\)[^>]*> $/u, "1 2 3\r"],
      [/Title of the dataset \[Survey\]: /u, "\r"],
      [/Publisher .*: /u, "\r"],
      [/Publisher .*: /u, "Example Institute\r"],
    ]);
    assert.equal(status, 0, shown);
    assert.match(shown, /WORST FIRST/u);
    assert.match(shown, /worst first: Poor < Fair < Good/u);
    const described = JSON.parse(readFileSync(path.join(folder, "dataset.json"), "utf8")) as Record<string, unknown>;
    assert.deepEqual(described["pillars"], [
      { id: "waste-water", label: "Waste water" },
      { id: "water-use", label: "Water use" },
    ]);
    assert.equal(described["title"], "Survey");
    assert.equal(described["publisher"], "Example Institute");
  });

  for (const [name, key] of [
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
  ] as const)
    test(`${name} leaves nothing`, async (context) => {
      if (await isAbsent(context, "script(1)", "script", "--version")) return;
      const { folder, file } = put();
      const { status, shown } = await runAtTerminal([file], data, [
        [/Enter if these columns are right/u, "\r"],
        [/numbers only some of them: /u, "\r"],
        [/> $/u, key],
      ]);
      assert.equal(status, 130, shown);
      assert.match(shown, /Interrupted; nothing is written/u);
      assert.deepEqual(readdirSync(folder), ["survey.csv"]);
      assert.deepEqual(readdirSync(path.join(data, "work")), []);
    });
});
