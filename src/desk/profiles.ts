import { type Child, type Html, html } from "../html/html.ts";
import type { ColumnFacts } from "../intake/guess/column-facts.ts";
import type { RawValue } from "../intake/guess/raw-table.ts";
import { counted, formatCount } from "../intake/counted.ts";

/** Shows the values of a column at a glance. */
export function profile(facts: ColumnFacts, rows: number): Html {
  const { column } = facts;
  const isMeasured = facts.numbers > 0.9 && column.distinct > 5;
  const shown = column.values.slice(0, 3);
  const left = column.distinct - shown.length;
  const content: Child = isMeasured
    ? spark(facts)
    : html`<span class="words">${shown.map(({ value, count }) => html`<span class="w"><bdi>${short(value)}</bdi> <i>${formatCount(count)}</i></span> `)}${left > 0 && html`<span class="more">and ${formatCount(left)} more</span>`}</span>`;
  return html`<div>${content}</div><span class="prof">${profileWords(facts, rows)}</span>`;
}

function short(value: string): string {
  return value.length > 28 ? `${value.slice(0, 27)}…` : value;
}

function profileWords({ column, countries, urls, dates, numbers }: ColumnFacts, rows: number): string {
  const empty = rows - column.filled;
  const rest = empty === 0 ? "none empty" : `${formatCount(empty)} empty`;
  if (column.filled === 0) return "all empty";
  if (countries > 0.6)
    return `${counted(column.distinct, "country", "countries")}, ${countries > 0.999 ? "all known" : "some not known"}, ${rest}`;
  if (urls > 0.8) return `addresses, ${rest}`;
  if (dates > 0.8 || numbers > 0.9) {
    const sorted =
      numbers > 0.9
        ? column.values.filter(isRead).toSorted((a, b) => a.number - b.number)
        : column.values.toSorted((a, b) => (a.value < b.value ? -1 : 1));
    return `${sorted[0]?.value}–${sorted.at(-1)?.value}, ${formatCount(column.distinct)} different, ${rest}`;
  }
  const different = column.distinct === column.filled ? "no value twice" : `${formatCount(column.distinct)} different`;
  return `${different}, ${rest}`;
}

/** Returns true for a value that is a number. */
function isRead(value: RawValue): value is RawValue & { readonly number: number } {
  return value.number !== null;
}

const BARS = 8;
const [WIDTH, HEIGHT] = [72, 26];

/** Draws a small histogram of the numbers of a column. */
export function spark({ column }: ColumnFacts): Html {
  const counts = binned(column.values.filter(isRead), BARS).map(({ count }) => count);
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, i) => {
    const height = (count / most) * HEIGHT;
    return html`<rect x="${(i * WIDTH) / BARS + 0.5}" y="${HEIGHT - height}" width="${WIDTH / BARS - 1}" height="${height}"/>`;
  });
  return html`<svg class="spark" viewBox="0 0 72 26" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
}

/** Bins of equal width from the least to the largest number, each with its count. */
export function binned(
  values: readonly { readonly number: number; readonly count: number }[],
  bins: number,
): { from: number; to: number; count: number; mean: number }[] {
  if (values.length === 0) return [];
  const numbers = values.map(({ number }) => number);
  const low = numbers.reduce((least, number) => Math.min(least, number));
  const high = numbers.reduce((most, number) => Math.max(most, number));
  const width = (high - low || 1) / bins;
  const found = Array.from({ length: bins }, (_, i) => ({
    from: low + i * width,
    to: low + (i + 1) * width,
    count: 0,
    mean: low + (i + 0.5) * width,
  }));
  for (const { number, count } of values) {
    const bin = found[Math.min(bins - 1, Math.floor((number - low) / width))];
    if (bin === undefined) continue;
    bin.mean = (bin.mean * bin.count + number * count) / (bin.count + count);
    bin.count += count;
  }
  return found;
}
