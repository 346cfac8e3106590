import { optionsOf, select } from "../html/form.ts";
import { type Child, type Html, html } from "../html/html.ts";
import { counted, formatCount } from "../intake/counted.ts";
import type { BenchTable } from "../intake/workbench/open-workbench.ts";
import { scaleForm } from "./bands-parts.ts";
import type { DraftEntry, DraftJudgements } from "../intake/guess/drafts.ts";
import type { JudgedValues } from "./judged-values.ts";
import { bandsUsed, type JudgedUnit, scalesOf } from "./scales.ts";

/** Links to the conversions of values to bands, where there are several. */
export function scaleTabs(units: readonly JudgedUnit[], current: string): Child {
  const scales = scalesOf(units);
  if (scales.length < 2) return false;
  return html`<nav aria-label="Read in different ways"><ul class="tabs">${scales.map((scale, at) => html`<li><a href="${`bands?of=${at}`}"${scale === current && html` aria-current="page"`}>${scaleLabel(units, scale)}</a></li>`)}</ul></nav>`;
}

function scaleLabel(units: readonly JudgedUnit[], scale: string): string {
  const own = units.filter((unit) => unit.scale === scale);
  const [first] = own;
  if (first === undefined) return scale;
  return own.length === 1 ? first.label : `${first.label} and ${formatCount(own.length - 1)} more`;
}

/** Lists the units of a conversion, with a form that gives some of them another one. */
export function unitsPart(units: readonly JudgedUnit[], scale: string, isOpen: boolean): Child {
  if (units.length < 2) return false;
  const own = units.filter((unit) => unit.scale === scale);
  const others = scalesOf(units)
    .filter((each) => each !== scale)
    .map((each) => [each, `as ${scaleLabel(units, each)}`] as const);
  const boxes = own.map(
    ({ id, label }) =>
      html`<li><label><input type="checkbox" name="chosen" value="${id}"> <bdi>${label}</bdi></label></li>\n`,
  );
  const said =
    own.length === units.length
      ? "All are read in the same way."
      : `${formatCount(own.length)} of ${formatCount(units.length)} are read in this way.`;
  return html`<details id="units" class="card"${isOpen && html` open`}><summary>What is read so</summary><p class="soft">${said} Tick those that need cuts or values of their own.</p>${scaleForm(
    scale,
    "move-units",
    html`<ul class="units" id="units-list" data-scroll>${boxes}</ul><p class="bar">${select("to", optionsOf([["+", "in a way of their own"], ...others], "+"))} <button class="small">Read what is ticked so</button></p>`,
    { id: "units-form" },
  )}</details>`;
}

/** Asks whether columns whose numbers are of different size are cut alike. */
export function rangesQuestion(
  units: readonly JudgedUnit[],
  values: JudgedValues,
  tables: readonly BenchTable[],
): Child {
  const sizes = Map.groupBy(
    units.filter(({ scale }) => scale === values.scale),
    ({ table, cells }) =>
      sizeOf(
        tables.find(({ name }) => name === table),
        cells.column,
      ),
  );
  sizes.delete(0);
  if (values.kind !== "scores" || values.conversion?.share_of !== undefined || sizes.size < 2) return false;
  const largest = Math.max(...sizes.keys());
  const chosen = sizes.get(largest) ?? [];
  const rest = [...sizes.keys()].filter((size) => size !== largest);
  return html`<div class="card ask" id="ranges"><h2>Are these two ways of scoring?</h2><p>${counted(chosen.length, "column goes", "columns go")} beyond ${formatCount(10 ** Math.max(...rest))}: ${labelsOf(chosen)}. The others do not. The same cuts rarely fit both.</p>${scaleForm(
    values.scale,
    "move-units",
    html`<input type="hidden" name="to" value="+">${chosen.map(({ id }) => html`<input type="hidden" name="chosen" value="${id}">`)}<button>Cut them on their own</button>`,
  )}</div>`;
}

function labelsOf(units: readonly JudgedUnit[]): Html {
  const more = units.length - 3;
  return html`${units.slice(0, 3).map(({ label }, i) => html`${i > 0 && ", "}<bdi>${label}</bdi>`)}${more > 0 && ` and ${formatCount(more)} more`}`;
}

/** The power of ten that the numbers of a column stay within; 0 where there are none. */
function sizeOf(table: BenchTable | undefined, column: string): number {
  const values = table?.columns.find(({ name }) => name === column)?.values ?? [];
  const most = values.reduce((found, { number }) => Math.max(found, Math.abs(number ?? 0)), 0);
  return most === 0 ? 0 : Math.max(1, Math.ceil(Math.log10(most)));
}

/** Asks for the bands of a conversion and for the maximum of its scores. */
export function cutDetails(
  values: JudgedValues,
  bands: readonly DraftEntry[],
  own: readonly BenchTable[],
  tables: readonly BenchTable[],
): Html {
  return html`${sharePart(values, own, tables)}${usesPart(values, bands)}`;
}

function sharePart(
  { scale, conversion }: JudgedValues,
  own: readonly BenchTable[],
  tables: readonly BenchTable[],
): Html {
  const maximum = conversion?.share_of;
  const cell = typeof maximum === "object" ? maximum : null;
  const columns = [...new Set(own.flatMap((table) => table.columns.map(({ name }) => name)))];
  const others = tables.filter((table) => !own.includes(table));
  const all = others.flatMap(({ name, parts, columns: theirs }) =>
    theirs.map((column) => [`${name}/${column.name}`, `${parts[0]?.label ?? name}: ${column.name}`] as const),
  );
  const at = (member: "key" | "value"): string =>
    cell?.lookup === undefined ? "" : `${cell.lookup.table}/${cell.lookup[member]}`;
  return html`<details id="share" class="card"${maximum !== undefined && html` open`}><summary>Scores of a maximum</summary><p class="soft">Where the most points are not the same for all, cut shares of the maximum, from 0 to 1.</p>${scaleForm(
    scale,
    "share",
    html`<div class="fields"><label>The maximum is <input type="text" inputmode="decimal" id="share-number" name="number" value="${typeof maximum === "number" ? String(maximum) : ""}" placeholder="a number"></label><label>or stands in the column ${select("column", optionsOf([["", "none"], ...columns.map((name) => [name, name] as const)], cell?.column ?? ""))}</label>${all.length > 0 && html`<label>whose value is looked up in ${select("key", optionsOf([["", "no other table"], ...all], at("key")))}</label><label>where the maximum is ${select("said", optionsOf([["", "no other table"], ...all], at("value")))}</label>`}</div><button class="quiet small">Save the maximum</button>`,
    { id: "share-form" },
  )}</details>`;
}

/** Asks for the bands in use: columns with fewer points than bands use only some. */
function usesPart({ scale, conversion }: JudgedValues, bands: readonly DraftEntry[]): Child {
  if (bands.length < 3) return false;
  const used = bandsUsed(conversion, bands);
  return html`<details id="uses" class="card"${used.length < bands.length && html` open`}><summary>Which bands there are to be in</summary>${scaleForm(
    scale,
    "uses",
    html`<p class="bar">${bands.map((band) => html`<label><input type="checkbox" name="use" value="${band.id}"${used.includes(band) && html` checked`}> <bdi>${band.label}</bdi></label> `)}</p><button class="quiet small save">Save</button>`,
    { id: "uses-form", isAuto: true },
  )}</details>`;
}

/** Lists the columns that count judgements in a band, each with its band. */
export function countsPart(
  judgements: readonly DraftJudgements[],
  bands: readonly DraftEntry[],
  tables: readonly BenchTable[],
): Child {
  const rows = judgements.flatMap(({ table, counts = {} }, at) =>
    Object.entries(counts).map(([column, band], i) => {
      const id = `${at}/${column}`;
      const values =
        tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.values ?? [];
      const total = values.reduce((sum, { number, count }) => sum + (number ?? 0) * count, 0);
      return html`<tr><td><bdi>${column}</bdi></td><td class="number">${formatCount(total)}</td><td><input type="hidden" name="${`counted.${i}`}" value="${id}"><select id="${`counted-${i}`}" name="${`count.${i}`}" aria-label="Band of ${column}">${optionsOf(
        bands.map(({ id: value, label }) => [value, label] as const),
        band,
      )}</select></td></tr>\n`;
    }),
  );
  if (rows.length === 0) return false;
  return html`<h2>Columns that count judgements</h2>${scaleForm(
    "",
    "counts",
    html`<table class="list"><thead><tr><th>Column</th><th class="number">Judgements</th><th>Band</th></tr></thead><tbody>${rows}</tbody></table><p><button class="quiet small save">Save</button></p>`,
    { id: "counts-form", isAuto: true },
  )}`;
}

/** Asks for the names of all bands at once. */
export function namesPart(scale: string, isCut: boolean): Html {
  const example = isCut ? "Low < Middle < High" : "None < Some=1|2 < All";
  return html`<h2>Name the bands</h2>${scaleForm(
    scale,
    "typed",
    html`<label>Worst first, with &lt; between <input type="text" id="typed" name="typed" placeholder="${example}"></label> <button class="small">Make these bands</button>`,
    { id: "typed-form", className: "bar" },
  )}<p class="soft">${isCut ? "They begin at equal steps; you say where then." : "A band has the value of its name, or those behind =, with | between."}</p>`;
}
