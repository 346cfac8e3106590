import type { CompanyColumns } from "../release/company-columns.ts";
import type { CompanyListing } from "../release/company-listing.ts";
import type { CountryRecord, ListedCompanies, SectorRecord } from "./snapshot.ts";

/** What a release holds of every company at once. */
interface ListedParts {
  readonly columns: CompanyColumns;
  readonly listing: Omit<CompanyListing, "names">;
  readonly readNames: () => Uint8Array;
  /** In the order of `columns.country`. */
  readonly countries: readonly CountryRecord[];
  /** In the order of `columns.sector`. */
  readonly sectors: readonly SectorRecord[];
}

/** Makes the listing of a release ready for reading. */
export function openListedCompanies({ columns, listing, readNames, countries, sectors }: ListedParts): ListedCompanies {
  const { nameEnds, profile, profiles } = listing;
  return {
    readNames,
    nameEnds,
    cellAt: (position) => columns.country[position]! * sectors.length + columns.sector[position]!,
    cellCount: countries.length * sectors.length,
    cell: (number) => ({
      country: countries[Math.floor(number / sectors.length)]!,
      sector: sectors[number % sectors.length]!,
    }),
    profileAt: (position) => profile[position]!,
    profileCount: profiles.length,
    profile: (number) => profiles[number]!,
  };
}
