import { digits } from "../../ask/grammar.ts";
import { sentences } from "../../ask/words.ts";
import { getCountrySectorMatrix } from "./get-country-sector-matrix.ts";
import { type Matrix, matrixFinding, type Ranking } from "./finding.ts";
import { rankCountries } from "./rank-countries.ts";
import { Problem, quote } from "../../problem.ts";
import { bandLabel, bandSwatch } from "../../html/charts/band-label.ts";
import { sortableColumns } from "../../html/charts/sortable-columns.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartFoot, pageTop } from "../../html/exits.ts";
import { type Html, html, sentence, type Child } from "../../html/html.ts";
import { listFiles } from "../download/page.ts";
import { matrixTexts as texts } from "./texts.ts";
import { ageOf, regionChoices, pillarChoices } from "./page.ts";
import { PAGES, withQuery } from "../../ask/urls.ts";
import { type Column, table } from "../../html/components.ts";
import { inkOnBand, placeOnRamp, rampSize } from "../../html/charts/band-colours.ts";
import { isLined } from "../../html/charts/band-patterns.ts";
import type { Bands } from "../../html/charts/figures.ts";

const PATH = "/matrix";
const SORT_DEFAULT = "-median_band";
/** Maximum number of sectors that fit on a desktop screen without scrolling. */
const FITTING_SECTORS_MAX = 14;

/** The page of countries by sectors, which shows the sectors that a band comes from. */
export const MATRIX_PAGE = definePage({
  path: PATH,
  section: "sectors",
  of: "sector",
  async render(request) {
    const { dataset } = request;
    const pillar = request.query.get("pillar");
    const sort = request.query.get("sort") ?? SORT_DEFAULT;
    const region = request.query.get("region") || undefined;
    const { matrix, ranking, rows, shown, shownRows } = await openMatrix(request, { pillar, region }, sort);
    const within = { pillar, region: matrix.region?.slug };
    const choices = await regionChoices(request, matrix.region?.slug, PATH, {
      pillar,
      sort: request.query.get("sort"),
    });
    const title = matrixFinding(dataset, matrix, ranking);
    const columns = [
      { text: texts.country, sort: "name" },
      { text: texts.allSectors, sort: SORT_DEFAULT },
      ...shown.flatMap((index) => {
        const sector = matrix.sectors[index];
        return sector === undefined ? [] : [{ text: sector.label, sort: `-sector:${sector.slug}` }];
      }),
    ];
    const sortable = sortableColumns(request, columns, sort, { path: PATH, query: within, anchor: "matrix" });
    const fits = shown.length <= FITTING_SECTORS_MAX;
    const lines = shownRows.map((row) => ({
      ...row,
      cells: [0, ...shown.map((index) => index + 1)].flatMap((at) => row.cells[at] ?? []),
    }));
    const main = html`${pageTop(request, null)}<h1>${sentence(title)}</h1>
<p class="standfirst">${sentences(ageOf(dataset), texts.note)}</p>
${pillarChoices(request, matrix.pillar, PATH, { sort: request.query.get("sort"), region: within.region })}
${choices}
${squareLegend(request, rows)}
<section class="heat-frame${fits && " fits"}" id="matrix" tabindex="0" aria-label="${texts.title}">
${heatTable(dataset.bands, sortable, lines, texts.title)}
</section>
${chartFoot(
  request,
  sentences(texts.folded(rows.length - shownRows.length, matrix.sectors.length - shown.length), texts.order),
  matrix.region === null ? { finding: title, anchor: "matrix", picture: "/matrix", query: { pillar } } : null,
)}
${listFiles(request, getCountrySectorMatrix.path, within)}`;
    const json = request.api(getCountrySectorMatrix.path, within);
    const assets = { styles: ["tools.css", "matrix.css"], scripts: ["matrix.js", "copy.js"] };
    return { title: texts.title, description: `${title}. ${texts.note}`, main, json, ...assets };
  },
});

/** Returns the matrix of a release with the rows and sectors that a table or a picture shows. */
export async function openMatrix(
  request: SiteRequest,
  query: { readonly pillar: string | undefined; readonly region?: string | undefined },
  sort = SORT_DEFAULT,
) {
  const matrix = await request.ask(getCountrySectorMatrix, query);
  const ranking = await request.ask(rankCountries, query);
  checkSort(sort, matrix);
  const rows = sortRows(describeRows(request, matrix, ranking), sort, matrix);
  const { columns: shown, rows: shownRows } = foldMatrix(matrix, rows);
  return { matrix, ranking, rows, shown, shownRows };
}

/** Maximum number of countries of which none is left out. */
const COUNTRIES_MAX = 40;

/**
 * Picks what a matrix shows: the indexes of its sectors, largest first, and its rows. Sectors and
 * countries without one square above the minimum are left out where there are many.
 */
function foldMatrix({ items, sectors }: Matrix, rows: readonly HeatRow[]) {
  const sizes = sectors.map((_, index) =>
    items.reduce((sum, { cells }) => sum + (cells[index]?.judged_companies ?? 0), 0),
  );
  const isFirm = (cell: HeatCell | undefined): boolean => cell !== undefined && cell.level !== null && !cell.isThin;
  const bySize = sectors.map((_, index) => index).toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  const isLarge = sectors.length > FITTING_SECTORS_MAX;
  const firm = bySize.filter((index) => rows.some(({ cells }) => isFirm(cells[index + 1])));
  const columns = isLarge && firm.length > 0 ? firm : bySize;
  const firmRows = rows.filter(({ cells }) => cells.slice(1).some(isFirm));
  return { columns, rows: rows.length > COUNTRIES_MAX && firmRows.length > 0 ? firmRows : rows };
}

/** Returns the rows in the order of the ranking, best first. */
function describeRows(request: SiteRequest, { items, sectors, pillar }: Matrix, ranking: Ranking): HeatRow[] {
  const minimum = ranking.minimum_companies;
  const labels = new Map(sectors.map(({ slug, label }) => [slug, label]));
  const byCode = new Map(items.map((row) => [row.iso2, row]));
  return ranking.items.map((country): HeatRow => {
    const { name, slug, iso2 } = country;
    const companies = request.href("/companies", { country: slug, pillar: pillar ?? undefined });
    const toCell = (own: Matrix["items"][number]["cells"][number] | Ranking["items"][number]): HeatCell => {
      const sector = "sector" in own ? own.sector : undefined;
      return {
        listed: own.listed_companies,
        judged: own.judged_companies,
        level: own.median_level,
        isThin: own.judged_companies < minimum,
        // Most squares are blank, and an address for each would be most of the work.
        href: own.listed_companies === 0 ? "" : withQuery(companies, { sector }),
        row: name,
        column: sector === undefined ? texts.allSectors : (labels.get(sector) ?? sector),
      };
    };
    const sectorCells = byCode.get(iso2)?.cells ?? [];
    return { name, href: request.href(PAGES.country, { slug }), cells: [country, ...sectorCells].map(toCell) };
  });
}

function checkSort(sort: string, { sectors }: Matrix): void {
  const known = ["name", "median_band", ...sectors.map(({ slug }) => `sector:${slug}`)];
  if (known.includes(sort.replace(/^-/u, ""))) return;
  const detail = texts.unknownSort(quote(sort), sectors.map(({ slug }) => `\`${slug}\``).join(", "));
  throw new Problem("invalid_request", detail, [{ parameter: "sort", detail }]);
}

/** Sorts rows that come best first; equal ones keep that order. */
function sortRows(rows: readonly HeatRow[], sort: string, { sectors }: Matrix): readonly HeatRow[] {
  const turn = sort.startsWith("-") ? -1 : 1;
  const name = sort.replace(/^-/u, "");
  if (name === "name") return rows.toSorted((a, b) => turn * a.name.localeCompare(b.name, "en"));
  if (sort === SORT_DEFAULT) return rows;
  const column = 1 + sectors.findIndex(({ slug }) => name === `sector:${slug}`);
  return rows.toSorted((a, b) => compareCells(a.cells[column], b.cells[column], turn));
}

function compareCells(a: HeatCell | undefined, b: HeatCell | undefined, turn: number): number {
  if (a === undefined || b === undefined) return 0;
  return placeOf(a) - placeOf(b) || turn * ((a.level ?? 0) - (b.level ?? 0));
}

/** Returns the place of a square: firm, pale, without a judged company, or blank. */
function placeOf({ level, isThin, listed }: HeatCell): number {
  if (level !== null) return isThin ? 1 : 0;
  return listed > 0 ? 2 : 3;
}

/** Renders the bands with the number of their firm squares, and the meaning of the others. */
function squareLegend({ dataset }: SiteRequest, rows: readonly HeatRow[]): Html {
  const { bands, method } = dataset;
  const cells = rows.flatMap((row) => row.cells.slice(1));
  const count = (level: number): number => cells.filter((cell) => !cell.isThin && cell.level === level).length;
  return html`<ul class="legend">
${bands.toReversed().map(({ level }) => html`<li>${bandLabel(bands, level)} <b>${digits(count(level))}</b></li>`)}<li><span class="band">${bandSwatch(bands, "few")}${texts.tooFew(method.minimum_companies)}</span></li><li><span class="band">${bandSwatch(bands, null)}${texts.notJudged}</span></li><li>${texts.noCompanies}</li></ul>`;
}

/** The companies behind one square of a heat table. */
interface HeatCell {
  readonly listed: number;
  readonly judged: number;
  /** The level of their median band; null where none is judged. */
  readonly level: number | null;
  /** True if they are too few for their median to mean much. */
  readonly isThin: boolean;
  /** The address of the list of these companies; empty where there are none. */
  readonly href: string;
  /** The names of the country and the sector: `France`, `Energy`. */
  readonly row: string;
  readonly column: string;
}

/** A line of a heat table. */
interface HeatRow {
  readonly name: string;
  readonly href: string;
  /** The first cell is about the whole line. */
  readonly cells: readonly HeatCell[];
}

/**
 * Renders a table of squares in the colours of median bands, each a link. Lines and
 * columns are named at every square, for those who do not see where they meet.
 *
 * A square is its link alone, coloured by the style sheet: a table has thousands of them.
 */
function heatTable(bands: Bands, columns: readonly Column[], rows: readonly HeatRow[], caption: string): Html {
  const looks = describeLooks(bands);
  const lines = rows.map(({ name, href, cells }) => [
    html`<a href="${href}">${name}</a>`,
    ...cells.map((cell) => drawCell(looks, cell)),
  ]);
  return table({ className: `heat of-${rampSize(bands.length)}`, caption, columns, rows: lines });
}

/** The appearance of the squares of a level, and its label. */
interface Look {
  readonly label: string;
  readonly className: string;
}

function describeLooks(bands: Bands): ReadonlyMap<number | null, Look> {
  const count = bands.length;
  return new Map(
    bands.map(({ level, label }) => {
      const colour = `b${placeOnRamp(level, count)}`;
      const className = `${colour} ${inkOnBand(level, count)}${isLined(level, count) ? " lined" : ""}`;
      return [level, { label, className }];
    }),
  );
}

function drawCell(
  looks: ReadonlyMap<number | null, Look>,
  { listed, judged, level, isThin, href, row, column }: HeatCell,
): Child {
  if (listed === 0) return null;
  const look = looks.get(level);
  if (look === undefined)
    return html`<a class="unrated" href="${href}" aria-label="${texts.cell(row, column, texts.unjudged(listed))}"></a>`;
  const says = isThin ? texts.thin(judged) : texts.firm(look.label, judged);
  return html`<a class="${isThin ? "few" : look.className}" href="${href}" aria-label="${texts.cell(row, column, says)}">${judged}</a>`;
}
