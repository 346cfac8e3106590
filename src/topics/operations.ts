import type { TSchema } from "typebox";
import { partialList } from "../ask/lists.ts";
import { formsOf, type Operation } from "../ask/operation.ts";
import { SHARED_COMPONENTS } from "../ask/components.ts";
import { checkClaim } from "./claim/check-claim.ts";
import { checkClaims } from "./claim/check-claims.ts";
import { cite } from "./release/cite.ts";
import { describeCountryData, describeCountryScores, describeTable } from "./download/describe-csv.ts";
import { SIGNATURES } from "./download/download-signatures.ts";
import { downloadEverything } from "./download/download-everything.ts";
import { downloadCountryData, downloadTable } from "./download/download-tables.ts";
import { compareCountries } from "./comparison/compare-countries.ts";
import { confirmEmail, showConfirmation } from "./account/confirm-email.ts";
import { deleteWebhook, getWebhook, listWebhooks } from "./webhook/manage-webhooks.ts";
import { deriveCompany } from "./derivation/derive-company.ts";
import { deriveCountry, deriveSector } from "./derivation/derive-areas.ts";
import { confirmFollow, followByMail, leaveFollow, showFollow, showLeaving } from "./account/follow-by-mail.ts";
import { eraseAccount } from "./account/erase-account.ts";
import { exportAccount } from "./account/export-account.ts";
import { getCompany } from "./company/get-company.ts";
import { describeCountryHistory, downloadCountryHistory } from "./history/country-history-table.ts";
import { getCompanyHistory, getCountryHistory, getSectorHistory } from "./history/get-histories.ts";
import { getDashboard } from "./account/get-dashboard.ts";
import { getCroissant } from "./download/get-croissant.ts";
import { getDataset } from "./release/get-dataset.ts";
import { getDcat } from "./download/get-dcat.ts";
import { getDataPackage } from "./download/get-data-package.ts";
import { getCountry } from "./country/get-country.ts";
import { getCountrySectorMatrix } from "./ranking/get-country-sector-matrix.ts";
import { followCountry, followReleases } from "./change/follow.ts";
import { getScale } from "./release/get-scale.ts";
import { getSector } from "./sector/get-sector.ts";
import { describeChanges, listChanges } from "./change/list-changes.ts";
import { listCompanies } from "./company/list-companies.ts";
import { listJudgements } from "./company/list-judgements.ts";
import { listProducts } from "./company/list-products.ts";
import { listReplies } from "./company/list-replies.ts";
import { listRegions } from "./region/list-regions.ts";
import { listReleases } from "./release/list-releases.ts";
import { listSectors } from "./sector/list-sectors.ts";
import { matchPortfolio } from "./portfolio/match-portfolio.ts";
import { previewCountries } from "./country/preview-countries.ts";
import { rankCountries } from "./ranking/rank-countries.ts";
import { search } from "./search/search.ts";
import { getReconciliation, reconcile } from "./reconciliation/reconcile.ts";
import { proposeProperties, suggestEntities, suggestProperties } from "./reconciliation/suggest.ts";
import { registerWebhook } from "./webhook/register-webhook.ts";
import { reverseGeocode } from "./place/reverse-geocode.ts";
import { reverseGeocodePoints } from "./place/reverse-geocode-points.ts";
import { revokeKey } from "./account/revoke-key.ts";
import { rotateKey } from "./account/rotate-key.ts";
import { rotateWebhookSecret } from "./webhook/rotate-webhook-secret.ts";
import { testWebhook } from "./webhook/test-webhook.ts";
import { signUp } from "./account/sign-up.ts";
import { DEPRECATED } from "./v1/deprecated.ts";

/** Every public question, in the order documents list them. */
export const OPERATIONS: readonly Operation[] = [
  previewCountries,
  getCountry,
  deriveCountry,
  getCountryHistory,
  listRegions,
  rankCountries,
  getCountrySectorMatrix,
  compareCountries,
  checkClaim,
  checkClaims,
  listChanges,
  downloadCountryData,
  listSectors,
  getSector,
  deriveSector,
  getSectorHistory,
  listCompanies,
  getCompany,
  deriveCompany,
  getCompanyHistory,
  matchPortfolio,
  listProducts,
  listJudgements,
  listReplies,
  getScale,
  search,
  getReconciliation,
  reconcile,
  suggestEntities,
  suggestProperties,
  proposeProperties,
  listReleases,
  followReleases,
  followCountry,
  reverseGeocode,
  reverseGeocodePoints,
  downloadTable,
  ...SIGNATURES,
  describeTable,
  describeCountryData,
  describeCountryScores,
  describeChanges,
  downloadCountryHistory,
  describeCountryHistory,
  downloadEverything,
  getDataPackage,
  getDcat,
  getDataset,
  getCroissant,
  cite,
  signUp,
  getDashboard,
  rotateKey,
  revokeKey,
  exportAccount,
  eraseAccount,
  showConfirmation,
  confirmEmail,
  followByMail,
  showFollow,
  confirmFollow,
  showLeaving,
  leaveFollow,
  registerWebhook,
  listWebhooks,
  getWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  ...DEPRECATED,
];

/** Every schema with an `$id` that a body or an answer is or points at, once. */
export const COMPONENTS: readonly TSchema[] = componentsOf(OPERATIONS);

/** The schemas of some operations; see `COMPONENTS`. */
export function componentsOf(operations: readonly Operation[]): readonly TSchema[] {
  const own = operations.flatMap((operation) => {
    const { body, parameters } = operation;
    const inBody = body === undefined ? [] : [...(body.components ?? []), body.schema];
    const takesFields = "fields" in parameters.query.properties;
    const inForms = formsOf(operation).flatMap((form) => {
      if (form.kind !== "json") return form.schema ?? [];
      const { schema, components = [] } = form;
      return [
        ...components,
        schema,
        ...(takesFields ? partialList(schema, [...SHARED_COMPONENTS, ...components]) : []),
      ];
    });
    return [...inBody, ...inForms];
  });
  return [...new Set([...SHARED_COMPONENTS, ...own])];
}
