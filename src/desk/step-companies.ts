import { type Child, type Html, html } from "../html/html.ts";
import { findProbableDuplicates } from "../intake/doubtful-texts.ts";
import { type CompanyRow, readCompanyRows } from "../intake/workbench/read-cells.ts";
import { columnOf } from "../intake/mapping/value-sql.ts";
import type { Desk } from "./desk.ts";
import type { MappedValue } from "../intake/mapping/mapping-schema.ts";
import type { DraftMapping } from "../intake/guess/drafts.ts";
import { hasColumn } from "./judged-values.ts";
import { actionButton, form, pageOf, pager } from "./frame.ts";
import type { DeskForm, Refusal, Step, StepRequest } from "./step.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { namedMember } from "../intake/mapping/mapping-text.ts";

/** The step of the companies: rows of one company, and countries that are not known. */
export const companiesStep: Step = {
  id: "companies",
  title: "Companies",
  async countOpen(desk) {
    const found = await readCompanies(desk);
    if (found === null) return { said: "", open: 0 };
    const { pairs, unknown, contradictions, companies } = found;
    const open = pairs.length + unknown.length + contradictions.length;
    if (open === 0) return { said: counted(companies, "company", "companies"), open };
    return {
      said: pairs.length === open ? `${formatCount(open)} perhaps the same` : `${formatCount(open)} to look at`,
      open,
    };
  },
  show,
  act,
};

/** A text in the place of a country that is none. */
interface UnknownCountry {
  readonly text: string;
  readonly rows: readonly CompanyRow[];
  /** A country with a similar name. */
  readonly meant: string | null;
}

/** Two companies that are probably one, each as its row has it. */
type ProbablePair = Record<"one" | "other", CompanyRow> & { readonly why: string };

interface FoundCompanies {
  readonly companies: number;
  readonly pairs: readonly ProbablePair[];
  readonly unknown: readonly UnknownCountry[];
  /** Companies whose rows of one wave have several countries. */
  readonly contradictions: readonly (readonly CompanyRow[])[];
}

/** The cached result, with the key of its documents and files. */
const kept = new WeakMap<Desk, { readonly key: string; readonly found: FoundCompanies | null }>();

async function readCompanies(desk: Desk): Promise<FoundCompanies | null> {
  const { tables, companies, same, different, corrections } = desk.draft.mapping;
  const read = corrections?.filter(({ table }) => table === companies?.table);
  const key = JSON.stringify([await desk.bench.stamps(), tables, companies, same, different, read]);
  const before = kept.get(desk);
  if (before?.key === key) return before.found;
  const found = await findCompanies(desk);
  kept.set(desk, { key, found });
  return found;
}

async function findCompanies(desk: Desk): Promise<FoundCompanies | null> {
  const { companies, same = [], different = [], corrections = [] } = desk.draft.mapping;
  const name = companies?.name;
  const table = await desk.table(companies?.table ?? null);
  if (companies === undefined || name === undefined || table === null) return null;
  // Next year's file may lack a column: the step of the columns says so.
  const isThere = (value: MappedValue | undefined): boolean =>
    hasColumn(table, columnOf(value) ?? table.columns[0]?.name ?? "");
  const values = [name, companies.id, companies.country, companies.sector, companies.website, companies.lei];
  if (!values.every(isThere)) return null;
  const rows = await readCompanyRows(desk.bench, table, { ...companies, name }, corrections);
  const merged = new Set(same.flatMap(({ names, keep }) => names.filter((each) => each !== keep)));
  const newest = new Map<string, CompanyRow>();
  for (const row of rows) if ((newest.get(row.id)?.wave ?? "") <= row.wave) newest.set(row.id, row);
  const known = [...newest.values()].filter((row) => !merged.has(row.name));
  const byCountry = Map.groupBy(rows, ({ country }) => country ?? "");
  const unknown = [...byCountry].flatMap(([text, own]): UnknownCountry[] => {
    const meaning = desk.atlas.resolveCountry(text);
    if (text === "" || meaning.kind === "country") return [];
    return [{ text, rows: own, meant: meaning.kind === "unknown" ? (meaning.near?.name ?? null) : null }];
  });
  const contradictions = [...Map.groupBy(rows, ({ id, wave }) => `${wave}\0${id}`).values()].filter(
    ([first, ...others]) => others.some(({ country }) => (country ?? "") !== (first?.country ?? "")),
  );
  const rowOf = new Map(known.map((row) => [row.id, row]));
  const pairs = findProbableDuplicates(known, different).flatMap(({ why, ...pair }): ProbablePair[] => {
    const [one, other] = [rowOf.get(pair.one.id), rowOf.get(pair.other.id)];
    return one === undefined || other === undefined ? [] : [{ one, other, why }];
  });
  return { companies: known.length, pairs, unknown, contradictions };
}

const SHOWN_MAX = 25;

async function show(desk: Desk, request: StepRequest): Promise<Html> {
  const found = await readCompanies(desk);
  if (found === null)
    return html`<h1>Which rows are one company?</h1><p class="lead">No column has the names of companies yet. Say in the second step which does.</p>`;
  const { pairs, unknown, contradictions } = found;
  const page = pageOf(request);
  const shown = <Each>(all: readonly Each[]): readonly Each[] => all.slice((page - 1) * SHOWN_MAX, page * SHOWN_MAX);
  const pages = Math.ceil(Math.max(pairs.length, unknown.length, contradictions.length) / SHOWN_MAX);
  const { same = [] } = desk.draft.mapping;
  const lead =
    pairs.length + unknown.length + contradictions.length === 0
      ? "Nothing has to be looked at."
      : "Nothing is merged or corrected unless you say so. What you decide stays for next year’s files.";
  return html`<h1>Which rows are one company?</h1>
<p class="lead">${counted(found.companies, "company", "companies")}. ${lead}</p>
${unknown.length > 0 && html`<h2>Countries that are not known</h2>${shown(unknown).map(unknownCard)}`}
${contradictions.length > 0 && html`<h2>Rows that contradict each other</h2>${shown(contradictions).map(contradictionCard)}`}
${pairs.length > 0 && html`<h2>Perhaps the same</h2><p class="soft">${counted(pairs.length, "pair")}.</p>${shown(pairs).map(pairCard)}`}${pager("companies", page, pages)}
${same.length > 0 && html`<h2>Merged</h2><ul class="plain">${same.map(({ names, keep }, i) => html`<li>${names.join(", ")} is ${keep} ${actionButton("apart", "Take apart", { at: String(i) }, "plain")}</li>`)}</ul>`}`;
}

function unknownCard({ text, rows, meant }: UnknownCountry, i: number): Html {
  const names = rows
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ");
  return html`<section class="card ask"><p><span class="w bad"><bdi>${text}</bdi> <i>${formatCount(rows.length)}</i></span> ${names}${rows.length > 3 && ` and ${formatCount(rows.length - 3)} more`}</p>${form(
    "country",
    html`<input type="hidden" name="was" value="${text}"><label>It is <input type="text" id="${`country-${i}`}" name="now" value="${meant}"></label><p><button>Correct ${rows.length === 1 ? "it" : `all ${formatCount(rows.length)}`}</button></p>`,
  )}</section>
`;
}

function contradictionCard(rows: readonly CompanyRow[]): Html {
  const [first] = rows;
  const countries = [...new Set(rows.map(({ country }) => country ?? ""))];
  return html`<section class="card ask"><p><b><bdi>${first?.name}</bdi></b> is in ${countries.map((each) => each || "no country").join(" and in ")} (rows ${rows.map(({ row }) => formatCount(row)).join(", ")}).</p>${countries.filter((each) => each !== "").map((each) => html`${actionButton("choose", each, { name: first?.name ?? "", now: each }, "")} `)}</section>
`;
}

function pairCard({ one, other, why }: ProbablePair): Html {
  const side = (company: typeof one, twin: typeof one): Html => {
    const line = (label: string, member: "name" | "id" | "country" | "sector" | "website" | "lei" | "row"): Child =>
      (company[member] ?? twin[member]) !== null &&
      html`<div><dt>${label}</dt><dd${company[member] !== twin[member] && html` class="differs"`}><bdi>${company[member] ?? "–"}</bdi></dd></div>`;
    return html`<div><dl>${line("Name", "name")}${company.id !== company.name && line("Id", "id")}${line("Country", "country")}${line("Sector", "sector")}${line("Website", "website")}${line("LEI", "lei")}${line("Row", "row")}</dl>${company.name !== twin.name && actionButton("merge", `The same: keep ${company.name}`, { keep: company.name, other: twin.name }, "")}</div>`;
  };
  return html`<section class="card"><p class="soft">${why}</p><div class="pair">${side(one, other)}${side(other, one)}</div>${one.name === other.name ? html`<p>Both have this name and different ids: correct the id in the file.</p>` : html`<p>${actionButton("differ", "Two companies", { keep: one.name, other: other.name })}</p>`}</section>
`;
}

async function act(desk: Desk, fields: DeskForm): Promise<Refusal | null> {
  const { mapping } = desk.draft;
  const of = (name: string): string => (fields.text(name) ?? "").trim();
  const save = async (said: string, next: Partial<DraftMapping>): Promise<null> => {
    await desk.change("companies", said, { mapping: { ...mapping, ...next } });
    return null;
  };
  const [keep, other] = [of("keep"), of("other")];
  switch (of("do")) {
    case "merge":
      return await save(`${other} is ${keep}`, { same: withSame(mapping.same ?? [], keep, other) });
    case "differ":
      return await save(`${keep} and ${other} are two companies`, {
        different: [...(mapping.different ?? []), [keep, other]],
      });
    case "apart":
      return await save("Merged names are taken apart", {
        same: (mapping.same ?? []).filter((_, i) => i !== Number(of("at"))),
      });
    case "country":
    case "choose":
      return await correctCountry(desk, of("was"), of("now"), of("name"), save);
    default:
      return { refused: "The desk does not know this form." };
  }
}

/** Puts two names into one group. A name is in one group alone, so groups that share one merge. */
function withSame(
  same: NonNullable<DraftMapping["same"]>,
  keep: string,
  other: string,
): NonNullable<DraftMapping["same"]> {
  const isTouched = ({ names }: { readonly names: readonly string[] }): boolean =>
    names.includes(keep) || names.includes(other);
  const names = [...new Set([keep, other, ...same.filter(isTouched).flatMap((each) => each.names)])];
  return [...same.filter((each) => !isTouched(each)), { names, keep }];
}

async function correctCountry(
  desk: Desk,
  was: string,
  now: string,
  name: string,
  save: (said: string, next: Partial<DraftMapping>) => Promise<null>,
): Promise<Refusal | null> {
  const { companies, corrections = [], tables = {} } = desk.draft.mapping;
  const column = columnOf(companies?.country);
  if (companies === undefined || column === null) return { refused: "No column has the country." };
  const { table } = companies;
  if (desk.atlas.resolveCountry(now).kind !== "country")
    return { refused: `“${now}” is no country that the desk knows.` };
  const on = desk.now().toISOString().slice(0, 10);
  if (name === "")
    return await save(`The country “${was}” is ${now}`, {
      corrections: [...corrections, { table, column, was, now, on }],
    });
  const rows = (await readCompanies(desk))?.contradictions.find((own) => own[0]?.name === name) ?? [];
  const texts = [...new Set(rows.map(({ country }) => country ?? ""))].filter((text) => text !== now);
  const row = columnOf(companies.name);
  const settings = namedMember(tables, table);
  if (row === null || settings === undefined) return { refused: "Nothing names the rows of this table." };
  const named = settings.row === undefined ? { tables: { ...tables, [table]: { ...settings, row } } } : {};
  const made = texts.map((text) => ({ table, column, was: text, now, row: name, on }));
  return await save(`${name} is in ${now}`, { ...named, corrections: [...corrections, ...made] });
}
