import { hash } from "node:crypto";
import type { TestAgent } from "../../test/mcp/open-agent.ts";
import type { FaithfulCase, Statement } from "./case.ts";
import { faultsInProse } from "./said.ts";

/** A model behind an endpoint with the interface of OpenAI's chat completions. */
export interface Model {
  /** Such as `https://api.example/v1`. */
  readonly baseUrl: string;
  readonly name: string;
  readonly key: string | null;
}

/** How many times a model may call tools before it has to answer. */
const TURNS_MAX = 12;
const PATIENCE_MILLISECONDS = 120_000;

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

/** What became of a case. */
export interface ModelAnswer {
  /** It named exactly the sentences that may be written, and wrote none without any figure. */
  readonly isFaithful: boolean;
  /**
   * Numbers of the sentences that it would write, from 1; null where its answer was not readable.
   */
  readonly written: readonly number[] | null;
  readonly calls: number;
  /** Sentences of its own that no figure bears out. */
  readonly faults: readonly string[];
}

/**
 * Puts a question to a model with the tools, and asks which of the sentences of the case it would
 * write. Throws where the endpoint does not answer.
 */
export async function askModel(
  model: Model,
  agent: TestAgent,
  { question, statements: given }: FaithfulCase,
): Promise<ModelAnswer> {
  const statements = shuffle(given);
  const { tools } = await agent.client.listTools();
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: inputSchema },
  }));
  const sentences = statements.map(({ sentence }, index) => `${index + 1}. ${sentence}`).join("\n");
  const messages: Message[] = [
    { role: "system", content: agent.client.getInstructions() ?? "" },
    {
      role: "user",
      content: `${question}\n\nWhich of these sentences may be written in the answer?\n${sentences}\n\nUse the tools. Answer the question in a few sentences for readers. End with one line of JSON: {"may_write": [numbers of the sentences]}`,
    },
  ];
  let calls = 0;
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const message = await complete(model, messages, functions);
    messages.push(message);
    const asked = message.tool_calls ?? [];
    calls += asked.length;
    for (const call of asked)
      messages.push({ role: "tool", tool_call_id: call.id, content: await runTool(agent, call) });
    if (asked.length > 0) continue;
    const text = message.content ?? "";
    const written = readAnswer(text);
    const faults = faultsInProse(text.replaceAll(/\{[^{}]*"may_write"[^{}]*\}/gu, ""));
    const right = statements.flatMap(({ mayBeWritten }, index) => (mayBeWritten ? [index + 1] : []));
    const isFaithful = written !== null && written.join() === right.join() && faults.length === 0;
    return { isFaithful, written, calls, faults };
  }
  return { isFaithful: false, written: null, calls, faults: [] };
}

/** Statements in an order that says nothing about them, and is the same in every run. */
function shuffle(statements: readonly Statement[]): Statement[] {
  const keyOf = ({ sentence }: Statement): string => hash("sha256", sentence);
  return statements.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

async function complete(model: Model, messages: readonly Message[], tools: readonly object[]): Promise<Message> {
  const response = await fetch(`${model.baseUrl.replace(/\/$/u, "")}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(model.key === null ? {} : { authorization: `Bearer ${model.key}` }),
    },
    body: JSON.stringify({ model: model.name, messages, tools, temperature: 0 }),
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  if (!response.ok) throw new Error(`the model answers ${response.status}: ${(await response.text()).slice(0, 300)}`);
  const { choices } = (await response.json()) as { choices: { message: Message }[] };
  const message = choices[0]?.message;
  if (message === undefined) throw new Error("the model answers nothing");
  return message;
}

/** The answer of a tool as text; a refusal is an answer, too. */
async function runTool(agent: TestAgent, call: ToolCall): Promise<string> {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(call.function.arguments) as Record<string, unknown>;
  } catch {
    return "The arguments are no JSON.";
  }
  try {
    const { content } = await agent.client.callTool({ name: call.function.name, arguments: given });
    return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The numbers in the last JSON object of a text, in order; null where there is none. */
function readAnswer(text: string): number[] | null {
  const found = [...text.matchAll(/\{[^{}]*"may_write"[^{}]*\}/gu)].at(-1)?.[0];
  if (found === undefined) return null;
  try {
    const { may_write: written } = JSON.parse(found) as { may_write: unknown };
    if (!Array.isArray(written)) return null;
    return [...new Set(written.map(Number))].toSorted((a, b) => a - b);
  } catch {
    return null;
  }
}
