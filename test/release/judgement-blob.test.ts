import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { isoDate, JudgementPacker, unpackJudgements } from "../../src/release/judgement-blob.ts";
import { judgementWithin, packAll } from "./judgement-numbers.ts";
import { UNDATED } from "../../src/trust/judgement-columns.ts";

const judgement = judgementWithin({
  pillar: [0, 99],
  band: [1, 20],
  criterion: [0, 2_000_000_000],
  judge: [0, 300],
  judgedOn: [-700_000, 3_000_000],
  source: [0, 2_147_483_647],
});

describe("judgements packed into one value", () => {
  test("come back as they went in, company after company", () => {
    const packer = new JudgementPacker();
    fc.assert(
      fc.property(fc.array(judgement, { maxLength: 2000 }), (judgements) => {
        assert.deepEqual(unpackJudgements(packAll(judgements, packer)), judgements);
      }),
    );
  });

  test("cut short they are refused", () => {
    const packer = new JudgementPacker();
    packer.add(1, 2, 300, 0, UNDATED, 70_000);
    const bytes = packer.take();
    assert.throws(() => unpackJudgements(bytes.subarray(0, bytes.length - 1)), RangeError);
  });

  test("days are dates", () => {
    assert.equal(isoDate(UNDATED), null);
    assert.equal(isoDate(0), "1970-01-01");
    assert.equal(isoDate(-1), "1969-12-31");
    assert.equal(isoDate(20_777), "2026-11-20");
  });
});
