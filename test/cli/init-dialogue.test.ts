import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { Interrupted, type Terminal } from "../../src/cli/terminal.ts";
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

  test("for columns, pillars, the order of the bands, title and publisher", async () => {
    const { status, said, out, folder } = await init([
      [/Enter if these columns are right/u, "name=Company"],
      [/Enter if these columns are right/u, "colour=Firm"],
      [/Enter if these columns are right/u, "pillars=Water use; Waste water"],
      [/Enter if these columns are right/u, ""],
      [/numbers only some of them: /u, "2 1"],
      [/> $/u, ""],
      [/> $/u, "3 2"],
      [/Not yet: values of no band: "Poor" \(2\)[^]*> $/u, "1 2 3"],
      [/Title of the dataset \[Survey\]: /u, ""],
      [/Publisher .*: /u, ""],
      [/Publisher .*: /u, "Example Institute"],
      [/What the bands measure, in one sentence .*: /u, "How companies use water"],
      [/What they do not measure, .*: /u, "corruption; safety"],
    ]);
    assert.equal(status, 0, said);
    assert.match(said, /expected <role>=<column>/u);
    assert.match(said, /WORST FIRST/u);
    assert.match(out, /worst first: Poor < Fair < Good/u);
    const described = JSON.parse(readFileSync(path.join(folder, "dataset.json"), "utf8")) as Record<string, unknown>;
    assert.deepEqual(described["pillars"], [
      { id: "waste-water", label: "Waste water" },
      { id: "water-use", label: "Water use" },
    ]);
    assert.equal(described["title"], "Survey");
    assert.equal(described["publisher"], "Example Institute");
    assert.equal(described["measures"], "How companies use water");
    assert.deepEqual(described["does_not_measure"], ["corruption", "safety"]);
  });

  test("for the bands all the same with --yes", async () => {
    const { status, said, folder } = await init(
      [[/> $/u, "Poor < Fair < Good"]],
      "--yes",
      "--publisher",
      "Example Institute",
    );
    assert.equal(status, 0, said);
    assert.deepEqual(readdirSync(folder).toSorted(), ["dataset.json", "intake.sql", "mapping.json", "survey.csv"]);
  });

  test("and leaves nothing where the person ends it", async () => {
    const { status, said, folder } = await init([
      [/Enter if these columns are right/u, ""],
      [/numbers only some of them: /u, ""],
      [/> $/u, null],
    ]);
    assert.equal(status, 130);
    assert.match(said, /Interrupted; nothing is written/u);
    assert.deepEqual(readdirSync(folder), ["survey.csv"]);
    assert.deepEqual(readdirSync(path.join(cli.dataFolder, "work")), []);
  });
});
