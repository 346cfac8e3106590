import { readFileSync } from "node:fs";
import path from "node:path";

/** The facts of `expected.json`. */
export interface ExpectedFacts {
  readonly companies: number;
  readonly judged_companies: number;
  readonly countries: number;
  readonly companies_without_country: number;
  readonly current_judgements: number;
  readonly bands_worst_first: readonly string[];
  readonly band_counts_current: Readonly<Record<string, number>>;
  readonly pillars: readonly string[];
  readonly newest_date: string;
  readonly samples: readonly {
    readonly id: string;
    readonly name: string;
    readonly judgements: readonly { readonly pillar: string; readonly criterion: string; readonly band: string }[];
  }[];
}

/** The same facts of what was published. */
export interface RawFacts {
  readonly companies: number;
  readonly countries: number;
  readonly companiesWithoutCountry: number;
  /** Labels, worst first. */
  readonly bands: readonly string[];
  readonly pillars: readonly string[];
  /** Those that count; labels in place of ids, and "" for no criterion. */
  readonly judgements: readonly {
    readonly id: string;
    readonly name: string;
    readonly pillar: string;
    readonly criterion: string;
    readonly band: string;
  }[];
}

/** Reads the `expected.json` of a folder of raw files. */
export function readExpected(folder: string): ExpectedFacts {
  return JSON.parse(readFileSync(path.join(folder, "expected.json"), "utf8")) as ExpectedFacts;
}

/** The facts that differ, in words; none where all are right. */
export function compareRaw(facts: RawFacts, expected: ExpectedFacts): string[] {
  const faults: string[] = [];
  const compareTo = (what: string, found: unknown, wanted: unknown): void => {
    const [is, should] = [found, wanted].map((value) => JSON.stringify(value));
    if (is !== should) faults.push(`${what}: ${is}, expected ${should}`);
  };
  const rows = facts.judgements;
  const bandCounts = facts.bands.map((label) => [label, rows.filter(({ band }) => band === label).length]);
  compareTo("companies", facts.companies, expected.companies);
  compareTo("judged companies", new Set(rows.map(({ id }) => id)).size, expected.judged_companies);
  compareTo("countries", facts.countries, expected.countries);
  compareTo("companies without a country", facts.companiesWithoutCountry, expected.companies_without_country);
  compareTo("current judgements", rows.length, expected.current_judgements);
  compareTo("bands, worst first", facts.bands, expected.bands_worst_first);
  compareTo("judgements by band", Object.fromEntries(bandCounts), expected.band_counts_current);
  compareTo("pillars", facts.pillars.toSorted(), expected.pillars.toSorted());
  for (const sample of expected.samples) {
    const own = rows.filter(({ id }) => id === sample.id);
    const inWords = (each: { pillar: string; criterion: string; band: string }): string =>
      `${each.pillar}|${each.criterion}|${each.band}`;
    const found = own.map(inWords);
    // A sample has some of the judgements of a company, not always all.
    const missing = sample.judgements.map(inWords).filter((each) => !found.includes(each));
    compareTo(`judgements of ${sample.id} that are not found`, missing, []);
    if (own[0] !== undefined) compareTo(`name of ${sample.id}`, own[0].name, sample.name);
  }
  return faults;
}
