import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { JudgementTotals, NamedCriterion, ReleaseChanges } from "../../release/changes/release-changes.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { FACTS } from "../../trust/fact-changes.ts";
import { JUDGED_ON_PATTERN } from "../../trust/judged-on.ts";
import { countryIn, type TwoSnapshots } from "./changes-between.ts";
import { CountryIdentity, medianMembers } from "../../ask/components.ts";
import { describeMedian, nameCountry } from "../../ask/describe.ts";
import { joinMembers, nullable, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";

/**
 * Describes what differs between two releases besides companies and the medians over all pillars:
 * countries in single pillars, how much is judged, and what the releases say about themselves.
 */

const MedianThen = objectOf(medianMembers, {
  $id: "MedianThen",
  description: "A median band in one release, on the scale of that release.",
});

const CountryInPillar = Type.Object(
  { country: ref(CountryIdentity), before: ref(MedianThen), after: ref(MedianThen) },
  { $id: "CountryInPillar", description: "A country with another median band in a pillar." },
);

export const PillarMove = Type.Object(
  {
    id: Type.String({ description: "Id of the pillar." }),
    label: Type.String({ description: "Its label in the later release." }),
    countries: Type.Array(ref(CountryInPillar), { description: "By ISO2." }),
  },
  { $id: "PillarMove", description: "A pillar of both releases in which median bands of countries are others." },
);

const Totals = objectOf(
  {
    judgements: Type.Integer({ minimum: 0, description: "Current judgements." }),
    with_source: Type.Integer({ minimum: 0, description: "Those of them that name a source." }),
    newest: nullable(
      Type.String({ pattern: JUDGED_ON_PATTERN, description: "Date of the newest, as it was given." }),
      "undated",
    ),
  },
  { $id: "JudgementTotals", description: "How much a release is judged by." },
);

const Criterion = objectOf(
  {
    pillar: Type.String({ description: "Id of the pillar." }),
    criterion: nullable(Type.String({ description: "The criterion." }), "not_given"),
  },
  { $id: "CriterionName", description: "What is looked at within a pillar." },
);

export const JudgementChanges = Type.Object(
  {
    before: ref(Totals),
    after: ref(Totals),
    criteria_added: Type.Array(ref(Criterion), { description: "Judged in the later release alone." }),
    criteria_removed: Type.Array(ref(Criterion), { description: "Judged in the earlier release alone." }),
  },
  { $id: "JudgementChanges", description: "What differs in all judgements of the two releases." },
);

export const FactChange = objectOf(
  {
    fact: oneOf(FACTS, { description: "What is said differently." }),
    id: nullable(Type.String({ description: "The band, pillar, sector, judge or criterion." }), "whole_release"),
    before: nullable(
      Type.String({ description: "In the earlier release; of a text or a logo the SHA-256 of its file." }),
      "not_given",
    ),
    after: nullable(Type.String({ description: "The same in the later release." }), "not_given"),
  },
  {
    $id: "FactChange",
    description: "Something that a release says about itself, its method or its site, and the other one differently.",
  },
);

/** The components that `PillarMove`, `JudgementChanges` and `FactChange` point at, and these. */
export const CHANGED_CONTENT_COMPONENTS = [
  MedianThen,
  CountryInPillar,
  PillarMove,
  Totals,
  Criterion,
  JudgementChanges,
  FactChange,
];

/** The pillars in which countries moved, or of those countries the ones of some codes. */
export function describePillarMoves(
  { atlas }: Sources,
  releases: TwoSnapshots,
  { pillars }: ReleaseChanges,
  codes: readonly string[] | null,
): Static<typeof PillarMove>[] {
  const { dataset } = releases.after.manifest;
  return pillars.flatMap(({ id, countries }) => {
    const chosen = countries.filter(({ iso2 }) => codes === null || codes.includes(iso2));
    if (chosen.length === 0) return [];
    const label = dataset.pillars.find((pillar) => pillar.id === id)?.label ?? id;
    const described = chosen.map(({ iso2, before, after }) => ({
      country: nameCountry(atlas, countryIn(releases, iso2)),
      before: describeMedian(scaleOf(releases.before), before),
      after: describeMedian(scaleOf(releases.after), after),
    }));
    return [{ id, label, countries: described }];
  });
}

export function describeJudgementChanges({ judgements }: ReleaseChanges): Static<typeof JudgementChanges> {
  const { before, after, criteriaAdded, criteriaRemoved } = judgements;
  return {
    before: describeTotals(before),
    after: describeTotals(after),
    criteria_added: criteriaAdded.map(describeCriterion),
    criteria_removed: criteriaRemoved.map(describeCriterion),
  };
}

export function describeFactChanges({ facts }: ReleaseChanges): Static<typeof FactChange>[] {
  return facts.map((change) => withReasons(change, { id: "whole_release", before: "not_given", after: "not_given" }));
}

function scaleOf({ manifest }: Snapshot): Snapshot["manifest"]["dataset"]["scale"] {
  return manifest.dataset.scale;
}

function describeTotals({ judgements, sources, newest }: JudgementTotals): Static<typeof Totals> {
  return joinMembers({ judgements, with_source: sources }, withReasons({ newest }, { newest: "undated" }));
}

function describeCriterion({ pillar, criterion }: NamedCriterion): Static<typeof Criterion> {
  return joinMembers({ pillar }, withReasons({ criterion }, { criterion: "not_given" }));
}
