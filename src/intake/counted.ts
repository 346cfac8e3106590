/** Formats a whole number with separators: `1,234,567`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** Formats a number with its noun: `1 company`, `2,000 companies`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Lists the first of some words, and the number of the others: `a, b and 3 more`. */
export function firstOf(words: readonly string[], most: number): string {
  const more = words.length > most ? ` and ${words.length - most} more` : "";
  return words.slice(0, most).join(", ") + more;
}

export function quoted(words: readonly string[], most = 10): string {
  return firstOf(
    words.map((word) => `"${word}"`),
    most,
  );
}
