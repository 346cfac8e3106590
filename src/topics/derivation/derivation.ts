import type { Static, TProperties } from "typebox";
import { Type } from "../../ask/type.ts";
import type { Derivation, LineRange } from "../../trust/derivation.ts";
import type { Distribution as Counts } from "../../trust/scale.ts";
import { countOf } from "../../trust/statistics.ts";
import { Distribution, firmnessMembers, medianMembers } from "../../ask/components.ts";
import { describeBands } from "../../ask/describe.ts";
import { nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { pillarMembers, urlOf } from "../../ask/named-members.ts";
import type { Sources } from "../../ask/sources.ts";
import { type DerivedInWords, describeLeftOutInWords } from "./words.ts";
import { type UrlValues, urlTo } from "../../ask/urls.ts";

/** How a median is found, of areas and of companies: what both derivations have. */

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

/** `what` stands in the line: companies or judgements. */
export function derivationMembers(what: "company" | "judgement") {
  const many = { company: "judged companies", judgement: "judgements" }[what];
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
      Type.String({
        description: "Whether the median band depends on one pillar, in words.",
      }),
      "not_judged",
      ...(what === "company" ? (["too_few_companies"] as const) : []),
    ),
  } satisfies TProperties;
}

/** The components of these members. */
export const DERIVATION_COMPONENTS = [DerivationBand, WithoutPillar];

/** The bands on the way from the worst one up; `hrefOfBand` is the list of those in a band. */
export function describeSteps(
  { snapshot }: Sources,
  distribution: Counts,
  derivation: Derivation | null,
  hrefOfBand: (band: string) => string,
) {
  const { bands } = snapshot.manifest.dataset.scale;
  const steps = bands.map(({ id }, index): Static<typeof DerivationBand> => ({
    band: id,
    band_level: index + 1,
    count: distribution[index] ?? 0,
    cumulative: derivation?.cumulative[index] ?? 0,
    holds_middle: derivation?.median === index + 1,
    href: hrefOfBand(id),
  }));
  return { ...withReasons({ middle: derivation?.middle ?? null }, { middle: "not_judged" }), bands: steps };
}

/** What counts when one pillar is left out. */
interface LeftOut {
  readonly count: number;
  readonly distribution: Counts;
  readonly median: number | null;
}

/** What is left without each pillar, in the publisher's order, and a sentence about it. */
export function describeWithoutPillars({ snapshot }: Sources, derived: DerivedInWords, leftOut: readonly LeftOut[]) {
  const { scale, pillars } = snapshot.manifest.dataset;
  const named = leftOut.flatMap((each, index) => {
    const pillar = pillars[index];
    return pillar === undefined ? [] : { pillar, each };
  });
  const items = named.map(({ pillar: { id, label }, each }): Static<typeof WithoutPillar> => {
    return { id, label, count: each.count, ...describeBands(scale, each) };
  });
  const words = named.map(({ pillar, each }) => ({ ...pillar, pillar: pillar.label, distribution: each.distribution }));
  const summary = describeLeftOutInWords(scale, derived, words)?.text ?? null;
  const why = countOf(derived.distribution) === 0 ? "not_judged" : "too_few_companies";
  return {
    without_pillar: items,
    ...withReasons({ without_pillar_summary: summary }, { without_pillar_summary: why }),
  };
}

/** How many a range of the line has, and how many come before it. */
export function pageOfRange({ first, last }: LineRange): { readonly offset: number; readonly limit: number } {
  return { offset: first - 1, limit: last - first + 1 };
}

/** A URL as of `urlTo` in the release that answers, so that it shows the same figures. */
export function inRelease({ snapshot, site }: Sources, path: string, values: UrlValues = {}): string {
  return site.baseUrl + urlTo(path, { ...values, release: snapshot.name });
}
