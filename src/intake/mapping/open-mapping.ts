import type { ProblemList } from "../problem-report.ts";
import { readDescription } from "../read-description.ts";
import { findColumnFaults } from "./column-faults.ts";
import type { OpenFileOptions } from "../sources/open-file.ts";
import { type MappedTable, openMappedTables } from "./mapped-tables.ts";
import type { Mapping } from "./mapping-schema.ts";
import { addFault, MAPPING_FILE, type MappedNames, readMapping } from "./read-mapping.ts";
import { writeMappedSql } from "./write-mapped-sql.ts";

/** A mapping, with its script and tables for the files as they are now. */
export interface OpenedMapping {
  /** The SQL that is run to read the files. */
  readonly script: string;
  readonly mapping: Mapping;
  readonly tables: readonly MappedTable[];
}

interface MappingOptions extends OpenFileOptions {
  readonly folder: string;
  readonly names: MappedNames;
  readonly problems: ProblemList;
}

/**
 * Reads the `mapping.json` of a folder and looks into the files that it names. Returns undefined
 * where there is none; null, with problems, where it or its files have some.
 */
export async function openMapping(options: MappingOptions): Promise<OpenedMapping | undefined | null> {
  const { folder, names, problems } = options;
  const about = {
    folder,
    file: MAPPING_FILE,
    table: MAPPING_FILE,
    expected: "JSON in UTF-8",
    advice: "Save the file as UTF-8.",
  };
  const text = await readDescription(about, problems);
  if (text === null || text === undefined) return text;
  const read = readMapping(text, names, problems);
  if (read === null || names.scale === null) return null;
  const { mapping, lineOf } = read;
  const { tables, faults, notices } = await openMappedTables(mapping, options);
  const all = faults.length > 0 ? faults : findColumnFaults(mapping, tables);
  for (const fault of all) addFault(fault, lineOf, problems);
  if (all.length > 0) return null;
  for (const notice of notices) problems.notice(notice);
  return {
    script: writeMappedSql({ mapping, tables, bands: names.scale.bands.map(({ id }) => id) }),
    mapping,
    tables,
  };
}
