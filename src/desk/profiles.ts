import { type Child, type Html, html } from "../html/html.ts";
import { type ColumnFacts, isNumber } from "../intake/guess/column-facts.ts";
import { counted, formatCount } from "../intake/counted.ts";

/** What stands in a column, as a person sees it at a glance. */
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
    const values = column.values.map(({ value }) => value).filter((value) => numbers <= 0.9 || isNumber(value));
    const sorted = numbers > 0.9 ? values.toSorted((a, b) => numberOf(a) - numberOf(b)) : values.toSorted();
    return `${sorted[0]}–${sorted.at(-1)}, ${formatCount(column.distinct)} different, ${rest}`;
  }
  return `${formatCount(column.distinct)} different, ${rest}`;
}

export function numberOf(text: string): number {
  return Number(text.trim().replace(/\s*%$/u, "").replace(",", "."));
}

const BARS = 8;
const [WIDTH, HEIGHT] = [72, 26];

/** A small histogram of the numbers of a column. */
export function spark({ column }: ColumnFacts): Html {
  const values = column.values
    .filter(({ value }) => isNumber(value))
    .map(({ value, count }) => ({ number: numberOf(value), count }));
  const counts = binned(values, BARS).map(({ count }) => count);
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, i) => {
    const height = (count / most) * HEIGHT;
    return html`<rect x="${(i * WIDTH) / BARS + 0.5}" y="${HEIGHT - height}" width="${WIDTH / BARS - 1}" height="${height}"/>`;
  });
  return html`<svg class="spark" viewBox="0 0 72 26" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
}

/** Equal steps from the least to the largest number, with how many are in each. */
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
