import { counted, formatCount } from "../intake/counted.ts";
import type { ColumnFacts } from "../intake/guess/column-facts.ts";
import type { DeskRole } from "./roles.ts";

/** Says what in a column speaks for its role, or against it; null where nothing does. */
export function evidence(role: DeskRole, { column, ...facts }: ColumnFacts, rows: number): string | null {
  const { distinct, filled } = column;
  const without = rows - filled;
  const gaps = without === 0 ? "no row is without one" : `${counted(without, "row has", "rows have")} none`;
  const share = (found: number, what: string): string =>
    found > 0.999 ? `All of its cells are ${what}.` : `${percent(found)} of its cells are ${what}.`;
  switch (role) {
    case "name":
      return distinct === filled
        ? `No name stands twice, and ${gaps}.`
        : `${formatCount(distinct)} names in ${formatCount(filled)} rows, and ${gaps}.`;
    case "id":
      return distinct === filled
        ? `No value stands twice, and ${gaps}.`
        : `${formatCount(distinct)} values in ${formatCount(filled)} rows: rows with the same one are one company; ${gaps}.`;
    case "country":
      return share(facts.countries, "countries that are known");
    case "sector":
      return distinct === 0
        ? null
        : `${formatCount(distinct)} different, each in ${formatCount(Math.round(filled / distinct))} rows on average.`;
    case "website":
    case "source_url":
      return share(facts.urls, "addresses");
    case "lei":
      return share(facts.leis, "of the form of an LEI");
    case "judged_on":
      return share(Math.max(facts.dates, facts.serials), "dates");
    case "pillar":
    case "criterion":
      return `${formatCount(distinct)} different in ${formatCount(filled)} rows.`;
    case "band":
      return facts.numbers > 0.5 ? share(facts.numbers, "numbers") : `${formatCount(distinct)} different words.`;
    case "count":
      return share(facts.numbers, "numbers");
    case "company":
    case "judge":
    case "judged":
    case "":
      break;
  }
  return null;
}

function percent(share: number): string {
  if (share > 0 && share < 0.01) return "Under 1%";
  return share > 0.99 ? "Over 99%" : `${Math.round(share * 100)}%`;
}
