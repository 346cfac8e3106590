import { JUDGEMENT_COLUMNS, type JudgementColumn, type JudgementColumnName } from "../tables/judgements.ts";
import { UNDATED } from "../trust/judged-on.ts";

/*
 * The current judgements of one company as one value, which the release's database holds beside the
 * company: all columns of one judgement after those of another, as unsigned LEB128 numbers. A date
 * is zigzag encoded, plus 1, 0 for none; a URL is an index, from 1, in the company's own list of
 * URLs, 0 for none; everything else is the number of the clean table. Ten million judgements take
 * about 100 MB this way, and the detail of a company one row.
 */

/** The columns of a stored judgement, in their order. */
export const STORED_COLUMNS = JUDGEMENT_COLUMNS.filter((column) => column.type !== "company");

/**
 * A judgement as stored: dates are numbers of `trust/judged-on.ts` or `UNDATED`, URLs indexes from
 * 1 in the company's list or 0.
 */
export type StoredJudgement = Readonly<Record<Exclude<JudgementColumnName, "company">, number>>;

const BYTES_PER_NUMBER_MAX = 5;
const BYTES_PER_JUDGEMENT_MAX = STORED_COLUMNS.length * BYTES_PER_NUMBER_MAX;
const IS_DATE = STORED_COLUMNS.map(({ type }) => type === "date");

/** Encodes the judgements of one company after another in the same buffer. */
export class JudgementEncoder {
  #bytes = Buffer.allocUnsafe(16 * 1024);
  #length = 0;

  /** Adds a judgement: its numbers in the order of `STORED_COLUMNS`. */
  add(numbers: readonly number[]): void {
    if (this.#bytes.length - this.#length < BYTES_PER_JUDGEMENT_MAX) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)]);
    }
    for (let column = 0; column < numbers.length; column += 1) {
      const number = numbers[column]!;
      this.#put(IS_DATE[column] ? encodeDate(number) : number);
    }
  }

  /** The judgements added since the last call; valid until the next `add`. */
  take(): Buffer {
    const encoded = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return encoded;
  }

  #put(number: number): void {
    let rest = number;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }
}

/**
 * Makes a reader for the output of a `JudgementEncoder` in a release of a bundle format, which its
 * manifest names: it visits one judgement after another, as numbers in the order of
 * `STORED_COLUMNS`, in an array that is used again. The columns that the format lacks are read as
 * none. Throws a RangeError where the bytes end within a judgement.
 */
export function judgementReader(
  format: number,
): (bytes: Uint8Array, visit: (numbers: readonly number[]) => void) => void {
  const isThere = STORED_COLUMNS.map(({ sinceFormat = 0 }: JudgementColumn) => sinceFormat <= format);
  const numbers = IS_DATE.map((isDate): number => (isDate ? UNDATED : 0));
  return (bytes, visit) => {
    let at = 0;
    const next = (): number => {
      let number = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++];
        if (byte === undefined) throw new RangeError(`judgements end within one, at byte ${at - 1}`);
        number |= (byte & 127) << shift;
        if (byte < 128) return number >>> 0;
      }
    };
    while (at < bytes.length) {
      for (let column = 0; column < numbers.length; column += 1) {
        if (isThere[column]) numbers[column] = IS_DATE[column] ? decodeDate(next()) : next();
      }
      visit(numbers);
    }
  };
}

/** Makes a reader that returns all judgements at once, with names. */
export function judgementDecoder(format: number): (bytes: Uint8Array) => StoredJudgement[] {
  const read = judgementReader(format);
  return (bytes) => {
    const judgements: StoredJudgement[] = [];
    read(bytes, (numbers) => {
      const judgement = {} as Record<keyof StoredJudgement, number>;
      for (const [column, { name }] of STORED_COLUMNS.entries()) judgement[name] = numbers[column] ?? 0;
      judgements.push(judgement);
    });
    return judgements;
  };
}

function encodeDate(date: number): number {
  return date === UNDATED ? 0 : ((date << 1) ^ (date >> 31)) + 1;
}

function decodeDate(number: number): number {
  return number === 0 ? UNDATED : ((number - 1) >>> 1) ^ -((number - 1) & 1);
}
