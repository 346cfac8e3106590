import type { CompanyColumns } from "../release/company-columns.ts";
import type { CompanySort } from "./snapshot.ts";

/**
 * Puts positions, which come in the order of the names, in the asked order: a new array, or the same one.
 *
 * Equal values stay in the order of the names; companies not judged come last in both directions.
 */
export function sortPositions(columns: CompanyColumns, positions: Uint32Array, sort: CompanySort): Uint32Array {
  if (sort === "name" || positions.length < 2) return positions;
  if (sort === "-name") return positions.toReversed();
  const values = sort.endsWith("judgements") ? columns.judgements : columns.median;
  let most = 0;
  for (let index = 0; index < positions.length; index += 1) {
    const value = values[positions[index]!]!;
    if (value > most) most = value;
  }
  const order: Order = { values, most, isDescending: sort.startsWith("-") };
  const sorted = countingSort(positions, order, 0);
  return most < DIGIT - 1 ? sorted : countingSort(sorted, order, DIGIT_BITS);
}

interface Order {
  readonly values: Uint8Array | Uint32Array;
  readonly most: number;
  readonly isDescending: boolean;
}

const DIGIT_BITS = 16;
const DIGIT = 1 << DIGIT_BITS;

/** Used again by every sort; only as much of it is cleared as one needs. */
const counts = new Uint32Array(DIGIT);

/** One stable pass over 16 binary digits of the ranks, from `shift` on; a comparison would cost many times as much. */
function countingSort(positions: Uint32Array, { values, most, isDescending }: Order, shift: number): Uint32Array {
  const digitAt = (index: number): number => {
    const value = values[positions[index]!]!;
    const rank = value === 0 ? most + 1 : isDescending ? most - value : value;
    return (rank >>> shift) & (DIGIT - 1);
  };
  counts.fill(0, 0, Math.min(most + 2, DIGIT));
  for (let index = 0; index < positions.length; index += 1) counts[digitAt(index)]! += 1;
  let end = 0;
  for (let digit = 0; digit < DIGIT && end < positions.length; digit += 1) {
    const count = counts[digit]!;
    counts[digit] = end;
    end += count;
  }
  const sorted = new Uint32Array(positions.length);
  for (let index = 0; index < positions.length; index += 1) sorted[counts[digitAt(index)]!++] = positions[index]!;
  return sorted;
}
