import { type TProperties, Type } from "typebox";
import { nullable } from "./json-shape.ts";

const share = Type.Number({ minimum: 0, maximum: 1 });

/** Members that say where a country stands among the others. */
export const rankMembers = {
  rank: nullable(
    Type.Integer({
      minimum: 1,
      description: "Standard competition rank (1, 1, 3 …) by the median band alone, best first.",
    }),
    "too_few_companies",
    "not_judged",
  ),
  tied_with: nullable(
    Type.Integer({ minimum: 0, description: "How many others have the same rank." }),
    "too_few_companies",
    "not_judged",
  ),
  rank_best: nullable(
    Type.Integer({ minimum: 1, description: "First position of the tie group." }),
    "too_few_companies",
    "not_judged",
  ),
  rank_worst: nullable(
    Type.Integer({ minimum: 1, description: "Last position of the tie group." }),
    "too_few_companies",
    "not_judged",
  ),
  share_above: nullable(
    { ...share, description: "Share of the judged companies above the median band." },
    "not_judged",
  ),
  share_below: nullable(
    { ...share, description: "Share of the judged companies below the median band." },
    "not_judged",
  ),
} satisfies TProperties;
