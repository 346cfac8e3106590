import type { MappedJudgements, MappedValue, MappingTable } from "../mapping/mapping-schema.ts";
import { matches } from "../mapping/mapped-tables.ts";
import { NO_SECTOR } from "../../trust/dataset.ts";
import { findDateForms, valuesOfDates } from "./number-questions.ts";
import type { Draft, DraftEntry, DraftJudgements, DraftMapping, OpenQuestion } from "./drafts.ts";
import { type ColumnStatement, examineGuess } from "./examine-guess.ts";
import { groupPillars, type PillarAnswer } from "./bands-answer.ts";
import type { CompaniesGuess, DatasetGuess, JudgementsGuess } from "./guess-dataset.ts";
import type { TableGuess } from "./guess-table.ts";
import { saysNotJudged } from "./header-words.ts";
import type { RawFiles } from "../sources/open-raw-files.ts";
import { type RawTable, SHEET_COLUMN, YEAR_COLUMN, yearIn } from "./raw-table.ts";

interface FoundInFiles {
  readonly guess: DatasetGuess;
  readonly decoded: RawFiles["decoded"];
}

/**
 * Writes the documents that say what was guessed. Nothing is decided in them: there are no bands,
 * and a doubtful guess stays out until its question is answered.
 */
export function draftOf({ guess, decoded }: FoundInFiles, before: Draft, now: Date): Draft {
  const questions = questionsOf(guess, now);
  const values = guess.judgements.flatMap(({ pillars }) => pillars.map(({ value }) => value));
  const asked = new Set(questions.flatMap(({ role, column }) => (role === "judged" ? [column] : [])));
  const found = [...new Set(values)].filter((value) => !asked.has(value));
  const areColumns = guess.judgements.every(({ judged }) => judged.shape === "wide");
  const named = groupPillars(found, areColumns);
  const pillars = [...new Map(named.map(({ id, label }) => [id, { id, label }])).values()];
  const cells = guess.judgements.flatMap((each) => each.values.map(({ value }) => value.toLowerCase()));
  const marks = [...new Set(cells.filter(saysNotJudged))];
  const { companies, products } = guess;
  // A person says how dates are written where nothing tells day and month apart.
  const [dates, otherDates] = findDateForms(valuesOfDates(guess.judgements)) ?? [];
  return {
    mapping: {
      tables: tablesOf(guess),
      ...(companies === null ? {} : { companies: companiesOf(companies, questions) }),
      ...(products === null
        ? {}
        : { products: { table: products.table.name, name: products.name, company: products.company } }),
      judgements: guess.judgements.flatMap((each) => judgementsOf(each, named, pillars, questions)),
      ...(marks.length === 0 ? {} : { not_judged: marks }),
    },
    dataset: {
      ...before.dataset,
      year: before.dataset.year ?? now.getUTCFullYear(),
      ...(decoded === null ? {} : { encoding: decoded.encoding }),
      ...(dates === undefined || otherDates !== undefined ? {} : { dates }),
      ...(pillars.length === 0 ? {} : { pillars }),
    },
    marks: {
      ...before.marks,
      questions: Object.fromEntries(questions.map((each) => [`${each.table}/${each.column}`, each])),
    },
  };
}

/** Asks a question for each guess that something in the files speaks against. */
function questionsOf({ companies, judgements }: DatasetGuess, now: Date): OpenQuestion[] {
  const today = now.toISOString().slice(0, 10);
  const questions: OpenQuestion[] = [];
  const ask = (
    guess: TableGuess,
    says: ColumnStatement["says"],
    column: string | undefined,
    { role, pointer }: Pick<OpenQuestion, "role" | "pointer">,
  ): void => {
    if (column === undefined) return;
    const question = examineGuess({ says, column }, { ...guess, today });
    if (question !== null) questions.push({ table: guess.table.name, column, role, pointer, said: question });
  };
  if (companies !== null) {
    ask(companies, "company", companies.name, { role: "name", pointer: "/companies/name" });
    ask(companies, "country", companies.roles.country, { role: "country", pointer: "/companies/country" });
    ask(companies, "sector", sectorOf(companies), { role: "sector", pointer: "/companies/sector" });
  }
  for (const [i, guess] of judgements.entries()) {
    const { judged, roles } = guess;
    const [role, columns] = judged.shape === "wide" ? ["judged", judged.columns] : ["band", [judged.band]];
    for (const column of columns) ask(guess, "judged", column, { role, pointer: `/judgements/${i}` });
    ask(guess, "date", roles.judged_on, { role: "judged_on", pointer: `/judgements/${i}/date` });
  }
  return questions;
}

/** Returns the tables that something is read from; all of them where there are no companies. */
function tablesOf({ companies, judgements, products, unused }: DatasetGuess): Record<string, MappingTable> {
  const read = [...(companies === null ? [] : [companies]), ...judgements, ...(products === null ? [] : [products])];
  const tables = new Map<string, MappingTable>();
  for (const each of read) {
    for (const used of each.table.uses) if (!tables.has(used.name)) tables.set(used.name, tableOf(used, null));
    if (!tables.has(each.table.name)) tables.set(each.table.name, tableOf(each.table, "leftOut" in each ? each : null));
  }
  const own = companies === null ? undefined : tables.get(companies.table.name);
  if (companies === null) for (const table of unused) tables.set(table.name, tableOf(table, null));
  else if (own !== undefined) {
    const wave = companies.wave === null ? {} : { wave: companies.wave };
    tables.set(companies.table.name, { ...own, ...wave, row: companies.name });
  }
  return Object.fromEntries(tables);
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
  const from = sheet === undefined && member === undefined ? "file" : "sheet";
  return {
    files: filesOf(table, areFilesOfYears),
    ...(sheet === undefined ? {} : { sheet: sheets.length === 1 ? sheet : sheets }),
    ...(member === undefined ? {} : { member: members.length === 1 ? member : members }),
    ...(isBelow && isSame && first?.header !== null ? { header: [...header] } : {}),
    ...(hasYears ? { wave: { from: areFilesOfYears ? "file" : "sheet" } } : {}),
    ...(hasSheet ? { add: { [SHEET_COLUMN]: { from } } } : {}),
    ...leaveOut(guess),
  };
}

/** Names the files of waves by a pattern, so that next year's file is one of them. */
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

function sectorOf({ roles, table }: Pick<CompaniesGuess, "roles" | "table">): string | undefined {
  const hasSheet = table.columns.some(({ name }) => name === SHEET_COLUMN);
  return roles.sector ?? (hasSheet && !Object.values(roles).includes(SHEET_COLUMN) ? SHEET_COLUMN : undefined);
}

/** Returns true if a question asks about a column: nobody relies on it before the answer. */
function isAsked(questions: readonly OpenQuestion[], table: RawTable, role: string, column: string): boolean {
  return questions.some((each) => each.table === table.name && each.role === role && each.column === column);
}

function companiesOf(
  { id, name, roles, table, facts }: CompaniesGuess,
  questions: readonly OpenQuestion[],
): NonNullable<DraftMapping["companies"]> {
  const sectorColumn = sectorOf({ roles, table });
  const sectorFacts = facts.find(({ column }) => column.name === sectorColumn);
  const isPatchy = sectorFacts !== undefined && sectorFacts.column.filled < table.rows;
  const sector: MappedValue =
    sectorColumn === undefined
      ? { value: NO_SECTOR }
      : isPatchy
        ? { column: sectorColumn, else: NO_SECTOR }
        : sectorColumn;
  return {
    table: table.name,
    ...(id === name ? {} : { id }),
    ...(isAsked(questions, table, "name", name) ? {} : { name }),
    ...(roles.country === undefined || isAsked(questions, table, "country", roles.country)
      ? {}
      : { country: roles.country }),
    ...(isAsked(questions, table, "sector", sectorColumn ?? "") ? {} : { sector }),
    ...(roles.website === undefined ? {} : { website: roles.website }),
    ...(roles.lei === undefined ? {} : { lei: roles.lei }),
  };
}

/** Returns none where all columns that judge are asked about. */
function judgementsOf(
  guess: JudgementsGuess,
  named: readonly PillarAnswer[],
  pillars: readonly DraftEntry[],
  questions: readonly OpenQuestion[],
): DraftJudgements[] {
  const { judged, table, company, roles } = guess;
  const own = named.filter(({ value }) => guess.pillars.some((each) => each.value === value));
  const shared = {
    table: table.name,
    company,
    ...(roles.criterion === undefined ? {} : { criterion: roles.criterion }),
    ...(roles.judge === undefined ? {} : { judge: roles.judge }),
    ...(roles.judged_on === undefined || isAsked(questions, table, "judged_on", roles.judged_on)
      ? {}
      : { date: roles.judged_on }),
    ...(roles.source_url === undefined ? {} : { source: roles.source_url }),
  };
  const meantWith = (usual: (column: string) => string | null): NonNullable<MappedJudgements["columns"]> =>
    Object.fromEntries(
      own.map(({ value, id, criterion }) => {
        const called = criterion ?? usual(value);
        return [value, { pillar: id, ...(called === null ? {} : { criterion: called }) }];
      }),
    );
  if (judged.shape === "wide") {
    const columns = meantWith((column) => column.slice(0, 300));
    return own.length === 0 ? [] : [{ ...shared, columns: withCriteria(columns, pillars) }];
  }
  const isAll = guess.pillars.every((each) => own.some(({ value }) => value === each.value));
  const arePlain = own.every(({ label, value, criterion }) => label === value && criterion === null);
  return [
    {
      ...shared,
      pillar: judged.pillar,
      ...(isAll && arePlain ? {} : { groups: meantWith(() => null) }),
      ...(isAsked(questions, table, "band", judged.band) ? {} : { value: judged.band }),
    },
  ];
}

/**
 * Names the criterion of every column but those that are all of their pillar: one that is called
 * like its column has none, and one that was given another name gets none.
 */
export function withCriteria(
  columns: NonNullable<DraftJudgements["columns"]>,
  pillars: readonly DraftEntry[],
): NonNullable<DraftJudgements["columns"]> {
  const counts = Map.groupBy(Object.values(columns), ({ pillar }) => pillar);
  return Object.fromEntries(
    Object.entries(columns).map(([column, { criterion, ...judged }]) => {
      const isAlone = counts.get(judged.pillar)?.length === 1;
      const isCalledSo = pillars.some(({ id, label }) => id === judged.pillar && label === column);
      if (isAlone && (criterion === undefined || isCalledSo)) return [column, judged];
      return [column, { ...judged, criterion: criterion ?? column.slice(0, 300) }];
    }),
  );
}
