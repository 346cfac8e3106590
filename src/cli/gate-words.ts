import type { ReleaseFigures } from "../release/snapshot.ts";
import { GATE_LIMITS, type GateLimits } from "../trust/gate-limits.ts";
import type { GateChange, Trigger, TriggerKind } from "../trust/gate-trigger.ts";
import { counted, countedCompanies, countedCountries, formatCount } from "./output.ts";

/** The two releases that were compared; the files of both are open. */
interface Compared {
  readonly before: ReleaseFigures;
  readonly after: ReleaseFigures;
}

const SHOWN = 20;

/** Something that has to be accepted, in words. */
export interface TriggerWords {
  readonly kind: TriggerKind;
  /** Names this one among several of a kind, such as a country in which companies are gone. */
  readonly within: string | null;
  readonly sentence: string;
  /** The first of what it is about, and how many more there are. */
  readonly names: readonly string[];
  readonly more: number;
}

/** Puts what has to be accepted into words. `compared` is null where nothing could be compared. */
export function triggerWords(triggers: readonly Trigger[], compared: Compared | null): TriggerWords[] {
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

/** What has to be accepted, as text; no lines where nothing has to be. */
export function triggerLines(words: readonly TriggerWords[]): string[] {
  if (words.length === 0) return [];
  const lines = words.flatMap(({ sentence, names, more }) => [
    `  ${sentence}`,
    ...names.map((name) => `    ${name}`),
    ...(more > 0 ? [`    … and ${formatCount(more)} more (--json lists all)`] : []),
  ]);
  return ["", "Has to be accepted:", ...lines];
}

/** A trigger for scripts. */
export function triggerJson({ kind, within, count, limit, of, changes }: Trigger): Record<string, unknown> {
  return { trigger: kind, ...(within === undefined ? {} : { within }), count, limit, of, changes };
}

const SENTENCES: Readonly<Record<TriggerKind, (trigger: Trigger) => string>> = {
  title: (trigger) => `Another title: ${beforeAndNow(trigger)}. To readers, this is another dataset.`,
  publisher: (trigger) => `Another publisher: ${beforeAndNow(trigger)}.`,
  year: (trigger) => `An older year: ${beforeAndNow(trigger)}.`,
  licence: (trigger) => `Another licence: ${beforeAndNow(trigger)}; ${passing(trigger, "licencesChanged")}.`,
  notice: (trigger) => `Another notice: ${beforeAndNow(trigger)}; ${passing(trigger, "noticesChanged")}.`,
  texts: (trigger) =>
    `Other texts: ${trigger.changes.map(({ id }) => id).join(", ")}; ${passing(trigger, "textsChanged")}.`,
  newest_date: (trigger) =>
    `The newest judgement is older: ${beforeAndNow(trigger)}; ${passing(trigger, "daysOlder")}.`,
  scale_order: (trigger) => `The bands are in another order, worst first: ${beforeAndNow(trigger)}.`,
  scale: (trigger) => `Another scale, worst first: ${beforeAndNow(trigger)}.`,
  pillars: (trigger) => `Other pillars: ${beforeAndNow(trigger)}.`,
  pillar_labels_swapped: (trigger) =>
    `Pillars with the label of another one: ${formatCount(trigger.count)} of ${formatCount(trigger.of)}; ${passing(trigger, "pillarsSwapped")}:`,
  pillar_judgements_swapped: (trigger) =>
    `Pillars with the judgements of another one: ${formatCount(trigger.count)} of ${formatCount(trigger.of)}; ${passing(trigger, "pillarsSwapped")}:`,
  companies_gone: (trigger) =>
    `Gone: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)}; ${passing(trigger, "companiesGonePercent")}:`,
  companies_gone_in_country: (trigger) =>
    `Gone in ${trigger.within ?? ""}: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)}; ${passing(trigger, "companiesGoneInCountryPercent")}:`,
  names_moved: (trigger) =>
    `Names that now belong to another id: ${formatCount(trigger.count)}; ${passing(trigger, "namesMoved")}:`,
  renamed: (trigger) =>
    `Renamed: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)}; ${passing(trigger, "renamedPercent")}:`,
  reclassified: (trigger) =>
    `In another country or sector: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)}; ${passing(trigger, "reclassifiedPercent")}:`,
  new_duplicates: (trigger) =>
    `Probably there twice, and not before: ${countedCompanies(trigger.count)}; ${passing(trigger, "newDuplicates")}:`,
  other_sectors_gone: (trigger) =>
    `No longer in any other sector: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)} that were; ${passing(trigger, "companiesGonePercent")}:`,
  no_longer_judged: (trigger) =>
    `No longer judged where they were: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)}; ${passing(trigger, "companiesGonePercent")}:`,
  judgements_gone: (trigger) =>
    `Judgements of companies in both releases that are gone: ${formatCount(trigger.count)} of ${formatCount(trigger.of)}; ${passing(trigger, "judgementsGonePercent")}:`,
  sources_gone: (trigger) =>
    `Sources of their judgements that are gone: ${formatCount(trigger.count)} of ${formatCount(trigger.of)}; ${passing(trigger, "sourcesGonePercent")}:`,
  criteria_gone: (trigger) =>
    `Criteria that are gone or renamed: ${formatCount(trigger.count)} of ${formatCount(trigger.of)}; ${passing(trigger, "criteriaGone")}:`,
  company_medians_moved: (trigger) =>
    `Another median band: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)} that both releases judge; ${passing(trigger, "companyMediansMovedPercent")}:`,
  countries_gone: (trigger) =>
    `No longer listed or judged: ${formatCount(trigger.count)} of ${countedCountries(trigger.of)}; ${passing(trigger, "countriesGone")}:`,
  medians_moved: (trigger) =>
    `Another median band: ${formatCount(trigger.count)} of ${countedCountries(trigger.of)} that both releases judge; ${passing(trigger, "mediansMovedPercent")}:`,
  bands_moved: (trigger) => `A country moves by ${counted(trigger.count, "band")}; ${passing(trigger, "bandsMoved")}:`,
  pillar_medians_moved: (trigger) =>
    `Another median band in ${trigger.within ?? ""}: ${formatCount(trigger.count)} of ${countedCountries(trigger.of)} that both releases judge there; ${passing(trigger, "pillarMediansMovedPercent")}:`,
  demonstration: ({ changes: [first] }) =>
    `Fictional data: the ${first?.id ?? ""} of dataset.json is that of the demonstration ("${first?.after ?? ""}").`,
  unreadable_release: ({ changes: [first] }) =>
    `Nothing can be compared, because the current release cannot be read: ${first?.before ?? ""}`,
};

function beforeAndNow({ changes: [first] }: Trigger): string {
  return `${first?.before ?? ""} before, ${first?.after ?? ""} now`;
}

function passing({ limit }: Trigger, name: keyof GateLimits): string {
  return `${formatCount(limit)} would pass (gate.${GATE_LIMITS[name].setting})`;
}

type Naming = (change: GateChange, compared: Compared) => string;

const nameGone: Naming = ({ id }, { before }) => companyName(before, id);
const nameCompany: Naming = (change, { before }) =>
  `${companyName(before, change.id)}: ${change.before} before, ${change.after} now`;
const nameMedian: Naming = (change, { before, after }) =>
  `${bandLabel(before, change.before)} before, ${bandLabel(after, change.after)} now`;
const nameCountry: Naming = (change, compared) => `${countryOf(change, compared)}: ${nameMedian(change, compared)}`;

/** What is listed of each change; the facts of a dataset stand in their sentence. */
const NAMES: Readonly<Partial<Record<TriggerKind, Naming>>> = {
  pillar_labels_swapped: ({ id, before, after }) => `${id}: ${before} before, ${after} now`,
  pillar_judgements_swapped: ({ id, after }) => `${id} has those of ${after}`,
  companies_gone: nameGone,
  companies_gone_in_country: nameGone,
  names_moved: ({ id, before, after }) => `${after}: ${before} before, ${id} now`,
  renamed: ({ id, before, after }) => `${id}: ${before} before, ${after} now`,
  reclassified: nameCompany,
  new_duplicates: ({ id, before, after }, compared) => `${after} (${id}), like ${companyName(compared.after, before)}`,
  other_sectors_gone: nameGone,
  no_longer_judged: (change, { before, after }) =>
    `${companyName(before, change.id)}: ${pillarLabels(before, change.before)} before, ${pillarLabels(after, change.after)} now`,
  judgements_gone: nameCompany,
  sources_gone: nameCompany,
  criteria_gone: ({ id, before, after }) => `${id}: ${before} before, ${after} now`,
  company_medians_moved: (change, compared) =>
    `${companyName(compared.before, change.id)}: ${nameMedian(change, compared)}`,
  countries_gone: (change, compared) =>
    `${countryOf(change, compared)}: ${change.after === "gone" ? "not listed" : "not judged"}`,
  medians_moved: nameCountry,
  bands_moved: nameCountry,
  pillar_medians_moved: nameCountry,
};

/** The first changes of a trigger, each with its names. */
function namesOf({ kind, changes }: Trigger, compared: Compared): string[] {
  const name = NAMES[kind];
  return name === undefined ? [] : changes.slice(0, SHOWN).map((change) => name(change, compared));
}

function countryOf({ id }: GateChange, { before }: Compared): string {
  return `${id} ${before.countries.find(({ iso2 }) => iso2 === id)?.name ?? ""}`;
}

function bandLabel({ manifest }: ReleaseFigures, id: string): string {
  return manifest.dataset.scale.bands.find((band) => band.id === id)?.label ?? id;
}

/** Ids of pillars as their labels. */
function pillarLabels({ manifest }: ReleaseFigures, ids: string): string {
  if (ids === "not_judged") return "not judged";
  const labels = new Map(manifest.dataset.pillars.map(({ id, label }) => [id, label]));
  const named = ids.split(", ").map((id) => labels.get(id) ?? id);
  return named.join(", ");
}

function companyName(release: ReleaseFigures, id: string): string {
  const company = release.companyById(id);
  if (company === undefined) return id;
  return company.name === id ? id : `${company.name} (${id})`;
}
