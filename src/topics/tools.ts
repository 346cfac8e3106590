import type { Tool } from "../mcp/tool.ts";
import { Problem, quote } from "../problem.ts";
import { checkClaimsTool } from "./claim/tool.ts";
import { compareTool } from "./comparison/tool.ts";
import { describeDatasetTool } from "./release/tool.ts";
import { fetchTool, searchTool } from "./search/tool.ts";
import { getTool } from "./subject/tool-get.ts";
import { listTool } from "./subject/tool-list.ts";
import { matchListTool } from "./portfolio/tool.ts";
import { whatChangedTool } from "./change/tool.ts";

/** Every tool, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  describeDatasetTool,
  listTool,
  getTool,
  searchTool,
  compareTool,
  whatChangedTool,
  checkClaimsTool,
  matchListTool,
  fetchTool,
];

/**
 * Returns the tools that a host asked for, by their names, separated by commas; without any, all
 * that are not hidden. Throws `invalid_request` for a name that no tool has.
 */
export function chooseTools(asked: string | null): readonly Tool[] {
  if (asked === null || asked.trim() === "") return TOOLS.filter(({ isHidden }) => isHidden !== true);
  const names = asked.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => TOOLS.every((tool) => tool.name !== name));
  if (unknown.length > 0) {
    const known = TOOLS.map(({ name }) => `\`${name}\``).join(", ");
    throw new Problem("invalid_request", `\`tools\` has ${unknown.map(quote).join(", ")}; expected some of ${known}.`);
  }
  return TOOLS.filter(({ name }) => names.includes(name));
}
