import { bandColour } from "../html/charts/band-colours.ts";
import { optionsOf } from "../html/form.ts";
import { type Child, type Html, html } from "../html/html.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { valueKey } from "../intake/guess/bands-answer.ts";
import { orderedValues, provenOrder } from "../intake/guess/known-bands.ts";
import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import { namedMember } from "../intake/mapping/mapping-text.ts";
import { bandsUsed } from "./scales.ts";
import type { DraftEntry } from "../intake/guess/drafts.ts";
import { actionButton, type FormOptions, form } from "./frame.ts";
import { type JudgedText, type JudgedValues, numbersOf } from "./judged-values.ts";
import { binned } from "./profiles.ts";
import type { Refusal } from "./step.ts";

/** A form of the step of the bands: it says which conversion it is about. */
export function scaleForm(scale: string, action: string, content: Child, options: FormOptions = {}): Html {
  return form(action, html`<input type="hidden" name="of" value="${scale}">${content}`, options);
}

/** A form of one button. */
export function scaleButton(
  scale: string,
  action: string,
  text: string,
  fields: Readonly<Record<string, string>> = {},
  className = "quiet",
): Html {
  return actionButton(action, text, { of: scale, ...fields }, className);
}

/** Bands into which scores are often cut. */
const PROPOSED = ["Low < Middle < High", "Low < Some < Good < High", "Very low < Low < Moderate < High < Very high"];

/**
 * A histogram with the cuts, and a field for each. The script asks for it again with those that are
 * `tried`, before they are saved, and shows what they would give.
 */
export function cutsPart(
  values: JudgedValues,
  all: readonly DraftEntry[],
  tried: MappedConversion | Refusal = {},
): Html {
  const numbers = numbersOf(values);
  const total = numbers.reduce((sum, { count }) => sum + count, 0);
  const { conversion, scale } = values;
  const bands = bandsUsed(conversion, all);
  const cuts = conversion?.cuts ?? [];
  const lower = conversion?.lower_is_better === true;
  const proposals =
    bands.length > 1
      ? scaleButton(scale, "equal", "Cut at equal steps", {}, "plain")
      : PROPOSED.map((typed) => html`${scaleButton(scale, "typed", typed, { typed }, "plain")} `);
  const controls =
    cuts.length > 0 &&
    scaleForm(
      scale,
      "cuts",
      html`<div class="cuts">${cuts.map((cut, i) => html`<label>${bands[i + 1]?.label ?? "The next"} begins at <input type="text" inputmode="decimal" id="${`cut-${i}`}" name="cut" value="${String(cut)}" data-cut data-step="${stepOf(cuts)}"></label>`)}<label><input type="checkbox" id="lower" name="lower" value="yes"${lower && html` checked`}> lower is better</label><button class="quiet small save">Save</button></div>`,
      { isAuto: true, id: "cuts" },
    );
  const [first] = cuts;
  const shown = "cuts" in tried ? { ...values, conversion: tried } : values;
  const given = bands.map(({ id, label }) => `${label} ${formatCount(countIn(shown, id, all))}`).join(" · ");
  const would = { cuts: shown.conversion?.cuts ?? [], lower: shown.conversion?.lower_is_better === true, bands, all };
  const noun = conversion?.share_of === undefined ? counted(total, "score") : counted(total, "share", "shares");
  return html`<h2>${noun}</h2><p class="soft">Type a number, or press ↑ ↓ on it.${first !== undefined && ` A score of exactly ${first} is ${bands[lower ? 0 : 1]?.label ?? "in the next band"}.`}</p>
<div id="gives" role="status">${histogram(numbers, would)}${cuts.length > 0 && html`<p>${"refused" in tried ? tried.refused : given}</p>`}</div>
${controls}<div class="soft">${bands.length < 2 && "At equal steps: "}${proposals}</div>`;
}

/** Counts the cells that are in a band. */
export function countIn(
  { conversion, judging, notJudged }: JudgedValues,
  id: string,
  bands: readonly DraftEntry[],
): number {
  const { cuts, lower_is_better: lower = false, values = {} } = conversion ?? {};
  const own = new Set((namedMember(values, id) ?? []).map(valueKey));
  const used = bandsUsed(conversion, bands);
  const index = used.findIndex((band) => band.id === id);
  const isIn = ({ text, number }: JudgedText): boolean => {
    if (cuts === undefined) return own.has(valueKey(text));
    if (number === null) return false;
    const passed = cuts.filter((cut) => (lower ? number < cut : number >= cut)).length;
    return Math.min(passed, used.length - 1) === index;
  };
  return [...judging, ...(own.has("") ? notJudged.filter(({ text }) => text === "") : [])].reduce(
    (sum, each) => sum + (isIn(each) ? each.count : 0),
    0,
  );
}

/** The step of an arrow key for a cut: a hundredth of shares, one point of scores. */
function stepOf(cuts: readonly number[]): string {
  return Math.max(...cuts.map(Math.abs)) <= 1 ? "0.01" : "1";
}

const BINS = 40;

interface Cuts {
  readonly cuts: readonly number[];
  readonly lower: boolean;
  /** The bands of the conversion, and all of the scale, which decide the colours. */
  readonly bands: readonly DraftEntry[];
  readonly all: readonly DraftEntry[];
}

function histogram(numbers: readonly { number: number; count: number }[], { cuts, lower, bands, all }: Cuts): Html {
  const bins = binned(numbers, BINS);
  const [low, high] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const width = 100 / BINS;
  const colourAt = (number: number): string => {
    const passed = cuts.filter((cut) => (lower ? number < cut : number >= cut)).length;
    const band = bands[Math.min(passed, bands.length - 1)];
    return cuts.length === 0 || band === undefined ? "#a9b4bd" : bandColour(all.indexOf(band) + 1, all.length);
  };
  const bars = bins.map(({ mean, count }, i) => {
    const height = (count / most) * 96;
    return html`<rect x="${i * width + width / 20}" width="${width * 0.9}" y="${100 - height}" height="${height}" fill="${colourAt(mean)}"/>`;
  });
  const lines = cuts.map((cut) => {
    const x = ((cut - low) / (high - low || 1)) * 100;
    return html`<line x1="${x}" x2="${x}" y1="0" y2="100" stroke="currentColor" vector-effect="non-scaling-stroke"/>`;
  });
  return html`<div class="plot"><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="How often each score stands in the files">${bars}${lines}</svg><p class="soft">${String(Number(low.toFixed(4)))} to ${String(Number(high.toFixed(4)))}</p></div>`;
}

const VALUES_SHOWN = 60;
const BANDS_MAX = 20;

/** The values, each with the band that it is in. */
export function wordsPart(values: JudgedValues, bands: readonly DraftEntry[]): Html {
  const { scale, conversion } = values;
  const texts = [...values.judging, ...values.unread].filter(({ text }) => text !== "");
  const ordered = orderedValues(texts.map(({ text }) => text));
  const shown = ordered.slice(0, VALUES_SHOWN).flatMap((text) => texts.find((each) => each.text === text) ?? []);
  const proposals =
    bands.length === 0 &&
    texts.length <= BANDS_MAX &&
    provenOrder(ordered) !== null &&
    html`<div class="card ask"><h2>Which is the worst?</h2><p>These may be bands, worst first: ${ordered.map((text, i) => html`${i > 0 && " < "}<b><bdi>${text}</bdi></b>`)}.</p>${scaleButton(scale, "each", "Yes, in this order", { order: "up" }, "")} ${scaleButton(scale, "each", "The other way round", { order: "down" })} <p>Another order can be made below, once they are bands.</p></div>`;
  const placed = new Map(
    Object.entries(conversion?.values ?? {}).flatMap(([id, words]) =>
      words.map((word) => [valueKey(word), id] as const),
    ),
  );
  const named = bands.map(({ id, label }) => [id, label] as const);
  const choices = [["", "decide…"], ...named, ["-", "not judged"], ["+", "a band of its own"]] as const;
  const row = ({ text, count }: JudgedText, i: number): Html =>
    html`<tr><td><bdi>${text}</bdi></td><td class="number">${formatCount(count)}</td><td><input type="hidden" name="${`text.${i}`}" value="${text}"><select id="${`value-${i}`}" name="${`band.${i}`}" aria-label="Band of ${text}">${optionsOf(choices, placed.get(valueKey(text)) ?? "")}</select></td></tr>\n`;
  const empty = [...values.judging, ...values.notJudged].find(({ text }) => text === "");
  const emptyRow =
    empty !== undefined &&
    html`<tr><td>empty cells</td><td class="number">${formatCount(empty.count)}</td><td><input type="hidden" name="text.empty" value=""><select id="value-empty" name="band.empty" aria-label="Band of empty cells">${optionsOf([["-", "not judged"], ...named, ["+", "a band of their own"]], placed.get("") ?? "-")}</select></td></tr>`;
  return html`${proposals}<h2>${counted(texts.length, "value")}</h2>${severalPart(values)}${scaleForm(
    scale,
    "values",
    html`<table class="list"><thead><tr><th>Value</th><th class="number">Cells</th><th>Band</th></tr></thead><tbody>${shown.map(row)}${emptyRow}</tbody></table><p><button class="quiet small save">Save</button></p>`,
    { isAuto: true, id: "values" },
  )}`;
}

/** Asks which of several values in one cell counts, where cells have several. */
function severalPart({ scale, conversion, judging, unread }: JudgedValues): Child {
  const list = conversion?.list;
  if (list === undefined && ![...judging, ...unread].some(({ text }) => text.includes(";"))) return false;
  const choices = [
    ["", "they are one value"],
    ["best", "the best of them counts"],
    ["worst", "the worst of them counts"],
  ] as const;
  return scaleForm(
    scale,
    "several",
    html`<label>Where a cell has several values, with ; between, <select id="several" name="list">${optionsOf(choices, list ?? "")}</select></label> <button class="quiet small save">Save</button>`,
    { isAuto: true, id: "several-form", className: "bar" },
  );
}
