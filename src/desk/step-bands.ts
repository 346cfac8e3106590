import { bandColour } from "../html/charts/band-colours.ts";
import { type Child, type Html, html } from "../html/html.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { findNumberQuestions } from "../intake/guess/number-questions.ts";
import type { BenchTable } from "../intake/workbench/open-workbench.ts";
import { actOnBands, readCuts } from "./bands-forms.ts";
import { countIn, cutsPart, scaleButton, scaleForm, wordsPart } from "./bands-parts.ts";
import type { Desk } from "./desk.ts";
import type { DraftEntry } from "../intake/guess/drafts.ts";
import { bandsOf, type JudgedValues, placesOf, readJudgedValues, type TextPlace, unitsAt } from "./judged-values.ts";
import { countsPart, cutDetails, namesPart, rangesQuestion, scaleTabs, unitsPart } from "./scale-parts.ts";
import { CONVERSION, type JudgedUnit, scalesOf } from "./scales.ts";
import type { Step, StepRequest } from "./step.ts";

/** The step of the bands: the cuts or the values of each, worst first. */
export const bandsStep: Step = {
  id: "bands",
  title: "Bands",
  async countOpen(desk) {
    const bands = bandsOf(desk);
    if (bands.length < 2) return { said: "to be said", open: 1 };
    let open = 0;
    for (const scale of scalesOf(unitsAt(desk))) open += (await readJudgedValues(desk, scale)).unread.length;
    return { said: open > 0 ? `${formatCount(open)} to look at` : counted(bands.length, "band"), open };
  },
  show,
  act: actOnBands,
};

async function show(desk: Desk, request: StepRequest): Promise<Html> {
  const units = unitsAt(desk);
  const scales = scalesOf(units);
  const scale = scales[Number(request.query("of"))] ?? scales[0] ?? CONVERSION;
  const values = await readJudgedValues(desk, scale);
  const bands = bandsOf(desk);
  const tables = (await desk.tablesNow())?.tables ?? [];
  const counts = countsPart(desk.draft.mapping.judgements ?? [], bands, tables);
  const isCut = values.kind === "scores";
  const heading = isCut ? "Where does each band begin?" : "Which values are in each band?";
  if (values.judging.length + values.unread.length === 0 && counts === false)
    return html`<h1>${heading}</h1><p class="lead">No column judges anything yet. Say in the step before which do.</p>`;
  if (units.length === 0)
    return html`<h1>Which band does each column count?</h1><p class="lead">Order the bands, worst first; only their order has meaning.</p>${counts}${bandsTable(values, bands)}`;
  const lead = isCut
    ? "The columns hold scores. A cut is a judgement of its own: nothing in the file says where it lies, so you decide, and readers are shown it."
    : "Nothing in a file says which value is the worst one. Order the bands, worst first; only their order has meaning.";
  const kinds = html`<div class="kinds" role="group" aria-label="What the values are">${(["words", "scores"] as const).map((kind) => scaleForm(scale, "kind", html`<input type="hidden" name="kind" value="${kind}"><button aria-pressed="${String(values.kind === kind)}">${kind === "words" ? "Words or a few points" : "Scores, cut into bands"}</button>`, { className: "inline" }))}</div>`;
  const typed = request.query("cuts")?.split("|");
  const tried = typed === undefined ? {} : readCuts(desk, values, typed, request.query("lower") === "yes");
  const own = tables.filter(({ name }) => units.some((unit) => unit.scale === scale && unit.table === name));
  return html`<h1>${heading}</h1>
<p class="lead">${lead}</p>
${scaleTabs(units, scale)}${kinds}
<div class="grid"><section>${isCut ? cutsPart(values, bands, tried) : wordsPart(values, bands)}
${bands.length === 0 && namesPart(scale, isCut)}${bands.length > 0 && bandsTable(values, bands)}${counts}
${isCut && cutDetails(values, bands, own, tables)}${unitsPart(units, scale, scales.length > 1)}</section>
<aside>${numberQuestions(desk, values, tables, units)}${rangesQuestion(units, values, tables)}${await notReadPart(desk, values)}</aside></div>`;
}

/** Asks what no cell tells about the numbers of these columns. */
function numberQuestions(
  { draft }: Desk,
  { kind, scale, conversion }: JudgedValues,
  tables: readonly BenchTable[],
  units: readonly JudgedUnit[],
): Html[] {
  const maximum = conversion?.share_of;
  const own = units.filter((unit) => unit.scale === scale);
  const columns = tables.flatMap(({ name, columns: all }) =>
    all.filter(
      (column) =>
        (typeof maximum === "object" &&
          (maximum.lookup?.table ?? own[0]?.table) === name &&
          (maximum.lookup?.value ?? maximum.column) === column.name) ||
        own.some(({ table, cells }) => table === name && cells.column === column.name),
    ),
  );
  const questions = kind === "scores" ? findNumberQuestions(columns, draft.mapping.numbers ?? {}) : [];
  return questions.map(
    ({ member, said, choices }) =>
      html`<div class="card ask" id="${member}"><h2>Which number is it?</h2><p>${said}.</p>${choices.map(([answer, meaning]) => scaleButton(scale, "numbers", meaning, { [member]: answer, said: meaning }))}</div>`,
  );
}

/** The bands, worst first, with fields for their names and descriptions. */
function bandsTable(values: JudgedValues, bands: readonly DraftEntry[]): Html {
  const { scale } = values;
  const rows = bands.map(({ id, label, description }, i) => {
    const fill = bands.length > 1 ? bandColour(i + 1, bands.length) : "#a9b4bd";
    const move = (to: number, sign: string, word: string): Child =>
      to >= 0 && to < bands.length
        ? html`<button form="order" name="move" value="${`${i}.${to}`}" class="quiet" aria-label="Move ${label} ${word}">${sign}</button>`
        : html`<span></span>`;
    return html`<tr><td><span class="mv"><svg class="sw" viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" fill="${fill}"/></svg>${move(i - 1, "↑", "up")}${move(i + 1, "↓", "down")}</span></td><td><input type="text" form="names" id="${`label-${id}`}" name="${`label.${id}`}" value="${label}" maxlength="120" aria-label="Name of band ${formatCount(i + 1)}"></td><td><textarea form="names" rows="1" id="${`text-${id}`}" name="${`text.${id}`}" maxlength="2000" placeholder="Say it in a sentence" aria-label="Description of ${label}">${description}</textarea></td><td class="number">${formatCount(countIn(values, id, bands))}</td><td><button form="order" name="remove" value="${id}" class="plain" aria-label="Remove ${label}">Remove</button></td></tr>\n`;
  });
  return html`<h2>The bands, worst first</h2>${scaleForm(scale, "order", html``, { id: "order" })}${scaleForm(scale, "names", html``, { id: "names", isAuto: true })}
<table class="scale"><thead><tr><th>Worst first</th><th>Band</th><th>What a company has to do to be in it</th><th class="number">Cells</th><th></th></tr></thead><tbody>${rows}</tbody></table>
<p class="js-hidden"><button form="names" class="quiet small">Save names</button></p>${scaleForm(scale, "add", html`<label>Another band, the best: <input type="text" name="label" id="add-band"></label> <button class="quiet small">Add</button>`, { className: "bar" })}`;
}

const UNREAD_SHOWN = 30;

async function notReadPart(desk: Desk, values: JudgedValues): Promise<Html> {
  const chips = values.notJudged.map(
    ({ text, count }) =>
      html`<span class="w"><bdi>${text === "" ? "empty" : text}</bdi> <i>${formatCount(count)}</i></span> `,
  );
  const marks = (desk.draft.mapping.not_judged ?? []).map((word) =>
    scaleButton(values.scale, "judge", `“${word}” does judge`, { word }, "plain"),
  );
  const isCounted = values.conversion?.values !== undefined || values.conversion?.cuts !== undefined;
  const unread = isCounted ? values.unread.slice(0, UNREAD_SHOWN) : [];
  const places = await placesOf(desk, values, unread);
  const corrected = desk.draft.mapping.corrections ?? [];
  return html`${unread.length > 0 && html`<div class="card ask" id="unread"><h2>Cannot be read</h2><p>${counted(values.unread.length, "text stays", "texts stay")} out until you decide.</p>${unread.map(({ text, count }, i) => unreadCard(values.scale, { text, count, places: places.get(text) ?? [], i }))}</div>`}
<div class="card"><h2>Not judged</h2><p class="soft">These get no judgement.</p><p>${chips}</p>${marks}</div>
${corrected.length > 0 && html`<div class="card"><h2>Corrected</h2>${corrected.slice(-10).map(({ was, now, column }) => html`<p class="soft">${column}: <bdi>${was}</bdi> is <bdi>${now}</bdi></p>`)}</div>`}`;
}

interface UnreadText {
  readonly text: string;
  readonly count: number;
  readonly places: readonly TextPlace[];
  readonly i: number;
}

function unreadCard(scale: string, { text, count, places, i }: UnreadText): Html {
  const shown = places.slice(0, 2).map(
    ({ column, rows, names }) =>
      html` ${column}, ${rows.length === 1 ? "row" : "rows"} ${rows
        .map((row, at) => `${formatCount(row)}${names[at] ? ` (${names[at]})` : ""}`)
        .slice(0, 3)
        .join(", ")}`,
  );
  const [place] = places;
  const one = place?.names[0];
  return html`<p><span class="w bad"><bdi>${text}</bdi> <i>${formatCount(count)}</i></span>${shown}</p>${scaleForm(
    scale,
    "correct",
    html`<input type="hidden" name="was" value="${text}"><label>It is <input type="text" id="${`now-${i}`}" name="now"></label><p><button>Correct ${count === 1 ? "it" : `all ${formatCount(count)}`}</button> ${count > 1 && one !== undefined && one !== "" && html`<button class="quiet" name="row" value="${one}">Only in ${one}</button> `}<button class="quiet" name="mark" value="yes">Not judged</button></p>`,
  )}`;
}
