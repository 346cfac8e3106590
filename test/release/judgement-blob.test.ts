import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { isoDate, JudgementPacker, UNDATED, unpackJudgements } from "../../src/release/judgement-blob.ts";

const judgement = fc.record(
  {
    pillar: fc.nat(99),
    band: fc.integer({ min: 1, max: 20 }),
    criterion: fc.nat(2_000_000_000),
    judge: fc.nat(300),
    judgedOn: fc.oneof(fc.constant(UNDATED), fc.integer({ min: -700_000, max: 3_000_000 })),
    source: fc.nat(2_147_483_647),
  },
  { noNullPrototype: true },
);

describe("judgements packed into one value", () => {
  test("come back as they went in, company after company", () => {
    const packer = new JudgementPacker();
    fc.assert(
      fc.property(fc.array(judgement, { maxLength: 2000 }), (judgements) => {
        for (const { pillar, band, criterion, judge, judgedOn, source } of judgements) {
          packer.add(pillar, band, criterion, judge, judgedOn, source);
        }
        assert.deepEqual(unpackJudgements(Buffer.from(packer.take())), judgements);
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
