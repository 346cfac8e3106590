import { UNDATED } from "./table-columns.ts";

/** How large the numbers of the judgements can be. */
export interface NumberRanges {
  readonly companies: number;
  readonly pillars: number;
  readonly bands: number;
  /** The largest term of each column; null where no row has the column. */
  readonly criterion: number | null;
  readonly judge: number | null;
  readonly source: number | null;
  /** Whether a row may have a date. */
  readonly dated: boolean;
}

/** How judgements are packed into few whole numbers, whose order is that of `currentJudgements` in trust. */
export interface PackedLayout {
  /**
   * SQL: the packed numbers, sorted, of `rows`, which have the numbers of judgements as INTEGER columns, `age` in the place of `judged_on`. Of a row with a
   * NULL among them at least one number is NULL.
   */
  readonly sorted: (rows: string) => string;
  /** SQL: the rows of the table `packed` as the INTEGER columns of `clean.judgement`, in their order, and with their `rowid`. */
  readonly unpacked: (packed: string) => string;
  /** SQL over packed rows: whether something is missing of a row. */
  readonly isMissing: string;
  /** SQL over sorted packed rows: whether a row has company, pillar, criterion and judge of the row before; NULL for the first. */
  readonly isRepeated: string;
}

/** The age of a judgement: the days from its day to 2999-12-31, the last that is read, here counted from 1970-01-01. */
export const LAST_DAY = 376_199;
/** The undated is older than every date. */
export const AGE_UNDATED = 2 ** 20 - 1;

/** A BIGINT without its sign. */
const WORD_BITS = 63;

interface Field {
  readonly column: string;
  /** SQL: the number in the field, at least 0, of the column's value. */
  readonly pack: string;
  /** A field without bits is not packed. */
  readonly bits: number;
  /** SQL: the column's value of the number in the field. */
  readonly unpack: (field: string) => string;
}

/** A column that every row has has a bit at least, so that a NULL in it shows. */
const bitsOf = (maximum: number): number => Math.max(1, 32 - Math.clz32(maximum));

const plain = (column: string, maximum: number | null): Field => ({
  column,
  pack: column,
  bits: maximum === null ? 0 : bitsOf(maximum),
  unpack: (field) => field,
});

/**
 * Lays out the packed numbers of judgements: by company, pillar, criterion and judge, then the newest first, then by band and source, no source last. A number
 * or two are sorted in half the time of seven columns, and hold a third of the memory.
 */
export function layOutRows(ranges: NumberRanges): PackedLayout {
  const key = [
    plain("company", ranges.companies),
    plain("pillar", ranges.pillars),
    plain("criterion", ranges.criterion),
    plain("judge", ranges.judge),
  ];
  const words = wordsOf([...key, ...valueFields(ranges)]);
  const names = words.map((_, place) => `word_${place}`);
  const keyParts = words.flatMap((fields, place) => keyPart(fields, key, names[place]!));
  return {
    sorted: (rows) => `SELECT ${words.map((fields, place) => `${packed(fields)} AS ${names[place]}`).join(", ")}
      FROM (${rows}) ORDER BY ${names.join(", ")}`,
    unpacked: (table) => `SELECT rowid, company, pillar, band, criterion, judge, judged_on, "source"
      FROM (SELECT rowid, ${words.flatMap((fields, place) => unpacked(fields, names[place]!)).join(", ")} FROM ${table})`,
    isMissing: `(${names.map((name) => `${name} IS NULL`).join(" OR ")})`,
    isRepeated: `(${keyParts.map((part) => `${part("")} = ${part("lag")}`).join(" AND ")})`,
  };
}

function valueFields({ bands, source, dated }: NumberRanges): Field[] {
  const noSource = (source ?? 0) + 1;
  return [
    {
      column: "judged_on",
      pack: "age",
      bits: dated ? bitsOf(AGE_UNDATED) : 0,
      unpack: (age) =>
        dated ? `CASE WHEN ${age} = ${AGE_UNDATED} THEN ${UNDATED} ELSE ${LAST_DAY} - ${age} END` : UNDATED,
    },
    plain("band", bands),
    {
      column: `"source"`,
      pack: `CASE WHEN "source" = 0 THEN ${noSource} ELSE "source" END`,
      bits: source === null ? 0 : bitsOf(noSource),
      unpack: (field) => (source === null ? "0" : `CASE WHEN ${field} = ${noSource} THEN 0 ELSE ${field} END`),
    },
  ];
}

/** Distributes the fields over words, in their order. */
function wordsOf(fields: readonly Field[]): Field[][] {
  const words: Field[][] = [[]];
  let room = WORD_BITS;
  for (const field of fields) {
    if (field.bits > room) {
      words.push([]);
      room = WORD_BITS;
    }
    words.at(-1)!.push(field);
    room -= field.bits;
  }
  return words;
}

/** Where the fields of a word begin, in bits from its lowest. */
function shiftsOf(fields: readonly Field[]): number[] {
  let shift = fields.reduce((sum, { bits }) => sum + bits, 0);
  return fields.map(({ bits }) => (shift -= bits));
}

function packed(fields: readonly Field[]): string {
  const shifts = shiftsOf(fields);
  const terms = fields.flatMap(({ pack, bits }, i) => (bits === 0 ? [] : `((${pack})::BIGINT << ${shifts[i]})`));
  return terms.join(" | ");
}

function unpacked(fields: readonly Field[], word: string): string[] {
  const shifts = shiftsOf(fields);
  return fields.map(({ column, bits, unpack }, i) => {
    const number = bits === 0 ? "0" : `((${word} >> ${shifts[i]}) & ${2 ** bits - 1})`;
    return `(${unpack(number)})::INTEGER AS ${column}`;
  });
}

/** The part of a word that belongs to the key, of the row itself or of the one before, or nothing. */
function keyPart(fields: readonly Field[], key: readonly Field[], word: string): ((row: "" | "lag") => string)[] {
  const shifts = shiftsOf(fields);
  const last = fields.findLastIndex((field) => key.includes(field) && field.bits > 0);
  if (last < 0) return [];
  return [(row) => `(${row === "" ? word : `lag(${word}) OVER ()`} >> ${shifts[last]})`];
}
