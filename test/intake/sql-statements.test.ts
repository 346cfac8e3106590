import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { splitStatements } from "../../src/intake/closed-database.ts";

describe("splitStatements", () => {
  it("cuts at semicolons that end statements, and at no others", () => {
    const script = `
      -- one; two
      SELECT 'a;''b', "c;""d", $$ e; $$, $tag$ $$; $tag$, E'f\\';' /* ; /* ; */ ; */ ;
      ; /* nothing */
      SELECT 2`;
    assert.deepEqual(
      splitStatements(script).map(({ line, words }) => [line, words[0]]),
      [
        [3, "select"],
        [5, "select"],
      ],
    );
  });

  it("finds the functions that are called, however they are written", () => {
    const calls = (sql: string): readonly string[] => splitStatements(sql)[0]?.calls ?? [];
    assert.deepEqual(calls("FROM Enable_Logging('x')"), ["enable_logging"]);
    assert.deepEqual(calls('FROM system.main."enable_logging" /* ( */ ('), ["enable_logging"]);
    assert.deepEqual(calls("FROM query\u00a0(1)"), ["query"]);
    assert.deepEqual(calls("FROM que\u200bry(1)"), ["query"]);
    assert.deepEqual(calls("SELECT 'query(1)' -- query(2)"), []);
    assert.deepEqual(calls("SELECT $$query(1)$$, count(*)"), ["count"]);
  });

  it("knows the line of a statement after any kind of line end", () => {
    assert.deepEqual(
      splitStatements("SELECT 1;\r\n\r\nSELECT 2;\rSELECT 3").map(({ line }) => line),
      [1, 3, 4],
    );
  });
});
