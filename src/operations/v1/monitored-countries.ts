import type { CountryRecord, Snapshot } from "../../snapshot/snapshot.ts";

/**
 * The countries the lists of version 1 cover, by ISO 3166-1 alpha-3: those the publisher monitors, judged or not, as far as the
 * release has a company there; every judged country where the publisher names none.
 */
export function monitoredCountries({ countries, manifest }: Snapshot): readonly CountryRecord[] {
  const { monitored } = manifest.dataset;
  if (monitored === null) return countries.filter(({ judgedCompanies }) => judgedCompanies > 0);
  return countries.filter(({ iso2 }) => monitored.includes(iso2));
}
