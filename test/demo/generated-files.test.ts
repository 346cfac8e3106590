import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { writeOrCompare } from "../../scripts/write-or-compare.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

test("a generated file is compared without writing it, and written where it differs", async () => {
  const file = path.join(newTemporaryFolder(), "table.csv");
  const first = { path: file, content: "id\n1\n" };
  assert.equal(await writeOrCompare(first, { isCheck: true }), "missing");
  assert.equal(await writeOrCompare(first, { isCheck: false }), "written");
  assert.equal(await writeOrCompare(first, { isCheck: true }), "same");
  assert.equal(await writeOrCompare({ path: file, content: "id\r\n1\r\n" }, { isCheck: true }), "different");
  assert.equal(readFileSync(file, "utf8"), "id\n1\n");
});
