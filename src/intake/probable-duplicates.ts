import type { DuckDBConnection } from "@duckdb/node-api";
import { keyOfName } from "../search/name-key.ts";
import { counted } from "./counted.ts";
import { readRows } from "./intake-database.ts";
import type { ProblemList } from "./problem-report.ts";
import { nearPairs } from "./similar-names.ts";

/** A company, with the values that are compared. */
export interface ComparedCompany {
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly website: string | null;
  readonly lei: string | null;
}

/** Two rows that are probably one company. */
export interface ProbableDuplicate {
  readonly one: ComparedCompany;
  readonly other: ComparedCompany;
  readonly why: "lei" | "name" | "website" | "typing error";
}

/** Of more companies in a country, typing errors are not looked for. */
const NAMES_MAX = 5000;

/**
 * Finds companies that are probably one: the same LEI; in one country the same name but for its
 * legal form, case, accents and punctuation, or but for one typing error; the same website. Each
 * with the first one like it, once. `different` are pairs of names that somebody told apart.
 */
export function findProbableDuplicates(
  companies: readonly ComparedCompany[],
  different: readonly (readonly string[])[] = [],
): ProbableDuplicate[] {
  const toldApart = new Set(different.map((pair) => pairKey(pair)));
  const found = new Map<string, ProbableDuplicate>();
  const add = (one: ComparedCompany, other: ComparedCompany, why: ProbableDuplicate["why"]): void => {
    const key = pairKey([one.id, other.id]);
    if (!found.has(key) && !toldApart.has(pairKey([one.name, other.name]))) found.set(key, { one, other, why });
  };
  const keys: readonly [ProbableDuplicate["why"], (company: ComparedCompany) => string | null][] = [
    ["lei", ({ lei }) => lei],
    ["name", ({ name, country }) => nameKey(name, country)],
    ["website", ({ website }) => website && addressKey(website)],
  ];
  for (const [why, keyOf] of keys) {
    const firsts = new Map<string, ComparedCompany>();
    for (const company of companies) {
      const key = keyOf(company);
      const first = key === null ? undefined : firsts.get(key);
      if (first !== undefined) add(first, company, why);
      else if (key !== null) firsts.set(key, company);
    }
  }
  for (const own of Map.groupBy(companies, ({ country }) => country).values()) {
    if (own.length > NAMES_MAX) continue;
    for (const [one, other] of nearPairs(own, NAMES_MAX)) add(one, other, "typing error");
  }
  return [...found.values()];
}

function pairKey(pair: readonly string[]): string {
  return JSON.stringify(pair.toSorted());
}

function nameKey(name: string, country: string | null): string | null {
  const key = keyOfName(name)?.text ?? "";
  return key === "" ? null : `${country ?? ""} ${key}`;
}

function addressKey(website: string): string {
  return website
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/u, "")
    .replace(/(?<!\/)\/+$/u, "");
}

const NAMED_MAX = 5;

/** The reasons for which two rows are probably one company, in words. */
export const WHY_PROBABLE: Readonly<Record<ProbableDuplicate["why"], string>> = {
  lei: "the same LEI",
  name: "the same name but for its form and spelling",
  website: "the same website",
  "typing error": "one typing error apart",
};

/** Notices the companies that are probably one, with both rows. Nothing is merged. */
export async function noticeProbableDuplicates(
  connection: DuckDBConnection,
  different: readonly (readonly string[])[],
  problems: ProblemList,
): Promise<void> {
  const companies = await readRows<ComparedCompany>(
    connection,
    "SELECT id, name, country, website, lei FROM clean.company ORDER BY company",
  );
  const pairs = findProbableDuplicates(companies, different);
  if (pairs.length === 0) return;
  const inWords = ({ id, name, country }: ComparedCompany): string =>
    `"${name}" (${[...(id === name ? [] : [id]), country ?? "no country"].join(", ")})`;
  const shown = pairs
    .slice(0, NAMED_MAX)
    .map(({ one, other, why }) => `${inWords(one)} and ${inWords(other)}, ${WHY_PROBABLE[why]}`);
  const more = pairs.length > shown.length ? `; and ${pairs.length - shown.length} more` : "";
  problems.notice(
    `companies: ${counted(pairs.length, "pair is", "pairs are")} probably one company: ${shown.join("; ")}${more}. ` +
      `Nothing is merged: in mapping.json, "same" merges them, and "different" says that they are two`,
  );
}
