import { realpath } from "node:fs/promises";
import path from "node:path";
import type { Atlas } from "../../atlas/atlas.ts";
import { type DatabaseOptions, literal, openIntakeDatabase } from "../intake-database.ts";
import { type DatasetGuess, guessDataset } from "./guess-dataset.ts";
import type { GivenColumns } from "./guess-table.ts";
import { loadRawTables } from "./load-raw-tables.ts";
import { YEAR_COLUMN } from "./raw-table.ts";
import { openRawFiles, type RawFiles, type RawFilesOptions } from "./open-raw-files.ts";

export type GuessOptions = Omit<RawFilesOptions, "converted"> & DatabaseOptions & { readonly atlas: Atlas };

export interface OpenedGuess {
  readonly encoding: RawFiles["encoding"];
  /** Files and parts of them that cannot be read, and why. */
  readonly unread: readonly string[];
  readonly guess: DatasetGuess;
}

/**
 * Reads the files as intake.sql will, and guesses what they hold. Returns a function for one guess
 * after another, as the publisher says more about the columns.
 */
export async function openGuess(options: GuessOptions): Promise<(given: GivenColumns) => Promise<OpenedGuess>> {
  const converted = path.join(options.workFolder, "converted");
  const files = await openRawFiles({ ...options, converted });
  return async (given) => {
    const database = await openIntakeDatabase(options);
    try {
      const { connection } = database;
      await connection.run(`SET VARIABLE data = ${literal(await realpath(options.dataFolder))};
        SET VARIABLE converted = ${literal(converted)};`);
      const { tables, unread } = await loadRawTables(
        connection,
        files.parts,
        given.roles.judged_on?.toLowerCase() === YEAR_COLUMN,
      );
      const guess = await guessDataset(tables, { connection, atlas: options.atlas, given });
      return { encoding: files.encoding, unread: [...files.unread, ...unread], guess };
    } finally {
      database.close();
    }
  };
}
