import { type TSchema, Type } from "typebox";
import { TRUST_SCORE } from "../../trust/retired-metrics.ts";
import { nullable, reason } from "../../contract/json-shape.ts";

/** What version 1 adds to a component of version 2. */
interface Retired {
  /** Numbers of old, null in every answer. */
  readonly members: readonly string[];
  /** Whether it has the object of all metrics, too. */
  readonly hasMetrics?: true;
  /** Further members, not retired. */
  readonly extra?: Readonly<Record<string, TSchema>>;
}

/** The retired numeric members, by the component of version 2 that stands for the same thing. */
export const RETIRED: Readonly<Record<string, Retired>> = {
  Meta: {
    members: [],
    extra: {
      retired_fields: Type.Array(Type.String(), {
        description: "Names of the members that version 1 filled with numbers and that are null in this answer.",
      }),
    },
  },
  CountryEntry: { members: [TRUST_SCORE] },
  CountryDetail: { members: [TRUST_SCORE], hasMetrics: true },
  SectorEntry: { members: [TRUST_SCORE] },
  SectorIdentity: { members: [TRUST_SCORE] },
  RankingEntry: { members: [TRUST_SCORE, "rank_score"] },
  MatrixRow: { members: [TRUST_SCORE] },
  MatrixCell: { members: [TRUST_SCORE] },
};

/** Why the numbers are gone. */
const RETIRED_REASON = "retired";

/** The schemas of retired members and their reasons, in the order of `retiredMembers`. */
export function retiredMemberSchemas(names: readonly string[]): Record<string, TSchema> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, nullable(Type.Number({ description: "Retired: always null. Bands have an order and no distances." }))],
      [`${name}_reason`, reason(RETIRED_REASON)],
    ]),
  );
}

/** Retired members as they stand in an answer: null, each with its reason. */
export function retiredMembers(names: readonly string[]): Record<string, null | string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, null],
      [`${name}_reason`, RETIRED_REASON],
    ]),
  );
}

/** The object of all metrics: the one over all pillars and `<pillar>_score` for each pillar of the release. */
export const METRICS_SCHEMA: TSchema = Type.Unsafe({
  type: "object",
  description: "The metrics of version 1: `trust_score` and one `<pillar>_score` per pillar, retired and null.",
  properties: retiredMemberSchemas([TRUST_SCORE]),
  required: [TRUST_SCORE, `${TRUST_SCORE}_reason`],
  additionalProperties: { type: ["number", "string", "null"] },
});
