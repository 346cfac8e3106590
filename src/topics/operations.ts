import type { TSchema } from "typebox";
import { partialList } from "../ask/lists.ts";
import { formsOf, type Operation } from "../ask/operation.ts";
import { SHARED_COMPONENTS } from "../ask/components.ts";
import { checkClaim } from "./claim/check-claim.ts";
import { checkClaims } from "./claim/check-claims.ts";
import { cite } from "./release/cite.ts";
import { describeTable, getDataset } from "./download/get-dataset.ts";
import { CHECKSUMS, downloadEverything } from "./download/download-everything.ts";
import { downloadCountryData, downloadTable } from "./download/download-tables.ts";
import { compareCountries } from "./comparison/compare-countries.ts";
import { confirmEmail, showConfirmation } from "./account/confirm-email.ts";
import {
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  registerWebhook,
} from "./webhook/manage-webhooks.ts";
import { deriveCompany, getCompany, getCompanyHistory } from "./subject/company.ts";
import { deriveCountry, getCountryHistory, getCountry } from "./subject/country.ts";
import { deriveSector, getSectorHistory, getSector } from "./subject/sector.ts";
import { eraseAccount, revokeKey, rotateKey, signUp } from "./account/keys.ts";
import { downloadCountryHistory } from "./history/country-history-table.ts";
import { getDashboard } from "./account/get-dashboard.ts";
import { getCountrySectorMatrix } from "./ranking/get-country-sector-matrix.ts";
import { followCountry, followReleases } from "./change/follow.ts";
import { getScale } from "./release/get-scale.ts";
import { listChanges } from "./change/list-changes.ts";
import { listCompanies } from "./company/list-companies.ts";
import { listJudgements, listProducts, listReplies } from "./company/evidence-lists.ts";
import { listRegions } from "./region/list-regions.ts";
import { getRelease, listReleases } from "./release/list-releases.ts";
import { listSectors } from "./sector/list-sectors.ts";
import { matchPortfolio } from "./portfolio/match-portfolio.ts";
import { previewCountries, rankCountries } from "./ranking/rank-countries.ts";
import { search } from "./search/search.ts";
import { getReconciliation, reconcile } from "./reconciliation/reconcile.ts";
import { proposeProperties, suggestEntities, suggestProperties } from "./reconciliation/suggest.ts";
import { reverseGeocode } from "./place/reverse-geocode.ts";
import { reverseGeocodePoints } from "./place/reverse-geocode-points.ts";
import { DEPRECATED } from "./v1/deprecated.ts";

/** Every public operation, in the order in which documents list them. */
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
  getRelease,
  followReleases,
  followCountry,
  reverseGeocode,
  reverseGeocodePoints,
  downloadTable,
  ...CHECKSUMS,
  describeTable,
  downloadCountryHistory,
  downloadEverything,
  getDataset,
  cite,
  signUp,
  getDashboard,
  rotateKey,
  revokeKey,
  eraseAccount,
  showConfirmation,
  confirmEmail,
  registerWebhook,
  listWebhooks,
  getWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  ...DEPRECATED,
];

/** Returns every schema with an `$id` that a body or an answer is or refers to, once. */
export function componentsOf(operations: readonly Operation[]): readonly TSchema[] {
  const own = operations.flatMap((operation) => {
    const { body, parameters } = operation;
    const inBody = body === undefined ? [] : [...(body.components ?? []), body.schema];
    const takesFields = "fields" in parameters.query.properties;
    const inForms = formsOf(operation).flatMap((form) => {
      if (form.kind !== "json") return form.schema ?? [];
      const { schema, components = [] } = form;
      return [...components, schema, ...(takesFields ? partialList(form) : [])];
    });
    return [...inBody, ...inForms];
  });
  return [...new Set([...SHARED_COMPONENTS, ...own])];
}
