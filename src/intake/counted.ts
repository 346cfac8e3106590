/** A whole number with separators: `1,234,567`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** A number with its noun: `1 company`, `2,000 companies`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
