import { option, optionsOf, select } from "../html/form.ts";
import { type Child, type Html, html } from "../html/html.ts";
import { idOf } from "../intake/guess/bands-answer.ts";
import type { MappedCell } from "../intake/mapping/mapping-schema.ts";
import type { BenchTable } from "../intake/workbench/open-workbench.ts";
import { distinctTexts, readPage } from "../intake/workbench/read-cells.ts";
import { absentCard, absentColumns, saveAlso } from "./absent-columns.ts";
import type { Desk } from "./desk.ts";
import { type Draft, missingOf, type OpenQuestion } from "../intake/guess/drafts.ts";
import { actionButton, form } from "./frame.ts";
import { profile, spark } from "./profiles.ts";
import {
  ALL,
  type DeskRole,
  ROLE_WORDS,
  roleOf,
  tidied,
  valueOf,
  withPillar,
  withPillarsOfRows,
  withRole,
  withValue,
} from "./roles.ts";
import type { DeskForm, Refusal, Step, StepRequest } from "./step.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { namedMember } from "../intake/mapping/mapping-text.ts";

/** The step of the columns: their roles, and the pillars that they judge. */
export const columnsStep: Step = {
  id: "columns",
  title: "Columns",
  async countOpen(desk) {
    const absent = absentColumns(desk.draft.mapping, (await desk.tablesNow())?.tables ?? []);
    const open = questionsOf(desk).length + missingOf(desk.draft).length + absent.length;
    const { pillars = [] } = desk.draft.dataset;
    return { said: open > 0 ? `${formatCount(open)} to look at` : counted(pillars.length, "pillar"), open };
  },
  show,
  act,
};

function questionsOf({ draft: { marks } }: Desk): OpenQuestion[] {
  return Object.values(marks.questions ?? {});
}

const COLUMNS_SHOWN = 40;

async function show(desk: Desk, request: StepRequest): Promise<Html> {
  const tables = (await desk.tablesNow())?.tables ?? [];
  const table =
    tables.find(({ name }) => name === request.query("table")) ??
    tables.find(({ name }) => name === desk.draft.mapping.companies?.table) ??
    tables[0];
  if (table === undefined) return html`<h1>What is in each column?</h1><p class="lead">There are no files yet.</p>`;
  const { mapping } = desk.draft;
  const open = questionsOf(desk).length;
  const missing = missingOf(desk.draft);
  const lead =
    open === 0
      ? "What the columns are for was found in the file itself; change what is wrong."
      : `${open === 1 ? "One column needs a look." : `${formatCount(open)} columns need a look.`} What the others are for was found in the file itself; change what is wrong.`;
  const described = table.columns
    .map(({ name }) => name)
    .filter((name) => roleOf(mapping, table.name, name) !== "judged");
  const from = Math.max(0, Number(request.query("from") ?? 0) || 0);
  return html`<h1>What is in each column?</h1>
<p class="lead">${lead} Your files are never changed.</p>
${absentColumns(mapping, tables).map(absentCard)}${missing.map(({ said }) => html`<p class="fault">${said}</p>\n`)}${tables.length > 1 && html`<ul class="tabs">${tables.map(({ name, parts }) => html`<li><a href="${`columns?table=${name}`}"${name === table.name && html` aria-current="page"`}>${parts.length === 1 ? parts[0]?.label : name}</a></li>`)}</ul>`}
<div class="grid"><section><h2>Columns that describe</h2>
${rolesForm(desk, table, described.slice(from, from + COLUMNS_SHOWN))}
${described.length > COLUMNS_SHOWN && html`<p class="soft">Columns ${formatCount(from + 1)} to ${formatCount(Math.min(described.length, from + COLUMNS_SHOWN))} of ${formatCount(described.length)}. ${from > 0 && html`<a href="${`columns?table=${table.name}&from=${from - COLUMNS_SHOWN}`}">Before</a> `}${from + COLUMNS_SHOWN < described.length && html`<a href="${`columns?table=${table.name}&from=${from + COLUMNS_SHOWN}`}">Further columns</a>`}</p>`}
${sameForAll(desk)}
${await rawRows(desk, table, request)}</section>
${judgedPanel(desk, table)}</div>`;
}

function rolesForm(desk: Desk, table: BenchTable, columns: readonly string[]): Html {
  const { mapping } = desk.draft;
  const rows = columns.map((column): Child => {
    const facts = table.facts.find((each) => each.column.name === column);
    const at = table.columns.findIndex(({ name }) => name === column);
    const role = roleOf(mapping, table.name, column);
    const options = Object.entries(ROLE_WORDS).map(([value, text]) => option(value, text, value === role));
    return html`<tr><td class="col"><b><bdi>${column}</bdi></b><i>column ${formatCount(at + 1)}</i></td><td>${facts !== undefined && profile(facts, table.rows)}</td><td><select id="${`role-${at}`}" name="${`role.${at}`}" form="roles" aria-label="Role of ${column}">${options}</select>${role !== "" && !["judged", "band", "count"].includes(role) && cellDetails(desk, table, column, at)}</td></tr>\n`;
  });
  const asked = questionsOf(desk).filter((question) => question.table === table.name);
  const questions = asked.map(
    ({ column, said }) =>
      html`<section class="card ask"><h2><bdi>${column}</bdi></h2><p>${said}</p>${actionButton("answer-no", "No, leave it out", { table: table.name, column }, "")} ${actionButton("answer-yes", "Yes, it is", { table: table.name, column })}</section>\n`,
  );
  return html`${questions}${form("roles", html`<input type="hidden" name="table" value="${table.name}">`, { id: "roles", isAuto: true })}
<table class="roles"><thead><tr><th>Column</th><th>What stands in it</th><th>What it is for</th></tr></thead><tbody>${rows}</tbody></table><p class="js-hidden"><button form="roles" class="quiet small">Save what they are for</button></p>`;
}

/** Asks how the cells of a column are read, where they are not taken as they are. */
function cellDetails(desk: Desk, table: BenchTable, column: string, at: number): Html {
  const { mapping } = desk.draft;
  const value = valueOf(mapping, table.name, column);
  const cell: Partial<MappedCell> = typeof value === "object" && value !== null && "column" in value ? value : {};
  const isOpen = Object.keys(cell).length > 1;
  const lists = [
    ["", "all of it"],
    ["first", "the first of several"],
    ["last", "the last of several"],
    ["only", "the only one"],
  ] as const;
  const others = Object.keys(mapping.tables ?? {}).filter((name) => name !== table.name);
  const input = (label: string, name: string, text: string): Html =>
    html`<label>${label} <input type="text" name="${name}" value="${text}"></label>`;
  return html`<details id="${`cell-${at}`}"${isOpen && html` open`}><summary>How it is read</summary>${form(
    "cell",
    html`<input type="hidden" name="table" value="${table.name}"><input type="hidden" name="column" value="${column}"><div class="fields"><label>Of its cells ${select("list", optionsOf(lists, cell.list ?? ""))}</label>${input("without those that begin with", "without", cell.without ?? "")}${input("An empty cell is", "else", cell.else ?? "")}${others.length > 0 && html`<label>What it stands for is in ${select("lookup", optionsOf([["", "no other table"], ...others.map((name) => [name, name] as const)], cell.lookup?.table ?? ""))}</label>${input("found there in the column", "key", cell.lookup?.key ?? "")}${input("and said by the column", "said", cell.lookup?.value ?? "")}`}</div><button class="quiet small">Save</button>`,
  )}${roleOf(mapping, table.name, column) === "criterion" && others.length > 0 && pillarOfCriterion(desk.draft, table.name, column)}</details>`;
}

/** Asks which other table has the pillar of each criterion. */
function pillarOfCriterion({ mapping }: Draft, table: string, column: string): Html {
  const own = (mapping.judgements ?? []).find((each) => each.table === table)?.pillar;
  const lookup = typeof own === "object" && "column" in own && own.column === column ? own.lookup : undefined;
  const others = Object.keys(mapping.tables ?? {}).filter((name) => name !== table);
  return form(
    "pillar-of",
    html`<input type="hidden" name="table" value="${table}"><input type="hidden" name="column" value="${column}"><div class="fields"><label>Its pillar is said by ${select("lookup", optionsOf([["", "no other table"], ...others.map((name) => [name, name] as const)], lookup?.table ?? ""))}</label><label>with the criterion in the column <input type="text" name="key" value="${lookup?.key ?? ""}"></label><label>and the pillar in the column <input type="text" name="said" value="${lookup?.value ?? ""}"></label></div><button class="quiet small">Save its pillar</button>`,
  );
}

/** Asks for the country and the sector of all companies, where no column has them. */
function sameForAll({ draft: { mapping, dataset } }: Desk): Html {
  const { companies } = mapping;
  const fixed = (value: unknown): string =>
    typeof value === "object" && value !== null && "value" in value ? String(value.value) : "";
  return html`<section class="card"><h2>Where no column says it</h2>${form(
    "same",
    html`<div class="fields"><label>Country of all companies <input type="text" id="same-country" name="country" value="${fixed(companies?.country)}"></label><label>Sector of all companies <input type="text" id="same-sector" name="sector" value="${fixed(companies?.sector)}"></label></div><label><input type="checkbox" id="keep" name="keep" value="yes"${dataset.companies_without_country === "keep" && html` checked`}> publish companies without a country, in none</label> <button class="quiet small save">Save</button>`,
    { isAuto: true, id: "same" },
  )}</section>`;
}

function judgedPanel({ draft: { mapping, dataset } }: Desk, table: BenchTable): Html {
  const own = (mapping.judgements ?? []).find((each) => each.table === table.name);
  const pillars = dataset.pillars ?? [];
  const judged = Object.entries(own?.columns ?? {});
  const long =
    own?.value !== undefined &&
    html`<p class="soft">Each row is a judgement, in the column ${own.value}.</p>${pillars.slice(0, 40).map(({ label }) => html`<span class="w">${label}</span> `)}`;
  if (judged.length === 0)
    return html`<aside><h2>What is judged</h2>${long === false ? html`<p class="soft">Nothing in this table yet. Choose “Judged” for columns with scores or grades.</p>` : long}</aside>`;
  const groups = pillars.filter(({ id }) => judged.some(([, each]) => each.pillar === id));
  const boxes = groups.map(({ id, label }) => {
    const columns = judged.filter(([, each]) => each.pillar === id);
    const items = columns.map(([column]) => {
      const facts = table.facts.find((each) => each.column.name === column);
      return html`<li data-column="${column}" draggable="true"><label><input type="checkbox" name="chosen" value="${column}" data-quiet> <span><bdi>${column}</bdi></span>${facts !== undefined && facts.numbers > 0.5 ? spark(facts) : html`<span class="prof">${formatCount(facts?.column.distinct ?? 0)} words</span>`}</label></li>`;
    });
    return html`<div class="pillar" data-pillar="${id}"><header><input type="text" id="${`pillar-${id}`}" name="${`label.${id}`}" value="${label}" aria-label="Name of the pillar ${label}" maxlength="120"><span>${counted(columns.length, "column")}</span></header><ul id="${`list-${id}`}" data-scroll>${items}</ul></div>\n`;
  });
  const choices = [
    ["", "Move to…"],
    ...groups.map(({ id, label }) => [id, label] as const),
    ["+", "a new pillar, called:"],
    ["-", "not judged"],
  ] as const;
  return html`<aside><h2>What is judged</h2><p class="soft">${counted(judged.length, "column")}, in ${counted(groups.length, "pillar")}. Tick some and move them.</p>${form(
    "pillars",
    html`<input type="hidden" name="table" value="${table.name}"><div class="bar"><select id="to" name="to" aria-label="Where to move what is ticked" data-quiet>${optionsOf(choices)}</select><input type="text" id="new-pillar" name="new" aria-label="Name of the new pillar" data-quiet><button class="small">Move</button></div>${boxes}`,
    { id: "pillars", isAuto: true },
  )}</aside>`;
}

const ROWS_SHOWN = 12;
const CELLS_SHOWN = 12;

/** Shows some rows as they stand in the file. */
async function rawRows(desk: Desk, table: BenchTable, request: StepRequest): Promise<Html> {
  const first = Math.max(1, Number(request.query("row") ?? 1) || 1);
  const at = Math.max(0, Math.min(Number(request.query("col") ?? 0) || 0, table.columns.length - 1));
  const columns = table.columns.slice(at, at + CELLS_SHOWN).map(({ name }) => name);
  const rows = await readPage(desk.bench, table, columns, first, ROWS_SHOWN);
  const words = (column: string): string => ROLE_WORDS[roleOf(desk.draft.mapping, table.name, column)].toLowerCase();
  const link = (row: number, text: string, col = at): Html =>
    html`<a href="${`columns?table=${table.name}&row=${row}&col=${col}#raw`}">${text}</a> `;
  const total = table.columns.length;
  const sideways =
    total > CELLS_SHOWN &&
    html` Columns ${formatCount(at + 1)} to ${formatCount(Math.min(total, at + CELLS_SHOWN))} of ${formatCount(total)}. ${at > 0 && link(first, "Columns before", Math.max(0, at - CELLS_SHOWN))}${at + CELLS_SHOWN < total && link(first, "Columns after", at + CELLS_SHOWN)}`;
  return html`<section class="raw"><h2>The file, as it is</h2><p class="soft">Rows ${formatCount(first)} to ${formatCount(Math.min(table.rows, first + ROWS_SHOWN - 1))} of ${formatCount(table.rows)}. ${first > 1 && link(Math.max(1, first - ROWS_SHOWN), "Before")}${first + ROWS_SHOWN <= table.rows && link(first + ROWS_SHOWN, "Further")}${first + ROWS_SHOWN <= table.rows && link(Math.max(1, table.rows - ROWS_SHOWN + 1), "Last")}${sideways}</p>
<div class="scroll" tabindex="0" id="raw" data-scroll><table><thead><tr><th class="rn"></th>${columns.map((column) => html`<th scope="col">${column}<small>${words(column)}</small></th>`)}</tr></thead><tbody>${rows.map(({ row, cells, isLeftOut }) => html`<tr${isLeftOut && html` class="left-out" title="Left out"`}><th scope="row" class="rn">${formatCount(row)}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div></section>`;
}

async function act(desk: Desk, fields: DeskForm): Promise<Refusal | null> {
  const table = await desk.table(fields.text("table"));
  const action = fields.text("do");
  if (action === "same") return await saveSame(desk, fields);
  if (table === null) return { refused: "That table is not there any more." };
  const column = fields.text("column") ?? "";
  if (action === "roles") return await saveRoles(desk, table, fields);
  if (action === "pillars") return await savePillars(desk, table, fields);
  if (action === "answer-yes" || action === "answer-no") {
    const { [`${table.name}/${column}`]: question, ...questions } = desk.draft.marks.questions ?? {};
    const next =
      action === "answer-yes" && question !== undefined
        ? withRole(desk.draft, table, column, roleNamed(question.role))
        : {};
    const said =
      action === "answer-yes"
        ? `“${column}” is the ${ROLE_WORDS[roleNamed(question?.role ?? "")].toLowerCase()}`
        : `“${column}” is left out`;
    await desk.change("columns", said, { ...next, marks: { ...desk.draft.marks, questions } });
    return null;
  }
  if (action === "also") return await saveAlso(desk, table, column, fields);
  if (action === "cell") return await saveCell(desk, table, column, fields);
  return action === "pillar-of"
    ? await savePillarOf(desk, table, column, fields)
    : { refused: "The desk does not know this form." };
}

/** Reads the table and columns of a lookup from a form; null where it names none. */
function lookupIn(
  { draft: { mapping } }: Desk,
  tables: readonly BenchTable[],
  fields: DeskForm,
): NonNullable<MappedCell["lookup"]> | Refusal | null {
  const [name = "", key = "", value = ""] = ["lookup", "key", "said"].map((each) => (fields.text(each) ?? "").trim());
  if (name === "" || namedMember(mapping.tables, name) === undefined) return null;
  const other = tables.find((each) => each.name === name);
  const absent = [key, value].find((column) => other?.columns.every((each) => each.name !== column));
  if (absent === undefined) return { table: name, key, value };
  return {
    refused: `${name} has no column “${absent}”. It has ${other?.columns.map((each) => each.name).join(", ") ?? "none"}.`,
  };
}

async function saveCell(desk: Desk, table: BenchTable, column: string, fields: DeskForm): Promise<Refusal | null> {
  const of = (name: string): string => (fields.text(name) ?? "").trim();
  const list = (["first", "last", "only"] as const).find((each) => each === of("list"));
  const lookup = lookupIn(desk, (await desk.tablesNow())?.tables ?? [], fields);
  if (lookup !== null && "refused" in lookup) return lookup;
  const cell: MappedCell = {
    column,
    ...(list === undefined ? {} : { list }),
    ...(of("without") === "" ? {} : { without: of("without") }),
    ...(lookup === null ? {} : { lookup }),
    ...(of("else") === "" ? {} : { else: of("else") }),
  };
  const value = Object.keys(cell).length === 1 ? column : cell;
  const said = `How “${column}” is read was said`;
  const mapping = withValue(desk.draft.mapping, table.name, column, value);
  if (roleOf(mapping, table.name, column) !== "pillar") {
    await desk.change("columns", said, { mapping });
    return null;
  }
  const labels = await distinctTexts(desk.bench, table, value);
  await desk.change("columns", said, withPillarsOfRows({ ...desk.draft, mapping }, table.name, value, labels));
  return null;
}

async function savePillarOf(desk: Desk, table: BenchTable, column: string, fields: DeskForm): Promise<Refusal | null> {
  const lookup = lookupIn(desk, (await desk.tablesNow())?.tables ?? [], fields);
  if (lookup !== null && "refused" in lookup) return lookup;
  const pillar = lookup === null ? { value: ALL.id } : { column, lookup };
  const labels = lookup === null ? [ALL.label] : await distinctTexts(desk.bench, table, pillar);
  await desk.change(
    "columns",
    lookup === null ? "All criteria are in one pillar" : `${lookup.table} says the pillar of “${column}”`,
    withPillarsOfRows(desk.draft, table.name, pillar, labels),
  );
  return null;
}

function roleNamed(text: string): DeskRole {
  const known = Object.keys(ROLE_WORDS).find((each): each is DeskRole => each === text);
  return known ?? "";
}

async function saveRoles(desk: Desk, table: BenchTable, fields: DeskForm): Promise<Refusal | null> {
  let { mapping, dataset, marks } = desk.draft;
  const said: string[] = [];
  for (const name of fields.names) {
    const column = table.columns[Number(/^role\.(\d+)$/u.exec(name)?.[1] ?? -1)]?.name;
    if (column === undefined) continue;
    const role = roleNamed(fields.text(name) ?? "");
    // The form has all roles: that of a column which lost its role to another is no choice.
    if (role === roleOf(desk.draft.mapping, table.name, column)) continue;
    ({ mapping, dataset } = withRole({ mapping, dataset, marks }, table, column, role));
    if (role !== "" && roleOf(mapping, table.name, column) === "")
      return { refused: `Say first which column of ${table.name} names the company, as “${ROLE_WORDS.company}”.` };
    const { [`${table.name}/${column}`]: _answered, ...questions } = marks.questions ?? {};
    marks = { ...marks, questions };
    said.push(`“${column}” is ${role === "" ? "not used" : ROLE_WORDS[role].toLowerCase()}`);
  }
  await desk.change("columns", said.join(", "), { mapping, dataset, marks });
  return null;
}

async function savePillars(desk: Desk, table: BenchTable, fields: DeskForm): Promise<Refusal | null> {
  const { mapping, dataset } = desk.draft;
  const chosen = fields.all("chosen");
  const to = fields.text("to") ?? "";
  const pillars = (dataset.pillars ?? []).map((each) => ({
    ...each,
    label: (fields.text(`label.${each.id}`) ?? each.label).trim() || each.label,
  }));
  let next: Pick<Draft, "mapping" | "dataset"> = { mapping, dataset: { ...dataset, pillars } };
  let said = "A pillar has another name";
  if (to !== "" && chosen.length === 0) return { refused: "Tick the columns that are to be moved." };
  const named = (fields.text("new") ?? "").trim();
  if (to === "+" && named === "") return { refused: "Say what the new pillar is called." };
  if (to === "-")
    for (const column of chosen) next = { ...next, ...withRole({ ...next, marks: {} }, table, column, "") };
  else if (to !== "") {
    const pillar = pillars.find(({ id }) => id === to) ?? {
      id: idOf(named, "pillar", new Set(pillars.map(({ id }) => id))),
      label: named,
    };
    next = withPillar({ ...next, marks: {} }, table.name, chosen, pillar);
    said = `${chosen.length === 1 ? `“${chosen[0]}”` : counted(chosen.length, "column")} moved to ${pillar.label}`;
  }
  if (to === "-") said = `${counted(chosen.length, "column")} not judged`;
  await desk.change("columns", said, tidied(next.mapping, next.dataset));
  return null;
}

async function saveSame(desk: Desk, fields: DeskForm): Promise<Refusal | null> {
  const { mapping, dataset } = desk.draft;
  const [country, sector] = ["country", "sector"].map((name) => (fields.text(name) ?? "").trim());
  if (country !== "" && desk.atlas.resolveCountry(country ?? "").kind !== "country")
    return { refused: `“${country}” is no country that the desk knows.` };
  const { companies } = mapping;
  const isFixed = (value: unknown): boolean => typeof value === "object" && value !== null && "value" in value;
  const kept = Object.fromEntries(
    Object.entries(companies ?? {}).filter(
      ([member, value]) => !((member === "country" || member === "sector") && isFixed(value)),
    ),
  );
  const table = companies?.table ?? Object.keys(mapping.tables ?? {})[0];
  if (table === undefined) return { refused: "There are no files yet." };
  const next = {
    ...kept,
    table,
    ...(country === "" ? {} : { country: { value: country ?? "" } }),
    ...(sector === "" ? {} : { sector: { value: sector ?? "" } }),
  };
  const { companies_without_country: _keep, ...rest } = dataset;
  const without = fields.text("keep") === "yes" ? { ...rest, companies_without_country: "keep" as const } : rest;
  await desk.change("columns", "What is the same for all companies was said", {
    mapping: { ...mapping, companies: next },
    dataset: without,
  });
  return null;
}
