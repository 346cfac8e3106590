/** A value in Thrift's compact protocol, in which Parquet files describe themselves. Numbers are at least 0, as all of theirs are. */
export interface ThriftValue {
  readonly type: number;
  readonly bytes: Buffer;
}

const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/** The size of a list that its first byte cannot say. */
const LONG_LIST = 15;

/** Unsigned LEB128 of a safe whole number. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const zigzag = (value: number): Buffer => varint(2 * value);

export const i32 = (value: number): ThriftValue => ({ type: I32, bytes: zigzag(value) });

export const i64 = (value: number): ThriftValue => ({ type: I64, bytes: zigzag(value) });

export function binary(value: string | Buffer): ThriftValue {
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return { type: BINARY, bytes: Buffer.concat([varint(bytes.length), bytes]) };
}

/** Of values of one type; an empty one is of structs. */
export function list(items: readonly ThriftValue[]): ThriftValue {
  const type = items[0]?.type ?? STRUCT;
  const isLong = items.length >= LONG_LIST;
  const head = isLong
    ? [Buffer.from([(LONG_LIST << 4) | type]), varint(items.length)]
    : [Buffer.from([(items.length << 4) | type])];
  return { type: LIST, bytes: Buffer.concat([...head, ...items.map(({ bytes }) => bytes)]) };
}

/** Of fields by their id from 1 to 15; those that are undefined are left out. */
export function struct(fields: Readonly<Record<number, ThriftValue | undefined>>): ThriftValue {
  const pieces: Buffer[] = [];
  let before = 0;
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    pieces.push(Buffer.from([((Number(key) - before) << 4) | value.type]), value.bytes);
    before = Number(key);
  }
  return { type: STRUCT, bytes: Buffer.concat([...pieces, Buffer.from([0])]) };
}
