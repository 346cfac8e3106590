import { inputSchemaOf, type Tool } from "../src/mcp/tool.ts";
import { TOOLS } from "../src/topics/tools.ts";
import type { GeneratedFile } from "./generated-file.ts";

/**
 * Writes docs/agent-tools.md from the tools. Their texts are part of the contract with agents, so a
 * change of one shows as a change of this page.
 */

interface SchemaInWords {
  readonly type?: string | readonly string[];
  readonly items?: SchemaInWords;
  readonly anyOf?: readonly SchemaInWords[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

function describeType({ type = "any", enum: values, items, anyOf, ...bounds }: SchemaInWords): string {
  if (anyOf !== undefined) return anyOf.map((each) => describeType(each)).join(" or ");
  if (items !== undefined)
    return `list of ${describeType(items)}${bounds.maxItems === undefined ? "" : `, at most ${bounds.maxItems}`}`;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(", ");
  const { minimum, maximum, minItems, maxItems, maxLength } = bounds;
  const limits = [
    minimum === undefined ? "" : `from ${minimum}`,
    maximum === undefined ? "" : `to ${maximum}`,
    minItems === undefined ? "" : `at least ${minItems}`,
    maxItems === undefined ? "" : `at most ${maxItems}`,
    maxLength === undefined ? "" : `up to ${maxLength} characters`,
  ].filter((limit) => limit !== "");
  return [[type].flat().join(" or "), ...limits].join(", ");
}

function table(properties: object, required: readonly string[]): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { description = "", ...rest } = schema as SchemaInWords;
    return `| \`${name}\` | ${describeType(rest)}${required.includes(name) ? ", required" : ""} | ${description} |`;
  });
  return ["| name | type | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function describeTool(tool: Tool): string {
  const { properties, required = [] } = inputSchemaOf(tool);
  const asked = tool.operations.map(({ id, method, path }) => `\`${id}\` (\`${method} ${path}\`)`).join(", ");
  return `## ${tool.name}

${tool.title}. ${tool.description}${tool.isHidden === true ? " Hidden: only hosts that ask for it by name get it." : ""}

Asks ${asked}.

Arguments:

${table(properties, required)}
`;
}

const page = `# Tools for agents

The tools that the service has for agents over MCP. [Agents](guides/agents.md) says how to connect. No tool changes anything.

Every answer has these members; empty ones are left out:

| name       | meaning                                                                                      |
| ---------- | -------------------------------------------------------------------------------------------- |
| \`summary\`  | The answer in words, made from the figures. It may be quoted as it is.                       |
| \`release\`  | Id of the release that all figures are from: name it with them.                              |
| \`must_say\` | Sentences to pass on with the answer. Text between “ and ” is a quotation.                   |
| \`must_not\` | For you, not for readers: what not to write or do.                                           |
| \`links\`    | Where \`links\` was true: the same in the API, on a page for people, and all countries as CSV. |
| \`go_on\`    | What is left out, and how to get it.                                                         |

The other members are named as in the API. A country, a sector or a company has its \`id\`, such as \`country:france\`, as the tools take it; \`median_band\` is null where nothing is judged or too few companies are (\`too_few\`): that is no low band.

${TOOLS.map(describeTool).join("\n")}
This page is generated from \`src/topics/tools.ts\`.
`;

export function generate(): readonly GeneratedFile[] {
  return [{ path: "docs/agent-tools.md", content: page }];
}
