import { constants, setPriority } from "node:os";
import { type NameMatch, NameMatcher, type NameQuestion } from "./match-name.ts";
import { serveIndex } from "./serve-index.ts";

/* The program of the thread that matches lists of names. */

/*
 * A list takes a second, other answers a millisecond: where processors are short, they go first.
 * Linux alone sets the priority of a thread (setpriority(2)); elsewhere it is that of the process.
 */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

serveIndex<readonly NameQuestion[], readonly NameMatch[]>((reader) => {
  const matcher = new NameMatcher(reader);
  return (questions) => questions.map((question) => matcher.match(question));
});
