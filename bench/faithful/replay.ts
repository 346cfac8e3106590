import { isDeepStrictEqual } from "node:util";
import { ANSWER_BYTES_MAX } from "../../src/mcp/answer.ts";
import type { TestAgent, TestAnswer } from "../../test/mcp/open-agent.ts";
import type { FaithfulCase, Statement } from "./case.ts";

/**
 * Walks a case as an agent would: every call has to find what the answer needs, briefly, and
 * `check_claims` has to bear out what may be written and nothing else. Returns what went wrong, as
 * sentences.
 */
export async function replay(agent: TestAgent, { id, calls, statements }: FaithfulCase): Promise<string[]> {
  const faults: string[] = [];
  for (const { tool, given, finds, says } of calls) {
    const answer = "code" in finds ? await agent.refusal(tool, given) : await agent.call(tool, given);
    if ("summary" in answer) faults.push(...faultsOf(answer, says).map((fault) => `${id}: ${tool} ${fault}`));
    for (const [member, expected] of Object.entries(finds)) {
      const found = memberOf(answer, member);
      if (!isDeepStrictEqual(found, expected))
        faults.push(`${id}: ${tool} says ${member} is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    }
  }
  for (const statement of statements) faults.push(...(await check(agent, id, statement)));
  return faults;
}

async function check(
  agent: TestAgent,
  id: string,
  { sentence, claim, mayBeWritten, says }: Statement,
): Promise<string[]> {
  const answer = await agent.call("check_claims", { statements: [claim] }).catch((refused: Error) => refused);
  if (answer instanceof Error) return mayBeWritten ? [`${id}: “${sentence}” is refused: ${answer.message}`] : [];
  const { verdict, say_instead: instead, problem } = answer.first;
  if (problem !== undefined)
    return mayBeWritten ? [`${id}: “${sentence}” is not checked: ${JSON.stringify(problem)}`] : [];
  const faults = faultsOf(answer, says).map((fault) => `${id}: check_claims ${fault}`);
  if ((verdict === "holds") !== mayBeWritten)
    faults.push(
      `${id}: “${sentence}” is said to be ${String(verdict)}, and it may ${mayBeWritten ? "" : "not "}be written`,
    );
  if (verdict !== "holds" && (typeof instead !== "string" || instead === ""))
    faults.push(`${id}: nothing to write instead of “${sentence}”`);
  return faults;
}

/** What every answer has: its release, what must be said of it, and no more than fits. */
function faultsOf({ first: _, must_say, summary, ...answer }: TestAnswer, says?: RegExp): string[] {
  const bytes = Buffer.byteLength(JSON.stringify({ ...answer, summary, must_say }));
  return [
    ...(bytes > ANSWER_BYTES_MAX ? [`has ${bytes} bytes`] : []),
    ...(/^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/u.test(answer.release) ? [] : ["names no release"]),
    ...(summary === "" ? ["says nothing in words"] : []),
    ...(says === undefined || [summary, ...must_say].some((sentence) => says.test(sentence))
      ? []
      : [`must say ${says.source}`]),
  ];
}

function memberOf(answer: unknown, member: string): unknown {
  return member
    .split(".")
    .reduce<unknown>((found, name) => (found as Readonly<Record<string, unknown>> | null)?.[name], answer);
}
