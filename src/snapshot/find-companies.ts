import { LRUCache } from "lru-cache";
import type { CompanyColumns } from "../release/company-columns.ts";
import { type AreaColumn, type BandGroups, groupByBand } from "./group-positions.ts";
import { sortPositions } from "./sort-positions.ts";
import type { CompanyQuery } from "./snapshot.ts";

export interface FoundCompanies {
  /** Positions of the page's companies, in the asked order. */
  readonly positions: Uint32Array;
  readonly total: number;
  readonly nextOffset: number | null;
}

interface FinderOptions {
  /** Called once, when the first list is asked for. */
  readonly columns: () => CompanyColumns;
  /** ISO2 in the order of `columns.country`. */
  readonly countryCodes: readonly string[];
  /** Slugs in the order of `columns.sector`. */
  readonly sectorSlugs: readonly string[];
}

/** How many positions are kept of groups and lists, four bytes each: at least this many, and so many for each company. */
const POSITIONS_KEPT_MIN = 4_000_000;
const POSITIONS_KEPT_PER_COMPANY = 16;

/** How many groupings of all companies are kept: by country, sector or neither, and by the median band over all or in one pillar. */
const GROUPINGS_KEPT_MAX = 24;

/** What a kept list weighs besides its positions. */
const POSITIONS_BESIDES = 100;

/**
 * Answers filtered, sorted company lists from one number per company and column, with exact totals.
 *
 * The companies are grouped once by country or sector and band; a list is a group, narrowed where more is asked, and sorted. So a new list
 * costs what its own companies cost, however many there are besides.
 */
export class CompanyFinder {
  readonly #options: FinderOptions;
  readonly #countryPlaces: ReadonlyMap<string, number>;
  readonly #sectorPlaces: ReadonlyMap<string, number>;
  #open: OpenFinder | undefined;

  constructor(options: FinderOptions) {
    this.#options = options;
    this.#countryPlaces = new Map(options.countryCodes.map((code, place) => [code, place]));
    this.#sectorPlaces = new Map(options.sectorSlugs.map((slug, place) => [slug, place]));
  }

  find(query: CompanyQuery): FoundCompanies {
    const { country, sector, pillar, offset, limit } = query;
    const open = (this.#open ??= openFinder(this.#options));
    if (pillar !== undefined && open.columns.pillarMedians[pillar] === undefined) {
      throw new RangeError(`there is no pillar number ${pillar}`);
    }
    const list = findList(open, {
      ...query,
      country: country === undefined ? null : (this.#countryPlaces.get(country) ?? NOWHERE),
      sector: sector === undefined ? null : (this.#sectorPlaces.get(sector) ?? NOWHERE),
    });
    const positions = list.subarray(offset, offset + limit);
    const end = offset + positions.length;
    return {
      positions,
      total: list.length,
      nextOffset: end < list.length && positions.length > 0 ? end : null,
    };
  }
}

interface OpenFinder {
  readonly columns: CompanyColumns;
  readonly areas: readonly AreaColumn[];
  readonly kept: LRUCache<string, Uint32Array>;
  readonly groups: LRUCache<number, BandGroups>;
}

function openFinder({ columns: read, countryCodes, sectorSlugs }: FinderOptions): OpenFinder {
  const columns = read();
  const companies = columns.median.length;
  return {
    columns,
    areas: [
      { places: null, count: 1 },
      { places: columns.country, count: countryCodes.length },
      { places: columns.sector, count: sectorSlugs.length },
    ],
    kept: new LRUCache({
      maxSize: Math.max(POSITIONS_KEPT_MIN, companies * POSITIONS_KEPT_PER_COMPANY),
      sizeCalculation: (positions) => positions.length + POSITIONS_BESIDES,
    }),
    groups: new LRUCache({ max: GROUPINGS_KEPT_MAX }),
  };
}

/** The places of `areas`. */
const ALL = 0;
const COUNTRY = 1;
const SECTOR = 2;

/** A place that no company has. */
const NOWHERE = -1;

const NOBODY = new Uint32Array();

/** A question without its page, countries and sectors by their places. */
interface ListQuery extends Pick<CompanyQuery, "band" | "pillar" | "sort"> {
  readonly country: number | null;
  readonly sector: number | null;
}

/** Lists of fewer positions are found faster than they are kept. */
const POSITIONS_KEPT_FROM = 1000;

/** All companies of a list, in its order. */
function findList(open: OpenFinder, query: ListQuery): Uint32Array {
  const { country, sector, band, pillar, sort } = query;
  if (country === NOWHERE || sector === NOWHERE) return NOBODY;
  const group = smallestGroup(open, query);
  if (group.length < POSITIONS_KEPT_FROM) return narrowAndSort(open.columns, group, query);
  const key = `${country ?? ""}/${sector ?? ""}/${band ?? ""}/${pillar ?? ""}/${sort}`;
  let list = open.kept.get(key);
  if (list === undefined) {
    list = narrowAndSort(open.columns, group, query);
    if (list !== group) open.kept.set(key, list);
  }
  return list;
}

/** The companies of the smaller of the asked country and sector, or all of them: those with the asked band. */
function smallestGroup(open: OpenFinder, { country, sector, band, pillar }: ListQuery): Uint32Array {
  const ofSector = sector === null ? null : groupOf(open, SECTOR, sector, band, pillar);
  if (country === null) return ofSector ?? groupOf(open, ALL, 0, band, pillar);
  const ofCountry = groupOf(open, COUNTRY, country, band, pillar);
  return ofSector !== null && ofSector.length < ofCountry.length ? ofSector : ofCountry;
}

function narrowAndSort(
  columns: CompanyColumns,
  group: Uint32Array,
  { country, sector, band, pillar, sort }: ListQuery,
): Uint32Array {
  let list = group;
  if (country !== null && sector !== null) {
    list = list.filter((position) => columns.country[position] === country && columns.sector[position] === sector);
  }
  if (band === undefined && pillar !== undefined) {
    const medians = columns.pillarMedians[pillar]!;
    list = list.filter((position) => medians[position] !== 0);
  }
  return sortPositions(columns, list, sort);
}

/** The companies of one area in the order of their names: those with the median band, or all of them where none is asked for. */
function groupOf(
  { columns, areas, groups }: OpenFinder,
  area: number,
  place: number,
  band: number | undefined,
  pillar: number | undefined,
): Uint32Array {
  const bands = band === undefined ? null : pillar === undefined ? columns.median : columns.pillarMedians[pillar]!;
  // Without bands, by the band over all, or by that in one of the pillars.
  const banding = bands === null ? 0 : pillar === undefined ? 1 : 2 + pillar;
  const key = banding * areas.length + area;
  let found = groups.get(key);
  if (found === undefined) {
    found = groupByBand(columns.median.length, areas[area]!, bands);
    groups.set(key, found);
  }
  return found.at(place, band ?? 0);
}
