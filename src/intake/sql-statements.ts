/** One statement of a script. */
export interface SqlStatement {
  readonly text: string;
  /** Line of the script on which it begins, from 1. */
  readonly line: number;
  /** Its first words, in lower case: what it does. */
  readonly words: readonly string[];
  /**
   * Names before an opening bracket, in lower case and in ASCII: the functions it calls, among
   * others.
   */
  readonly calls: readonly string[];
}

/**
 * Spaces and line comments, strings (with escapes, plain, dollar-quoted), quoted names, words, and
 * any other character.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n\r]*)`,
    String.raw`(?<comment>\/\*)`,
    String.raw`(?<string>[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\k<tag>\$)`,
    String.raw`"(?<quoted>(?:[^"]|"")*)"`,
    String.raw`(?<word>(?:[A-Za-z_]|[^\s\x00-\x7f])(?:[\w$]|[^\s\x00-\x7f])*)`,
    String.raw`(?<end>;)`,
    String.raw`[\s\S]`,
  ].join("|"),
  "y",
);

/**
 * Cuts a script of DuckDB's SQL into its statements. Empty ones are left out. A string that is not
 * closed runs to the next semicolon; DuckDB itself says what is wrong with it.
 */
export function splitStatements(script: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let current = openStatement();
  let before: string | null = null;
  let at = 0;
  while (at < script.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(script);
    if (match === null) break;
    const { space, comment, quoted, word, end } = match.groups ?? {};
    const next = comment === undefined ? TOKEN.lastIndex : endOfComment(script, at);
    if (space !== undefined || comment !== undefined) {
      at = next;
      continue;
    }
    if (end !== undefined) {
      close(at);
      current = openStatement();
      before = null;
    } else {
      current.start ??= at;
      const name = word?.toLowerCase() ?? quoted?.replaceAll('""', '"').toLowerCase() ?? null;
      if (match[0] === "(" && before !== null) current.calls.push(before.replaceAll(NOT_ASCII, ""));
      if (word !== undefined && current.words.length < 6) current.words.push(word.toLowerCase());
      before = name;
    }
    at = next;
  }
  close(script.length);
  return statements;

  function close(end: number): void {
    const { start, words, calls } = current;
    if (start === null) return;
    const line = script.slice(0, start).split(/\r\n|\r|\n/).length;
    statements.push({ text: script.slice(start, end), line, words, calls });
  }
}

const NOT_ASCII = /[^ -~]/g;

function openStatement(): { start: number | null; words: string[]; calls: string[] } {
  return { start: null, words: [], calls: [] };
}

/** Block comments are nested. One that is not closed runs to the end. */
function endOfComment(script: string, from: number): number {
  let depth = 0;
  for (let at = from; at < script.length; at++) {
    const pair = script.slice(at, at + 2);
    if (pair === "/*") depth++;
    else if (pair === "*/") depth--;
    else continue;
    at++;
    if (depth === 0) return at + 1;
  }
  return script.length;
}
