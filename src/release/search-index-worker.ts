import { writeFileSync } from "node:fs";
import path from "node:path";
import { workerData } from "node:worker_threads";
import { buildSearchIndex, SEARCH_FILE } from "./search-index.ts";

/*
 * The program of the thread that makes the search index of a large bundle.
 */

const folder = workerData as string;
writeFileSync(path.join(folder, SEARCH_FILE), buildSearchIndex(folder));
