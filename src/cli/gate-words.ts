import type { ReleaseFigures } from "../snapshot/snapshot.ts";
import type { GateChange, Trigger, TriggerKind } from "../trust/release-gate.ts";
import { counted, countedCompanies, countedCountries, formatCount } from "./output.ts";

/** The two releases that were compared; the files of both are open. */
interface Compared {
  readonly before: ReleaseFigures;
  readonly after: ReleaseFigures;
}

const SHOWN = 20;

/** What has to be accepted, as text; no lines where nothing has to be. */
export function triggerLines(triggers: readonly Trigger[], compared: Compared | null): string[] {
  if (triggers.length === 0) return [];
  const lines = triggers.flatMap((trigger) => {
    const names = compared === null ? [] : namesOf(trigger, compared);
    const more = trigger.changes.length - SHOWN;
    return [
      `  ${SENTENCES[trigger.kind](trigger)}`,
      ...names.map((name) => `    ${name}`),
      ...(more > 0 ? [`    … and ${formatCount(more)} more (--json lists all)`] : []),
    ];
  });
  return ["", "Has to be accepted:", ...lines];
}

/** A trigger for scripts. */
export function triggerJson({ kind, count, limit, of, changes }: Trigger): Record<string, unknown> {
  return { trigger: kind, count, limit, of, changes };
}

const SENTENCES: Readonly<Record<TriggerKind, (trigger: Trigger) => string>> = {
  title: (trigger) => `Another title: ${beforeAndNow(trigger)}. To readers, this is another dataset.`,
  publisher: (trigger) => `Another publisher: ${beforeAndNow(trigger)}.`,
  year: (trigger) => `An older year: ${beforeAndNow(trigger)}.`,
  scale_order: (trigger) => `The bands are in another order, worst first: ${beforeAndNow(trigger)}.`,
  scale: (trigger) => `Another scale, worst first: ${beforeAndNow(trigger)}.`,
  pillars: (trigger) => `Other pillars: ${beforeAndNow(trigger)}.`,
  companies_gone: (trigger) =>
    `Gone: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)}; ${passing(trigger, "max_companies_gone_percent")}:`,
  other_sectors_gone: (trigger) =>
    `No longer in any other sector: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)} that were; ${passing(trigger, "max_companies_gone_percent")}:`,
  no_longer_judged: (trigger) =>
    `No longer judged where they were: ${formatCount(trigger.count)} of ${countedCompanies(trigger.of)}; ${passing(trigger, "max_companies_gone_percent")}:`,
  countries_gone: (trigger) =>
    `No longer listed or judged: ${formatCount(trigger.count)} of ${countedCountries(trigger.of)}; ${passing(trigger, "max_countries_gone")}:`,
  medians_moved: (trigger) =>
    `Another median band: ${formatCount(trigger.count)} of ${countedCountries(trigger.of)} that both releases judge; ${passing(trigger, "max_medians_moved_percent")}:`,
  bands_moved: (trigger) =>
    `A country moves by ${counted(trigger.count, "band")}; ${passing(trigger, "max_bands_moved")}:`,
  demonstration: ({ changes: [first] }) =>
    `Fictional data: the ${first?.id ?? ""} of dataset.json is that of the demonstration ("${first?.after ?? ""}").`,
  unreadable_release: ({ changes: [first] }) =>
    `Nothing can be compared, because the current release cannot be read: ${first?.before ?? ""}`,
};

function beforeAndNow({ changes: [first] }: Trigger): string {
  return `${first?.before ?? ""} before, ${first?.after ?? ""} now`;
}

function passing({ limit }: Trigger, setting: string): string {
  return `${formatCount(limit)} would pass (gate.${setting})`;
}

/** The first companies or countries of a trigger; the facts of a dataset stand in its sentence. */
function namesOf({ kind, changes }: Trigger, { before, after }: Compared): string[] {
  const shown = changes.slice(0, SHOWN);
  const countryOf = ({ id }: GateChange): string =>
    `${id} ${before.countries.find(({ iso2 }) => iso2 === id)?.name ?? ""}`;
  if (kind === "companies_gone" || kind === "other_sectors_gone") return shown.map(({ id }) => companyName(before, id));
  if (kind === "no_longer_judged")
    return shown.map(
      (change) =>
        `${companyName(before, change.id)}: ${pillarLabels(before, change.before)} before, ${pillarLabels(after, change.after)} now`,
    );
  if (kind === "countries_gone")
    return shown.map((change) => `${countryOf(change)}: ${change.after === "gone" ? "not listed" : "not judged"}`);
  if (kind !== "medians_moved" && kind !== "bands_moved") return [];
  return shown.map(
    (change) =>
      `${countryOf(change)}: ${bandLabel(before, change.before)} before, ${bandLabel(after, change.after)} now`,
  );
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
