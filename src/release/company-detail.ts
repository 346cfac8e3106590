import type { Distribution } from "../trust/scale.ts";
import type { CompanyFacts, ProductFacts } from "./company-batches.ts";
import { type PackedJudgement, putNumber, unpackJudgements } from "./judgement-blob.ts";

/*
 * What only the detail of a company tells, as one value, because each column and each statement more costs an answer about as much as
 * writing a tenth of it. One after another:
 *
 * - how many aliases, products and sources there are, and for each pillar its judgements per band and the rank of its median, 0 for none:
 *   unsigned LEB128 numbers;
 * - each source, website, LEI, each alias, id, slug, name and brand of each product: JSON strings or null in UTF-8, with a comma behind each;
 * - the judgements, see judgement-blob.ts, to the end.
 */

/** A company's judgements in one pillar, and their median. */
export interface PillarProfile {
  readonly distribution: Distribution;
  /** Rank from 1, or null when nothing is judged. */
  readonly median: number | null;
}

export type DetailProduct = Omit<ProductFacts, "company">;

/** What a detail is packed from. */
export interface DetailParts extends Pick<CompanyFacts, "website" | "lei" | "aliases"> {
  readonly pillars: readonly PillarProfile[];
  readonly products: readonly DetailProduct[];
  readonly sources: readonly string[];
  /** As a `JudgementPacker` packs them. */
  readonly judgements: Uint8Array;
}

const ALIAS_SEPARATOR = "|";
const BYTES_PER_CHARACTER_MAX = 3;
const BYTES_PER_NUMBER_MAX = 5;

let room = Buffer.allocUnsafe(16 * 1024);

/** Packs a detail in memory that the next one is packed in, too. */
export function packDetail({ website, lei, aliases, pillars, products, sources, judgements }: DetailParts): Buffer {
  const names = aliases === null ? [] : aliases.split(ALIAS_SEPARATOR);
  const texts: (string | null)[] = [...sources, website, lei, ...names];
  for (const { id, slug, name, brand } of products) texts.push(id, slug, name, brand);
  const values = `${JSON.stringify(texts).slice(1, -1)},`;
  const numbersMax = 3 + pillars.reduce((sum, { distribution }) => sum + distribution.length + 1, 0);
  const bytesMax = numbersMax * BYTES_PER_NUMBER_MAX + values.length * BYTES_PER_CHARACTER_MAX + judgements.length;
  if (room.length < bytesMax) room = Buffer.allocUnsafe(2 * bytesMax);
  let end = putNumber(room, 0, names.length);
  end = putNumber(room, end, products.length);
  end = putNumber(room, end, sources.length);
  for (const { distribution, median } of pillars) {
    for (const count of distribution) end = putNumber(room, end, count);
    end = putNumber(room, end, median ?? 0);
  }
  end += room.write(values, end);
  room.set(judgements, end);
  return room.subarray(0, end + judgements.length);
}

/** How many pillars and bands a packed detail has. */
export interface DetailShape {
  readonly pillars: number;
  readonly bands: number;
}

/** A packed detail, taken apart. */
export interface UnpackedDetail extends DetailParts {
  readonly current: readonly PackedJudgement[];
}

/** Takes a packed detail apart. Throws where it ends too early. */
export function unpackDetail(packed: Buffer, shape: DetailShape): UnpackedDetail {
  const cursor = new DetailCursor(packed);
  const counts = [cursor.number(), cursor.number(), cursor.number()] as const;
  const pillars = Array.from({ length: shape.pillars }, () => {
    const distribution = Array.from({ length: shape.bands }, () => cursor.number());
    return { distribution, median: cursor.number() || null };
  });
  const text = (): string | null => {
    const start = cursor.at;
    return JSON.parse(packed.toString("utf8", start, cursor.passValue())) as string | null;
  };
  const texts = (length: number): string[] => Array.from({ length }, () => text() as string);
  const [aliases, products, sources] = counts;
  const detail = {
    pillars,
    sources: texts(sources),
    website: text(),
    lei: text(),
    aliases: aliases === 0 ? null : texts(aliases).join(ALIAS_SEPARATOR),
    products: Array.from({ length: products }, () => {
      return { id: text(), slug: text() as string, name: text() as string, brand: text() };
    }),
  };
  const judgements = packed.subarray(cursor.at);
  return { ...detail, judgements, current: unpackJudgements(judgements) };
}

const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;
const NULL_START = 0x6e;
const NULL_BYTES = "null".length;

/** Reads a packed detail from its start to its end. */
export class DetailCursor {
  /** What is read next. */
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether all was read. */
  isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw new RangeError(`a packed detail ends in the middle, at byte ${this.at - 1}`);
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  /** Passes over so many numbers; gives a text that only the same numbers have. */
  passNumbers(count: number): string {
    const start = this.at;
    for (let left = count; left > 0;) if (this.#bytes[this.at++]! < 128) left -= 1;
    return this.#bytes.toString("latin1", start, this.at);
  }

  /** Whether the value that comes next is null. */
  isNull(): boolean {
    return this.#bytes[this.at] === NULL_START;
  }

  /** Passes over a value; gives where it ends. */
  passValue(): number {
    const bytes = this.#bytes;
    let end = this.at;
    if (bytes[end] === NULL_START) end += NULL_BYTES;
    else {
      end += 1;
      while (bytes[end] !== QUOTATION_MARK) {
        if (end >= bytes.length) throw new RangeError("a packed detail ends within a text");
        end += bytes[end] === BACKSLASH ? 2 : 1;
      }
      end += 1;
    }
    this.at = end + 1;
    return end;
  }
}
