import type { DuckDBConnection } from "@duckdb/node-api";
import { judgedOnOf, UNDATED } from "../trust/judgement-words.ts";
import { emptyDistribution } from "../trust/scale.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import type { CompanyFacts } from "./company-batches.ts";
import { appendRows, readRows } from "./duck-rows.ts";
import { JudgementPacker } from "./judgement-blob.ts";
import { type NumberReaders, readersOf } from "./number-readers.ts";
import { streamWords } from "./stream-words.ts";

/** The current judgements of one company. */
export interface JudgementsTaken {
  /** Judgements per band, for each pillar. */
  readonly pillars: readonly (readonly number[])[];
  /** All of them, see judgement-blob.ts; valid until the next company is asked for. */
  readonly packed: Buffer;
  /** The distinct source addresses they name, in the order of the judgements. */
  readonly sources: readonly string[];
  readonly count: number;
  /** Days since 1970-01-01, or `UNDATED`. */
  readonly newestDay: number;
}

/** Hands out the judgements of one company after another, in the published order. To be closed. */
export class JudgementCursor {
  readonly #dataset: CleanDataset;
  readonly #connection: DuckDBConnection;
  readonly #chunks: AsyncGenerator<Int32Array[], undefined>;
  readonly #packer = new JudgementPacker();
  /** Of each term whether its text is asked for while rows are loaded; afterwards no more. */
  readonly #isWanted: Uint8Array;
  /** The rows that were loaded: the halves of every packed column. */
  #words: Int32Array<ArrayBuffer>[];
  #numbers: NumberReaders;
  #row = 0;
  #end = 0;
  #sourceTexts: ReadonlyMap<number, string> = new Map();

  private constructor(dataset: CleanDataset, connection: DuckDBConnection) {
    const { layout } = dataset.judgements;
    this.#dataset = dataset;
    this.#connection = connection;
    this.#chunks = streamWords(connection, dataset.judgements);
    this.#isWanted = new Uint8Array(layout.places.source.mask + 1);
    this.#words = Array.from({ length: layout.words }, () => new Int32Array(0));
    this.#numbers = readersOf(this.#words, layout);
  }

  /** Has a connection of its own: its query runs while others do. */
  static async open(dataset: CleanDataset): Promise<JudgementCursor> {
    return new JudgementCursor(dataset, await dataset.connect());
  }

  async close(): Promise<void> {
    await this.#chunks.return(undefined);
    this.#connection.closeSync();
  }

  /** A copy of the loaded rows that were not taken, and the texts of the sources they name. */
  copyLoaded(): { words: Int32Array<ArrayBuffer>[]; sources: ReadonlyMap<number, string> } {
    const words = this.#words.map((each) => each.slice(2 * this.#row, 2 * this.#end));
    return { words, sources: this.#sourceTexts };
  }

  /** Loads the judgements of all companies up to this one, which can then be taken. */
  async load(lastCompany: number): Promise<void> {
    for (const words of this.#words) words.copyWithin(0, 2 * this.#row, 2 * this.#end);
    this.#end -= this.#row;
    this.#row = 0;
    while (this.#end === 0 || this.#numbers.company.at(this.#end - 1) <= lastCompany) {
      const { done, value } = await this.#chunks.next();
      if (done === true) break;
      this.#append(value);
    }
    this.#sourceTexts = await this.#readSourceTexts();
  }

  #append(chunk: readonly Int32Array[]): void {
    const used = 2 * this.#end;
    const needed = used + chunk[0]!.length;
    if (needed > this.#words[0]!.length) {
      this.#words = this.#words.map((words) => {
        const more = new Int32Array(2 * needed);
        more.set(words.subarray(0, used));
        return more;
      });
      this.#numbers = readersOf(this.#words, this.#dataset.judgements.layout);
    }
    for (const [column, words] of this.#words.entries()) words.set(chunk[column]!, used);
    this.#end = needed / 2;
  }

  /** The texts of the sources that loaded rows name. */
  async #readSourceTexts(): Promise<Map<number, string>> {
    const isWanted = this.#isWanted;
    const wanted: [number][] = [];
    const { source } = this.#numbers;
    for (let row = this.#row; row < this.#end; row += 1) {
      const term = source.at(row);
      if (term === source.nothing || isWanted[term] === 1) continue;
      isWanted[term] = 1;
      wanted.push([term]);
    }
    if (wanted.length === 0) return new Map();
    for (const [term] of wanted) isWanted[term] = 0;
    const { connection } = this.#dataset;
    await connection.run("CREATE OR REPLACE TABLE published.source_wanted (term INTEGER)");
    await appendRows(connection, { schema: "published", table: "source_wanted" }, ["integer"], wanted);
    const rows = await readRows<{ term: number; text: string }>(
      connection,
      "SELECT term, text FROM clean.term JOIN published.source_wanted USING (term)",
    );
    return new Map(rows.map(({ term, text }) => [term, text]));
  }

  /** The company's judgements. To be asked once for every loaded company, in order. */
  take({ company }: CompanyFacts): JudgementsTaken {
    const { pillars, scale } = this.#dataset.facts;
    const numbers = this.#numbers;
    const distributions = pillars.map(() => emptyDistribution(scale.bands.length));
    const sourceList = new SourceList(this.#sourceTexts, numbers.source.nothing);
    let newestDay = UNDATED;
    const first = this.#row;
    let row = first;
    for (; row < this.#end && numbers.company.at(row) === company; row += 1) {
      const pillar = numbers.pillar.at(row);
      const band = numbers.band.at(row);
      const distribution = distributions[pillar];
      if (!distribution || band < 1 || band > distribution.length) {
        throw new Error(`clean.judgement holds pillar ${pillar}, band ${band} for company number ${company}`);
      }
      distribution[band - 1]! += 1;
      const judgedOn = judgedOnOf(numbers.age.at(row), numbers.age);
      const criterion = numbers.criterion.at(row);
      const judge = numbers.judge.at(row);
      const source = sourceList.place(numbers.source.at(row));
      this.#packer.add(pillar, band, criterion, judge, judgedOn, source);
      if (judgedOn > newestDay) newestDay = judgedOn;
    }
    this.#row = row;
    return {
      pillars: distributions,
      packed: this.#packer.take(),
      sources: sourceList.texts,
      count: row - first,
      newestDay,
    };
  }

  /** To be asked after the last company: throws where rows are left over, which belong to no company, or are not in the promised order. */
  async expectEnd(): Promise<void> {
    await this.load(this.#dataset.counts.companies);
    const left = this.#end - this.#row;
    if (left > 0) throw new Error(`clean.judgement is not ordered by company, or ${left} rows belong to no company`);
  }
}

/** The source addresses of one company, each once. */
class SourceList {
  readonly texts: string[] = [];
  readonly #places = new Map<number, number>();
  readonly #textOf: ReadonlyMap<number, string>;
  readonly #nothing: number | null;

  constructor(textOf: ReadonlyMap<number, string>, nothing: number | null) {
    this.#textOf = textOf;
    this.#nothing = nothing;
  }

  /** The place of a source in `texts`, from 1; 0 for none. */
  place(term: number): number {
    if (term === this.#nothing) return 0;
    let place = this.#places.get(term);
    if (place === undefined) {
      const text = this.#textOf.get(term);
      if (text === undefined) throw new Error(`clean.judgement names the source ${term}, which clean.term lacks`);
      place = this.texts.push(text);
      this.#places.set(term, place);
    }
    return place;
  }
}
