import { idOf } from "../intake/guess/bands-answer.ts";
import { columnOf } from "../intake/mapping/value-sql.ts";
import type { MappedValue } from "../intake/mapping/mapping-schema.ts";
import type { BenchTable } from "../intake/workbench/open-workbench.ts";
import { scaleOf } from "./scales.ts";
import { withCriteria } from "../intake/guess/draft-of-guess.ts";
import type { Draft, DraftEntry, DraftJudgements, DraftMapping } from "../intake/guess/drafts.ts";
import { isObject } from "../is-object.ts";
import { namedMember } from "../intake/mapping/mapping-text.ts";

/** The roles of columns, in the words of the page. */
export const ROLE_WORDS = {
  "": "Not used",
  name: "Company",
  country: "Country",
  sector: "Sector",
  id: "Company id",
  website: "Website",
  lei: "LEI",
  judged: "Judged",
  judged_on: "Date of judgement",
  judge: "Judge",
  source_url: "Source",
  criterion: "Criterion",
  pillar: "Pillar, a row for each",
  band: "Judgement, a row for each",
  count: "How many are in a band",
  company: "Company of another table",
} as const;

export type DeskRole = keyof typeof ROLE_WORDS;

const OF_COMPANIES = ["name", "country", "sector", "id", "website", "lei"] as const;
/** Members of the judgements by their roles. */
const OF_JUDGEMENTS = {
  judged_on: "date",
  judge: "judge",
  source_url: "source",
  criterion: "criterion",
  pillar: "pillar",
  company: "company",
} as const;

type ValueMembers = Readonly<Record<string, unknown>>;

function isOf(value: unknown, column: string): boolean {
  return columnOf(isValue(value) ? value : undefined)?.toLowerCase() === column.toLowerCase();
}

function isValue(value: unknown): value is MappedValue {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

/** Returns true if a value is looked up in this column of another table. */
function isLookedUp(value: unknown, table: string, column: string): boolean {
  const { lookup } = typeof value === "object" && value !== null && "lookup" in value ? value : {};
  return isObject(lookup) && lookup["table"] === table && lookup["value"] === column;
}

/** Finds the role of a column: one for the companies comes before one for their judgements. */
export function roleOf({ companies, judgements = [] }: DraftMapping, table: string, column: string): DeskRole {
  for (const role of OF_COMPANIES) {
    const isHere = companies?.table === table && isOf(companies[role], column);
    if (isHere || isLookedUp(companies?.[role], table, column)) return role;
  }
  for (const each of judgements.filter((own) => own.table === table)) {
    if (each.value?.toLowerCase() === column.toLowerCase()) return "band";
    if (Object.keys(each.columns ?? {}).some((name) => name.toLowerCase() === column.toLowerCase())) return "judged";
    if (Object.keys(each.counts ?? {}).some((name) => name.toLowerCase() === column.toLowerCase())) return "count";
    for (const role of ["judged_on", "judge", "source_url", "criterion", "pillar", "company"] as const)
      if (isOf(each[OF_JUDGEMENTS[role]], column)) return role;
  }
  return "";
}

/** A criterion may say its pillar as well, by a look-up of its own. */
function isMeant(owner: ValueMembers, member: string, column: string): boolean {
  return member !== "value" && member !== "table" && !(member === "pillar" && isOf(owner["criterion"], column));
}

/** Finds the value by which a column is read; null where its role has none. */
export function valueOf(mapping: DraftMapping, table: string, column: string): MappedValue | null {
  const owners: readonly ValueMembers[] = [
    ...(mapping.companies?.table === table ? [mapping.companies] : []),
    ...(mapping.judgements ?? []).filter((each) => each.table === table),
  ];
  for (const owner of owners)
    for (const [member, value] of Object.entries(owner))
      if (isMeant(owner, member, column) && isValue(value) && isOf(value, column)) return value;
  return null;
}

/** Replaces the value by which a column is read, wherever it has a role. */
export function withValue(mapping: DraftMapping, table: string, column: string, value: MappedValue): DraftMapping {
  const replaced = <Owner extends ValueMembers>(owner: Owner): Owner => ({
    ...owner,
    ...Object.fromEntries(
      Object.entries(owner).flatMap(([member, each]) =>
        isMeant(owner, member, column) && isOf(each, column) ? [[member, value]] : [],
      ),
    ),
  });
  const { companies, judgements = [] } = mapping;
  return {
    ...mapping,
    ...(companies?.table === table ? { companies: replaced(companies) } : {}),
    judgements: judgements.map((each) => (each.table === table ? replaced(each) : each)),
  };
}

/** Returns true if something in the rows of a table is a judgement. */
function judges({ value, counts, columns }: DraftJudgements): boolean {
  return value !== undefined || Object.keys({ ...counts, ...columns }).length > 0;
}

/**
 * Removes a column of a table from judgements. If it gets no other role and nothing is judged any
 * more, they are removed as a whole.
 */
function withoutRole(own: DraftJudgements, table: string, column: string, isUnused: boolean): DraftJudgements[] {
  if (own.table !== table) return [own];
  const left = withoutColumn(own, column);
  return isUnused && judges(own) && !judges(left) ? [] : [left];
}

/** Removes a column of a table from the companies. */
function withoutOwn(companies: DraftMapping["companies"], table: string, column: string): DraftMapping["companies"] {
  if (companies === undefined) return companies;
  const own = companies.table === table ? withoutColumn(companies, column) : companies;
  const left = Object.entries(own).filter(([, value]) => !isLookedUp(value, table, column));
  return { ...Object.fromEntries(left), table: companies.table };
}

/** Removes a column, whatever its role was. */
function withoutColumn<Owner extends ValueMembers>(owner: Owner, column: string): Owner {
  const made = { ...owner };
  for (const [member, value] of Object.entries(owner)) {
    if (member !== "table" && isOf(value, column)) Reflect.deleteProperty(made, member);
    if ((member !== "columns" && member !== "counts") || typeof value !== "object" || value === null) continue;
    const left = Object.entries(value).filter(([name]) => name.toLowerCase() !== column.toLowerCase());
    Reflect.set(made, member, Object.fromEntries(left));
  }
  return made;
}

/**
 * Gives a column another role. Facts about companies in another table are looked up there, by the
 * column that names them; where none does, the role is not given.
 */
export function withRole(
  { mapping, dataset }: Draft,
  table: BenchTable,
  column: string,
  role: DeskRole,
): Pick<Draft, "mapping" | "dataset"> {
  const { name } = table;
  let { companies, tables = {} } = mapping;
  let judgements = (mapping.judgements ?? []).flatMap((each) => withoutRole(each, name, column, role === ""));
  let pillars = dataset.pillars ?? [];
  companies = withoutOwn(companies, name, column);
  const isElsewhere = companies?.name !== undefined && companies.table !== name;
  // The companies stay where they are: another file names them, or says more of them.
  if (isElsewhere && (role === "name" || role === "id")) role = "company";
  const ofCompanies = OF_COMPANIES.find((each) => each === role);
  if (ofCompanies !== undefined) {
    companies = withFact(companies, isElsewhere, name, ofCompanies, column, judgements);
    const settings = namedMember(tables, name);
    if (role === "name" && settings !== undefined) tables = { ...tables, [name]: { ...settings, row: column } };
  }
  const change = (edit: (own: DraftJudgements) => DraftJudgements): void => {
    const at = judgements.findIndex((each) => each.table === name);
    const own = judgements[at] ?? { table: name };
    judgements = at < 0 ? [...judgements, edit(own)] : judgements.with(at, edit(own));
  };
  let scale = dataset.scale;
  if (role === "judged") {
    const pillar = { id: idOf(column, "pillar", new Set(pillars.map(({ id }) => id))), label: column.slice(0, 120) };
    pillars = [...pillars, pillar];
    change(({ value: _value, pillar: _pillar, groups: _groups, counts: _counts, ...own }) => ({
      ...own,
      columns: { ...own.columns, [column]: { pillar: pillar.id } },
    }));
  } else if (role === "band") change(({ columns: _columns, counts: _counts, ...own }) => ({ ...own, value: column }));
  else if (role === "count") {
    const found = bandCalled(scale?.bands ?? [], column);
    scale = scaleOf(found.bands, dataset);
    change(({ columns: _columns, value: _value, groups: _groups, ...own }) => ({
      ...own,
      counts: { ...own.counts, [column]: found.id },
    }));
  } else if (role === "pillar") {
    const values = (table.columns.find((each) => each.name === column)?.values ?? []).map(({ value }) => value);
    const areMany = values.length > PILLARS_MAX;
    if (!areMany) pillars = pillarsOfRows(judgements, pillars, values);
    change(({ columns: _columns, groups: _groups, ...own }) => ({
      ...own,
      ...(areMany ? { criterion: column } : { pillar: column }),
    }));
  } else if (role in OF_JUDGEMENTS) {
    const member = Object.entries(OF_JUDGEMENTS).find(([each]) => each === role)?.[1];
    if (member !== undefined) change((own) => ({ ...own, [member]: column }));
  }
  return tidied(
    { ...mapping, tables, judgements, ...(companies === undefined ? {} : { companies }) },
    { ...dataset, pillars, ...(scale === undefined ? {} : { scale }) },
  );
}

/** Adds a column to the companies, with a lookup if it is in another table. */
function withFact(
  companies: DraftMapping["companies"],
  isElsewhere: boolean,
  table: string,
  role: (typeof OF_COMPANIES)[number],
  column: string,
  judgements: readonly DraftJudgements[],
): DraftMapping["companies"] {
  if (companies === undefined || !isElsewhere)
    return { ...(companies?.table === table ? companies : {}), table, [role]: column };
  const key = columnOf(judgements.find((each) => each.table === table)?.company);
  const own = columnOf(companies.id ?? companies.name);
  if (key === null || own === null) return companies;
  return { ...companies, [role]: { column: own, lookup: { table, key, value: column } } };
}

/** Finds or adds a band of this name; returns all bands, and its id. */
function bandCalled(bands: readonly DraftEntry[], label: string): { id: string; bands: readonly DraftEntry[] } {
  const there = bands.find((band) => band.label.toLowerCase() === label.toLowerCase());
  if (there !== undefined) return { id: there.id, bands };
  const made = { id: idOf(label, "band", new Set(bands.map(({ id }) => id))), label: label.slice(0, 120) };
  return { id: made.id, bands: [...bands, made] };
}

/** Returns the pillars that rows name, after those that columns are. */
function pillarsOfRows(
  judgements: readonly DraftJudgements[],
  pillars: readonly DraftEntry[],
  labels: readonly string[],
): DraftEntry[] {
  const used = new Set(judgements.flatMap(({ columns = {} }) => Object.values(columns).map(({ pillar }) => pillar)));
  const kept = pillars.filter(({ id }) => used.has(id));
  const taken = new Set(kept.map(({ id }) => id));
  return [...kept, ...labels.map((label) => ({ id: idOf(label, "pillar", taken), label: label.slice(0, 120) }))];
}

/** Lets the rows of a table name their pillar by a value, and makes these the pillars. */
export function withPillarsOfRows(
  { mapping, dataset }: Draft,
  table: string,
  pillar: MappedValue,
  labels: readonly string[],
): Pick<Draft, "mapping" | "dataset"> {
  const judgements = (mapping.judgements ?? []).map((each): DraftJudgements => {
    if (each.table !== table || each.value === undefined) return each;
    const { groups: _before, ...own } = each;
    return { ...own, pillar };
  });
  const pillars = pillarsOfRows(judgements, dataset.pillars ?? [], labels);
  return tidied({ ...mapping, judgements }, { ...dataset, pillars });
}

const PILLARS_MAX = 100;
/** The pillar of rows that name none. */
export const ALL: DraftEntry = { id: "all", label: "All" };

/** Moves judged columns to a pillar. */
export function withPillar(
  { mapping, dataset }: Draft,
  table: string,
  columns: readonly string[],
  pillar: DraftEntry,
): Pick<Draft, "mapping" | "dataset"> {
  const pillars = dataset.pillars ?? [];
  const judgements = (mapping.judgements ?? []).map((each) =>
    each.table !== table || each.columns === undefined
      ? each
      : {
          ...each,
          columns: Object.fromEntries(
            Object.entries(each.columns).map(([column, judged]) => [
              column,
              columns.includes(column) ? { criterion: column.slice(0, 300), ...judged, pillar: pillar.id } : judged,
            ]),
          ),
        },
  );
  const all = pillars.some(({ id }) => id === pillar.id) ? pillars : [...pillars, pillar];
  return tidied({ ...mapping, judgements }, { ...dataset, pillars: all });
}

/** Derives members from others: the company of judgements, the pillars left, the criterion. */
export function tidied(mapping: DraftMapping, dataset: Draft["dataset"]): Pick<Draft, "mapping" | "dataset"> {
  const { companies } = mapping;
  const key = companies?.id ?? companies?.name;
  const judgements = (mapping.judgements ?? [])
    .map((each) => (each.table === companies?.table && key !== undefined ? { ...each, company: key } : each))
    .map((each) =>
      each.pillar === undefined && (each.value !== undefined || each.counts !== undefined)
        ? { ...each, pillar: { value: ALL.id } }
        : each,
    )
    .filter(
      (each) =>
        judges(each) ||
        // Answers about another table stay, whatever the next answer is.
        [each.pillar, each.date, each.judge, each.source, each.criterion].some((one) => columnOf(one) !== null) ||
        (each.table !== companies?.table && columnOf(each.company) !== null),
    );
  const used = new Set(
    judgements.flatMap((each) => Object.values(each.columns ?? each.groups ?? {}).map(({ pillar }) => pillar)),
  );
  const rows = judgements.filter(({ pillar, groups }) => pillar !== undefined && groups === undefined);
  for (const { pillar } of rows) if (typeof pillar === "object" && "value" in pillar) used.add(pillar.value);
  const named = dataset.pillars ?? [];
  const all = used.has(ALL.id) && !named.some(({ id }) => id === ALL.id) ? [...named, ALL] : named;
  // If a column names the pillars, its rows may need any of them.
  const areNamed = rows.some(({ pillar }) => columnOf(pillar) !== null);
  const pillars = areNamed ? all : all.filter(({ id, label }) => used.has(id) || used.has(label));
  return {
    mapping: {
      ...mapping,
      judgements: judgements.map((each) =>
        each.columns === undefined ? each : { ...each, columns: withCriteria(each.columns, pillars) },
      ),
    },
    dataset: { ...dataset, pillars },
  };
}
