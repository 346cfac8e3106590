import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askOperation } from "../../src/ask/ask.ts";
import { sortParameters } from "../../src/ask/read-parameters.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { operationOf, releases, sourcesOf } from "./asking.ts";

/** The releases, with so many rows in each list of the current one. */
function withRows(total: number): Releases {
  const snapshot = {
    ...releases.current(),
    listCompanies: () => ({ rows: [], total, nextOffset: null }),
    listProducts: () => ({ rows: [], total, nextOffset: null }),
    listJudgements: () => ({ rows: [], total, nextOffset: null }),
    listReplies: () => ({ rows: [], total, nextOffset: null }),
  };
  return { ...releases, current: () => snapshot };
}

describe("a filtered list as a workbook", () => {
  for (const list of ["companies", "products", "judgements", "replies"]) {
    test(`of ${list} is refused where a sheet has no room for it`, async () => {
      const operation = operationOf(`list_${list}`);
      const askWith = async (total: number) =>
        askOperation(operation, sourcesOf(withRows(total)), sortParameters(operation, [["format", "xlsx"]]));
      assert.equal((await askWith(1_048_575)).kind, "bytes");
      await assert.rejects(askWith(1_048_576), { code: "invalid_request" });
    });
  }
});
