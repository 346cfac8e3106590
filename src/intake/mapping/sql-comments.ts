/** SQL: a comment. A line break in a label would end the comment. */
export function comment(text: string): string {
  return `-- ${text.replaceAll(/[\r\n]+/gu, " ")}`;
}

/** The first of some words, in quotation marks. */
export function quoted(words: readonly string[]): string {
  const shown = words.slice(0, 10).map((word) => `"${word}"`);
  return shown.join(", ") + (words.length > shown.length ? ` and ${words.length - shown.length} more` : "");
}
