import * as fc from "fast-check";
import { JudgementPacker, type PackedJudgement } from "../../src/release/judgement-blob.ts";
import { UNDATED } from "../../src/trust/judgement-columns.ts";

/** The least and the greatest that the numbers of a judgement may be. */
type Ranges = Readonly<Record<keyof PackedJudgement, readonly [least: number, greatest: number]>>;

/** Any judgement within ranges, undated ones among them. */
export function judgementWithin(ranges: Ranges): fc.Arbitrary<PackedJudgement> {
  const within = ([min, max]: readonly [number, number]): fc.Arbitrary<number> => fc.integer({ min, max });
  return fc.record(
    {
      pillar: within(ranges.pillar),
      band: within(ranges.band),
      criterion: within(ranges.criterion),
      judge: within(ranges.judge),
      judgedOn: fc.oneof(fc.constant(UNDATED), within(ranges.judgedOn)),
      source: within(ranges.source),
    },
    { noNullPrototype: true },
  );
}

/** Packs judgements as a publication does; a copy of what the packer had. */
export function packAll(
  judgements: readonly PackedJudgement[],
  packer: JudgementPacker = new JudgementPacker(),
): Buffer {
  for (const { pillar, band, criterion, judge, judgedOn, source } of judgements) {
    packer.add(pillar, band, criterion, judge, judgedOn, source);
  }
  return Buffer.from(packer.take());
}
