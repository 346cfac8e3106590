import { setImmediate as nextTurn } from "node:timers/promises";
import type { Static } from "typebox";
import { ownField, type CsvValue } from "../../ask/csv.ts";
import type { PostedRequest } from "../../html/define-page.ts";
import { RANKING_FIELDS, rankCountries } from "../ranking/rank-countries.ts";
import type { PlaceFile, PlaceRow } from "./read-points.ts";
import { reverseGeocodePoints } from "./reverse-geocode-points.ts";
import { placesTexts as texts } from "./texts-file.ts";

type Answer = Static<(typeof reverseGeocodePoints)["form"]["schema"]>;
type RankingEntry = Static<(typeof rankCountries)["form"]["schema"]>["items"][number];

/** A country or territory that places are in. */
export interface PlaceCountry extends Pick<Answer["territories"][string], "iso3" | "slug" | "name"> {
  readonly iso2: string;
  readonly status: keyof typeof texts.statuses;
  /** Null where the release has no company there. */
  readonly ranked: RankingEntry | null;
}

/** A row with its location and country, which are null where it cannot be read. */
export interface LocatedRow {
  readonly row: PlaceRow;
  readonly item: Answer["items"][number] | null;
  readonly country: PlaceCountry | null;
  readonly nearest: PlaceCountry | null;
}

/** A file of places with the facts about each. */
export interface LocatedFile {
  readonly file: PlaceFile;
  readonly rows: readonly LocatedRow[];
  readonly boundaries: Answer["boundaries"];
}

/** Maximum number of points that the API accepts at once. */
const POINTS_AT_ONCE = 1000;

/** Looks up the places of a file, as the API does; returns null if no row can be read. */
export async function locateFile(request: PostedRequest, file: PlaceFile): Promise<LocatedFile | null> {
  const read = file.rows.flatMap(({ at }) => (at === null ? [] : [at]));
  const answers: Answer[] = [];
  for (let from = 0; from < read.length; from += POINTS_AT_ONCE) {
    const points = read.slice(from, from + POINTS_AT_ONCE).map(({ lat, lng }) => ({ lat, lng }));
    const body = { text: JSON.stringify({ points }), encoding: "json" } as const;
    answers.push(await request.submit(reverseGeocodePoints, { body }));
    await nextTurn();
  }
  const [first] = answers;
  if (first === undefined) return null;
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

/** A column of the file that is saved. */
export interface SavedColumn {
  readonly name: string;
  readonly type: "text" | "number";
  readonly title: string;
  readonly description: string;
  readonly valueOf: (row: LocatedRow) => CsvValue;
}

/** Returns the columns of the given file as they are, followed by the facts about each place. */
export function savedColumns({ file: { columns, found, rows } }: LocatedFile): readonly SavedColumn[] {
  const taken = new Set<string>(Object.keys(texts.columns));
  const valueIn = (cells: readonly string[], at: number): CsvValue => {
    const cell = cells[at] ?? "";
    // A decimal comma after a minus would be taken for a formula.
    const isAngle = found.at.length === 2 && (at === found.at[0] || at === found.at[1]);
    return ownField(isAngle ? cell.replace(/^\s*-(\d+),(\d+)\s*$/u, "-$1.$2") : cell);
  };
  const withTexts = new Set<number>();
  for (const { cells } of rows)
    for (const at of cells.keys()) if (typeof valueIn(cells, at) === "string") withTexts.add(at);
  const own = columns.map((written, at): SavedColumn => {
    const name = freeName(taken, written);
    taken.add(name);
    const type = withTexts.has(at) ? "text" : "number";
    const description = "As it was in the list.";
    return { name, type, title: written, description, valueOf: ({ row }) => valueIn(row.cells, at) };
  });
  return [...own, ...ADDED];
}

/** Returns a name that no other column has: ours keep theirs. */
function freeName(taken: ReadonlySet<string>, written: string): string {
  const name = Object.hasOwn(texts.columns, written) ? `your_${written}` : written;
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(tried)) return tried;
  }
}

function added(
  name: keyof typeof texts.columns,
  type: SavedColumn["type"],
  valueOf: SavedColumn["valueOf"],
): SavedColumn {
  const [title, description] = texts.columns[name];
  return { name, type, title, description, valueOf };
}

const ADDED: readonly SavedColumn[] = [
  added("country_code", "text", ({ country }) => country?.iso3 ?? null),
  added("country", "text", ({ country }) => country?.name ?? null),
  added("zone", "text", ({ item }) => item?.zone ?? null),
  added("disputed", "text", ({ item }) => (item === null || item.disputes.length === 0 ? null : "yes")),
  added("nearest_code", "text", ({ nearest }) => nearest?.iso3 ?? null),
  added("nearest_km", "number", ({ item }) => item?.nearest?.distance_km ?? null),
  added("border_km", "number", ({ item }) => item?.border_distance_km ?? null),
  added("median_band", "text", ({ country }) => country?.ranked?.median_band ?? null),
  added("rated_companies", "number", ({ country }) => country?.ranked?.judged_companies ?? null),
  added("band_status", "text", ({ country }) => country?.status ?? null),
  added("problem", "text", ({ row: { row, line, fault } }) =>
    fault === null ? null : texts.faultOf(row, line, fault),
  ),
];
