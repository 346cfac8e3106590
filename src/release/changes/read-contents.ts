import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { readColumns } from "../number-columns.ts";
import { OTHER_SECTORS } from "../company-rows.ts";
import type { Manifest } from "../manifest.ts";
import { COMPANY_DETAILS } from "../../tables/companies.ts";
import { type DetailColumn, storedDetailsSql } from "../../tables/details.ts";
import { PRODUCT_DETAILS } from "../../tables/products.ts";
import { storedReplies } from "../stored-replies.ts";
import type { ComparedCompany, CriterionCounts, ReleaseContents } from "../../trust/release-contents.ts";
import { readCountries, readSectors } from "../area-tables.ts";
import { openDatabase } from "../bundle-database.ts";
import type { CountryRecord, SectorRecord } from "../snapshot.ts";
import type { ComparedRelease } from "./release-changes.ts";
import { judgementReader, STORED_COLUMNS } from "../stored-judgements.ts";
import type { CompanyJudgement } from "../../tables/judgements.ts";
import type { Ratings } from "../../trust/matched-ratings.ts";
import type { Pillar } from "../../trust/scale.ts";
import { emptyDistribution } from "../../trust/statistics.ts";
import { compareText } from "../../trust/text-order.ts";

/** A release as it is compared by those who also name its countries and sectors. */
export interface ComparedFigures extends ComparedRelease {
  readonly manifest: Manifest;
  readonly countries: readonly CountryRecord[];
  readonly sectors: readonly SectorRecord[];
}

/**
 * Reads what a release is compared by and closes its files: a folder with open files cannot be
 * moved everywhere.
 */
export function readFigures(manifest: Manifest, folder: string): ComparedFigures {
  using database = openDatabase(folder);
  const contents = readContents(database, manifest);
  return {
    manifest,
    contents: () => contents,
    countries: readCountries(database),
    sectors: readSectors(database),
  };
}

/** Calls `look` with each name and text that a person wrote, and what it is. */
export function lookAtTexts(
  { format, dataset }: Manifest,
  folder: string,
  look: (what: string, text: string) => void,
): void {
  look("title", dataset.title);
  look("publisher", dataset.publisher);
  for (const { label } of [...dataset.scale.bands, ...dataset.pillars]) look("label", label);
  using database = openDatabase(folder);
  const rows = database.prepare(
    `SELECT 'name' AS what, name AS text FROM company UNION ALL SELECT 'product', name FROM product
     UNION ALL SELECT 'alias', aliases FROM (SELECT ${storedDetailsSql(COMPANY_DETAILS, format)} FROM company)
     UNION ALL SELECT 'sector', label FROM sector UNION ALL SELECT 'criterion or judge', text FROM term
     UNION ALL SELECT 'reply', text FROM reply`,
  );
  for (const { what, text } of rows.iterate()) if (text !== null) look(String(what), String(text));
}

/** Reads all that a release is compared by, each row once. */
export function readContents(database: DatabaseSync, manifest: Manifest): ReleaseContents {
  const digester = new JudgementDigester(manifest, readLabels(database));
  const companies = readCompanies(database, manifest, digester);
  const countries = readCountries(database).map(({ iso2, median, pillars }) => ({
    iso2,
    median,
    pillars: pillars.map((pillar) => pillar.median),
  }));
  const sectors = readSectors(database).map(({ slug, label }) => ({ slug, label }));
  return { companies, countries, sectors, criteria: digester.criteria() };
}

/** A row of a company, apart from most of its details. */
interface CompanyRow extends Pick<ComparedCompany, "id" | "slug" | "name" | "lei" | "country" | "sector" | "median"> {
  readonly company: number;
  readonly judgement_count: number;
  readonly urls: string;
  readonly judgements: Uint8Array;
  readonly other_sectors: string | null;
  readonly details: string;
}

function readCompanies(database: DatabaseSync, manifest: Manifest, digester: JudgementDigester): ComparedCompany[] {
  const { pillarMedians } = readColumns(database, manifest);
  const replies = digestReplies(database, manifest.dataset);
  const products = readProducts(database, manifest.format);
  const details = `SELECT json_array(${namesOf(COMPANY_DETAILS)}) FROM (SELECT ${storedDetailsSql(COMPANY_DETAILS, manifest.format)})`;
  const rows = database
    .prepare(
      `SELECT company, id, slug, name, lei, country, sector, median, judgement_count, urls, judgements,
        ${OTHER_SECTORS} AS other_sectors, (${details}) AS details FROM company ORDER BY company`,
    )
    .iterate();
  return Array.from(rows as Iterable<unknown> as Iterable<CompanyRow>, (row) => {
    const { company, id, slug, name, lei, country, sector, median, judgements } = row;
    const { digest, sources, ratings } = digester.digest(judgements, JSON.parse(row.urls) as readonly string[]);
    return {
      id,
      slug,
      name,
      lei,
      country,
      sector,
      median,
      pillars: pillarMedians.map((levels) => levels[company] || null),
      judgementCount: row.judgement_count,
      sourceCount: sources,
      otherSectors: row.other_sectors,
      replies: replies.get(company) ?? null,
      judgements: digest,
      ratings,
      details: `${row.details} ${products.get(company) ?? ""}`,
    };
  });
}

function namesOf(columns: readonly DetailColumn[]): string {
  return columns.map(({ name }) => name).join(", ");
}

/** The texts of criteria and judges, by their terms. */
function readLabels(database: DatabaseSync): Map<number, string> {
  const rows = database.prepare("SELECT term, text FROM term").all();
  return new Map(rows.map((row) => [Number(row["term"]), String(row["text"])]));
}

/** The products of each company that has any, as a digest of all that is said of them. */
function readProducts(database: DatabaseSync, format: number): Map<number, string> {
  const rows = database
    .prepare(
      `SELECT company, group_concat(json_array(id, slug, name, ${namesOf(PRODUCT_DETAILS)}), char(10) ORDER BY product) AS products
        FROM (SELECT company, product, id, slug, name, ${storedDetailsSql(PRODUCT_DETAILS, format)} FROM product) GROUP BY company`,
    )
    .all();
  return new Map(rows.map(({ company, products }) => [Number(company), digestText(String(products))]));
}

/** A digest of the replies of each company that has any: they are long, and only compared. */
function digestReplies(database: DatabaseSync, { pillars }: Manifest["dataset"]): Map<number, string> {
  const byCompany = Map.groupBy(storedReplies(database), ({ company }) => company);
  return new Map(
    [...byCompany].map(([company, replies]) => {
      // Another release may have its pillars in another order.
      const texts = replies.map(({ company: _, pillar, ...reply }) =>
        JSON.stringify([pillar === null ? null : (pillars[pillar]?.id ?? null), reply]),
      );
      return [company, digestText(texts.toSorted().join("\n"))];
    }),
  );
}

/** A digest that is equal for equal texts. */
function digestText(text: string): string {
  return hash("sha1", text, "base64");
}

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
class JudgementDigester {
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
