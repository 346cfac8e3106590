import type { Static } from "typebox";
import type { Said } from "../../ask/said.ts";
import type { Dataset } from "../../html/frame.ts";
import { countsOf } from "../ranking/page-finding.ts";
import { describeAreaInHeadline } from "../ranking/words-of-headlines.ts";
import type { getCompany } from "./get-company.ts";

/** A company as the API answers it. */
export type Company = Static<(typeof getCompany)["form"]["schema"]>;

/** How a company is rated, in a sentence without its full stop. */
export function companyFinding({ scale, bands }: Pick<Dataset, "scale" | "bands">, company: Company): Said {
  const { id, name } = company;
  return describeAreaInHeadline(
    { id: scale.id, bands },
    { subject: `company:${id}`, name, listedCompanies: null, distribution: countsOf(bands, company) },
    1,
  );
}
