import { capitalized, counted, countryInWords, dayInWords, digits, inARow, labelInWords } from "../../ask/grammar.ts";
import type { CompanySummary, Snapshot } from "../../release/snapshot.ts";
import { compareJudgedOn, parseJudgedOn } from "../../trust/judged-on.ts";

/** Maximum number of pillars, and of countries, that are named. */
const PILLARS_NAMED = 12;
const COUNTRIES_NAMED = 3;

/**
 * Describes a release in five sentences for its publisher to read aloud before anybody else does:
 * the order of the scale, pillars with their judgements, the largest countries, the oldest and the
 * newest date, and three companies with their bands. A first release can be compared with
 * none, but a wrong sentence is heard.
 */
export function readAloud(snapshot: Snapshot): string[] {
  return [
    scaleSentence(snapshot),
    pillarsSentence(snapshot),
    countriesSentence(snapshot),
    datesSentence(snapshot),
    companiesSentence(snapshot),
  ];
}

function scaleSentence({ manifest }: Snapshot): string {
  const labels = manifest.dataset.scale.bands.map(({ label }) => labelInWords(label));
  const between = labels.slice(1, -1);
  const each = between.length > 1 ? ", each better than the one before" : "";
  const middle = between.length === 0 ? "" : `; between them${each}: ${inARow(between)}`;
  return `${capitalized(labels[0] ?? "")} is the worst band and ${labels.at(-1) ?? ""} the best${middle}.`;
}

function pillarsSentence(snapshot: Snapshot): string {
  const { pillars } = snapshot.manifest.dataset;
  const judged = pillars.map(({ label }, pillar) => {
    const { total } = snapshot.listJudgements({ pillars: [pillar], sort: "company", offset: 0, limit: 0 });
    return `${labelInWords(label)} (${digits(total)})`;
  });
  const more = judged.length - PILLARS_NAMED;
  const named = more > 0 ? [...judged.slice(0, PILLARS_NAMED), `${digits(more)} more`] : judged;
  const what = counted(snapshot.manifest.counts.judgements, "judgement", "judgements");
  return `${capitalized(what)} of ${counted(pillars.length, "pillar", "pillars")}: ${inARow(named)}.`;
}

function countriesSentence({ countries, manifest: { counts } }: Snapshot): string {
  const companies = counted(counts.companies, "company", "companies");
  const without = counts.companiesWithoutCountry;
  const none = without === 0 ? "" : `; ${digits(without)} ${without === 1 ? "is" : "are"} in no country`;
  if (countries.length === 0) return `${capitalized(companies)}, in no country.`;
  const largest = countries
    .toSorted((a, b) => b.listedCompanies - a.listedCompanies || a.iso2.localeCompare(b.iso2, "en"))
    .slice(0, COUNTRIES_NAMED)
    .map((country) => `${countryInWords(country)} (${digits(country.listedCompanies)})`);
  const most = countries.length > largest.length ? ", most in" : ":";
  return `${capitalized(companies)} in ${counted(countries.length, "country", "countries")}${most} ${inARow(largest)}${none}.`;
}

function datesSentence({ sectors }: Snapshot): string {
  const spans = sectors.map(({ provenance }) => provenance.dates);
  const dates = spans.flatMap(({ oldest, newest }) => [oldest, newest]).filter((date) => date !== null);
  const sorted = dates.toSorted((a, b) => compareJudgedOn(parseJudgedOn(a), parseJudgedOn(b)));
  const [oldest, newest] = [sorted[0], sorted.at(-1)];
  if (oldest === undefined || newest === undefined) return "No judgement has a date.";
  const all = sectors.reduce((sum, { provenance }) => sum + provenance.judgements, 0);
  const undated = all - spans.reduce((sum, { dated }) => sum + dated, 0);
  const rest = undated === 0 ? "" : `; ${digits(undated)} ${undated === 1 ? "has" : "have"} no date`;
  return `The oldest judgement is of ${dayInWords(oldest)} and the newest of ${dayInWords(newest)}${rest}.`;
}

function companiesSentence(snapshot: Snapshot): string {
  const { scale } = snapshot.manifest.dataset;
  const byBand = scale.bands.flatMap((_, i) => {
    const { rows: companies } = snapshot.listCompanies({ bands: [i + 1], sort: "name", offset: 0, limit: 3 });
    return companies.length === 0 ? [] : [companies];
  });
  // The worst, the best and one between them are chosen.
  const chosen = [byBand[0], byBand.at(-1), byBand[1]].flatMap((companies) => companies?.[0] ?? []);
  const others = byBand.flat();
  const three = [...new Map([...chosen, ...others].map((company) => [company.id, company])).values()].slice(0, 3);
  if (three.length === 0) return "No company is judged.";
  const said = three
    .toSorted((a, b) => (a.median ?? 0) - (b.median ?? 0))
    .map(({ name, country, median }: CompanySummary) => {
      const found = country === null ? undefined : snapshot.countryByIso2(country);
      const place = found === undefined ? "in no country" : countryInWords(found);
      return `${name} (${place}) is rated ${labelInWords(scale.bands[(median ?? 1) - 1]?.label ?? "")}`;
    });
  return `${inARow(said)}.`;
}

/** The instruction above these sentences. */
export const READ_ALOUD =
  "Nothing is published yet, so there is nothing to compare this with. Read these five sentences aloud; if one is wrong, so is the mapping:";
