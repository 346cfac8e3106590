import { judgedOnOf, type NumberPlace } from "../trust/judgement-words.ts";
import { compareText } from "../trust/text-order.ts";
import type { BatchWork } from "./batch-thread.ts";
import type { JudgementBatch, JudgementFilesStart } from "./judgement-batch.ts";
import { type NumberReader, type NumberReaders, readersOf } from "./number-readers.ts";
import type { ColumnFacts } from "./column-facts.ts";
import { type ParquetColumn, ParquetFile } from "./parquet-file.ts";
import type { ColumnValues } from "./parquet-page.ts";
import { judgementColumns } from "./row-columns.ts";

/** What a reader has to hold in memory at a time. */
const ROWS_PER_GROUP = 122_880;

/**
 * The Parquet file of all current judgements, made from the numbers that stand for the cells: dictionaries and numbers are how such a file
 * keeps its columns, too, while the database would have to look every text up and to number it anew.
 */
export class JudgementParquetFile implements BatchWork<JudgementBatch, string> {
  readonly #file: ParquetFile;
  readonly #layout: JudgementFilesStart["layout"];
  #batch: { readonly ids: ReadonlyMap<number, string>; readonly sources: ReadonlyMap<number, string> } | null = null;
  readonly #columns: Readonly<Record<keyof NumberReaders, GroupColumn>>;
  #rows = 0;

  constructor(file: string, { facts, layout, terms }: JudgementFilesStart) {
    this.#file = new ParquetFile(file, judgementColumns(facts).map(parquetColumn));
    this.#layout = layout;
    const { pillars, scale } = facts;
    const { places } = layout;
    this.#columns = {
      company: new GroupColumn(places.company, (company) => this.#batch?.ids.get(company)),
      pillar: new GroupColumn(places.pillar, (pillar) => pillars[pillar]?.id),
      criterion: new GroupColumn(places.criterion, (term) => terms.get(term)),
      judge: new GroupColumn(places.judge, (term) => terms.get(term)),
      age: new GroupColumn(places.age, (age) => judgedOnOf(age, places.age)),
      band: new GroupColumn(places.band, (band) => scale.bands[band - 1]?.id),
      source: new GroupColumn(places.source, (term) => this.#batch?.sources.get(term)),
    };
  }

  add({ companies, words, sources }: JudgementBatch): void {
    const numbers = readersOf(words, this.#layout);
    this.#batch = { ids: new Map(companies.map(({ company, id }) => [company, id])), sources };
    const lastCompany = companies.at(-1)?.company ?? -1;
    let end = words[0]!.length / 2;
    while (end > 0 && numbers.company.at(end - 1) > lastCompany) end -= 1;
    for (let row = 0; row < end;) {
      const next = Math.min(end, row + ROWS_PER_GROUP - this.#rows);
      for (const name of Object.keys(this.#columns) as (keyof NumberReaders)[])
        this.#columns[name].add(numbers[name], row, next, this.#rows);
      this.#rows += next - row;
      row = next;
      if (this.#rows === ROWS_PER_GROUP) this.#endGroup();
    }
  }

  finish(): string {
    if (this.#rows > 0) this.#endGroup();
    return this.#file.finish();
  }

  abandon(): void {
    this.#file.abandon();
  }

  #endGroup(): void {
    const { company, pillar, criterion, judge, age, band, source } = this.#columns;
    this.#file.addRows(this.#rows, [
      company.values(),
      pillar.values(),
      criterion.values(),
      judge.values(),
      band.values(),
      band.numbers(),
      age.values(),
      // Nobody looks for a range of addresses.
      { ...source.values(), range: null },
    ]);
    for (const column of Object.values(this.#columns)) column.clear();
    this.#rows = 0;
  }
}

function parquetColumn({ name, type }: ColumnFacts): ParquetColumn {
  if (type === "number") throw new Error(`${name} is a fraction, which the file of judgements has no column for`);
  return { name, type };
}

type Value = string | number;

const NOTHING = -1;
const UNSEEN = -2;

/** What stands in a column of a row group, and the distinct values as they come. */
class GroupColumn {
  readonly #valueOf: (number: number) => Value | undefined;
  readonly #nothing: number | null;
  readonly #places = new Int32Array(ROWS_PER_GROUP);
  #numbers: number[] = [];
  #values: Value[] = [];
  #hasGaps = false;
  /** Of each number its place among them. */
  readonly #placeOf: Int32Array;

  constructor({ mask, nothing }: NumberPlace, valueOf: (number: number) => Value | undefined) {
    this.#placeOf = new Int32Array(mask + 1).fill(UNSEEN);
    this.#valueOf = valueOf;
    this.#nothing = nothing;
  }

  /** Takes the numbers of the rows from `first` to before `end`, as those of the group's rows from `at` on. */
  add({ halves, half, shift, mask }: NumberReader, first: number, end: number, at: number): void {
    const places = this.#places;
    const placeOf = this.#placeOf;
    const last = 2 * end;
    let row = at;
    for (let from = 2 * first + half; from < last; from += 2) {
      const number = (halves[from]! >>> shift) & mask;
      const place = placeOf[number]!;
      places[row++] = place === UNSEEN ? this.#newPlace(number) : place;
    }
  }

  #newPlace(number: number): number {
    if (number === this.#nothing) {
      this.#hasGaps = true;
      return (this.#placeOf[number] = NOTHING);
    }
    const value = this.#valueOf(number);
    if (value === undefined) throw new Error(`clean.judgement names the number ${number}, which has no value`);
    this.#numbers.push(number);
    return (this.#placeOf[number] = this.#values.push(value) - 1);
  }

  values(): ColumnValues {
    return this.#given(this.#values);
  }

  /** The numbers themselves. */
  numbers(): ColumnValues {
    return this.#given(this.#numbers);
  }

  #given(values: readonly Value[]): ColumnValues {
    return { values, places: this.#places, hasGaps: this.#hasGaps, range: rangeOf(values) };
  }

  clear(): void {
    for (const number of this.#numbers) this.#placeOf[number] = UNSEEN;
    if (this.#nothing !== null) this.#placeOf[this.#nothing] = UNSEEN;
    this.#hasGaps = false;
    this.#numbers = [];
    this.#values = [];
  }
}

function rangeOf(values: readonly Value[]): ColumnValues["range"] {
  if (values.length === 0) return null;
  let least = values[0]!;
  let greatest = least;
  for (const value of values) {
    if (compare(value, least) < 0) least = value;
    if (compare(value, greatest) > 0) greatest = value;
  }
  return { least, greatest };
}

function compare(a: Value, b: Value): number {
  return typeof a === "number" ? a - Number(b) : compareText(a, String(b));
}
