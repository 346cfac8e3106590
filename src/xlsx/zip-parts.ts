import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

/** The parts of a ZIP file; the directory is read once. */
export class ZipParts {
  /** The number of bytes that the parts unpack to, as the directory says. */
  readonly unpackedSize: number;
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.unpackedSize = entries.values().reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    this.#file = file;
    this.#entries = entries;
  }

  /** Reads the directory. Throws if the file is no whole ZIP file, or has two parts of one name. */
  static async open(bytes: Buffer): Promise<ZipParts> {
    const file = await fromBufferPromise(bytes, { decodeStrings: false });
    const entries = new Map<string, Entry>();
    for await (const entry of file.eachEntry()) {
      const name = partKey(entry.fileNameRaw.toString("utf8"));
      if (entries.has(name)) throw new Error(`it has two parts with the name ${name.slice(0, 100)}`);
      entries.set(name, entry);
    }
    return new ZipParts(file, entries);
  }

  has(name: string): boolean {
    return this.#entries.has(partKey(name));
  }

  /**
   * Unpacks a part. Throws if there is no such part, or if it unpacks to another size than the
   * directory says.
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(partKey(name));
    if (entry === undefined) throw new Error(`its part ${name} is missing`);
    yield* await this.#file.openReadStreamPromise(entry);
  }
}

/**
 * Names of parts are the same in any case (ECMA-376 part 2, 6.2.2.3). Some programs begin them with
 * a slash, or write backslashes.
 */
function partKey(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\//u, "").toLowerCase();
}
