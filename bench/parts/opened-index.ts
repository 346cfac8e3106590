import { openNameSearch } from "../../src/search/open-name-search.ts";

/*
 * The program that opens a search index and answers from it, in a process of its own: how long to
 * the first answer, and how much memory after many.
 */

const [file = "", position = "", ...texts] = process.argv.slice(2);
const before = process.memoryUsage.rss();
const startedAt = performance.now();
const processorBefore = process.cpuUsage();
const search = openNameSearch(file, position === "worker thread" ? 0 : Infinity);
await search.find({ text: texts[0]!, offset: 0, limit: 10 });
const openMilliseconds = performance.now() - startedAt;
const { user, system } = process.cpuUsage(processorBefore);
for (const text of texts) await search.find({ text, offset: 0, limit: 10 });
process.send?.({
  openMilliseconds,
  processorMilliseconds: (user + system) / 1000,
  residentBytes: process.memoryUsage.rss() - before,
});
