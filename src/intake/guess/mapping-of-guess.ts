import { TABLE_NAMES } from "../../tables/input-tables.ts";
import type {
  MappedCell,
  MappedConversion,
  MappedJudgements,
  MappedValue,
  Mapping,
  MappingTable,
} from "../mapping/mapping-schema.ts";
import { matches } from "../mapping/mapped-tables.ts";
import { type Answers, NO_SECTOR, type WholeGuess } from "./answers.ts";
import type { PillarAnswer } from "./group-pillars.ts";
import { areFalling } from "./bands-answer.ts";
import { isNumber } from "./column-facts.ts";
import type { DatasetGuess, JudgementsGuess } from "./guess-dataset.ts";
import type { TableGuess } from "./guess-table.ts";
import type { Role } from "./header-words.ts";
import { type RawTable, SHEET_COLUMN, YEAR_COLUMN, yearIn } from "./raw-table.ts";

/**
 * The mapping that says what was guessed and answered. Null where the files are the tables of a
 * dataset already.
 */
export function mappingOf(guess: WholeGuess, answers: Answers): Mapping | null {
  if (isFitting(guess, answers)) return null;
  return { ...mappedParts(guess, answers), companies: companiesOf(guess, answers) };
}

/** The same as far as it is known, for files that may lack what companies need. */
export function draftOfGuess(guess: DatasetGuess, answers: Answers): Omit<Mapping, "companies"> & Partial<Mapping> {
  const parts = mappedParts(guess, answers);
  const { companies } = guess;
  if (companies !== null) return { ...parts, companies: companiesOf({ ...guess, companies }, answers) };
  const others = guess.unused.map((table) => [table.name, tableOf(table, null)] as const);
  return { ...parts, tables: { ...parts.tables, ...Object.fromEntries(others) } };
}

function mappedParts(guess: DatasetGuess, answers: Answers): Omit<Mapping, "companies"> {
  const { companies, judgements, products } = guess;
  const read = [...(companies === null ? [] : [companies]), ...judgements, ...(products === null ? [] : [products])];
  const lookups = Object.values(answers.cells).flatMap(({ lookup }) =>
    lookup === undefined ? [] : guess.unused.filter(({ name }) => name === lookup.table),
  );
  const tables = new Map<string, MappingTable>();
  for (const table of lookups) tables.set(table.name, tableOf(table, null));
  for (const each of read) {
    for (const used of each.table.uses) if (!tables.has(used.name)) tables.set(used.name, tableOf(used, null));
    if (!tables.has(each.table.name)) tables.set(each.table.name, tableOf(each.table, "leftOut" in each ? each : null));
  }
  const own = companies === null ? undefined : tables.get(companies.table.name);
  if (companies !== null && own !== undefined) {
    const wave = companies.wave === null ? {} : { wave: companies.wave };
    tables.set(companies.table.name, { ...own, ...wave, row: companies.name });
  }
  const found = new Set(judgements.flatMap(({ values }) => values.map(({ value }) => value.toLowerCase())));
  const marks = answers.notJudged.filter((mark) => found.has(mark));
  const conversions = conversionsOf(answers);
  const corrections = answers.corrections.flatMap(({ table, column, was, now }) =>
    read
      .filter((each) => table === null || each.table.name === table)
      .filter((each) => each.table.columns.some(({ name }) => name.toLowerCase() === column.toLowerCase()))
      .map((each) => ({ table: each.table.name, column, was, now }))
      .concat(lookups.filter(({ name }) => name === table).map(({ name }) => ({ table: name, column, was, now }))),
  );
  return {
    tables: Object.fromEntries(tables),
    ...(products === null
      ? {}
      : { products: { table: products.table.name, name: products.name, company: products.company } }),
    judgements: judgements.map((each) => judgementsOf(each, answers)),
    ...(Object.keys(conversions).length === 0 ? {} : { conversions }),
    ...(marks.length === 0 ? {} : { not_judged: marks }),
    ...(corrections.length === 0
      ? {}
      : { corrections: [...new Map(corrections.map((each) => [JSON.stringify(each), each])).values()] }),
  };
}

/** The text of mapping.json, with short objects and lists on one line. */
export function writeMapping(mapping: object): string {
  return `${JSON.stringify(mapping, null, 2).replaceAll(
    /([[{])\n\s+([^[\]{}]{1,90}?)\n\s+([\]}])/gu,
    (_, open: string, inner: string) => {
      const line = inner.replaceAll(/\n\s+/gu, " ");
      return open === "{" ? `{ ${line} }` : `[${line}]`;
    },
  )}\n`;
}

function tableOf(table: RawTable, guess: TableGuess | null): MappingTable {
  if (table.uses.length > 0) return { sql: table.select, ...leaveOut(guess) };
  const { parts } = table;
  const hasYears = table.columns.some(({ name }) => name === YEAR_COLUMN);
  const areFilesOfYears = hasYears && parts.every(({ files }) => yearIn(files.join(" ")) !== null);
  const sheets = [...new Set(parts.flatMap(({ sheet }) => sheet ?? []))];
  const [first] = parts;
  const header = first?.header ?? [1];
  const isBelow = header.length > 1 || header[0] !== 1;
  const isSame = parts.every((part) => JSON.stringify(part.header) === JSON.stringify(header));
  const hasSheet = table.columns.some(({ name }) => name === SHEET_COLUMN);
  const [sheet] = sheets;
  const members = [...new Set(parts.flatMap((part) => part.member ?? []))];
  const [member] = members;
  return {
    files: filesOf(table, areFilesOfYears),
    ...(sheet === undefined ? {} : { sheet: sheets.length === 1 ? sheet : sheets }),
    ...(member === undefined ? {} : { member: members.length === 1 ? member : members }),
    ...(isBelow && isSame && first?.header !== null ? { header: [...header] } : {}),
    ...(hasYears ? { wave: fromOf(areFilesOfYears) } : {}),
    ...(hasSheet ? { add: { [SHEET_COLUMN]: fromOf(sheet === undefined && member === undefined) } } : {}),
    ...leaveOut(guess),
  };
}

function fromOf(isFile: boolean): { from: "file" | "sheet" } {
  return { from: isFile ? "file" : "sheet" };
}

/** The files of waves by a pattern, so that next year's file is one of them. */
function filesOf({ parts }: RawTable, hasYears: boolean): string[] {
  const files = [...new Set(parts.flatMap((part) => part.files))];
  if (!hasYears) return files;
  const patterns = [...new Set(files.map((file) => file.replaceAll(/(?<!\d)(?:19|20)\d\d(?!\d)/gu, "*")))];
  return patterns.every((pattern) => files.some((file) => matches(pattern, file))) ? patterns : files;
}

function leaveOut(guess: TableGuess | null): Pick<MappingTable, "leave_out"> {
  const { leftOut, roles } = guess ?? {};
  if (leftOut === undefined || roles?.name === undefined || leftOut.names.length === 0) return {};
  return { leave_out: [{ column: roles.name, is: [...leftOut.names] }] };
}

/** A column, and what the options say is made of it. */
function cellOf(role: Role, column: string, { cells }: Answers): string | MappedCell {
  const extra = cells[role];
  return extra === undefined ? column : { ...extra, column };
}

function companiesOf({ companies }: WholeGuess, answers: Answers): Mapping["companies"] {
  const { id, name, roles, table, facts } = companies;
  const country: MappedValue | undefined =
    roles.country === undefined
      ? answers.country === null
        ? undefined
        : { value: answers.country }
      : cellOf("country", roles.country, answers);
  const hasSheet = table.columns.some((column) => column.name === SHEET_COLUMN);
  const sectorColumn = roles.sector ?? (hasSheet && answers.sector === null ? SHEET_COLUMN : undefined);
  const sectorFacts = facts.find(({ column }) => column.name === sectorColumn);
  const isPatchy = sectorFacts !== undefined && sectorFacts.column.filled < table.rows;
  const rest = answers.sector ?? NO_SECTOR;
  const sector: MappedValue =
    sectorColumn === undefined
      ? { value: rest }
      : isPatchy
        ? { ...answers.cells.sector, column: sectorColumn, else: rest }
        : cellOf("sector", sectorColumn, answers);
  return {
    table: table.name,
    ...(id === name && answers.cells.name === undefined
      ? {}
      : { id: id === roles.id ? cellOf("id", id, answers) : id }),
    name: cellOf("name", name, answers),
    ...(country === undefined ? {} : { country }),
    sector,
    ...(roles.website === undefined ? {} : { website: cellOf("website", roles.website, answers) }),
    ...(roles.lei === undefined ? {} : { lei: cellOf("lei", roles.lei, answers) }),
  };
}

const [SCALE, OTHERS] = ["bands", "cuts"] as const;

function judgementsOf(guess: JudgementsGuess, answers: Answers): MappedJudgements {
  const { judged, table, company, roles } = guess;
  const own = answers.pillars.filter(({ value }) => guess.pillars.some((each) => each.value === value));
  const further = (["criterion", "judge"] as const).flatMap((role) =>
    roles[role] === undefined ? [] : [[role, cellOf(role, roles[role], answers)] as const],
  );
  const shared = {
    table: table.name,
    company,
    ...(hasConversion(answers) ? { conversion: SCALE } : {}),
    ...Object.fromEntries(further),
    ...(roles.judged_on === undefined ? {} : { date: cellOf("judged_on", roles.judged_on, answers) }),
    ...(roles.source_url === undefined ? {} : { source: cellOf("source_url", roles.source_url, answers) }),
  };
  if (judged.shape === "wide") {
    return { ...shared, columns: meaningsOf(own, answers) };
  }
  const isAll = guess.pillars.every((each) => own.some(({ value }) => value === each.value));
  const arePlain =
    own.every(({ label, value, criterion }) => label === value && criterion === null) &&
    own.every(({ value }) => Object.keys(conversionOf(value, answers)).length === 0);
  return {
    ...shared,
    pillar: cellOf("pillar", judged.pillar, answers),
    ...(isAll && arePlain ? {} : { groups: meaningsOf(own, answers) }),
    value: judged.band,
  };
}

/** What columns, or values of the pillar, judge. */
function meaningsOf(own: readonly PillarAnswer[], answers: Answers): NonNullable<MappedJudgements["groups"]> {
  const meanings = own.map(({ value, id, criterion }) => {
    const further = criterion === null ? {} : { criterion };
    return [value, { pillar: id, ...further, ...conversionOf(value, answers) }] as const;
  });
  return Object.fromEntries(meanings);
}

function conversionOf(pillar: string, { otherCuts }: Answers): { conversion?: string } {
  const at = otherCuts.findIndex(({ pattern }) => matches(pattern, pillar));
  return at < 0 ? {} : { conversion: `${OTHERS}_${at + 1}` };
}

function hasConversion({ scale: { bands, cuts }, list }: Answers): boolean {
  return cuts !== null || list !== null || bands.some(isMapped);
}

function conversionsOf(answers: Answers): NonNullable<Mapping["conversions"]> {
  const { scale, share, list, otherCuts } = answers;
  const { bands, cuts } = scale;
  const cutting = (numbers: readonly number[]): MappedConversion => ({
    cuts: [...numbers],
    ...(areFalling(numbers) ? { lower_is_better: true } : {}),
    ...(share === null ? {} : { share_of: share }),
  });
  const usual: MappedConversion | null = !hasConversion(answers)
    ? null
    : cuts !== null
      ? cutting(cuts)
      : {
          values: Object.fromEntries(bands.map(({ id, values }) => [id, [...values]])),
          ...(list === null ? {} : { list }),
        };
  return {
    ...(usual === null ? {} : { [SCALE]: usual }),
    ...Object.fromEntries(otherCuts.map((other, i) => [`${OTHERS}_${i + 1}`, cutting(other.cuts)])),
  };
}

/** Whether its label is not just the value of the files. */
function isMapped({ label, values }: Answers["scale"]["bands"][number]): boolean {
  return values.some((value) => isNumber(value) || value.toLowerCase() !== label.toLowerCase());
}

const TABLE_FILE = new RegExp(
  `^(${TABLE_NAMES.join("|")})(?:-[^/]*)?\\.(?:csv|tsv|ndjson|jsonl|parquet|xlsx)(?: sheet "[^"]*")?$|^dataset\\.xlsx sheet "(${TABLE_NAMES.join("|")})"$`,
  "iu",
);

/** Whether intake reads the files as they are. */
function isFitting({ companies, judgements, products }: WholeGuess, answers: Answers): boolean {
  const [only] = judgements;
  if (only === undefined || judgements.length > 1 || only.judged.shape !== "long") return false;
  if (answers.corrections.length > 0 || Object.keys(answers.cells).length > 0 || answers.list !== null) return false;
  const { judged } = only;
  const isOf = (table: RawTable, name: string): boolean =>
    table.parts.every(({ label }) => {
      const [, file, sheet] = TABLE_FILE.exec(label) ?? [];
      return (file ?? sheet)?.toLowerCase() === name;
    });
  const sameName = (column: string | undefined, name: string): boolean => column?.toLowerCase() === name;
  const { roles } = companies;
  const areOwn = isOf(companies.table, "companies") && isOf(only.table, "judgements");
  const haveNames =
    sameName(companies.id, "id") &&
    sameName(companies.name, "name") &&
    sameName(roles.country, "country") &&
    sameName(roles.sector, "sector") &&
    sameName(only.company, "company") &&
    sameName(judged.pillar, "pillar") &&
    sameName(judged.band, "band") &&
    (only.roles.judged_on === undefined || sameName(only.roles.judged_on, "judged_on"));
  const areAsWritten =
    answers.scale.cuts === null &&
    answers.scale.bands.every(({ label, values }) =>
      values.every((value) => sameName(value, label.toLowerCase()) && !isNumber(value)),
    ) &&
    only.values.every(({ value }) => !answers.notJudged.includes(value.toLowerCase()));
  const leavesOut = [companies, only].some((guess) => guess.leftOut.names.length > 0);
  const haveProducts = products === null || isOf(products.table, "products");
  const areAll =
    only.pillars.every(({ value }) => answers.pillars.some((each) => each.value === value)) &&
    answers.pillars.every(({ criterion }) => criterion === null);
  return areOwn && haveNames && areAsWritten && areAll && !leavesOut && haveProducts;
}
