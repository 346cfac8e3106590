import type { CompanyColumns } from "../release/company-columns.ts";
import type { CompanyListing, CompanyProfile } from "../release/company-listing.ts";
import type { CountryRecord, ListedCompanies, SectorRecord } from "./snapshot.ts";

/** What a release holds of every company at once. */
interface ListedParts {
  readonly columns: CompanyColumns;
  readonly listing: CompanyListing;
  /** In the order of `columns.country`. */
  readonly countries: readonly CountryRecord[];
  /** In the order of `columns.sector`. */
  readonly sectors: readonly SectorRecord[];
}

/** Companies whose names are kept in one text: two to a power, so that a shift finds it. */
const CHUNK_SHIFT = 14;

/** Makes the listing of a release ready for reading: its names become texts that parts are cut from without copying. */
export function openListedCompanies({ columns, listing, countries, sectors }: ListedParts): ListedCompanies {
  const { nameEnds, profile, profiles } = listing;
  const names = Buffer.from(listing.names.buffer, listing.names.byteOffset, listing.names.byteLength);
  const startOf = (position: number): number => (position === 0 ? 0 : nameEnds[position - 1]!);
  const chunks = Array.from({ length: Math.ceil(nameEnds.length / (1 << CHUNK_SHIFT)) }, (_, chunk) => {
    const start = startOf(chunk << CHUNK_SHIFT);
    const end = nameEnds[Math.min((chunk + 1) << CHUNK_SHIFT, nameEnds.length) - 1]!;
    return { start, text: names.toString("latin1", start, end) };
  });
  return {
    namesAt(position) {
      const { start, text } = chunks[position >> CHUNK_SHIFT]!;
      return text.substring(startOf(position) - start, nameEnds[position]! - start);
    },
    cellAt: (position) => columns.country[position]! * sectors.length + columns.sector[position]!,
    cell: (number) => ({
      country: countries[Math.floor(number / sectors.length)]!,
      sector: sectors[number % sectors.length]!,
    }),
    profileAt: (position) => profile[position]!,
    profile: (number): CompanyProfile => profiles[number]!,
  };
}
