import type { Static, TProperties } from "typebox";
import { Type } from "../../ask/type.ts";
import { JUDGED_ON_PATTERN } from "../../trust/judged-on.ts";
import type { DateSpan, Origins, Provenance } from "../../trust/provenance.ts";
import { labelOfText } from "../../trust/dataset.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { nullable, nullableRef, objectOf, ref, withReasons } from "../../ask/json-shape.ts";

/** The provenance of the judgements that a figure counts: their dates, judges and sources. */

const date = (description: string) =>
  nullable(Type.String({ pattern: JUDGED_ON_PATTERN, description }), "not_given", "not_judged");

const JudgementDates = objectOf(
  {
    dated: Type.Integer({ minimum: 0, description: "How many of the judgements have a date." }),
    undated: Type.Integer({ minimum: 0, description: "How many have none." }),
    oldest: date("The oldest date."),
    middle: date("The date of the judgement in the middle of those that are dated, oldest first: ceil(n / 2)."),
    newest: date("The newest date."),
  },
  { $id: "JudgementDates", description: "When the judgements were made." },
);

const LargestOrigin = Type.Object(
  {
    name: Type.String({ description: "The judge, or the URL of the source." }),
    label: Type.String({ description: "The same as readers see it." }),
    numerator: Type.Integer({ minimum: 1, description: "How many of the judgements name it." }),
    denominator: Type.Integer({ minimum: 1, description: "How many of them name any." }),
    share: Type.Number({ minimum: 0, maximum: 1, description: "Their quotient." }),
  },
  {
    $id: "LargestOrigin",
    description: "The one that most of the judgements name; of several the first in text order.",
  },
);

const JudgementOrigins = objectOf(
  {
    named: Type.Integer({ minimum: 0, description: "How many of the judgements name one." }),
    unnamed: Type.Integer({ minimum: 0, description: "How many name none." }),
    different: nullable(
      Type.Integer({ minimum: 1, description: "How many different ones they name." }),
      "not_given",
      "not_judged",
    ),
    largest: nullableRef(LargestOrigin, "not_given", "not_judged"),
  },
  { $id: "JudgementOrigins", description: "The judges of the judgements, or their sources by URL." },
);

export const provenanceMembers = {
  judged_on: ref(JudgementDates),
  judges: ref(JudgementOrigins),
  sources: ref(JudgementOrigins),
} satisfies TProperties;

/** The components of these members. */
export const PROVENANCE_COMPONENTS = [JudgementDates, LargestOrigin, JudgementOrigins];

export function describeProvenance(
  { manifest }: Pick<Snapshot, "manifest">,
  { judgements, dates, judges, sources }: Provenance,
) {
  const { judgeLabels } = manifest.dataset;
  return {
    judged_on: describeDates(dates, judgements),
    judges: describeOrigins(judges, judgements, (judge) => labelOfText(judgeLabels, judge)),
    sources: describeOrigins(sources, judgements, (url) => url),
  };
}

function describeDates({ dated, oldest, middle, newest }: DateSpan, judgements: number): Static<typeof JudgementDates> {
  const missing = missingOf(judgements);
  return withReasons(
    { dated, undated: judgements - dated, oldest, middle, newest },
    { oldest: missing, middle: missing, newest: missing },
  );
}

function describeOrigins(
  { given, different, largest }: Origins,
  judgements: number,
  labelOf: (name: string) => string,
): Static<typeof JudgementOrigins> {
  const missing = missingOf(judgements);
  const most = largest && {
    name: largest.name,
    label: labelOf(largest.name),
    numerator: largest.judgements,
    denominator: given,
    share: largest.judgements / given,
  };
  return withReasons(
    { named: given, unnamed: judgements - given, different: different === 0 ? null : different, largest: most },
    { different: missing, largest: missing },
  );
}

/** Returns the reason for unknown members: there is no judgement, or none states them. */
function missingOf(judgements: number): "not_judged" | "not_given" {
  return judgements === 0 ? "not_judged" : "not_given";
}
