import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { isAbsent } from "../downloads/run-example.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { runAtTerminal } from "./init-terminal.ts";
import { writeSurvey } from "./survey.ts";

/** That `init` talks to a terminal; what it asks and understands: `init-dialogue.test.ts`. */

describe("init at a terminal", () => {
  const data = newTemporaryFolder();

  test("asks, says what it cannot use, and writes what was answered", async (context) => {
    if (await isAbsent(context, "script(1)", "script", "--version")) return;
    const { folder, file } = writeSurvey();
    const { status, shown } = await runAtTerminal([file], data, [
      [/> $/u, "3 2\r"],
      [/Not yet: values of no band[^]*> $/u, "1 2 3\r"],
      [/Title of the dataset \[Survey\]: /u, "\r"],
      [/Publisher .*: /u, "Example Institute\r"],
    ]);
    assert.equal(status, 0, shown);
    assert.match(shown, /worst first: Poor < Fair < Good/u);
    const described = JSON.parse(readFileSync(path.join(folder, "dataset.json"), "utf8")) as Record<string, unknown>;
    assert.deepEqual([described["title"], described["publisher"]], ["Survey", "Example Institute"]);
  });

  test("what is typed ahead of the questions answers them, Ctrl-D behind it too", async (context) => {
    if (await isAbsent(context, "script(1)", "script", "--version")) return;
    const { file } = writeSurvey();
    const answers = "1 2 3\rSurvey\rExample Institute\r\u0004";
    const { status, shown } = await runAtTerminal([file], data, [[/Judgements: /u, answers]]);
    assert.equal(status, 0, shown);
    assert.match(shown, /This dataset can be published/u);
  });

  for (const [name, key] of [
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
  ] as const)
    test(`${name} leaves nothing`, async (context) => {
      if (await isAbsent(context, "script(1)", "script", "--version")) return;
      const { folder, file } = writeSurvey();
      const { status, shown } = await runAtTerminal([file], data, [[/> $/u, key]]);
      assert.equal(status, 130, shown);
      assert.match(shown, /Interrupted; nothing is written/u);
      assert.deepEqual(readdirSync(folder), ["survey.csv"]);
      assert.deepEqual(readdirSync(path.join(data, "work")), []);
    });
});
