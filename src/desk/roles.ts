import { idOf } from "../intake/guess/bands-answer.ts";
import { columnOf } from "../intake/mapping/value-sql.ts";
import type { MappedValue } from "../intake/mapping/mapping-schema.ts";
import type { BenchTable } from "../intake/workbench/open-workbench.ts";
import { scaleOf } from "./cuts.ts";
import { withCriteria } from "./draft-of-guess.ts";
import type { Draft, DraftEntry, DraftJudgements, DraftMapping } from "./drafts.ts";

/** What a column may be for, in the words of the page. */
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

type Valued = Readonly<Record<string, unknown>>;

function isOf(value: unknown, column: string): boolean {
  return columnOf(isValue(value) ? value : undefined)?.toLowerCase() === column.toLowerCase();
}

function isValue(value: unknown): value is MappedValue {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

/** What a column is for. One that names both the company and its judgements is the company. */
export function roleOf({ companies, judgements = [] }: DraftMapping, table: string, column: string): DeskRole {
  if (companies?.table === table) for (const role of OF_COMPANIES) if (isOf(companies[role], column)) return role;
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
function isMeant(owner: Valued, member: string, column: string): boolean {
  return member !== "value" && member !== "table" && !(member === "pillar" && isOf(owner["criterion"], column));
}

/** The value that says how a column is read, where it has a role with one; null otherwise. */
export function valueOf(mapping: DraftMapping, table: string, column: string): MappedValue | null {
  const owners: readonly Valued[] = [
    ...(mapping.companies?.table === table ? [mapping.companies] : []),
    ...(mapping.judgements ?? []).filter((each) => each.table === table),
  ];
  for (const owner of owners)
    for (const [member, value] of Object.entries(owner))
      if (isMeant(owner, member, column) && isValue(value) && isOf(value, column)) return value;
  return null;
}

/** Replaces how a column is read, wherever it has a role. */
export function withValue(mapping: DraftMapping, table: string, column: string, value: MappedValue): DraftMapping {
  const replaced = <Owner extends Valued>(owner: Owner): Owner => ({
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

/** The same without a column, whatever it was for. */
function withoutColumn<Owner extends Valued>(owner: Owner, column: string): Owner {
  const made = { ...owner };
  for (const [member, value] of Object.entries(owner)) {
    if (member !== "table" && isOf(value, column)) Reflect.deleteProperty(made, member);
    if ((member !== "columns" && member !== "counts") || typeof value !== "object" || value === null) continue;
    const left = Object.entries(value).filter(([name]) => name.toLowerCase() !== column.toLowerCase());
    Reflect.set(made, member, Object.fromEntries(left));
  }
  return made;
}

/** The documents with another role of a column. */
export function withRole(
  { mapping, dataset }: Draft,
  table: BenchTable,
  column: string,
  role: DeskRole,
): Pick<Draft, "mapping" | "dataset"> {
  const { name } = table;
  let { companies, tables = {} } = mapping;
  let judgements = (mapping.judgements ?? []).map((each) => (each.table === name ? withoutColumn(each, column) : each));
  let pillars = dataset.pillars ?? [];
  if (companies?.table === name) companies = withoutColumn(companies, column);
  const ofCompanies = OF_COMPANIES.find((each) => each === role);
  if (ofCompanies !== undefined) {
    companies = { ...(companies?.table === name ? companies : {}), table: name, [ofCompanies]: column };
    const settings = tables[name];
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

/** The bands with one of this name, and its id. */
function bandCalled(bands: readonly DraftEntry[], label: string): { id: string; bands: readonly DraftEntry[] } {
  const there = bands.find((band) => band.label.toLowerCase() === label.toLowerCase());
  if (there !== undefined) return { id: there.id, bands };
  const made = { id: idOf(label, "band", new Set(bands.map(({ id }) => id))), label: label.slice(0, 120) };
  return { id: made.id, bands: [...bands, made] };
}

/** The pillars that rows name, beside those that columns are. */
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

/** The documents where the rows of a table name their pillar so, and these are the pillars. */
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

/**
 * What follows from other members: who the company is, which pillars are left, what is a criterion.
 */
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
        each.value !== undefined ||
        Object.keys(each.counts ?? {}).length > 0 ||
        columnOf(each.pillar) !== null ||
        Object.keys(each.columns ?? {}).length > 0,
    );
  const used = new Set(
    judgements.flatMap((each) => Object.values(each.columns ?? each.groups ?? {}).map(({ pillar }) => pillar)),
  );
  const rows = judgements.filter(({ pillar, groups }) => pillar !== undefined && groups === undefined);
  for (const { pillar } of rows) if (typeof pillar === "object" && "value" in pillar) used.add(pillar.value);
  const named = dataset.pillars ?? [];
  const all = used.has(ALL.id) && !named.some(({ id }) => id === ALL.id) ? [...named, ALL] : named;
  // Where a column names them, any may be meant.
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
