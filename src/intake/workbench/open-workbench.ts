import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Atlas } from "../../atlas/atlas.ts";
import type { SingleByteEncoding } from "../sources/utf8.ts";
import { quoted } from "../counted.ts";
import { closeDatabase } from "../closed-database.ts";
import { type ColumnFacts, describeColumns, isTransposed } from "../guess/column-facts.ts";
import { type DatasetGuess, guessDataset } from "../guess/guess-dataset.ts";
import {
  areAlike,
  createRawTable,
  loadRawTables,
  type RawPart,
  type RawTable,
  tableNameOf,
  takenNames,
  withColumns,
} from "../guess/raw-table.ts";
import { apartLines, openRawFiles, type RawFiles } from "../sources/open-raw-files.ts";
import {
  type DatabaseOptions,
  fileLiteral,
  identifier,
  type IntakeDatabase,
  literal,
  openIntakeDatabase,
  readRows,
} from "../intake-database.ts";
import { kindOf, listFiles } from "../sources/open-file.ts";
import { type MappingFault, openMappedTables } from "../mapping/mapped-tables.ts";
import type { MappedValue, MappingTable } from "../mapping/mapping-schema.ts";
import { valueSql } from "../mapping/value-sql.ts";
import { namedMember } from "../mapping/mapping-text.ts";
import { ENTRIES_SQL } from "../mapping/write-mapped-sql.ts";
import { NUMBER_SQL } from "../numbers.ts";
import { ProblemList } from "../problem-report.ts";
import { messageOf } from "../read-description.ts";
import { runInProcess } from "../run-in-process.ts";

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
    /** The name that a table of its own would have. */
    readonly named: string;
  })[];
  readonly unread: readonly string[];
}

export interface BenchFiles {
  readonly tables: readonly BenchTable[];
  readonly faults: readonly MappingFault[];
  readonly notices: readonly string[];
  readonly unused: readonly UnusedFile[];
}

export interface BenchGuess {
  readonly guess: DatasetGuess;
  readonly unread: readonly string[];
  /** The encoding of text that is not UTF-8, with words that show whether it is right. */
  readonly decoded: RawFiles["decoded"];
}

interface WorkbenchOptions extends DatabaseOptions {
  readonly folder: string;
  readonly sqlSeconds: number;
  readonly atlas: Atlas;
  readonly onProgress: (said: string) => void;
}

const SETTINGS = new Set(["dataset.json", "mapping.json"]);

/** The raw files of a folder in a database, as a person works out what they mean. */
export class Workbench {
  readonly #options: WorkbenchOptions;
  readonly #database: IntakeDatabase;
  readonly #converted: string;
  /** Ends the last query of a mapping. */
  #query: AbortController | null = null;
  /** Loaded tables by name, each with a key of its files and settings. */
  readonly #loaded = new Map<string, { readonly key: string; readonly table: BenchTable }>();
  readonly #unused = new Map<string, { readonly key: string; readonly file: RawFile }>();

  private constructor(options: WorkbenchOptions, database: IntakeDatabase, converted: string) {
    this.#options = options;
    this.#database = database;
    this.#converted = converted;
  }

  /** Opens an empty workbench; the caller closes it. */
  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const database = await openIntakeDatabase(options);
    const converted = path.join(options.workFolder, "converted");
    await mkdir(converted, { recursive: true });
    const { folder } = options;
    await closeDatabase(database.connection, { folder, data: folder, converted, views: converted });
    await database.connection.run(`${NUMBER_SQL}
      ${ENTRIES_SQL}`);
    return new Workbench(options, database, converted);
  }

  get connection(): IntakeDatabase["connection"] {
    return this.#database.connection;
  }

  /** Lists the files in and below the folder that may hold rows, in order. */
  async files(): Promise<string[]> {
    const all = await listFiles(this.#options.folder);
    return all.filter((file) => kindOf(file) !== null && !SETTINGS.has(file) && !file.startsWith(".desk/"));
  }

  async stamps(): Promise<readonly string[]> {
    return await this.#stamps(await this.files());
  }

  /**
   * Guesses what the files hold: those that are chosen, or all. Its tables stay loaded, for a
   * mapping that is made of it. With `isCountryKnown`, companies may be in a table without a column
   * of countries.
   */
  async guess(
    encoding: SingleByteEncoding | null,
    chosen: readonly string[] | null = null,
    isCountryKnown = false,
  ): Promise<BenchGuess> {
    const { folder, atlas, onProgress, memoryMiB } = this.#options;
    const files = chosen ?? (await this.files());
    for (const name of this.#loaded.keys()) await this.#drop(name);
    onProgress(`Reading ${files.length === 1 ? files[0] : `${files.length} files`}`);
    const opened = await openRawFiles({ data: folder, files, converted: this.#converted, encoding, memoryMiB });
    const parts = opened.parts.filter(({ apart }) => apart === undefined);
    const { tables: all, unread } = await loadRawTables(this.connection, parts);
    const tables = all.filter((table) => !isTransposed(table, atlas));
    for (const table of all.filter((each) => !tables.includes(each))) {
      const named = quoted(
        table.columns.slice(1).map(({ name }) => name),
        3,
      );
      unread.push(
        `${table.parts.map(({ label }) => label).join(", ")}: each company seems to have a column, such as ${named}, and not a row. Turn the table (in a spreadsheet: Copy, Paste Special, Transpose), and save it again.`,
      );
    }
    onProgress("Looking at what stands in the columns");
    const guess = await guessDataset(tables, { connection: this.connection, atlas, isCountryKnown });
    await this.#keepGuessed(tables, guess);
    return {
      guess,
      unread: [...opened.unread, ...apartLines(opened.parts), ...unread],
      decoded: opened.decoded,
    };
  }

  /** Tables that the guess has left whole are kept; the mapping reads the others. */
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
    for (const name of this.#loaded.keys()) if (namedMember(tables, name) === undefined) await this.#drop(name);
    for (const [name, settings] of Object.entries(tables)) {
      onProgress(`Reading ${settings.files?.join(", ") ?? name}`);
      const options = { data: folder, converted: this.#converted, encoding, memoryMiB };
      const opened = await openMappedTables({ tables: { [name]: settings } }, options);
      faults.push(...opened.faults);
      notices.push(...opened.notices);
      for (const { parts, select, wave } of opened.tables) {
        const read = parts.flatMap((part) => part.files);
        const key = [select, ...(await this.#stamps(read))].join("\n");
        const made = { parts, select, key, settings, wave };
        const table = await (settings.sql === undefined
          ? this.#table(name, made, faults)
          : this.#queried(name, made, found, faults));
        if (table !== null) found.push(table);
      }
    }
    return { tables: found, faults, notices, unused: await this.#lookAtUnused(found, encoding) };
  }

  /** Returns the size and time of files, by which a change is noticed. */
  async #stamps(files: readonly string[]): Promise<string[]> {
    const stats = await Promise.all(files.map((file) => stat(path.join(this.#options.folder, file)).catch(() => null)));
    return stats.map((found, i) => `${files[i]} ${found?.size} ${found?.mtimeMs}`);
  }

  async #table(name: string, made: TableSource, faults: MappingFault[]): Promise<BenchTable | null> {
    const { parts, select, settings, wave, key } = made;
    const before = this.#loaded.get(name);
    // A table that a guess loaded has no stamps yet: its files were read a moment ago.
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

  /** Loads a table of a query, which runs in a process of its own as it is somebody else's. */
  async #queried(
    name: string,
    made: TableSource,
    above: readonly BenchTable[],
    faults: MappingFault[],
  ): Promise<BenchTable | null> {
    const { folder, sqlSeconds, memoryMiB, threads, workFolder } = this.#options;
    const key = [made.key, ...above.map((table) => this.#loaded.get(table.name)?.key)].join("\n");
    const select = `SELECT * FROM read_parquet(${fileLiteral(path.join(this.#converted, `${name}.parquet`))})`;
    if (this.#loaded.get(name)?.key !== key) {
      const views = [...above, { ...made, name }].map(
        (each) => `CREATE VIEW ${identifier(each.name)} AS ${each.select};`,
      );
      const folders = { folder, data: folder, converted: this.#converted, views: this.#converted };
      const script = [NUMBER_SQL, ENTRIES_SQL, ...views].join("\n");
      const problems = new ProblemList();
      const request = { script, folders, mapped: null, query: name, workFolder, memoryMiB, threads };
      this.#query = new AbortController();
      const { signal } = this.#query;
      const kept = await runInProcess(request, { sqlSeconds, problems, onProgress: () => {}, signal });
      for (const { found, expected, advice } of problems.problems)
        faults.push({ pointer: `/tables/${name}/sql`, found, expected, ...(advice === null ? {} : { advice }) });
      if (kept === null) return null;
    }
    return await this.#table(name, { ...made, select, key }, faults);
  }

  async #lookAtUnused(tables: readonly BenchTable[], encoding: SingleByteEncoding | null): Promise<UnusedFile[]> {
    const used = new Set(tables.flatMap(({ parts }) => parts.flatMap(({ files }) => files)));
    const taken = await takenNames(this.connection);
    for (const { name } of tables) taken.add(name);
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
    const opened = await openRawFiles({ data: folder, files: [file], converted: this.#converted, encoding, memoryMiB });
    const parts: RawPart[] = [];
    const unread = [...opened.unread, ...apartLines(opened.parts)];
    for (const part of opened.parts.filter(({ apart }) => apart === undefined))
      await withColumns(this.connection, part).then(
        (described) => parts.push(described),
        (error: unknown) => unread.push(`${part.label}: ${messageOf(error).split("\n", 1).join("")}`),
      );
    this.#unused.set(file, { key, file: { parts, unread } });
    return { parts, unread };
  }

  /** Reads the rows of a loaded table that name a company so, as in the files: cells by column. */
  async rowsOf(
    table: string,
    columns: readonly string[],
    named: MappedValue,
    company: string,
  ): Promise<ReadonlyMap<string, string | null>[]> {
    const rows = await readRows<{ cells: readonly (string | null)[] }>(
      this.connection,
      `SELECT [${columns.map(identifier).join(", ")}] AS cells FROM ${identifier(table)} AS t
       WHERE trim(${valueSql(named)}) = ${literal(company)} LIMIT ${ROWS_SHOWN_MAX}`,
    );
    return rows.map(({ cells }) => new Map(columns.map((column, at) => [column, cells[at] ?? null])));
  }

  interrupt(): void {
    this.connection.interrupt();
    this.#query?.abort();
  }

  close(): void {
    this.#database.close();
  }
}

const ROWS_SHOWN_MAX = 40;

type TableSource = Pick<BenchTable, "parts" | "select" | "settings" | "wave"> & { readonly key: string };

interface RawFile {
  readonly parts: readonly RawPart[];
  readonly unread: readonly string[];
}
