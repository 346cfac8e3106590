import { joinValues } from "../../tables/details.ts";
import { bandValues, type ColumnDescription, integerColumn, SHARED, textColumn } from "../../tables/column.ts";
import { COMPANY_CHANGES } from "../../trust/company-changes.ts";
import { REPLY_STATUSES } from "../../trust/replies.ts";
import type { ChangedCompany } from "./changed-companies.ts";
import type { TableDescription } from "../release-tables.ts";
import type { CompanySummary, Snapshot } from "../snapshot.ts";
import { methodChangeBetween } from "./release-changes.ts";

/** The companies that something happened to between two releases, as a table. */

/** Describes the rows; without an earlier release there are none. Columns are append only. */
export function changedTable(before: Snapshot | null, after: Snapshot): TableDescription {
  return {
    title: "Changed companies",
    description: "One row per company that something happened to between two releases.",
    primaryKey: ["id"],
    columns: [
      textColumn("id", "Id", "The publisher's own id of the company."),
      textColumn("slug", "Slug", "The company in a path, in the later release that lists it."),
      textColumn("name", "Name", "As the later release that lists it has it."),
      textColumn("changes", "Changes", `What happened: one or more of ${COMPANY_CHANGES.join(", ")}, with ; between.`),
      ...columnsThen("before", "earlier", before ?? after),
      ...columnsThen("after", "later", after),
      ...laterColumnsThen("before", "earlier"),
      ...laterColumnsThen("after", "later"),
      textColumn("name_before", "Name, before", "Its name in the earlier release; empty where that does not list it.", {
        nullable: true,
        since: 3,
      }),
      textColumn(
        "pillars_moved",
        "Pillars with another median band",
        "Ids of the pillars in which both releases list it with another median band, with ; between; empty for none.",
        { nullable: true, since: 3 },
      ),
    ],
  };
}

function columnsThen(side: "before" | "after", which: string, { manifest }: Snapshot): ColumnDescription[] {
  const { dataset } = manifest;
  const missing = `empty where the ${which} release does not list the company`;
  const optional = { nullable: true };
  return [
    textColumn(`iso3_${side}`, `${SHARED.iso3.title}, ${side}`, `Code of its country; ${missing}.`, optional),
    textColumn(`sector_${side}`, `Sector, ${side}`, `Slug of its sector; ${missing}.`, optional),
    textColumn(
      `median_band_${side}`,
      `Median band, ${side}`,
      `Its median band in the ${which} release, on the scale of that release; empty where it is not judged or not listed.`,
      { ...optional, ...bandValues(dataset) },
    ),
    integerColumn(
      `median_level_${side}`,
      `Level of the median band, ${side}`,
      "1 is the worst band. Only the order has meaning.",
      { ...optional, minimum: 1, maximum: dataset.scale.bands.length },
    ),
  ];
}

/** Added after the others: columns are only ever appended. */
function laterColumnsThen(side: "before" | "after", which: string): ColumnDescription[] {
  const none = `empty for none, and where the ${which} release does not list the company`;
  return [
    textColumn(
      `other_sectors_${side}`,
      `Other sectors, ${side}`,
      `Slugs of the sectors that it names besides, with | between; ${none}.`,
      LATER,
    ),
    textColumn(`reply_status_${side}`, `Status of the reply, ${side}`, `The furthest status of its replies; ${none}.`, {
      ...LATER,
      values: REPLY_STATUSES,
    }),
  ];
}

const LATER = { nullable: true, since: 2 };

/** A row of the table, by the names of its columns. */
export function changedRecord(
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
  changed: ChangedCompany,
): Readonly<Record<string, string | number | null>> {
  const was = changed.before === null ? null : before.companyAt(changed.before);
  const is = changed.after === null ? null : after.companyAt(changed.after);
  const { after: moved } = movedPillars({ before, after }, changed);
  const { id, slug, name } = is ?? was ?? { id: null, slug: null, name: null };
  return {
    id,
    slug,
    name,
    changes: changed.changes.join(";"),
    ...recordThen("before", before, was),
    ...recordThen("after", after, is),
    name_before: was?.name ?? null,
    pillars_moved: moved.length === 0 ? null : moved.map((pillar) => pillar.id).join(";"),
  };
}

function recordThen(side: "before" | "after", snapshot: Snapshot, company: CompanySummary | null) {
  const median = company?.median ?? null;
  return {
    [`iso3_${side}`]: snapshot.countryByIso2(company?.country ?? "")?.iso3 ?? null,
    [`sector_${side}`]: company?.sector ?? null,
    [`median_band_${side}`]: median === null ? null : (snapshot.manifest.dataset.scale.bands[median - 1]?.id ?? null),
    [`median_level_${side}`]: median,
    [`other_sectors_${side}`]: joinValues(company?.otherSectors ?? []),
    [`reply_status_${side}`]: company?.replyStatus ?? null,
  };
}

/** A pillar with the level of a company's median band there; null where it is not judged in it. */
interface PillarLevel {
  readonly id: string;
  readonly level: number | null;
}

/**
 * The pillars of both releases in which a company has another median band, with its level in each
 * release; none across another scale, nor where one of the releases does not list the company.
 */
function movedPillars(
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
  changed: ChangedCompany,
): { readonly before: readonly PillarLevel[]; readonly after: readonly PillarLevel[] } {
  if (changed.before === null || changed.after === null || methodChangeBetween(before, after).scale)
    return { before: [], after: [] };
  const levelsOf = (snapshot: Snapshot, position: number): PillarLevel[] => {
    const { pillars } = snapshot.mediansAt(position);
    return snapshot.manifest.dataset.pillars.map(({ id }, index) => ({ id, level: pillars[index] ?? null }));
  };
  const [then, now] = [levelsOf(before, changed.before), levelsOf(after, changed.after)];
  const differ = (own: readonly PillarLevel[], others: readonly PillarLevel[]): PillarLevel[] =>
    own.filter((pillar) => others.some((other) => other.id === pillar.id && other.level !== pillar.level));
  return { before: differ(then, now), after: differ(now, then) };
}
