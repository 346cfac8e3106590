import type { CompanyDetail, Snapshot } from "../snapshot/snapshot.ts";
import { countOf } from "../trust/scale.ts";
import type { ByteSheet } from "../contract/byte-sheet.ts";
import { describeBands } from "../contract/figures.ts";
import { keepPerRelease } from "../contract/kept-per-release.ts";
import { NumberedPieces } from "../contract/numbered-pieces.ts";
import { companyHref, countryHref, nameCountry, sectorHref } from "../contract/places.ts";
import type { Sources } from "../contract/sources.ts";
import { RowMemory } from "../contract/row-memory.ts";
import { flatten, writeJson, writeMembers } from "../contract/written-json.ts";

/** Writes companies as members of JSON objects, from pieces that many of them share. */
export interface CompanyWriter {
  /** Where the company with a slug stands. */
  positionOf(slug: string): number | undefined;
  /** Writes the members a company has wherever it stands. */
  writeMembers(sheet: ByteSheet, position: number): void;
  /** Writes the addresses of a company, by its slug, and of what it belongs to. */
  writeLinks(sheet: ByteSheet, position: number, slug: string): void;
  /** Writes companies as items of a list, with commas between them: the same members and their addresses. */
  writeRows(sheet: ByteSheet, positions: ArrayLike<number>): void;
}

/** The writer of a release's companies. */
export const companyWriterOf: (sources: Sources) => CompanyWriter = keepPerRelease(buildWriter);

function buildWriter({ snapshot, atlas, site }: Sources): CompanyWriter {
  const { listed } = snapshot;
  const { scale } = snapshot.manifest.dataset;
  const addressStart = `,"href":${writeJson(companyHref(site, "")).slice(0, -1)}`;
  const rows = new RowMemory(listed, {
    cell(number) {
      const { country, sector } = listed.cell(number);
      const members = { country: nameCountry(atlas, country), sector: { slug: sector.slug, label: sector.label } };
      return `,${writeMembers(members)},`;
    },
    profile(number) {
      const { distribution, median } = listed.profile(number);
      const members = { judgement_count: countOf(distribution), ...describeBands(scale, { distribution, median }) };
      return writeMembers(members) + addressStart;
    },
  });
  const selfStart = flatten(`{"self":${writeJson(companyHref(site, "")).slice(0, -1)}`);
  const areaLinks = new NumberedPieces((cell) => {
    const { country, sector } = listed.cell(cell);
    const links = { country: countryHref(site, country.slug), sector: sectorHref(site, sector.slug) };
    return `",${writeMembers(links)}}`;
  });
  return {
    positionOf: (slug) => rows.positionOf(slug),
    writeMembers: (sheet, position) => rows.writeMembers(sheet, position, addressStart.length),
    writeLinks(sheet, position, slug) {
      sheet.write(selfStart);
      // Slugs have only characters that stand for themselves in JSON and in addresses.
      sheet.write(slug);
      areaLinks.writeOn(sheet, listed.cellAt(position));
    },
    writeRows: (sheet, positions) => rows.write(sheet, positions),
  };
}

/** The company that examples show: the one with the most judgements. Undefined in a release without companies. */
export function exampleCompany(snapshot: Snapshot): CompanyDetail | undefined {
  const [company] = snapshot.listCompanies({ sort: "-judgements", limit: 1, offset: 0 }).companies;
  return company && snapshot.companyBySlug(company.slug);
}
