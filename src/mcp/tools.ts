import type { Tool } from "./tool.ts";
import { checkClaimTool } from "./tools/check-claim.ts";
import { compareCountriesTool } from "./tools/compare-countries.ts";
import { describeDatasetTool } from "./tools/describe-dataset.ts";
import { fetchTool } from "./tools/fetch.ts";
import { getCompanyTool } from "./tools/get-company.ts";
import { getCountryTool } from "./tools/get-country.ts";
import { rankCountriesTool } from "./tools/rank-countries.ts";
import { searchTool } from "./tools/search.ts";
import { whatChangedTool } from "./tools/what-changed.ts";

/** Every tool, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  describeDatasetTool,
  getCountryTool,
  compareCountriesTool,
  rankCountriesTool,
  getCompanyTool,
  checkClaimTool,
  whatChangedTool,
  searchTool,
  fetchTool,
];
