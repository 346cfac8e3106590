import type { Static, TProperties, TSchema } from "typebox";
import { said, Type } from "../../ask/type.ts";
import { deriveMedian, type LineRange } from "../../trust/derivation.ts";
import type { Distribution as Counts } from "../../trust/scale.ts";
import { countOf } from "../../trust/statistics.ts";
import { Distribution, firmnessMembers, medianMembers } from "../../ask/components.ts";
import { describeBands } from "../../ask/describe.ts";
import { joinMembers, nullable, objectOf, ref, withReasons, nullableRef } from "../../ask/json-shape.ts";
import { pillarMembers, urlOf } from "../../ask/named-members.ts";
import type { Sources } from "../../ask/sources.ts";
import type { Rated } from "../../say/standing.ts";
import { describeLeftOutInWords } from "../../say/not-known.ts";
import { type UrlValues, urlTo } from "../../ask/urls.ts";
import { JUDGED_ON_PATTERN } from "../../trust/judged-on.ts";
import type { DateSpan, Origins, Provenance } from "../../trust/provenance.ts";
import { labelOfText } from "../../trust/dataset.ts";
import type { Snapshot } from "../../release/snapshot.ts";

/** Parts that the derivations of the medians of areas and of companies share. */

const DerivationBand = Type.Object(
  {
    band: Type.String({ description: "Id of the band." }),
    band_level: Type.Integer({ minimum: 1, description: "Level of the band; 1 is the worst." }),
    count: Type.Integer({ minimum: 0, description: "How many stand in this band, as in `distribution`." }),
    cumulative: Type.Integer({ minimum: 0, description: "How many stand in this band or a worse one." }),
    holds_middle: Type.Boolean({
      description: "Whether the one at position `middle` stands in it: `cumulative` reaches `middle` here first.",
    }),
    href: urlOf("the list of those in this band, in the release of the figures"),
  },
  { $id: "DerivationBand", description: "A band with its counts, on the way from the worst band up." },
);

const WithoutPillar = objectOf(
  {
    ...pillarMembers,
    count: Type.Integer({
      minimum: 0,
      description: "How many count without this pillar: judged companies, or judgements of a company.",
    }),
    ...medianMembers,
    distribution: ref(Distribution),
    ...firmnessMembers,
  },
  { $id: "WithoutPillar", description: "The statistics when the judgements in this pillar are left out everywhere." },
);

/** Returns the members of a line of companies or judgements, with the schema `item` for each. */
export function derivationMembers<Item extends TSchema>(what: "company" | "judgement", item: Item) {
  const many = { company: "judged companies", judgement: "judgements" }[what];
  const things = { company: "companies", judgement: "judgements" }[what];
  const range = (description: string) => Type.Array(ref(item), { description });
  return {
    middle: nullable(
      Type.Integer({
        minimum: 1,
        description: `Position of the ${what} in the middle when all ${many} stand in a line, worst band first: ceil(n / 2). The band it stands in is the median band.`,
      }),
      "not_judged",
    ),
    bands: Type.Array(ref(DerivationBand), { description: "Every band, worst first." }),
    without_pillar: Type.Array(ref(WithoutPillar), {
      description: "What is left without each of the pillars, in the publisher's order.",
    }),
    without_pillar_summary: nullable(
      said(Type.String({ description: "Whether the median band depends on one pillar, in words." })),
      "not_judged",
      ...(what === "company" ? (["too_few_companies"] as const) : []),
    ),
    below: range(`The last five ${things} in the line below the median band.`),
    around_middle: range(`The ${what} at position \`middle\`, with two before and two after it in the same band.`),
    above: range(`The first five ${things} in the line above the median band.`),
  } satisfies TProperties;
}

/** The items of a line, and the functions that return its parts. */
interface Line<Item> extends Rated {
  /** Returns the URL of the list of those in a band, by its id. */
  readonly hrefOfBand: (band: string) => string;
  /** Returns a part of the line, worst band first. */
  readonly inLine: (offset: number, limit: number) => readonly Item[];
  /** The items that are left without each pillar, in the publisher's order. */
  readonly leftOut: readonly RestFigures[];
}

/** Describes the bands, worst first, the line around the middle, and the effect of each pillar. */
export function describeLine<Item extends object>(sources: Sources, line: Line<Item>) {
  const { distribution, hrefOfBand } = line;
  const derivation = deriveMedian(distribution);
  const { bands } = sources.snapshot.manifest.dataset.scale;
  const steps = bands.map(({ id }, index): Static<typeof DerivationBand> => ({
    band: id,
    band_level: index + 1,
    count: distribution[index] ?? 0,
    cumulative: derivation?.cumulative[index] ?? 0,
    holds_middle: derivation?.median === index + 1,
    href: hrefOfBand(id),
  }));
  const part = (range: LineRange | null = null) => {
    if (range === null) return [];
    const { first, last } = range;
    return line.inLine(first - 1, last - first + 1).map((item, index) => ({ position: first + index, ...item }));
  };
  return joinMembers(
    withReasons({ middle: derivation?.middle ?? null }, { middle: "not_judged" }),
    { bands: steps },
    { below: part(derivation?.below), around_middle: part(derivation?.around), above: part(derivation?.above) },
    describeWithoutPillars(sources, line, line.leftOut),
  );
}

/** The figures without one pillar. */
interface RestFigures {
  readonly count: number;
  readonly distribution: Counts;
  readonly median: number | null;
}

/** Describes the figures without each pillar, in the publisher's order, and in a sentence. */
function describeWithoutPillars({ snapshot }: Sources, derived: Rated, leftOut: readonly RestFigures[]) {
  const { scale, pillars } = snapshot.manifest.dataset;
  const named = leftOut.flatMap((each, index) => {
    const pillar = pillars[index];
    return pillar === undefined ? [] : { pillar, each };
  });
  const items = named.map(({ pillar: { id, label }, each }): Static<typeof WithoutPillar> => {
    return { id, label, count: each.count, ...describeBands(scale, each) };
  });
  const words = named.map(({ pillar, each }) => ({ pillar: pillar.label, distribution: each.distribution }));
  const summary = describeLeftOutInWords(scale, derived, words);
  const why = countOf(derived.distribution) === 0 ? "not_judged" : "too_few_companies";
  return {
    without_pillar: items,
    ...withReasons({ without_pillar_summary: summary }, { without_pillar_summary: why }),
  };
}

/** Returns a URL that names the release that answers, so that it shows the same figures. */
export function inRelease({ snapshot, site }: Sources, path: string, values: UrlValues = {}): string {
  return site.baseUrl + urlTo(path, { ...values, release: snapshot.name });
}

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

/** The components of the members of a derivation. */
export const DERIVATION_COMPONENTS = [DerivationBand, WithoutPillar, JudgementDates, LargestOrigin, JudgementOrigins];

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
