import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { Dispute } from "../../atlas/borders/border-file.ts";
import { oneOf } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";
import { describeRule } from "./words.ts";

export const DisputeSchema = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z]+(?:_[a-z]+)*$", description: "Stable id of the dispute." }),
    name: Type.String({ description: "Common names of the land. They imply no opinion." }),
    status: oneOf(["open", "decided"], {
      description:
        "`decided`: a court or a tribunal has decided, and a party has not carried the decision out or does not accept it. Disputes that their parties have ended are not listed.",
    }),
    administrators: Type.Array(Type.String(), {
      description:
        "Who administers it, named as claimants are; several where it is divided or shared, empty where nobody does.",
    }),
    claimants: Type.Array(Type.String(), {
      description: "Who claims it: names of territories, and of claimants that have no code of ISO 3166-1.",
    }),
    documents: Type.Array(
      Type.Object({
        claimant: Type.String({ description: "One of `claimants`." }),
        title: Type.String({ description: "The document." }),
        date: Type.String({
          pattern: "^\\d{4}(?:-\\d{2}(?:-\\d{2})?)?$",
          description: "Its date, ISO 8601, as exactly as it is known.",
        }),
      }),
      { description: "For each claimant a document that claims it, or on which the claim rests." },
    ),
    basis: Type.String({ description: "How it stands, in words of neither side." }),
    rule: Type.String({
      description:
        "Why the location has the country it has: the rule of the policy, or the exception that the policy states.",
    }),
  },
  { $id: "Dispute", description: "A dispute over land that the policy names." },
);

/** Describes a dispute of the policy, with its parties by their names. */
export function describeDispute({ atlas }: Sources, dispute: Dispute): Static<typeof DisputeSchema> {
  const { id, name: title, status, claimants, basis } = dispute;
  const nameOf = (who: string): string => atlas.byIso2(who)?.name ?? who;
  const administrators = dispute.administrators.map(nameOf);
  return {
    id,
    name: title,
    status,
    administrators,
    claimants: claimants.map(({ who }) => nameOf(who)),
    documents: claimants.map(({ who, source, date }) => ({ claimant: nameOf(who), title: source, date })),
    basis,
    rule: describeRule(administrators, dispute.exception),
  };
}
