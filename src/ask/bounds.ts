/** The most of something that one request may hold or take. */
interface Bound {
  readonly most: number;
  /** The things counted, as sentences name them after the figure. */
  readonly what: string;
  /** The reason for a bound, and for this one. */
  readonly because: string;
}

const MIB = 1 << 20;

/**
 * Bounds of one request, beside the length of its body, which each operation states. All of them
 * are checked while a body is read, before anything is made of it. `/problems` lists them.
 */
export const BOUNDS = {
  listRows: {
    most: 10_000,
    what: "rows of a list of companies or places",
    because: "Ten thousand names are matched in about a second, with other requests in between.",
  },
  listColumns: {
    most: 200,
    what: "columns of such a list",
    because: "Lists that people keep have a few dozen; each column is read in every row.",
  },
  listCells: {
    most: 500_000,
    what: "cells of such a list in all",
    because: "Fifty columns in every row. Cells are held in memory, and take more of it than their text.",
  },
  rowBytes: {
    most: 128 * 1024,
    what: "bytes of one row of a CSV file",
    because: "A quotation mark that is never closed is found there, and not at the end of the file.",
  },
  jsonDepth: {
    most: 32,
    what: "levels that lists and objects of a JSON body are nested",
    because: "No body has more than six. What is nested 100,000 deep exhausts the stack of whatever walks it.",
  },
  jsonMembers: {
    most: 64,
    what: "members of one object in a JSON body",
    because: "The largest is a batch of 50 queries. Every unknown member is an error of its own to describe.",
  },
  jsonItems: {
    most: 10_000,
    what: "items of one list in a JSON body",
    because: "A list of companies has as many rows; every operation states how many it takes.",
  },
  jsonValues: {
    most: 100_000,
    what: "values in a JSON body in all",
    because: "A list of 10,000 companies with everything that can be said of each has 70,000.",
  },
  bodiesBytes: {
    most: 64 * MIB,
    what: "bytes of bodies that a process reads and answers at a time, a quarter of them for bodies up to 64 KiB",
    because: "Bodies that never end would fill the memory. Beyond it the answer is 503 with `Retry-After`.",
  },
  bodySeconds: {
    most: 15,
    what: "seconds that a body may take to arrive, and one more for each 64 KiB of it",
    because: "A body that stalls holds its part of the memory. Beyond it the answer is 408.",
  },
  picturesWaiting: {
    most: 16,
    what: "pictures that wait to be drawn, one after the other",
    because: "One takes up to 0.3 seconds of a processor; nobody waits much longer than for a slow page.",
  },
} as const satisfies Readonly<Record<string, Bound>>;

/** The sentence about bounds in the description of the API. */
export const BOUNDS_DESCRIPTION = `A JSON body has at most ${BOUNDS.jsonDepth.most} levels, ${BOUNDS.jsonMembers.most} members an object, ${BOUNDS.jsonItems.most.toLocaleString("en")} items a list and ${BOUNDS.jsonValues.most.toLocaleString("en")} values, and arrives within ${BOUNDS.bodySeconds.most} seconds and one more for each 64 KiB.`;
