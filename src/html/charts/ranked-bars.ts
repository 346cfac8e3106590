import { capitalized, digits } from "../../ask/grammar.ts";
import { type Child, Html, html, join } from "../html.ts";
import { type TableParts, needsOwnLine, numeric, table } from "../components.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandLabel } from "./band-label.ts";
import type { BandFigures, Bands } from "./figures.ts";
import { type BarLook, COUNTED, TALL, middleLineBar } from "./middle-line-bar.ts";

/** One line of a table of bars. */
export interface BarRow extends BandFigures {
  readonly name: Child;
  /** Null for no link. */
  readonly href: string | null;
  /** The number of things it counts. */
  readonly count: number;
  /** It has too few judged companies to be ordered among the others. */
  readonly isThin: boolean;
}

/** The names of the columns. */
interface Columns {
  readonly caption: string;
  readonly name: string;
  /** The name of the things that bars count; judged companies by default. */
  readonly counted?: string;
}

/** The look of a ranking. */
interface RankingLook {
  /** Returns the words behind the label of a group, such as its rank. */
  readonly note: (level: number, count: number) => string;
  /** Returns the words before the names of the thin rows. */
  readonly thinNote: (count: number) => string;
  /** Its bars show their counts, and stand under each other; else they stand in columns. */
  readonly hasCounts: boolean;
}

/** Maximum number of columns: up to so many groups have a column each; more are cut into these. */
const COLUMNS_MAX = 3;

/** More rows stand closer, with more room for their names: a world of countries on one page. */
const LONG_FROM = 120;

/** Bars of a group in a list that long: its other rows are named after them. */
const DRAWN_MAX = 6;

/** Returns how many bars a group has in a list of so many rows that is drawn in columns. */
export function drawnOf(count: number, rowCount: number): number {
  return rowCount > LONG_FROM ? Math.min(count, DRAWN_MAX) : count;
}

/**
 * Draws bars under each other, best first, in groups by band, each under the band and the rank that
 * its rows share. Thin rows have no bar: they are named in one paragraph.
 */
export function rankedBars(bands: Bands, rows: readonly BarRow[], columns: Columns, look: RankingLook): Html {
  const groups = groupRanked(bands, rows, look.note);
  const isLong = !look.hasCounts && groups.reduce((sum, group) => sum + group.rows.length, 0) > LONG_FROM;
  const drawn = isLong ? groups.map((group) => ({ ...group, rows: group.rows.slice(0, DRAWN_MAX) })) : groups;
  const named = groups.map(({ rows: own }) => [own[DRAWN_MAX - 1], isLong ? own.slice(DRAWN_MAX) : []] as const);
  const namedAfter = new Map(named.filter(([, others]) => others.length > 0));
  const cut = look.hasCounts ? [groups] : cutIntoColumns(drawn);
  const tables = cut.map((parts, index) => {
    const caption = cut.length === 1 ? columns.caption : `${columns.caption}, ${index + 1}/${cut.length}`;
    return rankedTable(bands, parts, { ...columns, caption }, look.hasCounts ? COUNTED : undefined, namedAfter);
  });
  return html`${
    tables.length > 0 &&
    html`<div class="ranking-columns${isLong && " long"}">
<div>${tables}</div>
</div>
`
  }${nameThin(rows, look.thinNote)}`;
}

/** Groups the rows that are not thin by band, best first. */
export function groupRanked<Row extends RankedRow>(
  bands: Bands,
  rows: readonly Row[],
  note: RankingLook["note"],
): readonly RankedGroup<Row>[] {
  const firm = rows.filter(({ isThin }) => !isThin);
  return bands.toReversed().flatMap(({ level }): RankedGroup<Row>[] => {
    const own = firm.filter((row) => row.median_level === level);
    return own.length === 0 ? [] : [{ level, note: note(level, own.length), rows: own }];
  });
}

/** Maximum number of rows of a group beside free columns; a higher one is cut. */
const ROWS_MAX = 15;

/** Puts up to three groups into a column each, more into three columns of about the same height. */
export function cutIntoColumns<Row>(groups: readonly RankedGroup<Row>[]): readonly (readonly RankedGroup<Row>[])[] {
  const hasRoom = groups.length < COLUMNS_MAX && groups.some(({ rows }) => rows.length > ROWS_MAX);
  return groups.length <= COLUMNS_MAX && !hasRoom ? groups.map((one) => [one]) : balance(groups);
}

type RankedRow = Pick<BarRow, "isThin" | "median_level">;

/** Rows that share a band, or those of them that stand in one column. */
interface RankedGroup<Row = BarRow> {
  readonly level: number;
  /** Null where the group goes on from the column before. */
  readonly note: string | null;
  readonly rows: readonly Row[];
}

/** The height of a head in rows; no column ends with fewer rows under one. */
const HEAD_ROWS = 2;

/** Cuts groups into three columns of about the same height; one that goes on repeats its head. */
export function balance<Row>(groups: readonly RankedGroup<Row>[]): readonly (readonly RankedGroup<Row>[])[] {
  const rowCount = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const height = Math.ceil((rowCount + HEAD_ROWS * (groups.length + 1)) / COLUMNS_MAX);
  const columns: RankedGroup<Row>[][] = [[]];
  let used = 0;
  for (const { level, note, rows } of groups) {
    let from = 0;
    while (from < rows.length) {
      const isLast = columns.length === COLUMNS_MAX;
      const rest = rows.length - from;
      const room = isLast ? rest : height - used - HEAD_ROWS;
      if (room < Math.min(rest, HEAD_ROWS)) {
        columns.push([]);
        used = 0;
        continue;
      }
      // One row alone is not worth a head.
      const taken = rest - room <= 1 ? rest : room;
      columns.at(-1)?.push({ level, note: from === 0 ? note : null, rows: rows.slice(from, from + taken) });
      used += HEAD_ROWS + taken;
      from += taken;
    }
  }
  return columns.filter((column) => column.length > 0);
}

function rankedTable(
  bands: Bands,
  groups: readonly RankedGroup[],
  { caption, name }: Columns,
  look: BarLook | undefined,
  namedAfter: ReadonlyMap<BarRow | undefined, readonly BarRow[]>,
): Html {
  const parts = groups.map(
    ({ level, note, rows }) => html`<tbody>
<tr class="group${note === null && " continued"}"><th scope="rowgroup" colspan="3"><div>${bandLabel(bands, level)} <span class="note">${note ?? chartTexts.continued}</span></div></th></tr>
${rows.map((row) => html`<tr><th scope="row">${linkedName(row)}</th><td>${middleLineBar(bands, row, false, look)}</td><td class="number">${digits(row.count)}</td></tr>\n${nameOthers(namedAfter.get(row))}`)}</tbody>
`,
  );
  return html`<table class="bars ranked${look !== undefined && " with-counts"}">
<caption class="hidden">${caption}</caption>
<thead><tr><th scope="col" class="ranked-name"><span class="hidden">${name}</span></th><th scope="col"><span class="hidden">${chartTexts.byBand}</span></th><th scope="col" class="number"><span class="hidden">${chartTexts.judged}</span></th></tr></thead>
${parts}</table>`;
}

/** Names thin rows, each as a link, in the order of their names: none ranks before another. */
export function nameThin(rows: readonly BarRow[], thinNote?: RankingLook["thinNote"]): Child {
  const thin = rows
    .filter(({ isThin }) => isThin)
    .toSorted((a, b) => textOf(a.name).localeCompare(textOf(b.name), "en"));
  if (thin.length === 0) return null;
  const lead = thinNote !== undefined && html`<b>${capitalized(thinNote(thin.length))}</b> `;
  return html`<p class="thin-rows">${lead}${join(thin.map(linkedName), ", ")}.</p>`;
}

function nameOthers(rows: readonly BarRow[] | undefined): Child {
  if (rows === undefined) return null;
  return html`<tr><td class="others" colspan="3">${chartTexts.and} ${join(rows.map(linkedName), ", ")}</td></tr>\n`;
}

/** Draws bars in a column beside something else: only the notch and the words tell the band. */
export function narrowBars(bands: Bands, rows: readonly BarRow[], { caption, name, counted }: Columns): Html {
  const hidden = (text: string): Html => html`<span class="hidden">${text}</span>`;
  const lines = rows.map((row) => [linkedName(row), middleLineBar(bands, row, row.isThin), digits(row.count)]);
  return table({
    className: `bars narrow-bars${rows.some((row) => needsOwnLine(textOf(row.name))) ? " stacked" : ""}`,
    caption,
    columns: [
      { text: hidden(name) },
      { text: hidden(counted ?? chartTexts.judgedCompanies) },
      numeric(hidden(chartTexts.count)),
    ],
    rows: lines,
  });
}

/** Maximum number of bars before a fold; the height of a fold is that of a few. */
const [FOLD_AFTER, FOLD_MIN] = [12, 3];

/** Draws bars, and folds the last where they are many: a reader on a phone gets past them. */
export function foldedBars(
  bands: Bands,
  rows: readonly BarRow[],
  columns: Columns,
  more: (count: number) => string,
): Html {
  if (rows.length <= FOLD_AFTER + FOLD_MIN) return plainBars(bands, rows, columns);
  const [first, last] = [rows.slice(0, FOLD_AFTER), rows.slice(FOLD_AFTER)];
  return html`${plainBars(bands, first, columns)}
<details class="more">
<summary>${more(last.length)}</summary>
${plainBars(bands, last, columns)}
</details>`;
}

/**
 * Draws bars under each other in the order given, with the label of each median. `isTall` is for
 * the few bars that a page is about.
 */
export function plainBars(bands: Bands, rows: readonly BarRow[], columns: Columns, isTall = false): Html {
  const look = isTall ? TALL : undefined;
  const lines = rows.map((row) => {
    const { count, isThin, median_level: level } = row;
    return [linkedName(row), middleLineBar(bands, row, isThin, look), bandLabel(bands, level, isThin), digits(count)];
  });
  return barTable(columns, lines, isTall ? "tall" : undefined);
}

/** Maximum length of a label beside a bar, and beside a tall one; a longer one stands above. */
const [BESIDE_MAX, BESIDE_TALL_MAX] = [16, 26];

/** Renders a table of bars; each row has a name, its bar, the label of its median and its count. */
export function barTable(
  { caption, name, counted = chartTexts.judgedCompanies }: Columns,
  rows: TableParts["rows"],
  more?: "tall" | "then",
): Html {
  const columns = [name, counted, { text: chartTexts.median, className: "median" }, numeric(chartTexts.count)];
  const cells = rows.flatMap((row) => (row instanceof Html ? [] : [row]));
  const isLong = cells.some(([, , label]) => textOf(label).length > (more === "tall" ? BESIDE_TALL_MAX : BESIDE_MAX));
  const isStacked = cells.some(([own]) => needsOwnLine(textOf(own)));
  const className = ["bars labelled", more, isLong && "long", isStacked && "stacked"].filter(Boolean).join(" ");
  return table({ className, caption, columns, rows, ...(more === undefined && { rowClass: runOf(rows) }) });
}

/** Returns the class of a row: a band is read where a run of it begins, and heard everywhere. */
function runOf(rows: TableParts["rows"]): (index: number) => string {
  const labelOf = (index: number): string | null => {
    const row = rows[index];
    return row === undefined || row instanceof Html ? null : textOf(row[2]);
  };
  return (index) => (labelOf(index) === labelOf(index - 1) ? "same" : "run");
}

/** Returns the text that a reader sees of markup; its length decides where it stands. */
function textOf(child: Child): string {
  return String(html`${child}`).replaceAll(/<[^>]*>/gu, "");
}

function linkedName({ name, href }: BarRow): Child {
  return href === null ? name : html`<a href="${href}">${name}</a>`;
}
