import type { NumberName, NumberPlace, WordLayout } from "../trust/judgement-words.ts";

/** Reads one of the numbers of rows as `streamWords` gives them: see `NumberPlace`. A loop over very many rows reads `halves` itself, which takes half the time. */
export class NumberReader {
  readonly halves: Int32Array;
  readonly half: number;
  readonly shift: number;
  readonly mask: number;
  readonly nothing: number | null;

  constructor(words: readonly Int32Array[], { word, half, shift, mask, nothing }: NumberPlace) {
    this.halves = words[word]!;
    this.half = half;
    this.shift = shift;
    this.mask = mask;
    this.nothing = nothing;
  }

  at(row: number): number {
    return (this.halves[2 * row + this.half]! >>> this.shift) & this.mask;
  }
}

export type NumberReaders = Readonly<Record<NumberName, NumberReader>>;

export function readersOf(words: readonly Int32Array[], { places }: WordLayout): NumberReaders {
  const readers = Object.entries(places).map(([name, place]) => [name, new NumberReader(words, place)]);
  return Object.fromEntries(readers) as NumberReaders;
}
