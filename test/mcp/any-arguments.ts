import assert from "node:assert/strict";
import * as fc from "fast-check";
import { TOOLS } from "../../src/topics/tools.ts";
import type { TestAgent } from "./open-agent.ts";

/** Checks that arguments of any kind lead to an answer or a refusal that an agent can correct. */
export async function checkAnyArguments(agent: TestAgent, numRuns: number): Promise<void> {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.object(),
  );
  const argument = fc.constantFrom(...new Set(TOOLS.flatMap((tool) => Object.keys(tool.arguments))));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TOOLS),
      fc.dictionary(fc.oneof(argument, fc.string()), value),
      async (tool, given) => {
        const { isError, content } = await agent.client.callTool({ name: tool.name, arguments: given });
        const [part] = content;
        assert.ok(part?.type === "text");
        if (isError === true) assert.notEqual((JSON.parse(part.text) as { code: string }).code, "internal_error");
      },
    ),
    { numRuns },
  );
  assert.deepEqual(agent.errors, []);
}
