import type { ColumnFacts } from "./column-facts.ts";
import { headerShare, isOtherDate, type Role } from "./header-words.ts";
import { areKnownBands } from "./known-bands.ts";
import { SHEET_COLUMN, YEAR_COLUMN } from "./raw-table.ts";

/** The names of the columns of a table, by their role. */
export type Roles = Partial<Record<Role, string>>;

const YES_OR_NO = /^(?:yes|no|ja|nein|oui|non|s[ií]|y|n|partial|partly|true|false)$/iu;

/**
 * Guesses the columns that describe a company and a judgement, but for pillars and bands. `known`
 * stand, and there is no id where `hasId` is false.
 */
export function guessRoles(columns: readonly ColumnFacts[], known: Roles, hasId: boolean): Roles {
  const roles: Roles = { ...known };
  const free = (): ColumnFacts[] => columns.filter(({ column }) => !Object.values(roles).includes(column.name));
  const take = (role: Role, found: ColumnFacts | undefined): void => {
    if (roles[role] === undefined && found !== undefined && (hasId || role !== "id")) roles[role] = found.column.name;
  };
  take(
    "country",
    best(free(), (facts) => countryScore(facts)),
  );
  take(
    "lei",
    best(free(), ({ leis }) => (leis >= 0.8 ? leis : 0)),
  );
  takeUrls(roles, free, take);
  take(
    "judged_on",
    best(free(), (facts) => dateScore(facts)),
  );
  take(
    "id",
    best(free(), (facts) => idScore(facts, Math.max(...columns.map(({ column }) => column.filled)))),
  );
  take(
    "name",
    best(free(), (facts) => nameScore(facts, columns)),
  );
  if (known.name === undefined) preferTellingId(roles, columns);
  take(
    "sector",
    best(free(), (facts) => textScore(facts, "sector", 0.3)),
  );
  take(
    "judge",
    best(free(), (facts) => textScore(facts, "judge", 0.3)),
  );
  return roles;
}

/** Finds the column with the highest score above 0, the first of several. */
export function best(columns: readonly ColumnFacts[], score: (facts: ColumnFacts) => number): ColumnFacts | undefined {
  const scored = columns.filter(({ column }) => column.filled > 0).map((facts) => ({ facts, score: score(facts) }));
  const [first] = scored.filter((each) => each.score > 0).toSorted((a, b) => b.score - a.score);
  return first?.facts;
}

export function countryScore({ column, countries }: ColumnFacts): number {
  if (column.values.length <= 4 && column.values.some(({ value }) => YES_OR_NO.test(value))) return 0;
  const named = headerShare(column.name, "country");
  if (countries < (named > 0 ? 0.4 : 0.8)) return 0;
  // The name of a country says more than its code, if both are there.
  const areNames = column.values.some(({ value }) => value.length > 3);
  return countries + named + (areNames ? 0.1 : 0);
}

function takeUrls(
  roles: Roles,
  free: () => ColumnFacts[],
  take: (role: Role, found: ColumnFacts | undefined) => void,
): void {
  const urls = ({ urls: share }: ColumnFacts): boolean => share >= 0.6;
  const isOf = (facts: ColumnFacts, role: Role): number => headerShare(facts.column.name, role);
  take(
    "source_url",
    best(free().filter(urls), (facts) => isOf(facts, "source_url")),
  );
  take(
    "website",
    best(free().filter(urls), (facts) => isOf(facts, "website")),
  );
  if (roles.country === undefined) take("source_url", free().find(urls));
  else take("website", free().find(urls));
}

function dateScore({ column, dates, years, serials }: ColumnFacts): number {
  const isOfFile = column.name === YEAR_COLUMN;
  const named = headerShare(column.name, "judged_on");
  if (isOtherDate(column.name)) return 0;
  // Days as a spreadsheet counts them are numbers, but for their header.
  if (named >= 0.5 && dates + serials >= 0.8 && serials > 0) return serials + named;
  if (dates < 0.8 && !isOfFile) return 0;
  // Years of foundation are years too, so a column of many years needs its name.
  const isEdition = column.distinct <= 6 && column.filled >= 10 * column.distinct;
  if (years > 0.5 && named === 0 && !isOfFile && !isEdition) return 0;
  return dates + named + (years > 0.5 ? 0 : 1) + (isOfFile ? 0.5 : 0);
}

/** An id is complete, or nearly so, and tells companies apart. */
function idScore({ column }: ColumnFacts, most: number): number {
  const named = headerShare(column.name, "id");
  if (named < 0.5 || column.distinct < 2 || column.filled < 0.9 * most) return 0;
  // A running number is another one after the next sorting.
  const isRunning = column.values.every(({ value }) => /^\d+$/u.test(value) && Number(value) <= column.distinct);
  return isRunning ? 0 : named;
}

function nameScore({ column, numbers, dates, urls, judged }: ColumnFacts, all: readonly ColumnFacts[]): number {
  if (numbers > 0.5 || dates > 0.5 || urls > 0.5 || judged.length < 2 || isOfFiles(column.name)) return 0;
  if (areKnownBands(judged.map(({ value }) => value))) return 0;
  const named = headerShare(column.name, "name");
  const most = Math.max(...all.map((each) => each.column.filled));
  const isFirst = all.find((each) => each.column.filled > 0)?.column.name === column.name;
  const areDifferent = column.distinct / Math.max(1, most);
  const areLong = column.values.some(({ value }) => value.length > 300);
  return areLong ? 0 : 2 * named + areDifferent + (isFirst ? 0.3 : 0);
}

/** Takes an id for the name, such as the key of a map, where no other column is called a name. */
function preferTellingId(roles: Roles, columns: readonly ColumnFacts[]): void {
  const { id, name } = roles;
  if (id === undefined || (name !== undefined && headerShare(name, "name") > 0)) return;
  const values = columns.find(({ column }) => column.name === id)?.column.values ?? [];
  const telling = values.filter(({ value }) => /^\p{Lu}\p{Ll}{2}/u.test(value));
  if (name !== undefined && telling.length < 0.5 * values.length) return;
  roles.name = id;
  delete roles.id;
}

function isOfFiles(name: string): boolean {
  return name === SHEET_COLUMN || name === YEAR_COLUMN;
}

/** Scores a column of text with repeated values for a role by its name. */
export function textScore({ column, numbers, urls }: ColumnFacts, role: Role, least: number): number {
  const named = headerShare(column.name, role);
  return named >= least && numbers < 0.5 && urls < 0.5 && !isOfFiles(column.name) ? named : 0;
}
