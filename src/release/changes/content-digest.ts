import type { Manifest } from "../manifest.ts";
import { judgementReader, STORED_COLUMNS } from "../stored-judgements.ts";
import type { CompanyJudgement } from "../../tables/judgements.ts";
import type { Ratings } from "../../trust/matched-ratings.ts";
import type { CriterionCounts } from "../../trust/release-contents.ts";
import type { Pillar } from "../../trust/scale.ts";
import { emptyDistribution } from "../../trust/statistics.ts";
import { compareText } from "../../trust/text-order.ts";

const PRIMES = [0x85_eb_ca_6b, 0xc2_b2_ae_35] as const;
const RADIX = 36;

/*
 * Digests by which contents are compared, mixed like the end of a MurmurHash3 (A. Appleby): with
 * SHA-256, judgements take three times as long. They protect against nobody: who publishes both
 * contents gains nothing from two that are taken for equal.
 */

/** Adds a number to a digest of 32 bits; each lane mixes differently. */
function mix(digest: number, number: number, lane: 0 | 1): number {
  const mixed = Math.imul((Math.imul(digest, 31) + number) ^ (digest >>> 15), PRIMES[lane]);
  return mixed ^ (mixed >>> 13);
}

/** Two lanes as one text. */
function digestOf(first: number, second: number): string {
  return `${(first >>> 0).toString(RADIX)}.${(second >>> 0).toString(RADIX)}`;
}

/** A digest of 32 bits. */
function digestShort(text: string): number {
  let digest = text.length;
  for (let at = 0; at < text.length; at += 1) digest = mix(digest, text.charCodeAt(at), 0);
  return digest;
}

/** The judgements of one company, as they are compared. */
interface DigestedJudgements {
  /** Number of judgements that name a source. */
  readonly sources: number;
  /** A digest that companies of any releases share if their judgements are equal; null for none. */
  readonly digest: string | null;
  readonly ratings: Ratings;
}

/** The numbers of a judgement in `Ratings`; names by their digests, 0 for none. */
function ratingOf(pillar: number, criterion: number, judge: number, level: number): readonly number[] {
  const group = mix(pillar, criterion, 0);
  return [mix(group, judge, 1), group, level];
}

/** The ratings of judgements that were read with their names. */
export function ratingsOf(judgements: readonly CompanyJudgement[], pillars: readonly Pillar[]): Ratings {
  const named = (text: string | null | undefined): number => (text == null ? 0 : digestShort(text));
  return Int32Array.from(
    judgements.flatMap(({ pillar, criterion, judge, band }) =>
      ratingOf(named(pillars[pillar]?.id), named(criterion), named(judge), band),
    ),
  );
}

const TYPES = STORED_COLUMNS.map(({ type }) => type);
const columnOf = (wanted: (typeof STORED_COLUMNS)[number]["name"]): number =>
  STORED_COLUMNS.findIndex(({ name }) => name === wanted);
const PILLAR = columnOf("pillar");
const CRITERION = columnOf("criterion");
const JUDGE = columnOf("judge");
const BAND = columnOf("band");
const SOURCE = columnOf("source_url");

/** Reads the judgements of a release, company by company, to compare them with those of another. */
export class JudgementDigester {
  readonly #read: ReturnType<typeof judgementReader>;
  readonly #pillars: readonly string[];
  readonly #bands: number;
  readonly #labels: ReadonlyMap<number, string>;
  readonly #pillarDigests: readonly number[];
  readonly #labelDigests: ReadonlyMap<number, number>;
  /** Judgements per band, by pillar and then by the term of the criterion. */
  readonly #counts: Map<number, number[]>[];

  /** `labels` are the texts of the terms, by their numbers. */
  constructor({ format, dataset }: Pick<Manifest, "format" | "dataset">, labels: ReadonlyMap<number, string>) {
    const { pillars, scale } = dataset;
    this.#read = judgementReader(format);
    this.#pillars = pillars.map(({ id }) => id);
    this.#bands = scale.bands.length;
    this.#labels = labels;
    // Another release numbers its terms and pillars in its own way.
    this.#pillarDigests = this.#pillars.map(digestShort);
    this.#labelDigests = new Map([...labels].map(([term, label]) => [term, digestShort(label)]));
    this.#counts = pillars.map(() => new Map());
  }

  /** Digests stored judgements, which name the URLs by index. */
  digest(stored: Uint8Array, urls: readonly string[]): DigestedJudgements {
    if (stored.length === 0) return { sources: 0, digest: null, ratings: new Int32Array() };
    const ratings: number[] = [];
    const urlDigests = urls.map(digestShort);
    let [first, second, sources] = [0, 0, 0];
    this.#read(stored, (numbers) => {
      let [one, other] = [0, 0];
      for (let column = 0; column < TYPES.length; column += 1) {
        const part = this.#partOf(TYPES[column], numbers[column] ?? 0, urlDigests);
        one = mix(one, part, 0);
        other = mix(other, part, 1);
      }
      // Sums, because another release may have its pillars in another order.
      first = (first + one) | 0;
      second = (second + other) | 0;
      if ((numbers[SOURCE] ?? 0) > 0) sources += 1;
      const named = (column: number): number => this.#partOf(TYPES[column], numbers[column] ?? 0, urlDigests);
      ratings.push(...ratingOf(named(PILLAR), named(CRITERION), named(JUDGE), numbers[BAND] ?? 0));
      this.#count(numbers[PILLAR] ?? 0, numbers[CRITERION] ?? 0, numbers[BAND] ?? 0);
    });
    return { sources, digest: digestOf(first, second), ratings: Int32Array.from(ratings) };
  }

  /** Translates a number of a column into one that means the same in every release. */
  #partOf(type: (typeof TYPES)[number] | undefined, number: number, urls: readonly number[]): number {
    if (type === "pillar") return this.#pillarDigests[number] ?? 0;
    if (type === "label") return this.#labelDigests.get(number) ?? 0;
    return type === "url" ? (urls[number - 1] ?? 0) : number;
  }

  #count(pillar: number, criterion: number, band: number): void {
    const ofPillar = this.#counts[pillar];
    if (ofPillar === undefined) throw new RangeError(`there is no pillar number ${pillar}`);
    let distribution = ofPillar.get(criterion);
    if (distribution === undefined) ofPillar.set(criterion, (distribution = emptyDistribution(this.#bands)));
    distribution[band - 1] = (distribution[band - 1] ?? 0) + 1;
  }

  /** The distribution of each criterion in all judgements that were digested. */
  criteria(): CriterionCounts[] {
    return this.#counts.flatMap((ofPillar, index) =>
      [...ofPillar]
        .map(([term, distribution]) => ({
          pillar: this.#pillars[index] ?? "",
          criterion: term === 0 ? null : (this.#labels.get(term) ?? ""),
          distribution,
        }))
        .toSorted((a, b) => compareText(a.criterion ?? "", b.criterion ?? "")),
    );
  }
}
