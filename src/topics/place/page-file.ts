import { setImmediate as nextTurn } from "node:timers/promises";
import { csvLine, ownField, type CsvValue } from "../../ask/csv.ts";
import { countryInWords, digits, inARow, monthInWords } from "../../ask/grammar.ts";
import { mapInTurns } from "../../ask/map-in-turns.ts";
import { PAGES } from "../../ask/urls.ts";
import { Problem } from "../../problem.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { facts, labelled, labelledNumeric, scroller, section, table } from "../../html/components.ts";
import type { PostedRequest, SiteRequest } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, formatSentence, html } from "../../html/html.ts";
import { answerOwnList, ownListForm, ownListTexts, ownRows, saveButtons } from "../portfolio/page-own-list.ts";
import { ownColumn } from "../portfolio/list-file.ts";
import { type PlaceFile, readPoints, type PlaceRow } from "./read-points.ts";
import { placesTexts as texts } from "./texts.ts";
import { distanceInWords } from "./words.ts";
import type { Static } from "typebox";
import { RANKING_FIELDS, rankCountries } from "../ranking/rank-countries.ts";
import { reverseGeocodePoints } from "./reverse-geocode-points.ts";

/** A list of places: its form, the facts about each row, and the file with the same facts. */

/** Maximum number of rows that cannot be read and are named. */
const FAULTS_MAX = 200;

const OWN_LIST = { path: "/where", form: "own-places", filename: "places-with-countries.csv", texts };

/** Answers a list that was sent: as a page, or as a file. */
export function answerPlaces(request: PostedRequest) {
  const locate = async (text: string): Promise<LocatedFile> => {
    const file = readPoints(text);
    await nextTurn();
    return await locateFile(request, file);
  };
  const render = async (text: string) => renderResult(request, await locate(text), text);
  return answerOwnList(request, OWN_LIST, render, async (text) => await saveRows(await locate(text)));
}

function refuseAll({ rows }: PlaceFile): Problem {
  const errors = rows.flatMap(({ row, line, fault }) =>
    fault === null ? [] : [{ detail: texts.faultOf(row, line, fault) }],
  );
  return new Problem("invalid_request", "No row of the list can be read.", errors);
}

/** Writes the columns of the given file as they are, followed by the facts about each place. */
async function saveRows({ file: { columns }, rows }: LocatedFile): Promise<string> {
  const added = Object.values(ADDED);
  const lines = await mapInTurns({ nextTurn }, rows, (row) => {
    // A decimal comma after a minus would be taken for a formula.
    const own = columns.map((_, at) => (row.row.cells[at] ?? "").replace(/^\s*-(\d+),(\d+)\s*$/u, "-$1.$2"));
    return csvLine([...own.map(ownField), ...added.map((valueOf) => valueOf(row))]);
  });
  return csvLine([...columns.map((name) => ownColumn(name, ADDED)), ...Object.keys(ADDED)]) + lines.join("");
}

/** Renders the section with the form. */
export function placesForm(request: SiteRequest, text = "", heading: string = texts.heading): Html {
  return section({ id: "list-of-places", heading, note: texts.note }, ownListForm(request, OWN_LIST, text));
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
    [texts.facts.disputed, count(({ item }) => item !== null && item.disputes.length > 0)],
    [texts.facts.near, count(({ item }) => item?.border_distance_km !== undefined)],
    [texts.facts.unread, rows.length - read.length],
  ] as const;
  const main = html`<h1>${finding}</h1>
<p class="standfirst">${readFrom(file)}</p>
${saveButtons(OWN_LIST)}
${facts([[texts.facts.rows, digits(rows.length)], ...counts.flatMap(([name, value]) => (value === 0 ? [] : [[name, digits(value)] as const]))])}
${renderUnread(rows)}
${renderCountries(request, countries)}
${renderPlaces(request, located)}
<p class="foot">${texts.borders(monthInWords(boundaries.date), boundaries.attribution)}</p>
${placesForm(request, text, ownListTexts.edit)}`;
  return { title: texts.title, description: finding, main, styles: ["tools.css"] };
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

/** Counts the places of each country, the largest number first. */
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

/** Renders the median band of a country, with a reason to read it with care if there is one. */
function bandOf({ dataset: { bands } }: SiteRequest, { ranked, status }: PlaceCountry): Child {
  const note = texts.statuses[status];
  const level = ranked?.median_level ?? null;
  if (level === null) return html`<small>${note}</small>`;
  return html`${bandLabel(bands, level)}${note !== "" && html` <small>${note}</small>`}`;
}

function renderUnread(rows: readonly LocatedRow[]): Child {
  const unread = rows.flatMap(({ row }) => (row.fault === null ? [] : [{ ...row, fault: row.fault }]));
  if (unread.length === 0) return null;
  const shown = unread.slice(0, FAULTS_MAX);
  return section(
    { id: "unread", heading: texts.unread, note: texts.unreadNote },
    html`<ul class="plain">
${shown.map(({ row, line, fault }) => html`<li>${formatSentence(texts.faultOf(row, line, fault))}</li>\n`)}</ul>
${unread.length > shown.length && html`<p class="foot">${ownListTexts.more(unread.length - shown.length)}</p>`}`,
  );
}

function renderPlaces(request: SiteRequest, { rows, file }: LocatedFile): Child {
  const read = rows.filter(({ item }) => item !== null);
  return ownRows(
    { id: "places-found", heading: texts.all },
    [texts.place, texts.band],
    read.map((row) => [
      row.row.row,
      writtenIn(row, file),
      whereabouts(request, row),
      row.country === null ? "" : bandOf(request, row.country),
    ]),
  );
}

/** Maximum number of cells of a row that are shown, and of their letters. */
const CELLS_MAX = 3;
const LETTERS_MAX = 60;

/** Renders the other cells of a row, and its coordinates. */
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
    item?.zone == null ? "" : texts.zones[item.zone],
    item === null || item.disputes.length === 0 ? "" : texts.disputed,
    item?.nearest == null || nearest === null
      ? ""
      : texts.nearest(nearest.name, distanceInWords(item.nearest.distance_km)),
  ].filter((note) => note !== "");
  return html`${country !== null && linkCountry(request, country)} ${notes.length > 0 && html`<small>${notes.join("; ")}</small>`}`;
}

type Answer = Static<(typeof reverseGeocodePoints)["form"]["schema"]>;
type RankingEntry = Static<(typeof rankCountries)["form"]["schema"]>["items"][number];

/** A country or territory that places are in. */
interface PlaceCountry extends Pick<Answer["territories"][string], "iso3" | "slug" | "name"> {
  readonly iso2: string;
  readonly status: keyof typeof texts.statuses;
  /** Null where the release has no company there. */
  readonly ranked: RankingEntry | null;
}

/** A row with its location and country, which are null where it cannot be read. */
interface LocatedRow {
  readonly row: PlaceRow;
  readonly item: Answer["items"][number] | null;
  readonly country: PlaceCountry | null;
  readonly nearest: PlaceCountry | null;
}

/** A file of places with the facts about each. */
interface LocatedFile {
  readonly file: PlaceFile;
  readonly rows: readonly LocatedRow[];
  readonly boundaries: Answer["boundaries"];
}

/** Maximum number of points that the API accepts at once. */
const POINTS_AT_ONCE = 1000;

/** Looks up the places of a file, as the API does; throws if no row can be read. */
async function locateFile(request: PostedRequest, file: PlaceFile): Promise<LocatedFile> {
  const read = file.rows.flatMap(({ at }) => (at === null ? [] : [at]));
  const answers: Answer[] = [];
  for (let from = 0; from < read.length; from += POINTS_AT_ONCE) {
    const points = read.slice(from, from + POINTS_AT_ONCE).map(({ lat, lng }) => ({ lat, lng }));
    const body = { text: JSON.stringify({ points }), encoding: "json" } as const;
    answers.push(await request.submit(reverseGeocodePoints, { body }));
    await nextTurn();
  }
  const [first] = answers;
  if (first === undefined) throw refuseAll(file);
  const countries = await describeCountries(request, answers);
  const items = answers.flatMap((answer) => answer.items).values();
  const rows = file.rows.map((row): LocatedRow => {
    const item = row.at === null ? null : (items.next().value ?? null);
    const find = (iso2: string | null = null) => (iso2 === null ? null : (countries.get(iso2) ?? null));
    return { row, item, country: find(item?.iso2), nearest: find(item?.nearest?.iso2) };
  });
  return { file, rows, boundaries: first.boundaries };
}

async function describeCountries(
  request: PostedRequest,
  answers: readonly Answer[],
): Promise<ReadonlyMap<string, PlaceCountry>> {
  const { items } = await request.ask(rankCountries, { fields: RANKING_FIELDS });
  const named = answers.flatMap(({ territories }) => Object.entries(territories));
  return new Map(
    named.map(([iso2, { iso3, slug, name }]) => {
      const ranked = items.find((country) => country.iso2 === iso2) ?? null;
      return [iso2, { iso2, iso3, slug, name, ranked, status: statusOf(ranked) }];
    }),
  );
}

function statusOf(ranked: RankingEntry | null): PlaceCountry["status"] {
  if (ranked === null) return "not_in_release";
  if (ranked.rank !== null) return "ranked";
  return ranked.median_level === null ? "not_judged" : "too_few_companies";
}

/** The columns that are added to the file. */
const ADDED: Readonly<Record<string, (row: LocatedRow) => CsvValue>> = {
  country_code: ({ country }) => country?.iso3 ?? null,
  country: ({ country }) => country?.name ?? null,
  zone: ({ item }) => item?.zone ?? null,
  disputed: ({ item }) => (item === null || item.disputes.length === 0 ? null : "yes"),
  nearest_code: ({ nearest }) => nearest?.iso3 ?? null,
  nearest_km: ({ item }) => item?.nearest?.distance_km ?? null,
  border_km: ({ item }) => item?.border_distance_km ?? null,
  median_band: ({ country }) => country?.ranked?.median_band ?? null,
  rated_companies: ({ country }) => country?.ranked?.judged_companies ?? null,
  band_status: ({ country }) => country?.status ?? null,
  problem: ({ row: { row, line, fault } }) => (fault === null ? null : texts.faultOf(row, line, fault)),
};
