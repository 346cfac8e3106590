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

/** Numbers per company: where its names start and end in their text, its cell, its profile. */
const FACTS = 4;

/** Makes the listing of a release ready for reading: its names become texts that parts are cut from without copying. */
export function openListedCompanies({ columns, listing, countries, sectors }: ListedParts): ListedCompanies {
  const { nameEnds, profile, profiles } = listing;
  const names = Buffer.from(listing.names.buffer, listing.names.byteOffset, listing.names.byteLength);
  const startOf = (position: number): number => (position === 0 ? 0 : nameEnds[position - 1]!);
  // What is known of one company lies together: companies of a list lie far from each other, and each look into memory counts.
  const facts = new Uint32Array(nameEnds.length * FACTS);
  for (let position = 0; position < nameEnds.length; position += 1) {
    const at = position * FACTS;
    const chunkStart = startOf((position >> CHUNK_SHIFT) << CHUNK_SHIFT);
    facts[at] = startOf(position) - chunkStart;
    facts[at + 1] = nameEnds[position]! - chunkStart;
    facts[at + 2] = columns.country[position]! * sectors.length + columns.sector[position]!;
    facts[at + 3] = profile[position]!;
  }
  const chunks = Array.from({ length: Math.ceil(nameEnds.length / (1 << CHUNK_SHIFT)) }, (_, chunk) => {
    const end = nameEnds[Math.min((chunk + 1) << CHUNK_SHIFT, nameEnds.length) - 1]!;
    return names.toString("latin1", startOf(chunk << CHUNK_SHIFT), end);
  });
  return {
    namesAt(position) {
      const at = position * FACTS;
      return chunks[position >> CHUNK_SHIFT]!.substring(facts[at]!, facts[at + 1]);
    },
    cellAt: (position) => facts[position * FACTS + 2]!,
    cell: (number) => ({
      country: countries[Math.floor(number / sectors.length)]!,
      sector: sectors[number % sectors.length]!,
    }),
    profileAt: (position) => facts[position * FACTS + 3]!,
    profile: (number): CompanyProfile => profiles[number]!,
  };
}
