import { findChanged } from "../release/changes/changed-companies.ts";
import type { ComparedFigures } from "../release/changes/read-contents.ts";
import { isOtherMethod, type NamedCriterion, type ReleaseChanges } from "../release/changes/release-changes.ts";
import type { CompanyChange } from "../trust/company-changes.ts";
import { isSameDataset } from "../trust/dataset.ts";
import type { BeforeAndAfter, Movement } from "../trust/movement.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { joinMembers, withReasons } from "../ask/json-shape.ts";
import { describeFigures } from "../topics/change/area-changes.ts";
import { describeCounts } from "../topics/change/list-changes.ts";
import { countedCompanies, countedCountries } from "./words.ts";

/** The changes as lines of text. Each release uses the labels of its own scale. */
export function changeLines(changes: ReleaseChanges, before: ComparedFigures, after: ComparedFigures): string[] {
  const { added, removed, reclassified, otherSectorsChanged, replyChanged, detailsChanged } = changes.counts;
  const { countries, sectors } = changes;
  const countOf = (change: CompanyChange): number =>
    findChanged(changes.companies, { changes: [change] }, { offset: 0, limit: 0 }).total;
  const isOther = isOtherMethod(changes.methodChange);
  const movedLines = (found: number, heading: string, lines: readonly string[]): string[] =>
    found === 0
      ? []
      : [`${isOther ? "Median bands before and now of" : "Median band changes in"} ${heading}:`, ...lines];
  return [
    ...(isSameDataset(before.manifest.dataset, after.manifest.dataset)
      ? []
      : ["The title is another one: to readers this is another dataset, and no change is announced."]),
    `Compared with ${before.manifest.id}: ${countedCompanies(added)} added, ${formatCount(removed)} removed, ` +
      `${formatCount(reclassified)} reclassified` +
      (isOther ? "." : `, ${formatCount(countOf("re_rated"))} with a different median band.`),
    ...countLine("Judged for the first time", countOf("first_judged")),
    ...countLine("Listed, and no longer judged", countOf("no_longer_judged")),
    ...countLine("Also naming other sectors than before", otherSectorsChanged),
    ...countLine("With other replies than before", replyChanged),
    ...countLine("With other details than before", detailsChanged),
    ...renamedLines(changes, before, after),
    ...judgementLines(changes),
    ...labelLines(changes),
    ...(isOther
      ? ["The method is another one (scale, pillars or rule): the bands of the two releases cannot be compared."]
      : []),
    ...(countries.added.length > 0 ? [`New countries: ${countries.added.join(", ")}.`] : []),
    ...(countries.removed.length > 0 ? [`Countries no longer covered: ${countries.removed.join(", ")}.`] : []),
    ...(countries.moved.length === 0 ? ["No country changes its median band."] : []),
    ...movedLines(
      countries.moved.length,
      countedCountries(countries.moved.length),
      countries.moved.map(({ code, movement }) => {
        return `  ${code} ${countryName(code, before, after)}: ${moveLine(movement, before, after)}`;
      }),
    ),
    ...movedLines(
      sectors.moved.length,
      counted(sectors.moved.length, "sector"),
      sectors.moved.map(({ code, movement }) => `  ${code}: ${moveLine(movement, before, after)}`),
    ),
  ];
}

function countLine(said: string, companies: number): string[] {
  return companies > 0 ? [`${said}: ${countedCompanies(companies)}.`] : [];
}

/** The companies with another name, the first of them each in a line. */
function renamedLines(
  { companies, counts }: ReleaseChanges,
  before: ComparedFigures,
  after: ComparedFigures,
): string[] {
  if (counts.renamed === 0) return [];
  const { rows } = findChanged(companies, { changes: ["renamed"] }, { offset: 0, limit: NAMED_MAX });
  const [then, now] = [before.contents().companies, after.contents().companies];
  const more = counts.renamed - rows.length;
  return [
    `Renamed: ${countedCompanies(counts.renamed)}.`,
    ...rows.flatMap((row) => {
      const [was, is] = [then[row.before ?? -1], now[row.after ?? -1]];
      return was === undefined || is === undefined ? [] : [`  ${is.id}: ${was.name} before, ${is.name} now`];
    }),
    ...(more > 0 ? [`  … and ${formatCount(more)} more`] : []),
  ];
}

/** Says how the numbers of judgements and sources changed, and which criteria came and went. */
function judgementLines({ judgements, counts }: ReleaseChanges): string[] {
  const { before, after, criteriaAdded, criteriaRemoved } = judgements;
  const nameOf = ({ pillar, criterion }: NamedCriterion): string => `${pillar}: ${criterion ?? "without a criterion"}`;
  const listOf = (heading: string, criteria: readonly NamedCriterion[]): string[] => {
    const more = criteria.length - NAMED_MAX;
    const named = criteria.slice(0, NAMED_MAX).map(nameOf).join(", ");
    return criteria.length === 0 ? [] : [`${heading}: ${named}${more > 0 ? ` and ${formatCount(more)} more` : ""}.`];
  };
  return [
    ...countLine("With a different median band in a pillar alone", counts.pillarMoved ?? 0),
    ...countLine("With other judgements and the same median bands", counts.judgementsChanged ?? 0),
    ...(before.judgements === after.judgements && before.sources === after.sources
      ? []
      : [
          `Judgements: ${formatCount(before.judgements)} before, ${formatCount(after.judgements)} now; ` +
            `with a source: ${formatCount(before.sources)} before, ${formatCount(after.sources)} now.`,
        ]),
    ...(before.newest === after.newest
      ? []
      : [`Newest judgement: ${before.newest ?? "no date"} before, ${after.newest ?? "no date"} now.`]),
    ...listOf("Criteria that are gone", criteriaRemoved),
    ...listOf("New criteria", criteriaAdded),
  ];
}

function labelLines({ labels }: ReleaseChanges): string[] {
  return labels.map(({ of, id, before, after }) => `Another label of the ${of} ${id}: ${before} before, ${after} now.`);
}

const NAMED_MAX = 20;

/** `Low → High (re_judged)`; without the arrow, which claims a trend, where there is none. */
function moveLine(movement: Movement, before: ComparedFigures, after: ComparedFigures): string {
  const band = (release: ComparedFigures, level: number | null): string =>
    level === null ? "not judged" : (release.manifest.dataset.scale.bands[level - 1]?.label ?? String(level));
  const fromTo = (part: BeforeAndAfter): string =>
    movement.trend === null
      ? `${band(before, part.before.median)} before, ${band(after, part.after.median)} now`
      : `${band(before, part.before.median)} → ${band(after, part.after.median)}`;
  const { causes, inBoth, rest } = movement;
  const hasRest = rest.before.judgedCompanies + rest.after.judgedCompanies > 0;
  const hasBoth = inBoth.before.judgedCompanies + inBoth.after.judgedCompanies > 0;
  const split =
    hasRest && hasBoth
      ? `; companies in both: ${band(before, inBoth.before.median)} before, ${band(after, inBoth.after.median)} now`
      : "";
  return `${fromTo(movement)} (${causes.join(", ")})${split}`;
}

function countryName(iso2: string, before: ComparedFigures, after: ComparedFigures): string {
  const isIt = (country: ComparedFigures["countries"][number]): boolean => country.iso2 === iso2;
  return (after.countries.find(isIt) ?? before.countries.find(isIt))?.name ?? iso2;
}

/** The changes for scripts, as `/changes` has them. Each release uses the ids of its own scale. */
export function changesJson(
  changes: ReleaseChanges,
  before: ComparedFigures,
  after: ComparedFigures,
): Record<string, unknown> {
  const { countries, sectors } = changes;
  const both = (part: BeforeAndAfter): object => ({
    before: describeFigures(before, part.before),
    after: describeFigures(after, part.after),
  });
  const moved = (names: object, { causes, trend, trendReason, ...movement }: Movement): object =>
    joinMembers(names, { causes }, withReasons({ trend }, { trend: trendReason }), both(movement), {
      in_both: both(movement.inBoth),
      rest: both(movement.rest),
    });
  return {
    companies: describeCounts(changes.counts),
    method_change: isOtherMethod(changes.methodChange),
    countries_added: countries.added,
    countries_removed: countries.removed,
    moved: countries.moved.map(({ code, movement }) =>
      moved({ iso2: code, name: countryName(code, before, after) }, movement),
    ),
    moved_sectors: sectors.moved.map(({ code, movement }) => moved({ slug: code }, movement)),
    judgements: changes.judgements,
    labels: changes.labels,
  };
}
