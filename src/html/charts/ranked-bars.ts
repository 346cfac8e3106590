import { type Child, type Html, html } from "../html.ts";
import { numeric, table, type TableParts } from "../components.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandLabel } from "./band-label.ts";
import type { BandFigures, Bands } from "./figures.ts";
import { COUNTED, TALL, middleLineBar } from "./middle-line-bar.ts";

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

/** One line of a ranking. */
export interface RankedRow extends BarRow {
  /** Rows of one band share it; null where it is thin. */
  readonly rank: number | null;
}

/** The names of the columns. */
interface Columns {
  readonly caption: string;
  readonly name: string;
  /** What the bars count; judged companies by default. */
  readonly counted?: string;
}

/** How a ranking is drawn. */
interface RankingLook {
  /** What is said behind the label of a group. */
  readonly note: (level: number, count: number) => string;
  readonly thinNote: string;
  /** Its bars say their counts. */
  readonly hasCounts: boolean;
}

/**
 * Bars under each other, best first, in groups by band, each with its rank; thin rows form a group
 * of their own at the end.
 */
export function rankedBars(bands: Bands, rows: readonly RankedRow[], columns: Columns, look: RankingLook): Html {
  const firm = rows.filter(({ isThin }) => !isThin);
  const thin = rows.filter(({ isThin }) => isThin);
  const groups = bands.toReversed().flatMap(({ level }) => {
    const own = firm.filter((row) => row.median_level === level);
    return own.length === 0 ? [] : [group(bandLabel(bands, level), look.note(level, own.length), own, bands, look)];
  });
  if (thin.length > 0) groups.push(group(chartTexts.tooFew, look.thinNote, thin, bands, look));
  return html`<table class="bars ranked${look.hasCounts && " with-counts"}">
<caption class="hidden">${columns.caption}</caption>
<thead><tr><th scope="col" class="rank">${chartTexts.rank}</th><th scope="col" class="ranked-name">${columns.name}</th><th scope="col">${chartTexts.byBand}</th><th scope="col" class="number">${chartTexts.judged}</th></tr></thead>
${groups}</table>`;
}

/** So many bars are shown before the fold. */
const BARS_BEFORE_FOLD = 6;

/** Where a table is folded. */
interface Fold {
  /** The most bars that are all shown. */
  readonly above: number;
  /** How many more there are, in words. */
  readonly more: (count: number) => string;
}

/**
 * Bars as `plainBars` has them, of which the last are folded where they are many. A reader on a
 * phone gets past them.
 */
export function foldedBars(bands: Bands, rows: readonly BarRow[], columns: Columns, { above, more }: Fold): Html {
  if (rows.length <= above) return plainBars(bands, rows, columns);
  const [first, last] = [rows.slice(0, BARS_BEFORE_FOLD), rows.slice(BARS_BEFORE_FOLD)];
  return html`${plainBars(bands, first, columns)}
<details class="more">
<summary>${more(last.length)}</summary>
${plainBars(bands, last, columns)}
</details>`;
}

/**
 * Bars under each other in the order given, with the label of each median. `isTall` is for the few
 * bars that a page is about.
 */
export function plainBars(bands: Bands, rows: readonly BarRow[], columns: Columns, isTall = false): Html {
  const look = isTall ? TALL : undefined;
  const lines = rows.map((row) => {
    const { count, isThin, median_level: level } = row;
    return [linkedName(row), middleLineBar(bands, row, isThin, look), bandLabel(bands, level), count];
  });
  return barTable(columns, lines, isTall ? "tall" : undefined);
}

/** A table of bars; each row has a name, its bar, the label of its median and its count. */
export function barTable(
  { caption, name, counted = chartTexts.judgedCompanies }: Columns,
  rows: TableParts["rows"],
  more?: "tall" | "then",
): Html {
  const columns = [name, counted, { text: chartTexts.median, className: "median" }, numeric(chartTexts.count)];
  return table({ className: more === undefined ? "bars labelled" : `bars labelled ${more}`, caption, columns, rows });
}

function group(label: Child, note: string, rows: readonly RankedRow[], bands: Bands, { hasCounts }: RankingLook): Html {
  const look = hasCounts ? COUNTED : undefined;
  return html`<tbody>
<tr class="group"><th scope="rowgroup" colspan="4">${label} <span class="note">${note}</span></th></tr>
${rows.map((row) => html`<tr><td class="rank">${rankOf(row, rows.length > 1)}</td><th scope="row">${linkedName(row)}</th><td>${middleLineBar(bands, row, row.isThin, look)}</td><td class="number">${row.count}</td></tr>\n`)}</tbody>
`;
}

/** `2=` for a rank that is shared, as tables of sport have it. */
function rankOf({ rank }: RankedRow, isShared: boolean): Child {
  if (rank === null) return html`<span class="hidden">${chartTexts.notRanked}</span>`;
  if (!isShared) return rank;
  return html`${rank}<span aria-hidden="true">=</span> <span class="hidden">${chartTexts.shared}</span>`;
}

function linkedName({ name, href }: BarRow): Child {
  return href === null ? name : html`<a href="${href}">${name}</a>`;
}
