import type { ComparedFigures } from "../release/changes/read-contents.ts";
import { findSuccessor } from "../trust/gate-companies.ts";
import { GATE_LIMITS, type GateLimits } from "../trust/gate-limits.ts";
import type { GateChange, Trigger, TriggerKind } from "../trust/gate-trigger.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { countedCompanies, countedCountries } from "./words.ts";

interface BeforeAndAfter {
  readonly before: ComparedFigures;
  readonly after: ComparedFigures;
}

const SHOWN = 20;

export interface TriggerWords {
  readonly kind: TriggerKind;
  /** Names this one among several of a kind, such as a country in which companies are gone. */
  readonly within: string | null;
  readonly sentence: string;
  /** The first of its changes, by name, and the number of the others. */
  readonly names: readonly string[];
  readonly more: number;
}

/** Puts what has to be accepted into words. `compared` is null where nothing could be compared. */
export function triggerWords(triggers: readonly Trigger[], compared: BeforeAndAfter | null): TriggerWords[] {
  return triggers.map((trigger) => {
    const names = compared === null ? [] : namesOf(trigger, compared);
    return {
      kind: trigger.kind,
      within: trigger.within ?? null,
      sentence: SENTENCES[trigger.kind](trigger),
      names,
      more: names.length === 0 ? 0 : Math.max(0, trigger.changes.length - SHOWN),
    };
  });
}

export function triggerJson({ kind, within, count, limit, of, changes }: Trigger): Record<string, unknown> {
  return { trigger: kind, ...(within === undefined ? {} : { within }), count, limit, of, changes };
}

type Sentence = (trigger: Trigger) => string;

function otherFact(fact: string, limit: keyof GateLimits | null = null, remark = "."): Sentence {
  return (trigger) => {
    const { before = "", after = "" } = trigger.changes[0] ?? {};
    return `${fact}: ${before} before, ${after} now${limit === null ? remark : `; ${passing(trigger, limit)}.`}`;
  };
}

function share(what: string | Sentence, of: (count: number) => string, limit: keyof GateLimits, more = ""): Sentence {
  return (trigger) => {
    const said = typeof what === "string" ? what : what(trigger);
    return `${said}: ${formatCount(trigger.count)} of ${of(trigger.of)}${more}; ${passing(trigger, limit)}:`;
  };
}

const OTHER_BAND = "Another median band";
const GONE = "companiesGonePercent";

const SENTENCES: Readonly<Record<TriggerKind, Sentence>> = {
  title: otherFact("Another title", null, ". To readers, this is another dataset."),
  publisher: otherFact("Another publisher"),
  year: otherFact("An older year"),
  minimum_companies: otherFact("Fewer companies are enough for a rank"),
  licence: otherFact("Another licence", "licencesChanged"),
  notice: otherFact("Another notice", "noticesChanged"),
  texts: (trigger) => `Other texts: ${formatCount(trigger.count)}; ${passing(trigger, "textsChanged")}:`,
  newest_date: otherFact("The newest judgement is older", "daysOlder"),
  scale_order: otherFact("The bands are in another order, worst first"),
  scale: otherFact("Another scale, worst first"),
  pillars: otherFact("Other pillars"),
  labels: share("Bands and pillars with another label", formatCount, "labelsChanged"),
  pillar_judgements_swapped: share("Pillars with the judgements of another one", formatCount, "pillarsSwapped"),
  companies_gone: share("Gone", countedCompanies, GONE),
  companies_gone_in_country: share(
    ({ within = "" }) => `Gone in ${within}`,
    countedCompanies,
    "companiesGoneInCountryPercent",
  ),
  names_moved: (trigger) =>
    `Names that now belong to another id: ${formatCount(trigger.count)}; ${passing(trigger, "namesMoved")}:`,
  renamed: share("Renamed", countedCompanies, "renamedPercent"),
  reclassified: share("In another country or sector", countedCompanies, "reclassifiedPercent"),
  new_duplicates: (trigger) =>
    `Probably there twice, and not before: ${countedCompanies(trigger.count)}; ${passing(trigger, "newDuplicates")}:`,
  other_sectors_gone: share("No longer in any other sector", countedCompanies, GONE, " that were"),
  no_longer_judged: share("No longer judged where they were", countedCompanies, GONE),
  judgements_gone: share(
    ({ within }) =>
      `Judgements of companies in both releases that are gone${within === undefined ? "" : ` in ${within}`}`,
    formatCount,
    "judgementsGonePercent",
  ),
  sources_gone: share("Sources of their judgements that are gone", formatCount, "sourcesGonePercent"),
  criteria_gone: share("Criteria that are gone or renamed", formatCount, "criteriaGone"),
  company_medians_moved: share(OTHER_BAND, countedCompanies, "companyMediansMovedPercent", " that both releases judge"),
  worst_in_all_pillars: share("Now in the worst band in all pillars", countedCompanies, "worstInAllPillars"),
  countries_gone: share("No longer listed or judged", countedCountries, "countriesGone"),
  medians_moved: share(OTHER_BAND, countedCountries, "mediansMovedPercent", " that both releases judge"),
  bands_moved: (trigger) => `A country moves by ${counted(trigger.count, "band")}; ${passing(trigger, "bandsMoved")}:`,
  pillar_medians_moved: share(
    ({ within = "" }) => `${OTHER_BAND} in ${within}`,
    countedCountries,
    "pillarMediansMovedPercent",
    " that both releases judge there",
  ),
  demonstration: ({ changes: [first] }) =>
    `Fictional data: the ${first?.id ?? ""} of dataset.json is that of the demonstration ("${first?.after ?? ""}").`,
  unreadable_release: ({ changes: [first] }) =>
    `Nothing can be compared, because the current release cannot be read: ${first?.before ?? ""}`,
};

function passing({ limit }: Trigger, name: keyof GateLimits): string {
  return `${formatCount(limit)} would pass (gate.${GATE_LIMITS[name].setting})`;
}

type Naming = (change: GateChange, compared: BeforeAndAfter) => string;

const nameLost: Naming = ({ id }, { before }) => companyName(before, id);
const nameGone: Naming = (change, compared) => {
  const [before, after] = [compared.before, compared.after].map((release) => release.contents().companies);
  const gone = before?.find(({ id }) => id === change.id);
  const now = gone === undefined ? null : findSuccessor(gone, before ?? [], after ?? []);
  const named = nameLost(change, compared);
  if (gone === undefined || now === null) return named;
  const same = JSON.stringify({ names: [gone.name, now.name], keep: now.name, id: gone.id });
  return `${named}, probably "${now.name}" now: if so, it keeps its address with this in mapping.json /same: ${same}`;
};
const nameCompany: Naming = (change, { before }) =>
  `${companyName(before, change.id)}: ${change.before} before, ${change.after} now`;
const nameMedian: Naming = (change, { before, after }) =>
  `${bandLabel(before, change.before)} before, ${bandLabel(after, change.after)} now`;
const nameCountry: Naming = (change, compared) => `${countryOf(change, compared)}: ${nameMedian(change, compared)}`;

const NAMES: Readonly<Partial<Record<TriggerKind, Naming>>> = {
  texts: ({ id }) => id,
  labels: ({ id, before, after }) => `${id}: ${before} before, ${after} now`,
  pillar_judgements_swapped: ({ id, after }) => `${id} has those of ${after}`,
  companies_gone: nameGone,
  companies_gone_in_country: nameGone,
  names_moved: ({ id, before, after }) => `${after}: ${before} before, ${id} now`,
  renamed: ({ id, before, after }) => `${id}: ${before} before, ${after} now`,
  reclassified: nameCompany,
  new_duplicates: ({ id, before, after }, compared) => `${after} (${id}), like ${companyName(compared.after, before)}`,
  other_sectors_gone: nameLost,
  no_longer_judged: (change, { before, after }) =>
    `${companyName(before, change.id)}: ${pillarLabels(before, change.before)} before, ${pillarLabels(after, change.after)} now`,
  judgements_gone: nameCompany,
  sources_gone: nameCompany,
  criteria_gone: ({ id, before, after }) => `${id}: ${before} before, ${after} now`,
  company_medians_moved: (change, compared) =>
    `${companyName(compared.before, change.id)}: ${nameMedian(change, compared)}`,
  worst_in_all_pillars: ({ id, before: better }, { before }) =>
    `${companyName(before, id)}: better in ${pillarLabels(before, better)} before`,
  countries_gone: (change, compared) =>
    `${countryOf(change, compared)}: ${change.after === "gone" ? "not listed" : "not judged"}`,
  medians_moved: nameCountry,
  bands_moved: nameCountry,
  pillar_medians_moved: nameCountry,
};

function namesOf({ kind, changes }: Trigger, compared: BeforeAndAfter): string[] {
  const name = NAMES[kind];
  return name === undefined ? [] : changes.slice(0, SHOWN).map((change) => name(change, compared));
}

function countryOf({ id }: GateChange, { before }: BeforeAndAfter): string {
  return `${id} ${before.countries.find(({ iso2 }) => iso2 === id)?.name ?? ""}`;
}

function bandLabel({ manifest }: ComparedFigures, id: string): string {
  return manifest.dataset.scale.bands.find((band) => band.id === id)?.label ?? id;
}

function pillarLabels({ manifest }: ComparedFigures, ids: string): string {
  if (ids === "not_judged") return "not judged";
  const labels = new Map(manifest.dataset.pillars.map(({ id, label }) => [id, label]));
  return ids.replaceAll(/[^ ,]+/gu, (id) => labels.get(id) ?? id);
}

function companyName(release: ComparedFigures, id: string): string {
  const { name = id } = release.contents().companies.find((each) => each.id === id) ?? {};
  return name === id ? id : `${name} (${id})`;
}
