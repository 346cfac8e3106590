import { type Child, type Html, html } from "../html.ts";
import { chartTexts } from "../texts/chart-texts.ts";
import { bandLabel } from "./band-label.ts";
import type { BandFigures, Bands } from "./figures.ts";
import { TALL, middleLineBar } from "./middle-line-bar.ts";

/** One line of a table of bars. */
export interface BarRow extends BandFigures {
  readonly name: string;
  /** Null for no link. */
  readonly href: string | null;
  /** How many things it counts. */
  readonly count: number;
  /** It has too few judged companies to be ordered among the others. */
  readonly isThin: boolean;
}

/** The names of the columns. */
interface Columns {
  readonly caption: string;
  readonly name: string;
  /** What the bars count; judged companies by default. */
  readonly counted?: string;
}

/**
 * Bars under each other, best first, in groups by band. `note` says something about a group behind
 * its label; thin rows form a group of their own at the end.
 */
export function rankedBars(
  bands: Bands,
  rows: readonly BarRow[],
  columns: Columns,
  note: (level: number, count: number) => string,
  thinNote: string,
): Html {
  const firm = rows.filter(({ isThin }) => !isThin);
  const thin = rows.filter(({ isThin }) => isThin);
  const groups = bands.toReversed().flatMap(({ level }) => {
    const own = firm.filter((row) => row.median_level === level);
    return own.length === 0 ? [] : [group(bandLabel(bands, level), note(level, own.length), own, bands)];
  });
  if (thin.length > 0) groups.push(group(chartTexts.tooFew, thinNote, thin, bands));
  return html`<table class="bars">
<caption class="hidden">${columns.caption}</caption>
<thead><tr>${headsOf(columns).map((text) => html`<th scope="col"><span class="hidden">${text}</span></th>`)}</tr></thead>
${groups}</table>`;
}

/**
 * Bars under each other in the order given, with the label of each median. `isTall` is for the few
 * bars that a page is about.
 */
export function plainBars(bands: Bands, rows: readonly BarRow[], columns: Columns, isTall = false): Html {
  return html`<table class="bars labelled${isTall && " tall"}">
${plainHead(columns)}
<tbody>
${rows.map((row) => bar(bands, row, html`<td class="median">${bandLabel(bands, row.median_level)}</td>`, isTall))}</tbody>
</table>`;
}

function headsOf({ name, counted = chartTexts.judgedCompanies }: Columns): readonly [string, string, string] {
  return [name, counted, chartTexts.count];
}

/** The visible head of bars with the label of each median. */
export function plainHead(columns: Columns): Html {
  const [name, counted, count] = headsOf(columns);
  return html`<caption class="hidden">${columns.caption}</caption>
<thead><tr><th scope="col">${name}</th><th scope="col">${counted}</th><th scope="col" class="median">${chartTexts.median}</th><th scope="col" class="number">${count}</th></tr></thead>`;
}

function group(label: Child, note: string, rows: readonly BarRow[], bands: Bands): Html {
  return html`<tbody>
<tr class="group"><th scope="rowgroup" colspan="3">${label} <span class="note">${note}</span></th></tr>
${rows.map((row) => bar(bands, row, null))}</tbody>
`;
}

function bar(bands: Bands, row: BarRow, median: Child, isTall = false): Html {
  const { name, href, count, isThin } = row;
  return html`<tr><th scope="row">${href === null ? name : html`<a href="${href}">${name}</a>`}</th><td>${middleLineBar(bands, row, isThin, isTall ? TALL : undefined)}</td>${median}<td class="number">${count}</td></tr>
`;
}
