import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import {
  judgementDecoder,
  JudgementEncoder,
  STORED_COLUMNS,
  type StoredJudgement,
} from "../../src/release/stored-judgements.ts";
import { BUNDLE_FORMAT } from "../../src/release/manifest.ts";
import { UNDATED } from "../../src/trust/judged-on.ts";

const number = fc.oneof(fc.nat(300), fc.nat());
const day = fc.oneof(fc.constant(UNDATED), fc.integer({ min: -700_000, max: 30_000_000 }));

/** Any judgement, undated ones among them. */
const judgement = fc
  .tuple(...STORED_COLUMNS.map(({ type }) => (type === "date" ? day : number)))
  .map(
    (numbers) =>
      Object.fromEntries(STORED_COLUMNS.map(({ name }, index) => [name, numbers[index]])) as unknown as StoredJudgement,
  );

function add(encoder: JudgementEncoder, stored: StoredJudgement): void {
  encoder.add(STORED_COLUMNS.map(({ name }) => stored[name]));
}

const decode = judgementDecoder(BUNDLE_FORMAT);

describe("stored judgements", () => {
  test("come back as they went in, company after company", () => {
    const encoder = new JudgementEncoder();
    fc.assert(
      fc.property(fc.array(judgement, { maxLength: 2000 }), (judgements) => {
        for (const each of judgements) add(encoder, each);
        assert.deepEqual(decode(encoder.take()), judgements);
      }),
    );
  });

  test("cut short they are refused", () => {
    const encoder = new JudgementEncoder();
    encoder.add(STORED_COLUMNS.map(({ type }, index) => (type === "date" ? UNDATED : 300 * index)));
    const bytes = encoder.take();
    assert.throws(() => decode(bytes.subarray(0, bytes.length - 1)), RangeError);
  });
});
