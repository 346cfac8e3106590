import { bandColour } from "../html/charts/band-colours.ts";
import { optionsOf } from "../html/form.ts";
import { type Child, type Html, html } from "../html/html.ts";
import { valueKey } from "../intake/guess/bands-answer.ts";
import { inProbableOrder } from "../intake/guess/known-bands.ts";
import type { Desk } from "./desk.ts";
import type { DraftEntry } from "./drafts.ts";
import { actOnBands } from "./bands-forms.ts";
import { actionButton, form } from "./frame.ts";
import {
  bandsOf,
  type JudgedText,
  type JudgedValues,
  numbersOf,
  placesOf,
  readJudgedValues,
  type TextPlace,
} from "./judged-values.ts";
import { binned, numberOf } from "./profiles.ts";
import type { Step } from "./step.ts";
import { counted, formatCount } from "../intake/counted.ts";

/** Where each band begins, or which values are in it, worst first. */
export const bandsStep: Step = {
  id: "bands",
  title: "Bands",
  async countOpen(desk) {
    const bands = bandsOf(desk);
    if (bands.length < 2) return { said: "to be said", open: 1 };
    const open = (await readJudgedValues(desk)).unread.length;
    return { said: open > 0 ? `${formatCount(open)} to look at` : counted(bands.length, "band"), open };
  },
  show,
  act: actOnBands,
};

async function show(desk: Desk): Promise<Html> {
  const values = await readJudgedValues(desk);
  const bands = bandsOf(desk);
  const isCut = values.kind === "scores";
  const heading = isCut ? "Where does each band begin?" : "Which values are in each band?";
  const all = values.judging.length + values.unread.length;
  if (all === 0)
    return html`<h1>${heading}</h1><p class="lead">No column judges anything yet. Say in the step before which do.</p>`;
  const lead = isCut
    ? "The columns hold scores. A cut is a judgement of its own: nothing in the file says where it lies, so you decide, and readers are shown it."
    : "Nothing in a file says which value is the worst one. Order the bands, worst first; only their order has meaning.";
  const kinds = html`<div class="kinds" role="group" aria-label="What the values are">${(["words", "scores"] as const).map((kind) => form("kind", html`<input type="hidden" name="kind" value="${kind}"><button aria-pressed="${String(values.kind === kind)}">${kind === "words" ? "Words or a few points" : "Scores, cut into bands"}</button>`, { className: "inline" }))}</div>`;
  return html`<h1>${heading}</h1>
<p class="lead">${lead}</p>
${kinds}
<div class="grid"><section>${isCut ? cutsPart(values, bands) : wordsPart(values, bands)}
${bands.length > 0 && bandsTable(values, bands)}</section>
<aside>${await notReadPart(desk, values)}</aside></div>`;
}

/** A histogram with the cuts, and a field for each. */
function cutsPart(values: JudgedValues, bands: readonly DraftEntry[]): Html {
  const numbers = numbersOf(values);
  const total = numbers.reduce((sum, { count }) => sum + count, 0);
  const { conversion } = values;
  const cuts = conversion?.cuts ?? [];
  const lower = conversion?.lower_is_better === true;
  const equal = [3, 4, 5].map(
    (count) => html`${actionButton("equal", `${formatCount(count)} bands`, { count: String(count) }, "plain")} `,
  );
  const controls =
    cuts.length > 0 &&
    form(
      "cuts",
      html`<div class="cuts">${cuts.map((cut, i) => html`<label>${bands[i + 1]?.label ?? "The next"} begins at <input type="text" inputmode="decimal" id="${`cut-${i}`}" name="cut" value="${String(cut)}" data-cut></label>`)}<label><input type="checkbox" id="lower" name="lower" value="yes"${lower && html` checked`}> lower is better</label><button class="quiet small save">Save</button></div>`,
      { isAuto: true, id: "cuts" },
    );
  const [first] = cuts;
  return html`<h2>${counted(total, "score")}</h2><p class="soft">Type a number, or press ↑ ↓ on it.${first !== undefined && ` A score of exactly ${first} is ${bands[lower ? 0 : 1]?.label ?? "in the next band"}.`}</p>
${histogram(numbers, cuts, lower, bands.length)}
${controls}<p class="soft">Propose equal steps: ${equal}</p>`;
}

const BINS = 40;

function histogram(
  numbers: readonly { number: number; count: number }[],
  cuts: readonly number[],
  lower: boolean,
  bandCount: number,
): Html {
  const bins = binned(numbers, BINS);
  const [low, high] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const width = 100 / BINS;
  const levelOf = (number: number): number => 1 + cuts.filter((cut) => (lower ? number < cut : number >= cut)).length;
  const bars = bins.map(({ from, to, count }, i) => {
    const height = (count / most) * 96;
    const fill =
      cuts.length === 0 ? "#a9b4bd" : bandColour(Math.min(levelOf(from + (to - from) / 3), bandCount), bandCount);
    return html`<rect x="${i * width + width / 20}" width="${width * 0.9}" y="${100 - height}" height="${height}" fill="${fill}"/>`;
  });
  const lines = cuts.map((cut) => {
    const x = ((cut - low) / (high - low || 1)) * 100;
    return html`<line x1="${x}" x2="${x}" y1="0" y2="100" stroke="currentColor" vector-effect="non-scaling-stroke"/>`;
  });
  return html`<div class="plot"><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="How often each score stands in the files">${bars}${lines}</svg><p class="soft">${String(Number(low.toFixed(4)))} to ${String(Number(high.toFixed(4)))}</p></div>`;
}

/** The values, each with the band that it is in. */
function wordsPart(values: JudgedValues, bands: readonly DraftEntry[]): Html {
  const texts = [...values.judging, ...values.unread];
  const ordered = inProbableOrder(texts.map(({ text }) => text));
  const shown = ordered.slice(0, VALUES_SHOWN).flatMap((text) => texts.find((each) => each.text === text) ?? []);
  const isSmall = texts.length <= BANDS_MAX;
  const proposals =
    bands.length === 0 &&
    isSmall &&
    html`<div class="card ask"><h2>Which is the worst?</h2><p>These may be bands, worst first: ${ordered.map((text, i) => html`${i > 0 && " < "}<b><bdi>${text}</bdi></b>`)}.</p>${actionButton("each", "Yes, in this order", { order: "up" }, "")} ${actionButton("each", "The other way round", { order: "down" })} <p>Another order can be made below, once they are bands.</p></div>`;
  const placed = new Map(
    Object.entries(values.conversion?.values ?? {}).flatMap(([id, words]) =>
      words.map((word) => [valueKey(word), id] as const),
    ),
  );
  const choices = [
    ["", "decide…"],
    ...bands.map(({ id, label }) => [id, label] as const),
    ["-", "not judged"],
    ["+", "a band of its own"],
  ] as const;
  const row = ({ text, count }: JudgedText, i: number): Html =>
    html`<tr><td><bdi>${text}</bdi></td><td class="number">${formatCount(count)}</td><td><input type="hidden" name="${`text.${i}`}" value="${text}"><select id="${`value-${i}`}" name="${`band.${i}`}" aria-label="Band of ${text}">${optionsOf(choices, placed.get(valueKey(text)) ?? "")}</select></td></tr>\n`;
  const empty = values.notJudged.find(({ text }) => text === "");
  return html`${proposals}<h2>${counted(texts.length, "value")}</h2>${form(
    "values",
    html`<table class="list"><thead><tr><th>Value</th><th class="number">Cells</th><th>Band</th></tr></thead><tbody>${shown.map(row)}${empty !== undefined && html`<tr><td>empty cells</td><td class="number">${formatCount(empty.count)}</td><td><input type="hidden" name="text.empty" value=""><select id="value-empty" name="band.empty" aria-label="Band of empty cells">${optionsOf([["-", "not judged"], ...bands.map(({ id, label }) => [id, label] as const), ["+", "a band of their own"]])}</select></td></tr>`}</tbody></table><p><button class="quiet small save">Save</button></p>`,
    { isAuto: true, id: "values" },
  )}`;
}

const VALUES_SHOWN = 60;
const BANDS_MAX = 20;

/** The bands, worst first, with their names and what a company has to do to be in them. */
function bandsTable(values: JudgedValues, bands: readonly DraftEntry[]): Html {
  const rows = bands.map(({ id, label, description }, i) => {
    const fill = bands.length > 1 ? bandColour(i + 1, bands.length) : "#a9b4bd";
    const move = (to: number, sign: string, word: string): Child =>
      to >= 0 && to < bands.length
        ? html`<button form="order" name="move" value="${`${i}.${to}`}" class="quiet" aria-label="Move ${label} ${word}">${sign}</button>`
        : html`<span></span>`;
    return html`<tr><td><span class="mv"><svg class="sw" viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" fill="${fill}"/></svg>${move(i - 1, "↑", "up")}${move(i + 1, "↓", "down")}</span></td><td><input type="text" form="names" id="${`label-${id}`}" name="${`label.${id}`}" value="${label}" maxlength="120" aria-label="Name of band ${formatCount(i + 1)}"></td><td><textarea form="names" rows="1" id="${`text-${id}`}" name="${`text.${id}`}" maxlength="2000" placeholder="Say it in a sentence" aria-label="Description of ${label}">${description}</textarea></td><td class="number">${formatCount(countIn(values, id, i, bands))}</td><td><button form="order" name="remove" value="${id}" class="plain" aria-label="Remove ${label}">Remove</button></td></tr>\n`;
  });
  return html`<h2>The bands, worst first</h2>${form("order", html``, { id: "order" })}${form("names", html``, { id: "names", isAuto: true })}
<table class="scale"><thead><tr><th>Worst first</th><th>Band</th><th>What a company has to do to be in it</th><th class="number">Cells</th><th></th></tr></thead><tbody>${rows}</tbody></table>
<p class="js-hidden"><button form="names" class="quiet small">Save names</button></p>${form("add", html`<label>Another band, the best: <input type="text" name="label" id="add-band"></label> <button class="quiet small">Add</button>`, { className: "bar" })}`;
}

function countIn(
  { conversion, judging, notJudged }: JudgedValues,
  id: string,
  index: number,
  bands: readonly DraftEntry[],
): number {
  const { cuts, lower_is_better: lower = false, values = {} } = conversion ?? {};
  const own = new Set((values[id] ?? []).map(valueKey));
  const isIn = (text: string): boolean => {
    if (cuts === undefined) return own.has(valueKey(text));
    const number = numberOf(text);
    const passed = cuts.filter((cut) => (lower ? number < cut : number >= cut)).length;
    return !Number.isNaN(number) && Math.min(passed, bands.length - 1) === index;
  };
  return [...judging, ...(own.has("") ? notJudged.filter(({ text }) => text === "") : [])].reduce(
    (sum, { text, count }) => sum + (isIn(text) ? count : 0),
    0,
  );
}

const UNREAD_SHOWN = 30;

async function notReadPart(desk: Desk, values: JudgedValues): Promise<Html> {
  const chips = values.notJudged.map(
    ({ text, count }) =>
      html`<span class="w"><bdi>${text === "" ? "empty" : text}</bdi> <i>${formatCount(count)}</i></span> `,
  );
  const marks = (desk.draft.mapping.not_judged ?? []).map((word) =>
    actionButton("judge", `“${word}” does judge`, { word }, "plain"),
  );
  const isCounted = values.conversion?.values !== undefined || values.conversion?.cuts !== undefined;
  const unread = isCounted ? values.unread.slice(0, UNREAD_SHOWN) : [];
  const places = await placesOf(desk, unread);
  const corrected = desk.draft.mapping.corrections ?? [];
  return html`<div class="card"><h2>Not judged</h2><p class="soft">These get no judgement.</p><p>${chips}</p>${marks}</div>
${unread.length > 0 && html`<div class="card ask" id="unread"><h2>Cannot be read</h2><p>${counted(values.unread.length, "text stays", "texts stay")} out until you decide.</p>${unread.map(({ text, count }, i) => unreadCard(text, count, places.get(text) ?? [], i))}</div>`}
${corrected.length > 0 && html`<div class="card"><h2>Corrected</h2>${corrected.slice(-10).map(({ was, now, column }) => html`<p class="soft">${column}: <bdi>${was}</bdi> is <bdi>${now}</bdi></p>`)}</div>`}`;
}

function unreadCard(text: string, count: number, places: readonly TextPlace[], i: number): Html {
  const shown = places.slice(0, 2).map(
    ({ column, rows, names }) =>
      html` ${column}, ${rows.length === 1 ? "row" : "rows"} ${rows
        .map((row, at) => `${formatCount(row)}${names[at] ? ` (${names[at]})` : ""}`)
        .slice(0, 3)
        .join(", ")}`,
  );
  const [place] = places;
  const one = place?.names[0];
  return html`<p><span class="w bad"><bdi>${text}</bdi> <i>${formatCount(count)}</i></span>${shown}</p>${form(
    "correct",
    html`<input type="hidden" name="was" value="${text}"><label>It is <input type="text" id="${`now-${i}`}" name="now"></label><p><button>Correct ${count === 1 ? "it" : `all ${formatCount(count)}`}</button> ${count > 1 && one !== undefined && one !== "" && html`<button class="quiet" name="row" value="${one}">Only in ${one}</button> `}<button class="quiet" name="mark" value="yes">Not judged</button></p>`,
  )}`;
}
