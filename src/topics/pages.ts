import type { Page } from "../ask/page.ts";
import { redirectPage } from "../html/define-page.ts";
import { BRANDING_FILES } from "./publisher/page-branding.ts";
import { COMPANIES_PAGE } from "./company/page-list.ts";
import { CHANGES_PAGE } from "./change/page.ts";
import { FOLLOW_PAGE } from "./change/page-follow.ts";
import { HOW_TO_READ_PAGE } from "./derivation/page-how-to-read.ts";
import { CLAIMS_PAGE } from "./claim/page.ts";
import { COMPANY_PAGE } from "./company/page.ts";
import { COMPARE_PAGE } from "./comparison/page.ts";
import { COUNTRY_PAGE, SECTOR_PAGE } from "./subject/page-area.ts";
import { DOCS_SEARCH_PAGE } from "./docs/page-search.ts";
import { MATRIX_PAGE } from "./ranking/page-matrix.ts";
import { DASHBOARD_PAGE } from "./account/page.ts";
import { DATA_PAGE } from "./download/page.ts";
import { PORTFOLIO_PAGE } from "./portfolio/page.ts";
import { PUBLISHER_PAGES } from "./publisher/page.ts";
import { RELEASE_PAGE, RELEASES_PAGE } from "./release/page.ts";
import { RANKINGS_PAGE } from "./ranking/page.ts";
import { SEARCH_PAGE } from "./search/page.ts";
import { SECTORS_PAGE } from "./sector/page-list.ts";
import { SIGN_UP_PAGE } from "./account/page-sign-up.ts";
import { START_PAGE } from "./ranking/page-start.ts";
import { WHERE_PAGE } from "./place/page.ts";

/** Every page of data. */
export const PAGES: readonly Page[] = [
  START_PAGE,
  RANKINGS_PAGE,
  redirectPage("/countries", "/rankings"),
  COUNTRY_PAGE,
  SECTORS_PAGE,
  SECTOR_PAGE,
  MATRIX_PAGE,
  COMPANIES_PAGE,
  COMPANY_PAGE,
  SEARCH_PAGE,
  DOCS_SEARCH_PAGE,
  COMPARE_PAGE,
  CLAIMS_PAGE,
  DATA_PAGE,
  RELEASES_PAGE,
  RELEASE_PAGE,
  redirectPage("/methodology", "/docs/methodology"),
  redirectPage("/docs/rate-limits", "/docs/errors-and-limits"),
  CHANGES_PAGE,
  FOLLOW_PAGE,
  HOW_TO_READ_PAGE,
  WHERE_PAGE,
  SIGN_UP_PAGE,
  DASHBOARD_PAGE,
  PORTFOLIO_PAGE,
  ...PUBLISHER_PAGES,
  ...BRANDING_FILES,
];
