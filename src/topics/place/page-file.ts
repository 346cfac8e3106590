import { setImmediate as nextTurn } from "node:timers/promises";
import { csvLine } from "../../ask/csv.ts";
import { countryInWords, digits, inARow, monthInWords } from "../../ask/grammar.ts";
import { PAGES } from "../../ask/urls.ts";

import { Problem } from "../../problem.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { facts, labelled, labelledNumeric, scroller, section, table } from "../../html/components.ts";
import type { PostedRequest, SiteRequest } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, formatSentence, html } from "../../html/html.ts";
import { writeWorkbook } from "../../xlsx/write-workbook.ts";
import { CSV_TYPE, XLSX_TYPE } from "../download/downloads.ts";
import { ACCEPTED, readGivenList } from "../portfolio/page-upload.ts";
import { type LocatedFile, type LocatedRow, locateFile, type PlaceCountry, savedColumns } from "./page-located.ts";
import { PLACES_MAX, type PlaceFile, readPoints } from "./read-points.ts";
import { placesTexts as texts } from "./texts-file.ts";
import { distanceInWords } from "./words.ts";

/** A list of places: its form, what is known of each row, and the file with the same. */

/** The id of the form, for buttons that stand elsewhere. */
const FORM = "own-places";

/** How a result is saved: the values of the buttons. */
const SAVED_AS = ["csv", "xlsx"] as const;

/** So many rows are shown; the file that can be saved has all. */
const SHOWN_MAX = 200;

/** So many faults are named beside the form. */
const FAULTS_MAX = 20;

const STYLES = ["tools.css"];

/** Answers a list that was sent: as a page, or as a file. */
export async function answerPlaces(request: PostedRequest) {
  const given = await readGivenList(request, PLACES_MAX);
  if ("fault" in given) return { ...renderFaulty(request, "", [given.fault]), status: 400 as const };
  const { text } = given;
  try {
    const located = await locateFile(request, text);
    if (located === null) return { ...renderFaulty(request, text, faultsOf(readPoints(text))), status: 400 as const };
    const as = SAVED_AS.find((each) => each === request.fields.get("as"));
    if (as === undefined) return renderResult(request, located, text);
    return as === "csv" ? saveCsv(located) : await saveWorkbook(request, located);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "invalid_request") throw error;
    return { ...renderFaulty(request, text, [error.message]), status: 400 as const };
  }
}

function faultsOf({ rows }: PlaceFile): readonly string[] {
  return rows.flatMap(({ row, line, fault }) => (fault === null ? [] : [texts.faultOf(row, line, fault)]));
}

function saveCsv(located: LocatedFile) {
  const columns = savedColumns(located);
  const lines = located.rows.map((row) => csvLine(columns.map(({ valueOf }) => valueOf(row))));
  const text = csvLine(columns.map(({ name }) => name)) + lines.join("");
  return { text, file: { mediaType: CSV_TYPE, filename: `${texts.filename}.csv` } };
}

async function saveWorkbook({ dataset }: PostedRequest, located: LocatedFile) {
  const { boundaries, rows } = located;
  const columns = savedColumns(located);
  const records = rows.map((row) => Object.fromEntries(columns.map(({ name, valueOf }) => [name, valueOf(row)])));
  const { title, publisher, notice, published_at: publishedAt, citation } = dataset.meta;
  const workbook = {
    title: texts.title,
    publisher,
    publishedAt,
    columns,
    pages: () => [records],
    about: [
      ["Dataset", title],
      ...(notice === null ? [] : [["Notice", notice] as const]),
      ["How to cite", citation],
      ["Borders", `${boundaries.attribution}, ${boundaries.date}`],
    ] as const,
  };
  const chunks = await Array.fromAsync(writeWorkbook(workbook, nextTurn));
  return { text: Buffer.concat(chunks), file: { mediaType: XLSX_TYPE, filename: `${texts.filename}.xlsx` } };
}

/** The section with the form, with what was sent and what is wrong with it. */
export function placesForm(
  request: SiteRequest,
  { text = "", faults = [], heading = texts.heading }: { text?: string; faults?: readonly string[]; heading?: string },
): Html {
  const told = faults.slice(0, FAULTS_MAX).map((fault) => html`<li>${formatSentence(fault)}</li>\n`);
  const more = faults.length - told.length;
  const isFaulty = faults.length > 0;
  return section(
    { id: "list-of-places", heading, note: texts.note, isLive: true },
    html`<form id="${FORM}" class="sheet wide-list" method="post" enctype="multipart/form-data" action="${request.href("/where")}" aria-label="${texts.form}">
<div class="field">
<label for="places-file">${texts.file}</label>
${
  isFaulty &&
  html`<div class="fault" id="places-fault">
<ul class="plain">
${told}</ul>
${more > 0 && html`<p>${texts.moreFaults(more)}</p>`}
</div>`
}<input type="file" id="places-file" name="file" accept="${ACCEPTED}" aria-describedby="${isFaulty && "places-fault "}places-hint">
<p class="hint" id="places-hint">${texts.fileHint(digits(PLACES_MAX))}</p>
</div>
<div class="field">
<label for="places">${texts.list}</label>
<textarea id="places" name="list" rows="6" autocomplete="off" spellcheck="false">
${text}</textarea>
</div>
<p class="promise">${texts.promise}</p>
<p><button type="submit">${texts.submit}</button></p>
</form>`,
  );
}

function renderFaulty(request: SiteRequest, text: string, faults: readonly string[]): PageContent {
  const main = html`<h1>${texts.faultTitle}</h1>
<p class="standfirst">${texts.faultNote}</p>
${placesForm(request, { text, faults })}`;
  return { title: texts.faultTitle, description: texts.faultNote, main, styles: STYLES };
}

function renderResult(request: PostedRequest, located: LocatedFile, text: string): PageContent {
  const { rows, boundaries, file } = located;
  const countries = countByCountry(rows);
  const read = rows.filter(({ item }) => item !== null);
  const inCountries = read.filter(({ country }) => country !== null).length;
  const finding = texts.finding(inCountries, read.length, countries.length);
  const count = (test: (row: LocatedRow) => boolean): number => rows.filter(test).length;
  const counts = [
    [texts.facts.sea, count(({ item }) => item?.zone === "open_sea")],
    [texts.facts.otherLand, count(({ item }) => item?.zone === "unclaimed_land")],
    [texts.facts.disputed, count(({ item }) => item?.disputes !== undefined)],
    [texts.facts.near, count(({ item }) => item?.border_distance_km !== undefined)],
    [texts.facts.unread, rows.length - read.length],
  ] as const;
  const main = html`<h1>${finding}</h1>
<p class="standfirst">${readFrom(file)}</p>
<p class="buttons">
${SAVED_AS.map((as) => html`<button type="submit" class="quiet" form="${FORM}" name="as" value="${as}">${texts.save[as]}</button>\n`)}</p>
${facts([[texts.facts.rows, digits(rows.length)], ...counts.flatMap(([name, value]) => (value === 0 ? [] : [[name, digits(value)] as const]))])}
${renderUnread(rows)}
${renderCountries(request, countries)}
${renderPlaces(request, located)}
<p class="foot">${texts.borders(monthInWords(boundaries.date), boundaries.attribution)}</p>
${placesForm(request, { text, heading: texts.edit })}`;
  return { title: texts.title, description: finding, main, styles: STYLES };
}

function readFrom({ columns, found: { at, isOrderGuessed } }: PlaceFile): string {
  const [first = "", second] = at.map((column) => columns[column] ?? "");
  if (second === undefined) return texts.readFromOne(first);
  return [texts.readFrom(first, second), ...(isOrderGuessed ? [texts.orderGuessed] : [])].join(" ");
}

interface CountedCountry {
  readonly country: PlaceCountry;
  readonly places: number;
}

/** Those with the most places first. */
function countByCountry(rows: readonly LocatedRow[]): readonly CountedCountry[] {
  const found = rows.flatMap(({ country }) => (country === null ? [] : [country]));
  return [...Map.groupBy(found, (country) => country)]
    .map(([country, all]) => ({ country, places: all.length }))
    .toSorted((a, b) => b.places - a.places || (a.country.name < b.country.name ? -1 : 1));
}

function renderCountries(request: SiteRequest, countries: readonly CountedCountry[]): Child {
  if (countries.length === 0) return null;
  const listed = countries.filter(({ country }) => country.ranked !== null);
  const others = countries
    .filter(({ country }) => country.ranked === null)
    .map(({ country, places }) => `${countryInWords(country)} (${digits(places)})`);
  const columns = [
    texts.country,
    labelled(texts.band),
    labelledNumeric(texts.companies),
    labelledNumeric(texts.places),
  ];
  const rows = listed.map(({ country, places }) => [
    linkCountry(request, country),
    bandOf(request, country),
    digits(country.ranked?.judged_companies ?? 0),
    digits(places),
  ]);
  return section(
    { id: "countries", heading: texts.byCountry, note: texts.byCountryNote },
    html`${rows.length > 0 && scroller(table({ className: "cards rows", columns, rows }))}
${others.length > 0 && html`<p class="foot">${texts.withoutCompanies(inARow(others))}</p>`}`,
  );
}

function linkCountry(request: SiteRequest, { slug, name, ranked }: PlaceCountry): Child {
  return ranked === null ? name : html`<a href="${request.href(PAGES.country, { slug })}">${name}</a>`;
}

/** The median band of a country, and why it is to be read with care. */
function bandOf({ dataset: { bands } }: SiteRequest, { ranked, status }: PlaceCountry): Child {
  const note = texts.statuses[status];
  const level = ranked?.median_level ?? null;
  if (level === null) return html`<small>${note}</small>`;
  return html`${bandLabel(bands, level)}${note !== "" && html` <small>${note}</small>`}`;
}

function renderUnread(rows: readonly LocatedRow[]): Child {
  const unread = rows.flatMap(({ row }) => (row.fault === null ? [] : [{ ...row, fault: row.fault }]));
  if (unread.length === 0) return null;
  const shown = unread.slice(0, SHOWN_MAX);
  return section(
    { id: "unread", heading: texts.unread, note: texts.unreadNote },
    html`<ul class="plain">
${shown.map(({ row, line, fault }) => html`<li>${formatSentence(texts.faultOf(row, line, fault))}</li>\n`)}</ul>
${unread.length > shown.length && html`<p class="foot">${texts.more(unread.length - shown.length)}</p>`}`,
  );
}

function renderPlaces(request: SiteRequest, { rows, file }: LocatedFile): Html {
  const read = rows.filter(({ item }) => item !== null);
  const more = read.length - SHOWN_MAX;
  return section(
    { id: "places-found", heading: texts.all },
    html`${scroller(
      table({
        className: "cards rows",
        columns: [labelled(texts.row), texts.yours, labelled(texts.place), labelled(texts.band)],
        rows: read
          .slice(0, SHOWN_MAX)
          .map((row) => [
            row.row.row,
            writtenIn(row, file),
            whereabouts(request, row),
            row.country === null ? "" : bandOf(request, row.country),
          ]),
        header: 1,
      }),
    )}
${more > 0 && html`<p class="foot">${texts.more(more)}</p>`}`,
  );
}

/** So much of a row is shown. */
const CELLS_MAX = 3;
const LETTERS_MAX = 60;

/** What a row says apart from its coordinates, and these. */
function writtenIn({ row: { cells } }: LocatedRow, { found: { at } }: PlaceFile): Child {
  const coordinates = at.map((column) => (cells[column] ?? "").trim()).join("; ");
  const others = cells.filter((cell, column) => !at.some((own) => own === column) && cell.trim() !== "");
  if (others.length === 0) return coordinates;
  const written = others.slice(0, CELLS_MAX).join(" · ");
  const shown = written.length > LETTERS_MAX ? `${written.slice(0, LETTERS_MAX)}…` : written;
  return html`${shown} <small>${coordinates}</small>`;
}

function whereabouts(request: SiteRequest, { item, country, nearest }: LocatedRow): Child {
  const notes = [
    item?.zone === undefined ? "" : texts.zones[item.zone],
    item?.disputes === undefined ? "" : texts.disputed,
    item?.nearest === undefined || nearest === null
      ? ""
      : texts.nearest(nearest.name, distanceInWords(item.nearest.distance_km)),
  ].filter((note) => note !== "");
  return html`${country !== null && linkCountry(request, country)} ${notes.length > 0 && html`<small>${notes.join("; ")}</small>`}`;
}
