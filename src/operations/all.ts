import type { TSchema } from "typebox";
import { partialList } from "../contract/chosen-fields.ts";
import { SHARED_COMPONENTS } from "../contract/components.ts";
import { checkClaim } from "./check-claim.ts";
import { CITATIONS } from "./cite.ts";
import { CSV_DESCRIPTIONS } from "./describe-csv.ts";
import { SIGNATURES } from "./download-signatures.ts";
import { DOWNLOADS, downloadCountryData } from "./download-tables.ts";
import { compareCountries } from "./compare-countries.ts";
import { confirmEmail, showConfirmation } from "./confirm-email.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { deriveCompany } from "./derive-company.ts";
import { deriveCountry } from "./derive-country.ts";
import { deriveSector } from "./derive-sector.ts";
import { eraseAccount } from "./erase-account.ts";
import { exportAccount } from "./export-account.ts";
import { getCompany } from "./get-company.ts";
import { getCompanyHistory } from "./get-company-history.ts";
import { getDashboard } from "./get-dashboard.ts";
import { getDataset } from "./get-dataset.ts";
import { getDcat } from "./get-dcat.ts";
import { getDataPackage } from "./get-data-package.ts";
import { getCountry } from "./get-country.ts";
import { getCountryHistory } from "./get-country-history.ts";
import { getCountrySectorMatrix } from "./get-country-sector-matrix.ts";
import { FOLLOW_COUNTRY } from "./follow-country.ts";
import { FOLLOW_RELEASES } from "./follow-releases.ts";
import { getScale } from "./get-scale.ts";
import { getWebhook } from "./get-webhook.ts";
import { getSector } from "./get-sector.ts";
import { describeChangesCsv, downloadChanges, downloadChangesWorkbook } from "./download-changes.ts";
import { listChanges } from "./list-changes.ts";
import { getSectorHistory } from "./get-sector-history.ts";
import { downloadCompanyList, downloadCompanyWorkbook, listCompanies } from "./list-companies.ts";
import { downloadJudgementList, downloadJudgementWorkbook, listJudgements } from "./list-judgements.ts";
import { downloadProductList, downloadProductWorkbook, listProducts } from "./list-products.ts";
import { downloadReplyList, downloadReplyWorkbook, listReplies } from "./list-replies.ts";
import { listReleases } from "./list-releases.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { listSectors } from "./list-sectors.ts";
import type { Operation } from "../contract/operation.ts";
import { matchPortfolio, matchPortfolioCsv } from "./match-portfolio.ts";
import { previewCountries } from "./preview-countries.ts";
import { rankCountries } from "./rank-countries.ts";
import { search } from "./search.ts";
import { getReconciliation, reconcile } from "./reconcile.ts";
import { proposeProperties } from "./reconcile-propose-properties.ts";
import { suggestEntities } from "./reconcile-suggest-entities.ts";
import { suggestProperties } from "./reconcile-suggest-properties.ts";
import { registerWebhook } from "./register-webhook.ts";
import { reverseGeocode } from "./reverse-geocode.ts";
import { reverseGeocodePoints } from "./reverse-geocode-points.ts";
import { revokeKey } from "./revoke-key.ts";
import { rotateKey } from "./rotate-key.ts";
import { testWebhook } from "./test-webhook.ts";
import { signUp } from "./sign-up.ts";
import { DEPRECATED } from "./v1/deprecated.ts";

/** Every public question, in the order documents list them. */
export const OPERATIONS: readonly Operation[] = [
  previewCountries,
  getCountry,
  deriveCountry,
  getCountryHistory,
  rankCountries,
  getCountrySectorMatrix,
  compareCountries,
  checkClaim,
  listChanges,
  downloadChanges,
  downloadChangesWorkbook,
  downloadCountryData,
  listSectors,
  getSector,
  deriveSector,
  getSectorHistory,
  listCompanies,
  downloadCompanyList,
  downloadCompanyWorkbook,
  getCompany,
  deriveCompany,
  getCompanyHistory,
  matchPortfolio,
  matchPortfolioCsv,
  listProducts,
  downloadProductList,
  downloadProductWorkbook,
  listJudgements,
  downloadJudgementList,
  downloadJudgementWorkbook,
  listReplies,
  downloadReplyList,
  downloadReplyWorkbook,
  getScale,
  search,
  getReconciliation,
  reconcile,
  suggestEntities,
  suggestProperties,
  proposeProperties,
  listReleases,
  ...FOLLOW_RELEASES,
  ...FOLLOW_COUNTRY,
  reverseGeocode,
  reverseGeocodePoints,
  ...DOWNLOADS,
  ...SIGNATURES,
  ...CSV_DESCRIPTIONS,
  describeChangesCsv,
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
  registerWebhook,
  listWebhooks,
  getWebhook,
  deleteWebhook,
  testWebhook,
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
