import type { Static } from "typebox";
import type { Kind } from "./kind.ts";
import { deriveCompany, getCompany, getCompanyHistory } from "./company.ts";
import { deriveCountry, getCountry, getCountryHistory } from "./country.ts";
import { deriveSector, getSector, getSectorHistory } from "./sector.ts";

/** Operations about one subject, by its kind. */
export const SUBJECTS = {
  country: { detail: getCountry, derivation: deriveCountry, history: getCountryHistory },
  sector: { detail: getSector, derivation: deriveSector, history: getSectorHistory },
  company: { detail: getCompany, derivation: deriveCompany, history: getCompanyHistory },
} as const satisfies Readonly<Record<Kind["name"], object>>;

export type SubjectKind = keyof typeof SUBJECTS;

export type AnswerOf<K extends SubjectKind, Question extends "detail" | "derivation" | "history"> = Static<
  (typeof SUBJECTS)[K][Question]["form"]["schema"]
>;

/** Answers about one subject. */
export type Country = AnswerOf<"country", "detail">;
export type Sector = AnswerOf<"sector", "detail">;
export type Company = AnswerOf<"company", "detail">;
export type SubjectDerivation = AnswerOf<SubjectKind, "derivation">;
export type SubjectHistory = AnswerOf<SubjectKind, "history">;
