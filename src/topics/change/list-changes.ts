import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { rightsLinks } from "../download/downloads.ts";
import { fileFormats, findFormatErrors, formatParameters } from "../download/define-list.ts";
import { changedRecord, changedTable } from "../../release/changes/changed-table.ts";
import type { RecordPage } from "../../release/table-records.ts";
import { ROWS_AT_A_TIME, answerRows } from "../download/rows-as-file.ts";
import {
  AREA_CHANGE_COMPONENTS,
  CountryChanges,
  describeCountryChanges,
  describeSectorChanges,
  SectorChanges,
} from "./area-changes.ts";
import {
  CHANGED_COMPANY_COMPONENTS,
  ChangedCompanyEntry,
  CHANGES_DESCRIPTION,
  describeChanged,
} from "./changed-company.ts";
import {
  comparedParameters,
  type ComparedReleases,
  findComparedErrors,
  narrowCompared,
  type NarrowedReleases,
  readChangeFilter,
  readCompared,
} from "./compared-releases.ts";
import { summaryOf } from "./changes-between.ts";
import { findBefore } from "../../ask/choose-release.ts";
import { listOf, Scale } from "../../ask/components.ts";
import { describeScale, openEnvelope } from "../../ask/describe.ts";
import { areaFilters } from "../../ask/filters.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { answerList, cursorAt, offsetOf } from "../../ask/lists.ts";
import { countOf, summaryMember, urlOf } from "../../ask/named-members.ts";
import { type Answer, defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { LIMIT_DEFAULT, listParameters } from "../../ask/parameters.ts";
import type { Site } from "../../ask/sources.ts";
import type { ReleaseChanges } from "../../release/changes/release-changes.ts";
import { findChanged } from "../../release/changes/changed-companies.ts";
import type { Releases, Snapshot } from "../../release/snapshot.ts";
import { COMPANY_CHANGES, type CompanyChange } from "../../trust/company-changes.ts";
import { METHOD_PARTS } from "../../trust/method-change.ts";
import { API, urlTo } from "../../ask/urls.ts";

const CompanyCounts = objectOf(
  {
    added: countOf("Listed in the later release alone."),
    removed: countOf("Listed in the earlier release alone."),
    renamed: countOf("Listed in both releases with another name."),
    reclassified: countOf("Filed in another country or sector."),
    moved_median: nullable(
      countOf("Listed in both releases with another median band, or judged in one of them alone."),
      "method_change",
    ),
    pillar_moved: nullable(
      countOf("Listed in both releases with the same median band, and another one in a pillar."),
      "method_change",
    ),
    judgements_changed: nullable(
      countOf(
        "Listed in both releases with the same median bands, and other judgements: bands, criteria, judges, dates or sources.",
      ),
      "method_change",
    ),
    other_sectors_changed: countOf("Listed in both releases with other sectors besides the one they are counted in."),
    reply_changed: countOf(
      "Listed in both releases, and a reply, or that they were asked, is new, differs or is gone; or added with a reply.",
    ),
    details_changed: countOf("Listed in both releases with another website, LEI, other names, products or path."),
  },
  { $id: "CompanyCounts", description: "How many companies changed; one can be reclassified and re-rated at once." },
);

const ComparedRelease = Type.Object(
  {
    id: Type.String({ description: "Send it as `from`, `to` or `release`." }),
    published_at: Type.String({ format: "date-time", description: "When it was published." }),
    scale: ref(Scale),
    href: urlOf("its preview of countries"),
  },
  { $id: "ComparedRelease", description: "A release that is compared, with the scale of its bands." },
);

const NotComparedReason = oneOf(["no_release_before", "other_dataset", "not_listed"], {
  $id: "NotComparedReason",
  description:
    "Why it cannot be told: no release before is kept, the title is that of another dataset, or neither release lists a company where the filter looks.",
});

export const ChangedLabel = Type.Object(
  {
    of: oneOf(["band", "pillar"], { description: "What is called differently." }),
    id: Type.String({ description: "Id of the band or the pillar." }),
    before: Type.String({ description: "Its label in the earlier release." }),
    after: Type.String({ description: "Its label in the later release." }),
  },
  { $id: "ChangedLabel", description: "A band or a pillar that the two releases call differently." },
);

const ReleaseChangeList = listOf("ReleaseChangeList", ref(ChangedCompanyEntry), {
  from: nullableRef(ComparedRelease, "no_release_before"),
  to: ref(ComparedRelease),
  verdict: oneOf(["compared", "cannot_be_told"], { description: "Whether it can be told what changed." }),
  reason: nullableRef(NotComparedReason, "releases_compared"),
  ...summaryMember,
  method_change: nullable(
    Type.Array(oneOf(METHOD_PARTS), {
      description:
        "What of the method differs: the scale, the pillars or the rule. If anything does, no trend is told.",
    }),
    "not_compared",
  ),
  companies: nullableRef(CompanyCounts, "not_compared"),
  countries: nullableRef(CountryChanges, "not_compared", "following_page"),
  sectors: nullableRef(SectorChanges, "not_compared", "following_page"),
  labels: nullable(
    Type.Array(ref(ChangedLabel), { description: "Bands and pillars that the releases call differently." }),
    "not_compared",
  ),
});

/** The parameters that choose the rows of the list. */
export const changeFilters = {
  ...comparedParameters,
  country: areaFilters.country,
  region: areaFilters.region,
  sector: areaFilters.sector,
  change: Type.Optional(
    Type.Unsafe<CompanyChange[]>({
      type: "array",
      items: { type: "string", enum: [...COMPANY_CHANGES] },
      minItems: 1,
      maxItems: COMPANY_CHANGES.length,
      uniqueItems: true,
      description: `Companies that one of these happened to, separated by commas. ${CHANGES_DESCRIPTION}`,
    }),
  ),
};

const FORM = {
  kind: "json",
  schema: ReleaseChangeList,
  components: [
    ComparedRelease,
    CompanyCounts,
    NotComparedReason,
    ...AREA_CHANGE_COMPONENTS,
    ChangedLabel,
    ...CHANGED_COMPANY_COMPONENTS,
  ],
} as const;

export const listChanges: JsonOperation<typeof ReleaseChangeList> = defineOperation({
  id: "list_changes",
  path: API.changes,
  tag: "Intelligence",
  summary: "What changed between two releases",
  description:
    "Compares two releases: how many companies were added, removed, renamed, reclassified or re-rated, how many judgements, replies and other details changed, every country and sector whose median band is another one, with the causes, and which bands and pillars the releases call differently. `items` are the companies that something happened to. With `country`, `region` or `sector`, the counts, countries, sectors and companies of the filter alone. As CSV or XLSX it is `items` as a whole: empty where the releases cannot be compared.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      ...changeFilters,
      ...listParameters(ChangedCompanyEntry, LIMIT_DEFAULT),
      ...formatParameters,
    }),
  },
  form: FORM,
  choice: { parameter: "format", forms: fileFormats(FORM, "The companies that something happened to.") },
  problems: ["release_not_found", "release_withdrawn", "release_removed"],
  dependsOn: "service",
  bulkPath: "/api/v2/changes?format=csv",
  examples: exampleParameters,
  check: (sources, given, sent) => [...findComparedErrors(sources, given), ...findFormatErrors(given, sent)],
  answer(sources, parameters) {
    const answer = (compared: ComparedReleases) => {
      if (parameters.format !== "json") return answerFile(compared, parameters);
      const { before, after, comparison } = compared;
      const list = {
        operation: listChanges,
        sources: compared.sources,
        parameters: { ...parameters, ...pin(before, after) },
      };
      const offset = offsetOf(list);
      const filter = readChangeFilter(compared, parameters);
      const narrowed = narrowCompared(compared, filter);
      const head = describeHead(narrowed, offset === 0);
      if (comparison === null) return answerList(list, head, NOTHING);
      const page = findChanged(comparison.changes.companies, filter, { offset, limit: parameters.limit });
      const items = page.rows.map((changed) => describeChanged(compared.sources, comparison, changed));
      return answerList(list, head, { ...page, items });
    };
    const compared = readCompared(sources, parameters);
    return compared instanceof Promise ? compared.then(answer) : answer(compared);
  },
});

type Given = Readonly<Record<string, unknown>>;

function answerFile(compared: ComparedReleases, given: Given): Answer {
  const { before, after, sources } = compared;
  const ids = { ...(before === null ? {} : { from: before.manifest.id }), to: after.manifest.id };
  const read = reader(compared, given);
  const file = {
    facts: changedTable(before, after),
    read,
    filename: `country-trust-changes-${after.manifest.id}`,
    links: rightsLinks(sources.site, after),
    besides: [["Compared with release", before?.manifest.id ?? "none"]] as const,
  };
  return answerRows(listChanges, sources, { ...given, ...ids }, file, read(0).total);
}

const NO_ROWS: RecordPage = { rows: [], total: 0, nextOffset: null };

/** Reads the changed companies that match the parameters. */
function reader(compared: ComparedReleases, given: Given): (offset: number) => RecordPage {
  const { comparison } = compared;
  if (comparison === null) return () => NO_ROWS;
  const filter = readChangeFilter(compared, given);
  return (offset) => {
    const { rows, ...rest } = findChanged(comparison.changes.companies, filter, { limit: ROWS_AT_A_TIME, offset });
    return { rows: rows.map((changed) => changedRecord(comparison, changed)), ...rest };
  };
}

/** Returns the parameters that keep every page at the same two releases. */
function pin(before: Snapshot | null, after: Snapshot) {
  return { ...(before === null ? {} : { from: before.name }), to: after.name };
}

const NOTHING = { items: [], total: 0, nextOffset: null };

/** Describes the head of a list; countries and sectors are on its first page only. */
function describeHead(compared: NarrowedReleases, isFirstPage: boolean) {
  const { before, after, reason, comparison, sources } = compared;
  const { site } = sources;
  const missing = comparison === null ? "not_compared" : "following_page";
  const isDescribed = isFirstPage && comparison !== null;
  const { methodChange, counts } = comparison?.changes ?? {};
  return joinMembers(
    openEnvelope(sources),
    withReasons({ from: before && describeRelease(before, site) }, { from: "no_release_before" }),
    {
      to: describeRelease(after, site),
      verdict: reason === null ? ("compared" as const) : ("cannot_be_told" as const),
    },
    withReasons({ reason }, { reason: "releases_compared" }),
    {
      summary: summaryOf(before, after, comparison?.changes ?? null, {
        takenBack: compared.takenBack,
        where: reason === "not_listed" ? null : compared.where,
      }),
    },
    withReasons(
      {
        method_change: methodChange === undefined ? null : METHOD_PARTS.filter((part) => methodChange[part]),
        companies: counts === undefined ? null : describeCounts(counts),
        countries: isDescribed ? describeCountryChanges(sources, comparison) : null,
        sectors: isDescribed ? describeSectorChanges(sources, comparison) : null,
        labels: comparison === null ? null : [...comparison.changes.labels],
      },
      {
        method_change: "not_compared",
        companies: "not_compared",
        countries: missing,
        sectors: missing,
        labels: "not_compared",
      },
    ),
  );
}

function describeRelease(snapshot: Snapshot, site: Site): Static<typeof ComparedRelease> {
  const { id, publishedAt } = snapshot.manifest;
  return {
    id,
    published_at: publishedAt,
    scale: describeScale(snapshot, site),
    href: site.baseUrl + urlTo(API.countries, { release: snapshot.name }),
  };
}

/** Compares a release with itself, as it may be the only one. */
function exampleParameters({ manifest, countries, sectors }: Snapshot, releases: Releases) {
  const current = releases.current();
  const pinned = pin(findBefore(releases, current), current);
  const most = countries.toSorted((a, b) => b.judgedCompanies - a.judgedCompanies)[0];
  const [sector] = sectors;
  return {
    from: manifest.id,
    to: manifest.id,
    // The cursor belongs to a list without the other filters.
    cursor: cursorAt(listChanges, current.manifest.id, pinned, 1),
    change: COMPANY_CHANGES.slice(0, 1),
    ...(most === undefined ? {} : { country: [most.slug] }),
    ...(sector === undefined ? {} : { sector: [sector.slug] }),
  };
}

export function describeCounts(counts: ReleaseChanges["counts"]): Static<typeof CompanyCounts> {
  const judged = {
    moved_median: counts.movedMedian,
    pillar_moved: counts.pillarMoved,
    judgements_changed: counts.judgementsChanged,
  };
  const why = "method_change";
  return joinMembers(
    { added: counts.added, removed: counts.removed, renamed: counts.renamed, reclassified: counts.reclassified },
    withReasons(judged, { moved_median: why, pillar_moved: why, judgements_changed: why }),
    {
      other_sectors_changed: counts.otherSectorsChanged,
      reply_changed: counts.replyChanged,
      details_changed: counts.detailsChanged,
    },
  );
}
