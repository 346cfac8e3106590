import { openNameSearch } from "../../src/search/open-name-search.ts";

/*
 * The program that opens a search index and answers from it, in a process of its own: how long to the first answer, and how much memory after many.
 */

const [file = "", ...texts] = process.argv.slice(2);
const before = process.memoryUsage.rss();
const startedAt = performance.now();
// In this very thread, however large it is.
const search = openNameSearch(file, Infinity);
await search.find({ text: texts[0]!, offset: 0, limit: 10 });
const openMilliseconds = performance.now() - startedAt;
for (const text of texts) await search.find({ text, offset: 0, limit: 10 });
process.send?.({ openMilliseconds, residentBytes: process.memoryUsage.rss() - before });
