import { type Region, regionByCode } from "./regions.ts";
import { slugify } from "./slug.ts";
import { TERRITORY_TABLE } from "./territory-table.ts";

/** A country or dependent territory with a code of its own. */
export interface Territory {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly iso2: string;
  /** ISO 3166-1 alpha-3, upper case. */
  readonly iso3: string;
  /**
   * ISO 3166-1 numeric, which is also the M49 code of the United Nations: three digits; null for
   * Kosovo, which has none.
   */
  readonly numeric: string | null;
  /** Short everyday English name. */
  readonly name: string;
  /** The name in URLs; stable and unique. */
  readonly slug: string;
  /**
   * `user_assigned`: not in ISO 3166-1, but from the range that the standard leaves to its users
   * (Kosovo, XK).
   */
  readonly codeStatus: "official" | "user_assigned";
  /**
   * The smallest region of M49 that it is in; null for Antarctica, which is in none. See
   * `isRegionAssigned`.
   */
  readonly region: Region | null;
  /**
   * True if M49 itself puts it there. It has no entry for Taiwan and Kosovo: they are in the region
   * that they lie in.
   */
  readonly isRegionAssigned: boolean;
  /** Previous names, such as "Swaziland"; they can be looked up as well. */
  readonly formerNames: readonly string[];
}

/** Territories that are no country or area of M49. */
const NOT_IN_M49: ReadonlySet<string> = new Set(["TW", "XK"]);

/** Every territory of ISO 3166-1 and Kosovo, in the order of `iso2`. */
export const TERRITORIES: readonly Territory[] = TERRITORY_TABLE.trim().split("\n").map(readTerritory);

function readTerritory(line: string): Territory {
  const [, iso2, iso3, numeric, area = "-", names] = /^([A-Z]{2}) ([A-Z]{3}) (\d{3}|-) (\d{3}|-) (.+)$/.exec(line)!;
  const [name, ...formerNames] = names!.split(" < ");
  return Object.freeze({
    iso2: iso2!,
    iso3: iso3!,
    numeric: numeric === "-" ? null : numeric!,
    name: name!,
    slug: slugify(name!),
    codeStatus: numeric === "-" ? "user_assigned" : "official",
    region: regionByCode(area),
    isRegionAssigned: area !== "-" && !NOT_IN_M49.has(iso2 ?? ""),
    formerNames: Object.freeze(formerNames),
  });
}
