import assert from "node:assert/strict";
import { findRegion, isInRegion } from "../../src/atlas/regions.ts";
import { TERRITORIES } from "../../src/atlas/territories.ts";
import type { FullStatement, Said } from "../../src/ask/said.ts";
import { distributionOf, slowMedian } from "../trust/distributions.ts";
import { isEverywhereAhead, leadOf } from "../trust/what-readers-infer.ts";

/** A company as a table of judgements has it. */
export interface RawCompany {
  readonly id: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly sector: string;
  readonly judgements: readonly { readonly pillar: string; readonly level: number }[];
}

/** A release as its tables have it. */
export interface RawRelease {
  readonly companies: readonly RawCompany[];
  readonly bandCount: number;
  readonly minimumCompanies: number;
}

/**
 * Checks each statement of a text against the companies alone: it holds as readers take it, and
 * what belongs in the same sentence is in the text.
 */
export function checkSaid({ text, statements }: Said, release: RawRelease): void {
  assert.ok(statements.length > 0, `no statement: ${text}`);
  for (const statement of statements) {
    const about = `${text}\n${JSON.stringify(statement)}`;
    assert.equal(isTrue(statement, release), true, about);
    for (const number of companionNumbers(statement, release))
      assert.ok(
        number.some((form) => new RegExp(`(?<![\\p{L}\\d])${form}(?![\\p{L}\\d])`, "iu").test(text)),
        `${number.join(" or ")} is missing: ${about}`,
      );
  }
}

interface Area {
  readonly name: string;
  readonly listed: number;
  readonly levels: readonly number[];
}

function areaOf(companies: readonly RawCompany[], name: string, pillar: string | null): Area {
  const levels = companies.flatMap(({ judgements }) => {
    const own = judgements.filter((judgement) => pillar === null || judgement.pillar === pillar);
    return middleOf(own.map(({ level }) => level)) ?? [];
  });
  return { name, listed: companies.length, levels };
}

const middleOf = (levels: readonly number[]): number | null =>
  slowMedian(distributionOf(levels, Math.max(0, ...levels)));

function groupBy(
  companies: readonly RawCompany[],
  keyOf: (company: RawCompany) => string | null,
): Map<string, RawCompany[]> {
  const groups = new Map<string, RawCompany[]>();
  for (const company of companies) {
    const key = keyOf(company);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), company]);
  }
  return groups;
}

interface Known {
  /** The levels that the statement is about: of companies, of judgements, or of ranked areas. */
  readonly levels: readonly number[];
  readonly listed: number;
  readonly needed: number;
  readonly isOfCompany: boolean;
  /** The medians of all that are ranked with it. */
  readonly medians: readonly number[];
  readonly areas: number;
}

interface Groups {
  /** The companies of the sector that a statement is about, without the judgements of a pillar. */
  readonly within: readonly RawCompany[];
  readonly areas: readonly Area[];
}

/** Of the companies of a release, by what narrows them: each is counted once. */
const groupsOf = new WeakMap<RawRelease, Map<string, Groups>>();

interface Narrowed {
  readonly pillar: string | null;
  readonly sector: string | undefined;
  readonly without: string | undefined;
  readonly region: string | undefined;
  readonly isOfSector: boolean;
}

const REGION_OF = new Map(TERRITORIES.map(({ iso2, region }) => [iso2, region]));

function isThere(country: string | null, region: string | undefined): boolean {
  return region === undefined || isInRegion(REGION_OF.get(country ?? "") ?? null, findRegion(region)?.code ?? "");
}

function groupsWithin(release: RawRelease, { pillar, sector, without, region, isOfSector }: Narrowed): Groups {
  const known = groupsOf.get(release) ?? new Map<string, Groups>();
  groupsOf.set(release, known);
  const key = JSON.stringify([pillar, sector, without, region, isOfSector]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const within = release.companies
    .filter((company) => (sector === undefined || company.sector === sector) && isThere(company.country, region))
    .map((company) => ({
      ...company,
      judgements: company.judgements.filter((judgement) => judgement.pillar !== without),
    }));
  const groups = groupBy(within, (company) => (isOfSector ? company.sector : company.country));
  const found = { within, areas: [...groups].map(([name, own]) => areaOf(own, name, pillar)) };
  known.set(key, found);
  return found;
}

/** What the companies say of the subject of a statement. */
function lookUp(
  {
    subject,
    pillar,
    sector,
    without,
    region,
  }: Pick<FullStatement, "subject" | "pillar" | "sector" | "without" | "region">,
  release: RawRelease,
): Known {
  const { minimumCompanies } = release;
  const [kind = "", key = ""] = subject.split(/:(.*)/u);
  const isOfSector = kind === "sector" || kind === "sectors";
  const { within, areas } = groupsWithin(release, { pillar, sector, without, region, isOfSector });
  const medians = areas.flatMap(({ levels }) => (levels.length < minimumCompanies ? [] : (middleOf(levels) ?? [])));
  const all = { medians, areas: areas.length };
  if (kind === "company") {
    const own = within.filter(({ id }) => id === key).flatMap(({ judgements }) => judgements);
    const levels = own.filter((each) => pillar === null || each.pillar === pillar).map(({ level }) => level);
    return { levels, listed: 0, needed: 1, isOfCompany: true, ...all };
  }
  if (kind === "countries" || kind === "sectors")
    return { levels: medians, listed: areas.length, needed: 1, isOfCompany: false, ...all };
  if (kind === "list") return { ...areaOf(within, "", pillar), needed: 1, isOfCompany: false, ...all };
  const own = areas.find(({ name }) => name === key) ?? areaOf([], key, pillar);
  return { ...own, needed: minimumCompanies, isOfCompany: false, ...all };
}

/** Whether a statement is true, and not of too little. */
function isTrue(statement: FullStatement, release: RawRelease): boolean {
  const { levels, needed, medians } = lookUp(statement, release);
  const median = levels.length < Math.max(1, needed) ? null : middleOf(levels);
  if (statement.claim === "unranked") return median === null;
  if (median === null) return false;
  const better = medians.filter((other) => other > median).length;
  const alike = medians.filter((other) => other === median).length;
  const { claim } = statement;
  if (claim === "band") return median === statement.level;
  if (claim === "count") return levels.filter((level) => level === statement.level).length === statement.count;
  if (claim === "no_higher_than") return Math.max(...levels) <= statement.level;
  if (claim === "rank_alone") return better + 1 === statement.rank && alike === 1;
  if (claim === "shares_rank") return better + 1 === statement.rank && alike > 1;
  if (statement.than === undefined) return assert.fail(`no oracle for ${claim}`);
  const other = lookUp({ ...statement, subject: statement.than }, release);
  return other.levels.length >= Math.max(1, other.needed) && isTrueOfTwo(claim, levels, other.levels);
}

function isTrueOfTwo(claim: string, own: readonly number[], others: readonly number[]): boolean {
  if (claim === "above") return middleOf(own)! > middleOf(others)!;
  const count = (levels: readonly number[], level: number) => levels.filter((each) => each === level).length;
  const bands = [...new Set([...own, ...others])];
  const isAlike = bands.every((level) => count(own, level) * others.length === count(others, level) * own.length);
  if (claim === "spread_alike") return isAlike;
  const lead = leadOf(own, others);
  if (claim === "pairs_alike") return Math.abs(lead) < 0.1 && !isAlike;
  const isAhead = isEverywhereAhead(own, others);
  if (claim === "pairs_higher") return lead >= 0.1 && isAhead;
  if (claim === "pairs_more") return lead >= 0.1 && !isAhead;
  return assert.fail(`no oracle for ${claim}`);
}

const WORDS = "no one two three four five six seven eight nine ten eleven".split(" ");
/** How sentences write a number. */
const formsOf = (count: number): string[] =>
  [WORDS[count] ?? "", count.toLocaleString("en"), count === 1 ? "only" : ""].filter((form) => form !== "");

/** The numbers that have to be in the text, each in the forms it may have. */
function companionNumbers(statement: FullStatement, release: RawRelease): string[][] {
  const { levels, listed, medians, areas, isOfCompany } = lookUp(statement, release);
  const numbers: string[][] = [];
  const isOfAll = statement.subject === "countries" || statement.subject === "sectors";
  if (!isOfCompany && !isOfAll && statement.claim !== "unranked" && levels.length < release.minimumCompanies)
    numbers.push(formsOf(levels.length));
  const isCounted = statement.claim === "count" || statement.claim === "no_higher_than";
  // Who says that only one of them is ranked says that the others are not.
  if (isCounted && listed > levels.length)
    numbers.push([...formsOf(listed - levels.length), ...(levels.length === 1 ? formsOf(listed) : [])]);
  if (statement.claim === "shares_rank") {
    numbers.push(formsOf(medians.filter((median) => median === middleOf(levels)).length));
    if (areas > medians.length) numbers.push(formsOf(medians.length));
  }
  return numbers;
}
