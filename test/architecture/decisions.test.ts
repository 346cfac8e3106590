import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { PROJECT_FOLDER } from "../../src/settings.ts";

const FOLDER = path.join(PROJECT_FOLDER, "docs/decisions");

const HEAD = /^# (?<number>\d+)\. (?<title>.+)\n\n- Date: \d{4}-\d\d-\d\d.*\n- Status: (?<status>.+)\n/u;

/** A decision that no longer holds is deleted. */
const STATUS = /^accepted(?:, .+)?$/u;

const names = readdirSync(FOLDER).filter((name) => /^\d.*\.md$/u.test(name));
const index = readFileSync(path.join(FOLDER, "README.md"), "utf8");

describe("the decisions", () => {
  for (const name of names) {
    const head = HEAD.exec(readFileSync(path.join(FOLDER, name), "utf8"))?.groups;

    test(`${name} starts with number, title, date and status`, () => {
      assert.ok(head, "expected: # 1. Title, an empty line, - Date: YYYY-MM-DD, - Status: accepted");
      assert.equal(Number(head["number"]), Number(name.slice(0, 4)));
      assert.match(head["status"]!, STATUS);
    });

    test(`${name} is listed in docs/decisions/README.md`, () => {
      assert.ok(head);
      const [status] = head["status"]!.split(",");
      const columns = [head["number"], `[${head["title"]}](${name})`, status];
      const rows = index.split("\n").map((row) => row.split("|").map((column) => column.trim()));
      const row = rows.find((columnsOfRow) => columnsOfRow[2]?.endsWith(`](${name})`));
      assert.deepEqual(row?.slice(1, 4), columns);
    });
  }

  test("no number is used twice", () =>
    assert.equal(new Set(names.map((name) => name.slice(0, 4))).size, names.length));
});
