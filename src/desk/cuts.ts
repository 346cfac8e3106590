import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import type { DraftDataset, DraftEntry, DraftMapping } from "../intake/guess/drafts.ts";

/** The bands, the conversion and the mapping after a form. */
export interface Next {
  readonly said: string;
  readonly bands?: readonly DraftEntry[];
  readonly conversion?: MappedConversion;
  readonly mapping?: Partial<DraftMapping>;
}

/** The bands that a conversion uses, worst first. */
export function bandsUsed(conversion: MappedConversion | null, bands: readonly DraftEntry[]): readonly DraftEntry[] {
  const own = conversion?.bands;
  return own === undefined ? bands : bands.filter(({ id }) => own.includes(id));
}

/** Returns the cuts of so many bands at equal steps; none for fewer than two bands. */
export function equalCuts(numbers: readonly number[], count: number): number[] {
  if (numbers.length === 0 || count < 2) return [];
  const low = numbers.reduce((least, number) => Math.min(least, number));
  const high = numbers.reduce((most, number) => Math.max(most, number));
  return Array.from({ length: count - 1 }, (_, i) => Number((low + ((high - low) * (i + 1)) / count).toPrecision(4)));
}

/** Adds one cut, as far from the last as that is from the one before. */
export function withOneMore(cuts: readonly number[]): number[] {
  const last = cuts.at(-1) ?? 0;
  return [...cuts, last + ((cuts.at(-1) ?? 1) - (cuts.at(-2) ?? 0) || 1)];
}

/** A scale of these bands, under an id that is made of theirs. */
export function scaleOf(bands: readonly DraftEntry[], { scale }: DraftDataset): NonNullable<DraftDataset["scale"]> {
  const id = bands
    .map((each) => each.id)
    .join("-")
    .slice(0, 60)
    .replace(/-+$/u, "");
  return { ...scale, id, bands };
}
