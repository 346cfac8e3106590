import type { Tool } from "../mcp/tool.ts";
import { checkClaimTool } from "./claim/tool.ts";
import { compareCountriesTool } from "./comparison/tool.ts";
import { describeDatasetTool } from "./release/tool.ts";
import { fetchTool } from "./search/tool-fetch.ts";
import { getCompanyTool } from "./company/tool.ts";
import { getCountryTool } from "./country/tool.ts";
import { rankCountriesTool } from "./ranking/tool.ts";
import { searchTool } from "./search/tool.ts";
import { whatChangedTool } from "./change/tool.ts";

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
