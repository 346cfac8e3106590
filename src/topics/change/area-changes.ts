import type { Static, TProperties } from "typebox";
import { Type } from "../../ask/type.ts";
import type { MovedArea } from "../../release/changes/release-changes.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { type BeforeAndAfter, MOVEMENT_CAUSES } from "../../trust/movement.ts";
import type { JudgedStatistics } from "../../trust/statistics.ts";
import type { Comparison } from "./compared-releases.ts";
import { countryIn, moveInWords, sectorIn, type TwoSnapshots } from "./changes-between.ts";
import { CountryIdentity, Distribution, medianMembers, SectorIdentity } from "../../ask/components.ts";
import { describeDistribution, describeMedian, nameCountry } from "../../ask/describe.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { countOf, countryMembers, sectorMembers, summaryMember, urlOf } from "../../ask/named-members.ts";
import type { Sources } from "../../ask/sources.ts";
import { API, hrefOf, urlTo } from "../../ask/urls.ts";

/** Describes countries and sectors whose median band differs in a later release. */

const FiguresThen = objectOf(
  {
    judged_companies: countOf("The companies that the distribution counts."),
    ...medianMembers,
    distribution: ref(Distribution),
  },
  { $id: "FiguresThen", description: "The figures of some companies in one release, on the scale of that release." },
);

const BeforeAndAfterFigures = Type.Object(
  { before: ref(FiguresThen), after: ref(FiguresThen) },
  { $id: "BeforeAndAfterFigures", description: "The figures of some companies in two releases." },
);

const MoveCounts = objectOf(
  {
    judged_in_both: countOf("Companies that are judged there in both releases."),
    re_rated: nullable(countOf("Those of them with another median band."), "method_change"),
    first_judged: countOf("Listed there in both releases, and judged in the later one alone."),
    no_longer_judged: countOf("Listed there in both releases, and judged in the earlier one alone."),
    added: countOf("Judged there in the later release, and not listed at all in the earlier one."),
    removed: countOf("Judged there in the earlier release, and not listed at all in the later one."),
    filed_here: countOf("Judged there in the later release, and filed elsewhere in the earlier one."),
    filed_elsewhere: countOf("Judged there in the earlier release, and filed elsewhere in the later one."),
  },
  {
    $id: "MoveCounts",
    description: "What happened to the judged companies of the country or sector; each is counted once.",
  },
);

export const Trend = oneOf(["higher", "lower"], {
  $id: "Trend",
  description:
    "Whether the median band rose or fell: it is a higher or a lower one than before, and so is that of the companies judged in both releases.",
});

const moveMembers = {
  causes: Type.Array(oneOf(MOVEMENT_CAUSES), {
    description:
      "Why the median band is another one: companies re-judged, added, removed or reclassified (filed in another country or sector), or the method changed (scale, pillars or rule).",
  }),
  trend: nullableRef(Trend, "method_change", "not_judged", "too_few_companies", "composition", "taken_back"),
  before: ref(FiguresThen),
  after: ref(FiguresThen),
  in_both: ref(BeforeAndAfterFigures),
  rest: ref(BeforeAndAfterFigures),
  counts: ref(MoveCounts),
  ...summaryMember,
  companies_href: urlOf("the list of its companies that something happened to"),
  href: urlOf("it, in the later release that has it"),
} satisfies TProperties;

const MOVED =
  "whose median band is another one. `in_both` counts the companies filed there in both releases and `rest` the others; together they are `before` and `after`.";

const CountryMove = objectOf(
  { ...countryMembers, ...moveMembers },
  { $id: "CountryMove", description: `A country ${MOVED}` },
);

const SectorMove = objectOf(
  { ...sectorMembers, ...moveMembers },
  { $id: "SectorMove", description: `A sector ${MOVED}` },
);

export const CountryChanges = Type.Object(
  {
    added: Type.Array(ref(CountryIdentity), { description: "With a listed company in the later release alone." }),
    removed: Type.Array(ref(CountryIdentity), { description: "With a listed company in the earlier release alone." }),
    moved: Type.Array(ref(CountryMove), { description: "Those whose median band is another one, by ISO2." }),
  },
  { $id: "CountryChanges", description: "The countries that differ between the two releases." },
);

export const SectorChanges = Type.Object(
  {
    added: Type.Array(ref(SectorIdentity), { description: "With a listed company in the later release alone." }),
    removed: Type.Array(ref(SectorIdentity), { description: "With a listed company in the earlier release alone." }),
    moved: Type.Array(ref(SectorMove), { description: "Those whose median band is another one, by slug." }),
  },
  { $id: "SectorChanges", description: "The sectors that differ between the two releases." },
);

/** `CountryChanges` and `SectorChanges`, and the components that they refer to. */
export const AREA_CHANGE_COMPONENTS = [
  FiguresThen,
  BeforeAndAfterFigures,
  MoveCounts,
  Trend,
  CountryMove,
  SectorMove,
  CountryChanges,
  SectorChanges,
];

/** Describes the countries that differ. */
export function describeCountryChanges(sources: Sources, releases: Comparison): Static<typeof CountryChanges> {
  const name = (iso2: string) => nameCountry(countryIn(releases, iso2));
  const { added, removed, moved } = releases.changes.countries;
  return {
    added: added.map(name),
    removed: removed.map(name),
    moved: moved.map((each) =>
      joinMembers(name(each.code), describeMove(sources, releases, "country", each, name(each.code).slug)),
    ),
  };
}

/** Describes the sectors that differ. */
export function describeSectorChanges(sources: Sources, releases: Comparison): Static<typeof SectorChanges> {
  const name = (slug: string) => ({ slug, label: sectorIn(releases, slug).label });
  const { added, removed, moved } = releases.changes.sectors;
  return {
    added: added.map(name),
    removed: removed.map(name),
    moved: moved.map((each) =>
      joinMembers(name(each.code), describeMove(sources, releases, "sector", each, each.code)),
    ),
  };
}

function describeMove(
  { site }: Sources,
  { before, after }: TwoSnapshots,
  kind: "country" | "sector",
  moved: MovedArea,
  slug: string,
) {
  const { movement, code } = moved;
  const isListed = (kind === "country" ? after.countryByIso2(code) : after.sectorBySlug(code)) !== undefined;
  const latest = isListed ? after : before;
  const compared = { from: before.name, to: after.name, [kind]: slug };
  const both = ({ before: earlier, after: later }: BeforeAndAfter) => ({
    before: describeFigures(before, earlier),
    after: describeFigures(after, later),
  });
  return joinMembers(
    { causes: [...movement.causes] },
    withReasons({ trend: movement.trend }, { trend: movement.trendReason }),
    both(movement),
    { in_both: both(movement.inBoth), rest: both(movement.rest), counts: describeCounts(movement) },
    {
      summary: moveInWords(before, after, kind, moved).text,
      companies_href: site.baseUrl + urlTo(API.changes, compared),
      href: hrefOf(site, kind, slug, latest.name),
    },
  );
}

export function describeFigures(
  { manifest }: Pick<Snapshot, "manifest">,
  { judgedCompanies, median, distribution }: JudgedStatistics,
): Static<typeof FiguresThen> {
  const { scale } = manifest.dataset;
  return joinMembers({ judged_companies: judgedCompanies }, describeMedian(scale, median), {
    distribution: describeDistribution(scale, distribution),
  });
}

function describeCounts({ counts, causes }: MovedArea["movement"]): Static<typeof MoveCounts> {
  const reRated = causes.includes("method_change") ? null : counts.reRated;
  return joinMembers(
    { judged_in_both: counts.judgedInBoth },
    withReasons({ re_rated: reRated }, { re_rated: "method_change" }),
    {
      first_judged: counts.firstJudged,
      no_longer_judged: counts.noLongerJudged,
      added: counts.added,
      removed: counts.removed,
      filed_here: counts.filedHere,
      filed_elsewhere: counts.filedElsewhere,
    },
  );
}
