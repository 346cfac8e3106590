import { type NameMatch, NameMatcher, type NameQuestion } from "./match-name.ts";
import { serveIndex } from "./serve-index.ts";

/* The program of the thread that matches lists of names. */

serveIndex<readonly NameQuestion[], readonly NameMatch[]>((reader) => {
  const matcher = new NameMatcher(reader);
  return (questions) => questions.map((question) => matcher.match(question));
});
