import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type JudgementArrays, readArrays, readColumns } from "./number-columns.ts";
import type { Manifest } from "./manifest.ts";
import { SEARCH_FILE } from "./search-index.ts";
import { openNameSearch } from "../search/open-name-search.ts";
import { areaStatistics, readCountries, readSectors } from "./area-tables.ts";
import { CompanyRows } from "./company-rows.ts";
import { companiesOf, companyFinder, type FinderOptions } from "./find-companies.ts";
import { findReplies } from "./stored-replies.ts";
import { openDatabase } from "./bundle-database.ts";
import { readContents } from "./changes/read-contents.ts";
import type { CompanyJudgement } from "../tables/judgements.ts";
import type { CellRecord, OwnedJudgement, Snapshot } from "./snapshot.ts";
import type { PublicationState } from "./store/publication-state.ts";
import { readChecksums, readSignature } from "./sign-release.ts";
import { readFileSync } from "node:fs";
import type { PublishedBranding, PublishedLogo } from "../branding/branding.ts";
import type { StoredLogo } from "./branding-files.ts";
import { JudgementFinder, rowsOf, startsOf } from "./find-judgements.ts";
import { ListCache } from "./list-cache.ts";
import type { Page, ProductQuery } from "./queries.ts";

/** Opens a release for reading: the areas are read into memory, companies are read on request. */
export function openSnapshot(manifest: Manifest, folder: string): Snapshot {
  const database = openDatabase(folder);
  try {
    return readSnapshot(manifest, folder, database);
  } catch (error) {
    // Opening may be tried again and again, so the file must not stay open.
    database.close();
    throw error;
  }
}

function readSnapshot(manifest: Manifest, folder: string, database: DatabaseSync): Snapshot {
  const countries = readCountries(database);
  const sectors = readSectors(database);
  const cells = readOnce(() => readCells(database, null));
  const cellsInPillars = manifest.dataset.pillars.map((_, pillar) => readOnce(() => readCells(database, pillar)));
  const countryByIso2 = new Map(countries.map((country) => [country.iso2, country]));
  const sectorBySlug = new Map(sectors.map((sector) => [sector.slug, sector]));
  const rows = new CompanyRows(database, manifest.format);
  const columns = readOnce(() => readColumns(database, manifest));
  const arrays = readOnce(() => readArrays(database, manifest));
  const areas = {
    columns,
    countryCodes: [...countryByIso2.keys()].toSorted(),
    sectorSlugs: [...sectorBySlug.keys()],
    alsoNaming: (sector: string) => rows.alsoNaming(sector),
  };
  const finder = companyFinder(areas);
  return {
    manifest,
    ...stateOfNew(manifest.id),
    branding: openBranding(manifest, folder),
    checksums: readChecksums(manifest, folder),
    signature: readSignature(folder),
    countries,
    sectors,
    countryByIso2: (iso2) => countryByIso2.get(iso2),
    sectorBySlug: (slug) => sectorBySlug.get(slug),
    cell: (iso2, sector, pillar = null) =>
      (pillar === null ? cells : cellsInPillars[pillar])?.().get(`${iso2}/${sector}`),
    listCompanies(query) {
      const { indexes, ...page } = finder(query);
      return { rows: rows.atEach([...indexes]), ...page };
    },
    ...ownedLists(rows, areas, arrays),
    listReplies: (query) => findReplies(database, query),
    companyBySlug: (slug) => rows.detail("slug", slug),
    companyById: (id) => rows.detail("id", id),
    findCompany: (idOrSlug) => rows.find(idOrSlug),
    findCompanies: (key, value) => rows.findBy(key, value),
    companyAt: (position) => rows.at(position),
    mediansAt(position) {
      const { country, sector, median, pillarMedians } = columns();
      const code = areas.countryCodes[country[position] ?? -1] ?? null;
      const slug = areas.sectorSlugs[sector[position] ?? -1];
      if (slug === undefined) throw new Error(`there is no company at position ${position}`);
      const levelOf = (levels: Uint8Array): number | null => levels[position] || null;
      return { country: code, sector: slug, median: levelOf(median), pillars: pillarMedians.map(levelOf) };
    },
    leiAt: (position) => rows.leiAt(position),
    productAt: (position) => rows.productAt(position),
    alsoNaming: (slugs) => rows.namedBesides(slugs),
    search: openNameSearch(path.join(folder, SEARCH_FILE)),
    contents: () => readContents(database, manifest),
    tableFile: (table, format) => tableFileIn(manifest, folder, table, format),
  };
}

/** The state of a release of which the register says nothing. */
function stateOfNew(id: string): PublicationState {
  return { name: id, isDraft: false, errata: [], edition: id, isDamaged: () => false };
}

function tableFileIn(
  { tables, files }: Manifest,
  folder: string,
  ...[table, format]: Parameters<Snapshot["tableFile"]>
) {
  const found = tables.find((file) => file.table === table && file.format === format);
  const file = found && files.find((each) => each.path === found.path);
  return file && { path: path.join(folder, file.path), bytes: file.bytes, sha256: file.sha256 };
}

/** The cells over all pillars, or in one. */
function readCells(database: DatabaseSync, pillar: number | null): Map<string, CellRecord> {
  const cells = new Map<string, CellRecord>();
  for (const row of database.prepare("SELECT country, sector, statistics FROM cell").iterate()) {
    const iso2 = row["country"] as string;
    const sector = row["sector"] as string;
    const { pillars, listedCompanies, withoutPillars: _, eachPillarOnce: __, ...all } = areaStatistics(row);
    const statistics = pillar === null ? all : pillars[pillar];
    if (statistics === undefined) throw new Error(`cell ${iso2}/${sector} has no pillar number ${pillar}`);
    cells.set(`${iso2}/${sector}`, { iso2, sector, listedCompanies, ...statistics });
  }
  return cells;
}

function readOnce<T>(read: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= read());
}

/** Opens the branding of a release; its files are read when they are asked for. */
function openBranding({ branding }: Pick<Manifest, "branding">, folder: string): PublishedBranding {
  const { accent, logos, texts } = branding;
  const publish = (logo: StoredLogo | null): PublishedLogo | null => {
    if (logo === null) return null;
    const { extension, width, height } = logo;
    return { extension, width, height, read: () => readFileSync(path.join(folder, logo.path)) };
  };
  return {
    accent,
    logos: { light: publish(logos.light), dark: publish(logos.dark) },
    text: (name) => {
      const file = texts[name];
      return file === null ? null : readFileSync(path.join(folder, file), "utf8");
    },
  };
}

/** Builds the lists of what companies own: judgements and products. */
function ownedLists(
  rows: CompanyRows,
  areas: FinderOptions,
  arrays: () => JudgementArrays,
): Pick<Snapshot, "listJudgements" | "listProducts"> {
  const judgements = new JudgementFinder({ ...areas, arrays });
  const products = new ListCache(0);
  let starts: Uint32Array | undefined;

  const findProducts = (query: ProductQuery): Uint32Array => {
    starts ??= startsOf(rows.productCounts(areas.columns().median.length));
    const found = rowsOf(companiesOf(areas.columns(), query, areas), starts);
    return query.sort === "-company" ? found.toReversed() : found;
  };
  return {
    listProducts(query) {
      const { indexes, ...page } = products.page(query, () => findProducts(query));
      return { rows: Array.from(indexes, (product) => rows.productAt(product)), ...page };
    },
    listJudgements(query): Page<OwnedJudgement> {
      const { indexes, ...page } = judgements.find(query);
      const read = new Map<number, readonly CompanyJudgement[]>();
      const found = Array.from(indexes, (index) => {
        const [company, at] = judgements.ownerOf(index);
        const own = read.get(company) ?? rows.judgementsOf(company);
        read.set(company, own);
        const judgement = own[at];
        if (judgement === undefined) throw new Error(`company ${company} has no judgement number ${at}`);
        return { ...judgement, company };
      });
      return { rows: found, ...page };
    },
  };
}
