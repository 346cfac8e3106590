import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { type DetailParts, packDetail, unpackDetail } from "../../src/release/company-detail.ts";
import { judgementWithin, packAll } from "./judgement-numbers.ts";

const text = fc.string({ unit: "grapheme", minLength: 1 });
const alias = text.filter((name) => !name.includes("|"));
const SHAPE = { pillars: 2, bands: 3 };

const plain = { noNullPrototype: true };

const judgement = judgementWithin({
  pillar: [0, 1],
  band: [1, 3],
  criterion: [0, 100_000],
  judge: [0, 100_000],
  judgedOn: [-800_000, 800_000],
  source: [0, 300],
});

const figures = fc.record(
  {
    distribution: fc.array(fc.nat(100_000), { minLength: 3, maxLength: 3 }),
    median: fc.option(fc.integer({ min: 1, max: 3 })),
  },
  plain,
);

const product = fc.record({ id: fc.option(text), slug: text, name: text, brand: fc.option(text) }, plain);

const parts = fc.record({
  website: fc.option(text),
  lei: fc.option(text),
  aliases: fc.option(fc.array(alias, { minLength: 1, maxLength: 3 }).map((names) => names.join("|"))),
  pillars: fc.array(figures, { minLength: 2, maxLength: 2 }),
  products: fc.array(product),
  sources: fc.array(text),
  current: fc.array(judgement),
});

describe("a packed detail", () => {
  test("comes out as it went in", () => {
    fc.assert(
      fc.property(parts, ({ current, ...rest }) => {
        const detail: DetailParts = { ...rest, judgements: packAll(current) };
        const unpacked = unpackDetail(Buffer.from(packDetail(detail)), SHAPE);
        assert.deepEqual(unpacked, { ...detail, current });
      }),
      { numRuns: 300 },
    );
  });

  test("is refused where it ends too early", () => {
    const nothing = { website: null, lei: null, aliases: null, products: [], sources: ["https://a.example"] };
    const pillars = [
      { distribution: [1, 0, 0], median: 1 },
      { distribution: [0, 300, 0], median: 2 },
    ];
    const packed = Buffer.from(packDetail({ ...nothing, pillars, judgements: new Uint8Array() }));
    for (let bytes = 0; bytes < packed.length - 1; bytes += 1) {
      assert.throws(() => unpackDetail(packed.subarray(0, bytes), SHAPE), `${bytes} bytes`);
    }
  });
});
