import type { Chance } from "./chance.ts";
import { COMPANIES_BY_COUNTRY, NOT_JUDGED_COUNT, SECTORS } from "./facts.ts";
import { GIVEN_NAMES, TONGUES } from "./tongues.ts";
import type { Tongue, Word } from "./tongues.ts";

/** A fictional company. */
export interface Company {
  readonly id: string;
  readonly name: string;
  /** The word that carries the name, in Latin letters and (or null) in the country's own script. */
  readonly stem: Word;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Place in `SECTORS`. */
  readonly sector: number;
  readonly website: string | null;
  readonly aliases: readonly string[];
  readonly isJudged: boolean;
}

type Draft = Omit<Company, "id" | "isJudged">;

/** A name in Latin letters and, where the country has one, in its own script. */
type FullName = Word & { readonly stem: Word };

/** Makes the companies, in the order of their ids (`c0001` …). */
export function makeCompanies(chance: Chance): Company[] {
  const taken = new Set<string>();
  const drafts: Draft[] = [];
  for (const [country, count] of Object.entries(COMPANIES_BY_COUNTRY)) {
    const sectorWeights = SECTORS.map(({ weight }) => weight * chance.pick([0, 0.3, 0.6, 1, 1, 1.5, 2.5]));
    const given = GIVEN_NAMES.filter((entry) => entry.country === country);
    for (let i = 0; i < count; i++) {
      const sector = chance.pickWeighted([...SECTORS.keys()], sectorWeights);
      const name = given[i]?.name;
      drafts.push(
        name === undefined ? draftCompany(chance, country, sector, taken) : draftGivenCompany(name, country, sector),
      );
    }
  }
  const ordered = chance.shuffle(drafts);
  const notJudged = chooseNotJudged(chance, ordered);
  return ordered.map((draft, i) => ({
    id: `c${String(i + 1).padStart(4, "0")}`,
    ...draft,
    isJudged: !notJudged.has(draft),
  }));
}

function draftCompany(chance: Chance, country: string, sector: number, taken: Set<string>): Draft {
  const tongue = TONGUES[country]!;
  const full = inventName(chance, tongue, sector, taken);
  const isNativeFirst = full.native !== null && chance.happens(0.15);
  const aliases: string[] = [];
  if (full.native !== null && (isNativeFirst || chance.happens(0.6))) {
    aliases.push(isNativeFirst ? full.latin : full.native);
  }
  if (chance.happens(0.2)) aliases.push(full.stem.latin);
  if (chance.happens(0.06)) {
    const former = inventName(chance, tongue, sector, taken, 40);
    if (former !== null) aliases.push(former.latin);
  }
  return {
    name: isNativeFirst ? full.native : full.latin,
    stem: full.stem,
    country,
    sector,
    website: chance.happens(0.9) ? `https://www.${domainLabel(full.stem.latin)}.example` : null,
    aliases,
  };
}

function draftGivenCompany(name: string, country: string, sector: number): Draft {
  const stem = { latin: name.split(" ")[0]!, native: null };
  const website = `https://${country.toLowerCase()}.${domainLabel(stem.latin)}.example`;
  return { name, stem, country, sector, website, aliases: [] };
}

/**
 * Invents a name whose stem no other company has, and marks the stem as taken.
 *
 * With `attemptsMax` it returns null when that many draws were all taken; without, it throws an
 * Error (the tongue needs more words).
 */
function inventName(chance: Chance, tongue: Tongue, sector: number, taken: Set<string>): FullName;
function inventName(
  chance: Chance,
  tongue: Tongue,
  sector: number,
  taken: Set<string>,
  attemptsMax: number,
): FullName | null;
function inventName(chance: Chance, tongue: Tongue, sector: number, taken: Set<string>, attemptsMax?: number) {
  for (let attempt = 0; attempt < (attemptsMax ?? 10_000); attempt++) {
    const stem = joinWords(chance.pick(tongue.heads), chance.pick(tongue.tails));
    const label = domainLabel(stem.latin);
    if (taken.has(label)) continue;
    taken.add(label);
    const trade = chance.happens(0.65) ? tongue.trades[sector]! : null;
    const form = chance.pick(tongue.forms);
    const parts = trade === null ? [stem, form] : [stem, trade, form];
    return {
      stem,
      latin: parts
        .map((part) => part.latin)
        .join(" ")
        .replace(" ,", ","),
      native: stem.native === null ? null : parts.map((part) => part.native!).join(tongue.nativeGap),
    };
  }
  if (attemptsMax !== undefined) return null;
  throw new Error(`No stem is left among ${tongue.heads[0]!.latin} …: the tongue needs more heads or tails`);
}

/**
 * Head and tail as one word: a letter that would stand three times, or a doubled vowel at the seam,
 * is written once.
 */
function joinWords(head: Word, tail: Word): Word {
  const last = head.latin.at(-1)!;
  const isVowelSeam = "aeiou".includes(last) && last === tail.latin[0];
  return {
    latin: head.latin + (isVowelSeam ? tail.latin.slice(1) : tail.latin),
    native: head.native === null ? null : head.native + tail.native!,
  };
}

/** The stem as a host name label: lower-case ASCII letters. */
function domainLabel(stem: string): string {
  const letters: Record<string, string> = { ø: "o", æ: "ae", å: "a", ı: "i", ł: "l", ß: "ss", ð: "d", þ: "th" };
  return stem
    .toLowerCase()
    .replace(/[øæåıłßðþ]/g, (letter) => letters[letter]!)
    .normalize("NFD")
    .replace(/[^a-z]/g, "");
}

/**
 * Two of the four companies of `CI`, and others by lot outside the countries that are small on
 * purpose.
 */
function chooseNotJudged(chance: Chance, drafts: readonly Draft[]): Set<Draft> {
  const small = new Set(["CI", "FJ", "IS", "KE", "NA"]);
  const ofCi = drafts.filter(({ country }) => country === "CI").slice(0, 2);
  const others = chance.shuffle(drafts.filter(({ country }) => !small.has(country)));
  return new Set([...ofCi, ...others.slice(0, NOT_JUDGED_COUNT - ofCi.length)]);
}
