import path from "node:path";
import { readIfThere, replaceDurably } from "./durable-files.ts";

/**
 * The file of a data folder that names the folder of its records: `current`, history and register.
 * Without it, they are in the data folder itself. A node that follows an origin gets all three
 * anew, and replaces this one file: nobody ever reads the history of one moment with the register
 * of another.
 */
const RECORDS_FILE = "records";

/** The folders that it may name are in this one. */
export const RECORDS_FOLDER = "records.d";

/** The folder that holds the records of a data folder. Throws where the file cannot be read. */
export function recordsFolderOf(dataFolder: string): string {
  const name = readIfThere(path.join(dataFolder, RECORDS_FILE))?.trim();
  if (name === undefined) return dataFolder;
  if (!/^[0-9a-f-]{1,80}$/u.test(name)) throw new Error(`${path.join(dataFolder, RECORDS_FILE)} names no folder`);
  return path.join(dataFolder, RECORDS_FOLDER, name);
}

/** Makes a folder inside RECORDS_FOLDER the one that holds the records, by one rename. */
export async function switchRecords(dataFolder: string, name: string): Promise<void> {
  await replaceDurably(path.join(dataFolder, RECORDS_FILE), `${name}\n`);
}
