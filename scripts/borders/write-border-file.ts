import { type BorderArrays, checksumOf, FORMAT, HEADER_BYTES, MAGIC } from "../../src/atlas/borders/border-file.ts";

/** Packs the parts into the bytes of a file. */
export function writeBorderFile({ facts, roots, tiles, palettes, inland }: BorderArrays): Buffer {
  const text = Buffer.from(JSON.stringify(facts));
  const parts = [roots, tiles, palettes, inland].map((part) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  const lengths = [...parts.map(({ length }) => length), text.length];
  const offsets: number[] = [];
  let end = HEADER_BYTES;
  for (const length of lengths) {
    offsets.push(end);
    end += Math.ceil(length / 8) * 8;
  }
  const file = Buffer.alloc(end);
  file.write(MAGIC, 0, "latin1");
  file.writeUInt32LE(FORMAT, 8);
  file.writeUInt32LE(end, 12);
  lengths.forEach((length, index) => file.writeUInt32LE(length, 20 + index * 4));
  [...parts, text].forEach((part, index) => part.copy(file, offsets[index]));
  file.writeUInt32LE(checksumOf(file), 16);
  return file;
}
