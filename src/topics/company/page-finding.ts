import type { Static } from "typebox";
import type { Dataset } from "../../html/frame.ts";
import type { getCompany } from "./get-company.ts";
import { describeCompanyInHeadline } from "./words-of-companies.ts";

/** A company as the API answers it. */
export type Company = Static<(typeof getCompany)["form"]["schema"]>;

/** Where a company stands, in a sentence without its full stop. */
export function companyFinding({ scale, bands }: Pick<Dataset, "scale" | "bands">, company: Company): string {
  const { name, median_level: level, flips_to_lower, flips_to_higher } = company;
  return describeCompanyInHeadline(
    { id: scale.id, bands },
    { name, level, flipsToLower: flips_to_lower, flipsToHigher: flips_to_higher },
  );
}
