/** A record of a text file, with the line on which it begins. */
export interface TextRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface FoundHeader {
  /** The lines of the names: one, or two with the titles of groups above. */
  readonly lines: readonly number[];
  /** How many lines stand before the rows, or before the header if `isPlain`. */
  readonly skip: number;
  readonly names: readonly string[];
  /** Whether the names stand in one line, just as they are. */
  readonly isPlain: boolean;
  /** What is worth a comment. */
  readonly notes: readonly string[];
}

/** A header stands in one of the first records. */
const HEADER_AMONG = 40;
const SAMPLE = 200;

/**
 * Finds the header of a file, below a title or notes, and in two lines where groups of columns have
 * a title. Names that are empty or repeated get others. Returns null for a file without rows.
 * `given` are the lines of the header, where they are known.
 */
export function findHeader(records: readonly TextRecord[], given: readonly number[] | null = null): FoundHeader | null {
  if (given !== null) return givenHeader(records, given);
  const threshold = Math.max(2, Math.ceil(0.6 * usualWidth(records)));
  for (const [i, record] of records.slice(0, HEADER_AMONG).entries()) {
    const next = records[i + 1];
    if (next === undefined) return null;
    const isOne = filledCount(record.cells) >= threshold && isLikeHeader(record.cells);
    if (areGroupsAbove(record.cells, next.cells, threshold)) return headerOfTwo(records, i);
    if (isOne) return headerOfOne(records, i);
  }
  return null;
}

function givenHeader(records: readonly TextRecord[], [first, second]: readonly number[]): FoundHeader | null {
  const at = records.findIndex(({ line }) => line === first);
  if (at < 0) return null;
  return second === undefined ? headerOfOne(records, at) : headerOfTwo(records, at);
}

function headerOfTwo(records: readonly TextRecord[], at: number): FoundHeader | null {
  const [above, below] = [records[at], records[at + 1]];
  if (above === undefined || below === undefined) return null;
  const names = uniqueNames(joinGroups(above.cells, below.cells), widthOf(records));
  const notes = [...aboveNotes(records, at), `the header is in the lines ${above.line} and ${below.line}`];
  return { lines: [above.line, below.line], skip: below.line, names, isPlain: false, notes };
}

function headerOfOne(records: readonly TextRecord[], at: number): FoundHeader | null {
  const record = records[at];
  if (record === undefined) return null;
  const written = record.cells.slice(0, Math.max(record.cells.length, widthOf(records)));
  const names = uniqueNames(written, widthOf(records));
  const isPlain = names.length === written.length && names.every((name, i) => name === written[i]);
  const skip = isPlain ? record.line - 1 : record.line;
  return { lines: [record.line], skip, names, isPlain, notes: headerNotes(records, at, names) };
}

function headerNotes(records: readonly TextRecord[], at: number, names: readonly string[]): string[] {
  const repeated = names.filter((name) => / \(\d+\)$/u.test(name) && !records[at]?.cells.includes(name));
  const notes = aboveNotes(records, at);
  if (repeated.length > 0) notes.push(`columns with the same name get a number: ${repeated.join(", ")}`);
  return notes;
}

function aboveNotes(records: readonly TextRecord[], at: number): string[] {
  const line = records[at]?.line ?? 1;
  return line > 1 ? [`what stands above line ${line} is passed over`] : [];
}

/** How many cells most rows fill. */
function usualWidth(records: readonly TextRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records.slice(0, SAMPLE)) {
    const filled = filledCount(cells);
    if (filled > 1) counts.set(filled, (counts.get(filled) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, often], [b, oftenToo]) => oftenToo - often || b - a)[0]?.[0] ?? 1;
}

function widthOf(records: readonly TextRecord[]): number {
  return records.reduce((width, { cells }) => Math.max(width, cells.length), 0);
}

function filledCount(cells: readonly string[]): number {
  return cells.filter(isFilled).length;
}

function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell.trim() !== "";
}

function isLikeHeader(cells: readonly string[]): boolean {
  const filled = cells.filter(isFilled);
  const numbers = filled.filter((cell) => /^\s*-?\d+(?:[.,]\d+)?\s*$/u.test(cell) && !isYear(cell));
  if (areCodes(numbers)) return true;
  return numbers.length <= 0.3 * filled.length;
}

/** Dotted codes of questions, 1.1, 1.2, 2.1: each once, and counted up within its group. */
function areCodes(numbers: readonly string[]): boolean {
  const codes = numbers.map((cell) => /^\s*(\d{1,2})\.(\d{1,2})\s*$/u.exec(cell));
  if (numbers.length < 2 || new Set(numbers.map((cell) => cell.trim())).size < numbers.length) return false;
  return codes.every((code, i) => {
    const [group, item, before] = [Number(code?.[1]), Number(code?.[2]), codes[i - 1]];
    const isNext = before?.[1] !== undefined && Number(before[1]) === group && Number(before[2]) === item - 1;
    return code !== null && (item === 1 || isNext);
  });
}

function isYear(cell: string): boolean {
  return /^\s*(?:19|20)\d\d\s*$/u.test(cell);
}

/**
 * Titles of groups above names: the second line fills gaps of the first, not below its start. Where
 * it has all names, two groups begin above, one has several, and nothing is above the first name.
 */
function areGroupsAbove(above: readonly string[], below: readonly string[], threshold: number): boolean {
  const first = above.findIndex(isFilled);
  if (first > 0 && below.every(isFilled) && isLikeHeader(below)) {
    const hasGap = below.some((_, i) => i > first && !isFilled(above[i]));
    return hasGap && filledCount(above) >= 2 && new Set(below).size === below.length;
  }
  if (first < 0 || isFilled(below[first]) || filledCount(below) < 2 || !isLikeHeader(below)) return false;
  const width = Math.max(above.length, below.length);
  const filled = Array.from({ length: width }, (_, i) => isFilled(above[i]) || isFilled(below[i]));
  const fillsGap = below.some((cell, i) => isFilled(cell) && !isFilled(above[i]));
  return fillsGap && filled.filter(Boolean).length >= threshold;
}

function joinGroups(above: readonly string[], below: readonly string[]): string[] {
  let group = "";
  return Array.from({ length: Math.max(above.length, below.length) }, (_, i) => {
    const [title, name] = [tidy(above[i]), tidy(below[i])];
    if (title !== "") group = title;
    return name === "" ? title : group === "" ? name : `${group} – ${name}`;
  });
}

function tidy(cell: string | undefined): string {
  return (cell ?? "").replaceAll(/[\s\p{Z}]+/gu, " ").trim();
}

/** Names as one needs them in SQL: none empty, none twice. */
function uniqueNames(written: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, i) => {
    const base = tidy(written[i]) || `column ${i + 1}`;
    let name = base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base} (${n})`;
    taken.add(name.toLowerCase());
    return name;
  });
}
