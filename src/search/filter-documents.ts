import { RecordReader } from "./buffers.ts";
import type { IndexArrays } from "./index-layout.ts";
import type { Filter, NamedSectors } from "./index-reader.ts";
import { indexesOf } from "./sets.ts";

/** Returns true if a document passes a filter. */
type IsWanted = (document: number) => boolean;

/** The predicate of a filter that narrows nothing. */
export const EVERY: IsWanted = () => true;

/** The predicate of a filter; null if no document can pass. */
export function filterDocuments(
  arrays: IndexArrays,
  { kind, countries, sectors, anySectors }: Filter,
): IsWanted | null {
  if ([kind, countries, sectors, anySectors].every((part) => part === undefined)) return EVERY;
  const { facts, countries: countryOf, sectors: sectorOf } = arrays;
  const isCountry = countries && indexesOf(facts.countries, countries);
  const isSector = sectors && indexesOf(facts.sectors, sectors);
  if (isCountry?.size === 0 || isSector?.size === 0) return null;
  const isNamed = anySectors && namedTest(arrays, anySectors);
  return (document) =>
    (kind === undefined || document < facts.companies === (kind === "company")) &&
    (isCountry === undefined || isCountry.has(countryOf[document]!)) &&
    (isSector === undefined || isSector.has(sectorOf[document]!)) &&
    (isNamed === undefined || isNamed(document));
}

/** Builds a test of whether a document names one of some sectors, in whatever place. */
function namedTest({ facts, ...arrays }: IndexArrays, { sectors, companies, products }: NamedSectors): IsWanted {
  const isSector = indexesOf(facts.sectors, sectors);
  const [isCompany, isProduct] = [new Set(companies), new Set(products)];
  const texts = new RecordReader(arrays.texts, arrays.textOffsets);
  return (document) => {
    if (isSector.has(arrays.sectors[document]!)) return true;
    const positions = document < facts.companies ? isCompany : isProduct;
    if (positions.size === 0) return false;
    // The text of a document begins with its position.
    texts.seek(document);
    return positions.has(texts.varint());
  };
}
