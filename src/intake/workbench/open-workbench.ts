import { mkdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { Atlas } from "../../atlas/atlas.ts";
import { TABLE_NAMES } from "../../tables/input-tables.ts";
import type { SingleByteEncoding } from "../decode-text.ts";
import { type ColumnFacts, describeColumns } from "../guess/column-facts.ts";
import { type DatasetGuess, guessDataset } from "../guess/guess-dataset.ts";
import type { GivenColumns } from "../guess/guess-table.ts";
import { areAlike, loadRawTables, tableNameOf, withColumns } from "../guess/load-raw-tables.ts";
import { openRawFiles } from "../guess/open-raw-files.ts";
import { createRawTable, type RawPart, type RawTable } from "../guess/raw-table.ts";
import {
  type DatabaseOptions,
  identifier,
  type IntakeDatabase,
  literal,
  openIntakeDatabase,
  readRows,
} from "../intake-database.ts";
import { listFiles, type MappingFault, openMappedTables } from "../mapping/mapped-tables.ts";
import type { MappedValue, MappingTable } from "../mapping/mapping-schema.ts";
import { valueSql } from "../mapping/value-sql.ts";
import { ENTRIES_SQL, NUMBER_SQL } from "../mapping/write-mapped-sql.ts";
import { messageOf } from "../read-description.ts";

/** A table of a mapping as its files are now, loaded and described. */
export interface BenchTable extends RawTable {
  readonly settings: MappingTable;
  /** The column of its waves; null where it has none. */
  readonly wave: string | null;
  readonly facts: readonly ColumnFacts[];
}

/** A file that no table of the mapping reads: what is in it, or why it cannot be read. */
export interface UnusedFile {
  readonly file: string;
  readonly parts: readonly (RawPart & {
    /** A table with nearly the same columns, whose rows these may be. */
    readonly like: string | null;
    /** What a table of its own would be called. */
    readonly named: string;
  })[];
  readonly unread: readonly string[];
}

/** What the files are now. */
export interface BenchFiles {
  readonly tables: readonly BenchTable[];
  readonly faults: readonly MappingFault[];
  readonly notices: readonly string[];
  readonly unused: readonly UnusedFile[];
}

/** A guess of all files, with what could not be read. */
export interface BenchGuess {
  readonly guess: DatasetGuess;
  readonly unread: readonly string[];
  readonly encoding: SingleByteEncoding | null;
}

export interface WorkbenchOptions extends DatabaseOptions {
  readonly folder: string;
  readonly atlas: Atlas;
  /** Told what is read now, in a few words. */
  readonly onProgress: (said: string) => void;
}

/** Files that a desk may read: no settings, nothing hidden. */
const TABLE_FILE = /\.(?:csv|tsv|txt|json|jsonl|ndjson|ya?ml|parquet|xlsx|xlsm)(?:\.(?:gz|zst))?$/iu;
const SETTINGS = new Set(["dataset.json", "mapping.json"]);

/** The raw files of a folder in a database, as a person works out what they mean. */
export class Workbench {
  readonly #options: WorkbenchOptions;
  readonly #database: IntakeDatabase;
  readonly #converted: string;
  /** By name, each with what it was read from. */
  readonly #loaded = new Map<string, { readonly key: string; readonly table: BenchTable }>();
  readonly #unused = new Map<string, { readonly key: string; readonly file: RawFile }>();

  private constructor(options: WorkbenchOptions, database: IntakeDatabase, converted: string) {
    this.#options = options;
    this.#database = database;
    this.#converted = converted;
  }

  /** Opens an empty one; `close` it. */
  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const database = await openIntakeDatabase(options);
    const converted = path.join(options.workFolder, "converted");
    await mkdir(converted, { recursive: true });
    await database.connection.run(`SET VARIABLE data = ${literal(await realpath(options.folder))};
      SET VARIABLE converted = ${literal(converted)};
      ${NUMBER_SQL}
      ${ENTRIES_SQL}`);
    return new Workbench(options, database, converted);
  }

  /** Where its tables can be asked. */
  get connection(): IntakeDatabase["connection"] {
    return this.#database.connection;
  }

  /** The names of the files in and below the folder that may hold rows, in order. */
  async files(): Promise<string[]> {
    const all = await listFiles(this.#options.folder);
    return all.filter((file) => TABLE_FILE.test(file) && !SETTINGS.has(file) && !file.startsWith(".desk/"));
  }

  /** What the files of the folder are by name, size and time. */
  async stamps(): Promise<readonly string[]> {
    return await this.#stamps(await this.files());
  }

  /** Guesses what all files hold. Its tables stay loaded, for a mapping that is made of it. */
  async guess(given: GivenColumns, encoding: SingleByteEncoding | null): Promise<BenchGuess> {
    const { folder, atlas, onProgress, memoryMiB } = this.#options;
    const files = await this.files();
    for (const name of this.#loaded.keys()) await this.#drop(name);
    onProgress(`Reading ${files.length === 1 ? files[0] : `${files.length} files`}`);
    const opened = await openRawFiles({
      dataFolder: folder,
      files: files.map((file) => path.join(folder, file)),
      converted: this.#converted,
      encoding,
      memoryMiB,
    });
    const { tables, unread } = await loadRawTables(this.connection, opened.parts, false);
    onProgress("Looking at what stands in the columns");
    const guess = await guessDataset(tables, { connection: this.connection, atlas, given });
    await this.#keepGuessed(tables, guess);
    return { guess, unread: [...opened.unread, ...unread], encoding: opened.encoding?.name ?? null };
  }

  /**
   * Tables that the guess has left whole need not be read again; the others are read by the
   * mapping.
   */
  async #keepGuessed(tables: readonly RawTable[], guess: DatasetGuess): Promise<void> {
    const guesses = [guess.companies, ...guess.judgements].filter((each) => each !== null);
    for (const table of tables) {
      const own = guesses.filter((each) => each.table.name === table.name);
      const isWhole = own.every(({ leftOut }) => leftOut.names.length === 0 && leftOut.emptyRows === 0);
      const facts = own[0]?.facts ?? describeColumns(table, this.#options.atlas);
      if (isWhole)
        this.#loaded.set(table.name, { key: table.select, table: { ...table, settings: {}, wave: null, facts } });
      else await this.#drop(table.name);
    }
  }

  async #drop(name: string): Promise<void> {
    this.#loaded.delete(name);
    await this.connection.run(`DROP TABLE IF EXISTS ${identifier(name)}`);
  }

  /**
   * Loads the tables of a mapping as their files are now; those that did not change stay. Throws
   * what DuckDB throws where it is interrupted.
   */
  async load(tables: Readonly<Record<string, MappingTable>>, encoding: SingleByteEncoding | null): Promise<BenchFiles> {
    const { folder, memoryMiB, onProgress } = this.#options;
    const found: BenchTable[] = [];
    const faults: MappingFault[] = [];
    const notices: string[] = [];
    for (const name of this.#loaded.keys()) if (tables[name] === undefined) await this.#drop(name);
    for (const [name, settings] of Object.entries(tables)) {
      onProgress(`Reading ${settings.files?.join(", ") ?? name}`);
      const options = { data: folder, converted: this.#converted, encoding, memoryMiB };
      const opened = await openMappedTables({ tables: { [name]: settings } }, options);
      faults.push(...opened.faults);
      notices.push(...opened.notices);
      for (const { parts, select, wave } of opened.tables) {
        const read = parts.flatMap((part) => part.files);
        const key = [select, ...(await this.#stamps(read))].join("\n");
        const table = await this.#table(name, { parts, select, key, settings, wave }, faults);
        if (table !== null) found.push(table);
      }
    }
    return { tables: found, faults, notices, unused: await this.#lookAtUnused(found, encoding) };
  }

  /** The size and time of files, by which a change is noticed. */
  async #stamps(files: readonly string[]): Promise<string[]> {
    const stats = await Promise.all(files.map((file) => stat(path.join(this.#options.folder, file)).catch(() => null)));
    return stats.map((found, i) => `${files[i]} ${found?.size} ${found?.mtimeMs}`);
  }

  async #table(
    name: string,
    made: Pick<BenchTable, "parts" | "select" | "settings" | "wave"> & { readonly key: string },
    faults: MappingFault[],
  ): Promise<BenchTable | null> {
    const { parts, select, settings, wave, key } = made;
    const before = this.#loaded.get(name);
    // What a guess has loaded has no stamps yet: its files were read a moment ago.
    if (before !== undefined && (before.key === key || (before.key === select && before.table.rows > 0))) {
      const table = { ...before.table, parts, settings, wave };
      this.#loaded.set(name, { key, table });
      return table;
    }
    await this.#drop(name);
    try {
      const read = await createRawTable(this.connection, { name, parts, select, uses: [] });
      const table = { ...read, settings, wave, facts: describeColumns(read, this.#options.atlas) };
      this.#loaded.set(name, { key, table });
      return table;
    } catch (error) {
      const found = messageOf(error).split("\n", 1).join("");
      faults.push({ pointer: `/tables/${name}`, found, expected: "a table with rows" });
      return null;
    }
  }

  /** Files that no table reads. */
  async #lookAtUnused(tables: readonly BenchTable[], encoding: SingleByteEncoding | null): Promise<UnusedFile[]> {
    const used = new Set(tables.flatMap(({ parts }) => parts.flatMap(({ files }) => files)));
    const taken = new Set<string>([...TABLE_NAMES, ...tables.map(({ name }) => name)]);
    const unused: UnusedFile[] = [];
    for (const file of (await this.files()).filter((each) => !used.has(each))) {
      const { parts, unread } = await this.#look(file, encoding);
      const described = parts.map((part) => {
        const like = tables.find((table) => table.parts.some((each) => areAlike(each, part)));
        return { ...part, like: like?.name ?? null, named: tableNameOf([part], taken) };
      });
      unused.push({ file, parts: described, unread });
    }
    return unused;
  }

  async #look(file: string, encoding: SingleByteEncoding | null): Promise<RawFile> {
    const { folder, memoryMiB } = this.#options;
    const key = [encoding, ...(await this.#stamps([file]))].join(" ");
    const before = this.#unused.get(file);
    if (before?.key === key) return before.file;
    const opened = await openRawFiles({
      dataFolder: folder,
      files: [path.join(folder, file)],
      converted: this.#converted,
      encoding,
      memoryMiB,
    });
    const parts: RawPart[] = [];
    const unread = [...opened.unread];
    for (const part of opened.parts)
      await withColumns(this.connection, part).then(
        (described) => parts.push(described),
        (error: unknown) => unread.push(`${part.label}: ${messageOf(error).split("\n", 1).join("")}`),
      );
    this.#unused.set(file, { key, file: { parts, unread } });
    return { parts, unread };
  }

  /** Cells of the rows of a loaded table that name a company so, as they are in the files. */
  async rowsOf(
    table: string,
    columns: readonly string[],
    named: MappedValue,
    company: string,
  ): Promise<Record<string, string | null>[]> {
    return await readRows(
      this.connection,
      `SELECT ${columns.map(identifier).join(", ")} FROM ${identifier(table)} AS t
       WHERE trim(${valueSql(named)}) = ${literal(company)} LIMIT ${ROWS_SHOWN_MAX}`,
    );
  }

  /** Ends the query under way. */
  interrupt(): void {
    this.connection.interrupt();
  }

  close(): void {
    this.#database.close();
  }
}

/** Rows of one company that are shown. */
const ROWS_SHOWN_MAX = 40;

interface RawFile {
  readonly parts: readonly RawPart[];
  readonly unread: readonly string[];
}
