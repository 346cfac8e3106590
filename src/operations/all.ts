import type { TSchema } from "typebox";
import { partialList } from "../contract/chosen-fields.ts";
import { SHARED_COMPONENTS } from "../contract/components.ts";
import { checkClaim } from "./check-claim.ts";
import { CITATIONS } from "./cite.ts";
import { CSV_DESCRIPTIONS } from "./describe-csv.ts";
import { DOWNLOADS, downloadCountryData } from "./download-tables.ts";
import { compareCountries } from "./compare-countries.ts";
import { confirmEmail, showConfirmation } from "./confirm-email.ts";
import { eraseAccount } from "./erase-account.ts";
import { exportAccount } from "./export-account.ts";
import { getCompany } from "./get-company.ts";
import { getDashboard } from "./get-dashboard.ts";
import { getDataset } from "./get-dataset.ts";
import { getDcat } from "./get-dcat.ts";
import { getDataPackage } from "./get-data-package.ts";
import { getCountry } from "./get-country.ts";
import { getCountrySectorMatrix } from "./get-country-sector-matrix.ts";
import { getScale } from "./get-scale.ts";
import { getSector } from "./get-sector.ts";
import { downloadCompanyList, listCompanies } from "./list-companies.ts";
import { downloadJudgementList, listJudgements } from "./list-judgements.ts";
import { downloadProductList, listProducts } from "./list-products.ts";
import { listReleases } from "./list-releases.ts";
import { listSectors } from "./list-sectors.ts";
import type { Operation } from "../contract/operation.ts";
import { previewCountries } from "./preview-countries.ts";
import { rankCountries } from "./rank-countries.ts";
import { search } from "./search.ts";
import { reverseGeocode } from "./reverse-geocode.ts";
import { reverseGeocodePoints } from "./reverse-geocode-points.ts";
import { revokeKey } from "./revoke-key.ts";
import { rotateKey } from "./rotate-key.ts";
import { signUp } from "./sign-up.ts";
import { DEPRECATED } from "./v1/deprecated.ts";

/** Every public question, in the order documents list them. */
export const OPERATIONS: readonly Operation[] = [
  previewCountries,
  getCountry,
  rankCountries,
  getCountrySectorMatrix,
  compareCountries,
  checkClaim,
  downloadCountryData,
  listSectors,
  getSector,
  listCompanies,
  downloadCompanyList,
  getCompany,
  listProducts,
  downloadProductList,
  listJudgements,
  downloadJudgementList,
  getScale,
  search,
  listReleases,
  reverseGeocode,
  reverseGeocodePoints,
  ...DOWNLOADS,
  ...CSV_DESCRIPTIONS,
  getDataPackage,
  getDcat,
  getDataset,
  ...CITATIONS,
  signUp,
  getDashboard,
  rotateKey,
  revokeKey,
  exportAccount,
  eraseAccount,
  showConfirmation,
  confirmEmail,
  ...DEPRECATED,
];

/** Every schema with an `$id` that a body or an answer is or points at, once. */
export const COMPONENTS: readonly TSchema[] = componentsOf(OPERATIONS);

/** The schemas of some operations; see `COMPONENTS`. */
export function componentsOf(operations: readonly Operation[]): readonly TSchema[] {
  const own = operations.flatMap(({ form, body, parameters }) => [
    ...(body === undefined ? [] : [...(body.components ?? []), body.schema]),
    ...(form.kind === "json" ? [...(form.components ?? []), form.schema] : []),
    ...(form.kind === "json" && "fields" in parameters.query.properties
      ? partialList(form.schema, [...SHARED_COMPONENTS, ...(form.components ?? [])])
      : []),
  ]);
  return [...new Set([...SHARED_COMPONENTS, ...own])];
}
