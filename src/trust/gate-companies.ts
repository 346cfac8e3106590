import {
  byId,
  type GateChange,
  type GatedCompany,
  type GatedPair,
  moreThan,
  shareOf,
  type Trigger,
} from "./gate-trigger.ts";
import type { ComparedCompany } from "./release-contents.ts";
import type { GateLimits } from "./gate-limits.ts";

export function findCompanyTriggers(pair: GatedPair, limits: GateLimits): Trigger[] {
  return [
    ...findGone(pair, limits),
    ...findGoneInCountries(pair, limits),
    ...findMovedNames(pair, limits),
    ...findRenamed(pair, limits),
    ...findReclassified(pair, limits),
    ...findOtherSectorsGone(pair, limits),
  ];
}

function findGone({ before, later }: GatedPair, limits: GateLimits): Trigger[] {
  const gone = before.companies.filter(({ id }) => !later.has(id));
  const of = before.companies.length;
  return moreThan("companies_gone", goneChanges(gone), of, shareOf(of, limits.companiesGonePercent));
}

/** Smaller countries lose a large share with two companies. */
export const COUNTRY_COMPANIES_MIN = 10;

/** Finds losses by country; a country of which no company is left is a trigger of its own. */
function findGoneInCountries({ before, after, later }: GatedPair, limits: GateLimits): Trigger[] {
  const listed = new Set(after.countries.map(({ iso2 }) => iso2));
  const byCountry = Map.groupBy(before.companies, ({ country }) => country);
  return [...byCountry]
    .toSorted(([a], [b]) => ((a ?? "") < (b ?? "") ? -1 : 1))
    .flatMap(([country, companies]) => {
      if (country === null || !listed.has(country) || companies.length < COUNTRY_COMPANIES_MIN) return [];
      const gone = companies.filter(({ id }) => !later.has(id));
      const of = companies.length;
      const limit = shareOf(of, limits.companiesGoneInCountryPercent);
      return moreThan("companies_gone_in_country", goneChanges(gone), of, limit, { within: country });
    });
}

function goneChanges(gone: readonly GatedCompany[]): GateChange[] {
  const ids = gone.map(({ id }) => id).toSorted();
  return ids.map((id) => ({ id, before: "listed", after: "gone" }));
}

/**
 * Finds names that moved to another company: the company that had one has another, or is gone, and
 * one that had another, or is new, has it. Rows with the wrong ids look like that.
 */
function findMovedNames({ before, after, earlier, later }: GatedPair, limits: GateLimits): Trigger[] {
  const keyOf = ({ nameAsSeen }: GatedCompany): string => nameAsSeen;
  const owners = Map.groupBy(before.companies, keyOf);
  const changes = after.companies.flatMap((company): GateChange[] => {
    const key = keyOf(company);
    const was = earlier.get(company.id);
    if (was !== undefined && keyOf(was) === key) return [];
    const owner = owners.get(key)?.find(({ id }) => {
      const is = later.get(id);
      return is === undefined || keyOf(is) !== key;
    });
    return owner === undefined ? [] : [{ id: company.id, before: owner.id, after: company.name }];
  });
  return moreThan("names_moved", byId(changes), after.companies.length, limits.namesMoved);
}

function findRenamed({ inBoth }: GatedPair, limits: GateLimits): Trigger[] {
  const changes = inBoth.flatMap(({ was, is }): GateChange[] =>
    was.name === is.name ? [] : [{ id: is.id, before: was.name, after: is.name }],
  );
  return moreThan("renamed", byId(changes), inBoth.length, shareOf(inBoth.length, limits.renamedPercent));
}

function findReclassified({ inBoth }: GatedPair, limits: GateLimits): Trigger[] {
  const placeOf = ({ country, sector }: GatedCompany): string => `${country ?? "none"}, ${sector}`;
  const changes = inBoth.flatMap(({ was, is }): GateChange[] =>
    placeOf(was) === placeOf(is) ? [] : [{ id: is.id, before: placeOf(was), after: placeOf(is) }],
  );
  return moreThan("reclassified", byId(changes), inBoth.length, shareOf(inBoth.length, limits.reclassifiedPercent));
}

/** Finds lost further sectors: without them, companies leave the lists of these sectors. */
function findOtherSectorsGone({ before, inBoth }: GatedPair, limits: GateLimits): Trigger[] {
  const gone = inBoth.filter(({ was, is }) => was.otherSectors !== null && is.otherSectors === null);
  const changes = byId(gone.map(({ is: { id } }) => ({ id, before: "named", after: "gone" })));
  const of = before.companies.filter(({ otherSectors }) => otherSectors !== null).length;
  return moreThan("other_sectors_gone", changes, of, shareOf(before.companies.length, limits.companiesGonePercent));
}

/**
 * Finds the company that one which is gone is probably called now: the only new one of its country
 * and sector with its LEI, or with most words of its name.
 */
export function findSuccessor(
  gone: ComparedCompany,
  before: readonly ComparedCompany[],
  after: readonly ComparedCompany[],
): ComparedCompany | null {
  const known = new Set(before.map(({ id }) => id));
  const words = wordsOf(gone);
  const alike = after.filter((company) => {
    if (known.has(company.id) || company.country !== gone.country || company.sector !== gone.sector) return false;
    const others = wordsOf(company);
    const shared = words.intersection(others).size;
    return (gone.lei !== null && company.lei === gone.lei) || shared > Math.max(words.size, others.size) / 2;
  });
  const [only = null] = alike.length === 1 ? alike : [];
  return only;
}

/** Shorter words, such as "of" and "the", are those of any name. */
function wordsOf({ name }: ComparedCompany): Set<string> {
  return new Set(name.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
}
