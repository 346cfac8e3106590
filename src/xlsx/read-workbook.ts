import { readNumberStyles, readSharedStrings } from "./cell-text.ts";
import { attributeNamed, isTrue, parseWholeXml } from "./parse-xml.ts";
import { readSheet, type SheetRow } from "./read-rows.ts";
import { WorkbookError } from "./workbook-error.ts";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

/**
 * A workbook in XLSX: its sheets, and their rows as texts. Its parts are read here, and not by a
 * library, since libraries gave empty cells values, refused charts and knew parts by their exact
 * names alone (seen in hucre 1.0.0; decision 91).
 */
export interface Workbook {
  /** The sheets with cells in the order of their tabs. */
  readonly sheets: readonly WorkbookSheet[];
  readonly textMax: number;
  /** Reads the rows of a sheet that have texts, from the first. Throws a WorkbookError. */
  readonly rowsOf: (sheet: string) => AsyncGenerator<SheetRow>;
}

export interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

export interface WorkbookLimits {
  /** Maximum number of bytes that its parts unpack to. */
  readonly unpackedMax: number;
  /** Maximum number of cells and characters of a sheet: one text can fill all cells. */
  readonly textMax: number;
}

/**
 * Spreadsheets unpack to some ten times their size. A file that unpacks to much more was made to,
 * and would take minutes.
 */
const UNPACKED_TIMES_MAX = 100;
const UNPACKED_BYTES_FREE = 64 << 20;
/** A million rows of a hundred short texts have less. */
const TEXT_MAX = 2 ** 31;

/** The first bytes of an OLE2 container: an .xls workbook, or an encrypted one, by its stream. */
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const ENCRYPTED = Buffer.from("EncryptedPackage", "utf16le");

/** Opens a workbook. Throws a WorkbookError. */
export async function openWorkbook(bytes: Buffer, limits: WorkbookLimits = usualLimits(bytes)): Promise<Workbook> {
  if (bytes.subarray(0, OLE2.length).equals(OLE2))
    throw new WorkbookError(
      bytes.includes(ENCRYPTED)
        ? "a workbook with a password: save it without one"
        : "a workbook of Excel 97–2003 (.xls): save it as .xlsx or CSV",
    );
  try {
    const parts = await ZipParts.open(bytes);
    const size = parts.unpackedSize;
    if (size > limits.unpackedMax)
      throw new WorkbookError(
        `a workbook that unpacks to ${Math.round(size / 1e6)} MB, ${Math.round(size / bytes.length)} times its size: save the sheet as CSV`,
      );
    const relations = await relationsOf(parts, "");
    const main = relations.values().find(({ kind }) => kind === "officeDocument");
    if (main === undefined) throw new Error("it has no workbook");
    return await readWorkbook(parts, main.part, limits.textMax);
  } catch (error) {
    throw asWorkbookError(error);
  }
}

function usualLimits(bytes: Buffer): WorkbookLimits {
  const most = Math.max(UNPACKED_BYTES_FREE, bytes.length * UNPACKED_TIMES_MAX);
  return { unpackedMax: most, textMax: Math.min(most, TEXT_MAX) };
}

async function readWorkbook(parts: ZipParts, part: string, textMax: number): Promise<Workbook> {
  const relations = await relationsOf(parts, part);
  const sheets = new Map<string, WorkbookSheet & { readonly part: string }>();
  let is1904 = false;
  await parseWholeXml(parts.read(part), {
    open: (element, attributes) => {
      if (element === "workbookPr") is1904 = isTrue(attributes["date1904"]);
      const relation = relations.get(attributeNamed(attributes, "id") ?? "");
      // Charts and dialogs have tabs as well, but no cells.
      if (element !== "sheet" || relation?.kind !== "worksheet") return;
      const { name = "", state = "visible" } = attributes;
      if (sheets.has(name)) throw new Error(`two of its sheets have the name ${JSON.stringify(name)}`);
      sheets.set(name, { name, isHidden: state !== "visible", part: relation.part });
    },
  });
  if (sheets.size === 0) throw new Error("it has no sheet with cells");
  if (new Set(sheets.values().map((sheet) => sheet.part)).size < sheets.size)
    throw new Error("two of its sheets are one part");
  const partOf = (kind: string): string | null =>
    relations.values().find((each) => each.kind === kind && parts.has(each.part))?.part ?? null;
  const [stylesPart, stringsPart] = [partOf("styles"), partOf("sharedStrings")];
  const styles = stylesPart === null ? [] : await readNumberStyles(parts.read(stylesPart));
  let strings: readonly string[] | null = null;
  return {
    sheets: Array.from(sheets.values(), ({ name, isHidden }) => ({ name, isHidden })),
    textMax,
    async *rowsOf(name) {
      try {
        const own = sheets.get(name);
        if (own === undefined) throw new Error(`it has no sheet ${JSON.stringify(name)}`);
        strings ??= stringsPart === null ? [] : await readSharedStrings(parts.read(stringsPart));
        yield* readSheet({ name, open: () => parts.read(own.part), strings, styles, is1904, textMax });
      } catch (error) {
        throw asWorkbookError(error);
      }
    },
  };
}

/** A reference of a part to another one (ECMA-376 part 2, 6.5). */
interface Relation {
  /** The last word of its type. */
  readonly kind: string;
  readonly part: string;
}

/** Reads the relations of a part, or of the whole package, by their ids. */
async function relationsOf(parts: ZipParts, part: string): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  const cut = part.lastIndexOf("/") + 1;
  await parseWholeXml(parts.read(`${part.slice(0, cut)}_rels/${part.slice(cut)}.rels`), {
    open: (name, { Id = "", Type = "", Target = "", TargetMode }) => {
      if (name !== "Relationship" || TargetMode === "External") return;
      const target = new URL(Target, `file:///${part}`).pathname.slice(1);
      relations.set(Id, { kind: Type.slice(Type.lastIndexOf("/") + 1), part: decodeURIComponent(target) });
    },
  });
  return relations;
}

function asWorkbookError(error: unknown): WorkbookError {
  if (error instanceof WorkbookError) return error;
  const what = error instanceof Error ? error.message : String(error);
  const found = what.startsWith("too many bytes in the stream")
    ? "a workbook that unpacks to more than it says: save the sheet as CSV"
    : `not a whole .xlsx workbook (${what}): save it as .xlsx or CSV`;
  return new WorkbookError(found, { cause: error });
}

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
