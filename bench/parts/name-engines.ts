import MiniSearch from "minisearch";
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { IndexBuilder } from "../../src/search/build-index.ts";
import { openIndex } from "../../src/search/index-file.ts";
import type { SearchDocument } from "../../src/search/search-document.ts";
import { searchNames } from "../../src/search/search-names.ts";

/** Something that finds names. */
export interface NameEngine {
  readonly name: string;
  /** Processor time of the thread. */
  readonly buildSeconds: number;
  readonly megabytes: number;
  /** The positions of the first ten hits. */
  find(text: string): readonly number[];
}

/** How long this thread has worked, however long it had to wait for a processor. */
export function processorSecondsOfThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000_000;
}

/** The index of the product, written to `file` as a bundle holds it. */
export function openOwnEngine(documents: readonly SearchDocument[], file: string): NameEngine {
  const startedAt = processorSecondsOfThread();
  const builder = new IndexBuilder();
  for (const document of documents) builder.add(document);
  const bytes = builder.finish();
  const buildSeconds = processorSecondsOfThread() - startedAt;
  writeFileSync(file, bytes);
  const reader = openIndex(bytes);
  return {
    name: "country-trust",
    buildSeconds,
    megabytes: bytes.length / 1_000_000,
    find: (text) => searchNames(reader, { text, offset: 0, limit: 10 }).names.map(({ position }) => position),
  };
}

/**
 * FTS5 as it comes: folded words, beginnings of two and three letters, bm25; any of the words, the
 * last one unfinished.
 */
export function openFts5(documents: readonly SearchDocument[], file: string): NameEngine {
  const startedAt = processorSecondsOfThread();
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE names USING fts5(name, aliases, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'); BEGIN`);
  const insert = database.prepare("INSERT INTO names (rowid, name, aliases) VALUES (?, ?, ?)");
  for (const { position, name, aliases } of documents) insert.run(position, name, aliases.join(" "));
  database.exec("COMMIT; INSERT INTO names (names) VALUES ('optimize')");
  const buildSeconds = processorSecondsOfThread() - startedAt;
  const { bytes } = database
    .prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
    .get() as { bytes: number };
  const match = database.prepare("SELECT rowid FROM names WHERE names MATCH ? ORDER BY rank LIMIT 10");
  return {
    name: "FTS5",
    buildSeconds,
    megabytes: bytes / 1_000_000,
    find(text) {
      const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
      const quoted = words.map((word, at) => (at === words.length - 1 ? `"${word}"*` : `"${word}"`));
      return quoted.length === 0 ? [] : match.all(quoted.join(" OR ")).map(({ rowid }) => rowid as number);
    },
  };
}

/** MiniSearch with the options its documentation advises for a search field. */
export function openMiniSearch(documents: readonly SearchDocument[]): NameEngine {
  const startedAt = processorSecondsOfThread();
  const search = new MiniSearch<SearchDocument>({
    idField: "position",
    fields: ["name", "aliases"],
    processTerm: (term) =>
      term
        .normalize("NFD")
        .replaceAll(/[\u0300-\u036f]/gu, "")
        .toLowerCase(),
    extractField: (document, field) =>
      field === "aliases" ? document.aliases.join(" ") : (document[field as "name" | "position"] as string),
    searchOptions: { boost: { name: 2 }, fuzzy: 0.2, prefix: true },
  });
  search.addAll(documents);
  return {
    name: "MiniSearch",
    buildSeconds: processorSecondsOfThread() - startedAt,
    megabytes: Number.NaN,
    find: (text) =>
      search
        .search(text)
        .slice(0, 10)
        .map(({ id }) => id as number),
  };
}
