import type { Page } from "../../contract/page.ts";
import { redirectPage } from "../define-page.ts";
import { BRANDING_FILES } from "./branding-files.ts";
import { COMPANIES_PAGE } from "./companies.ts";
import { CHANGES_PAGE } from "./changes.ts";
import { CLAIMS_PAGE } from "./claims.ts";
import { COMPANY_PAGE } from "./company.ts";
import { COMPARE_PAGE } from "./compare.ts";
import { COUNTRY_PAGE } from "./country.ts";
import { DOCS_SEARCH_PAGE } from "./docs-search.ts";
import { MATRIX_PAGE } from "./matrix.ts";
import { DASHBOARD_PAGE } from "./dashboard.ts";
import { DATA_PAGE } from "./data.ts";
import { PORTFOLIO_PAGE } from "./portfolio.ts";
import { PUBLISHER_PAGES } from "./publisher.ts";
import { RELEASE_PAGE } from "./release.ts";
import { RELEASES_PAGE } from "./releases.ts";
import { RANKINGS_PAGE } from "./rankings.ts";
import { SEARCH_PAGE } from "./search.ts";
import { SECTOR_PAGE } from "./sector.ts";
import { SECTORS_PAGE } from "./sectors.ts";
import { SIGN_UP_PAGE } from "./sign-up.ts";
import { START_PAGE } from "./start.ts";
import { WHERE_PAGE } from "./where.ts";

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
  CHANGES_PAGE,
  WHERE_PAGE,
  SIGN_UP_PAGE,
  DASHBOARD_PAGE,
  PORTFOLIO_PAGE,
  ...PUBLISHER_PAGES,
  ...BRANDING_FILES,
];
