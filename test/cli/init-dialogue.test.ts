import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { Interrupted, type Terminal } from "../../src/cli/terminal.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { TestCli } from "./run-cli.ts";
import { writeSurvey } from "./survey.ts";

/** The dialogue of `init`; at a pseudo-terminal: `init-terminal.long.test.ts`. */

/** What a question says, and what the person answers; null for Ctrl-C. */
type Turn = readonly [question: RegExp, answer: string | null];

/** A person who answers these questions, and no other. */
function openPerson(turns: readonly Turn[]): Terminal & { readonly open: Turn[] } {
  const open = [...turns];
  return {
    open,
    ask(question) {
      const [pattern, answer] = open.shift() ?? [/^$/u, ""];
      assert.match(question, pattern);
      return answer === null ? Promise.reject(new Interrupted()) : Promise.resolve(answer);
    },
    close() {},
  };
}

describe("init asks", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  const init = async (turns: readonly Turn[], ...words: readonly string[]) => {
    const { folder, file } = writeSurvey();
    const person = openPerson(turns);
    cli.terminal = person;
    const result = await cli.run("init", file, ...words);
    assert.deepEqual(person.open, [], "everything was asked");
    return { ...result, folder };
  };

  test("for the order of the bands, title and publisher", async () => {
    const { status, said, out, folder } = await init([
      [/> $/u, ""],
      [/> $/u, "3 2"],
      [/Not yet: values of no band: "Poor" \(2\)[^]*> $/u, "1 2 3"],
      [/Title of the dataset \[Survey\]: /u, ""],
      [/Publisher .*: /u, ""],
      [/Publisher .*: /u, "Example Institute"],
    ]);
    assert.equal(status, 0, said);
    assert.match(out, /worst first: Poor < Fair < Good/u);
    const described = JSON.parse(readFileSync(path.join(folder, "dataset.json"), "utf8")) as Record<string, unknown>;
    assert.equal(described["title"], "Survey");
    assert.equal(described["publisher"], "Example Institute");
  });

  test("for a country of all companies, where no column has it", async () => {
    const folder = newTemporaryFolder();
    const file = path.join(folder, "s.csv");
    writeFileSync(file, "Company,Rating\nAcme,low\nCedar,high\n");
    cli.terminal = openPerson([
      [/Enter one for all, as in FR/u, "FR"],
      [/> $/u, "low < high"],
    ]);
    const { status, said } = await cli.run("init", file, "--title", "Test", "--publisher", "Tests");
    assert.equal(status, 0, said);
    assert.match(readFileSync(path.join(folder, "mapping.json"), "utf8"), /"country": \{ "value": "FR" \}/u);
  });

  test("and leaves nothing where the person ends it", async () => {
    const { status, said, folder } = await init([[/WORST FIRST[^]*> $/u, null]]);
    assert.equal(status, 130);
    assert.match(said, /Interrupted; nothing is written/u);
    assert.deepEqual(readdirSync(folder), ["survey.csv"]);
    assert.deepEqual(readdirSync(path.join(cli.dataFolder, "work")), []);
  });
});
