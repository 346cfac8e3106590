import { workerData } from "node:worker_threads";
import { workOff } from "./batch-thread.ts";
import { SearchIndexFile } from "./search-index.ts";

/*
 * The program of the thread that makes the search index of a large bundle.
 */

workOff(new SearchIndexFile(workerData as string));
