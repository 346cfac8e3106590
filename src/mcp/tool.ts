import type { TProperties, TSchema } from "typebox";
import type { MetaJson, ScaleJson } from "../ask/components.ts";
import type { Operation } from "../ask/operation.ts";
import type { Ask } from "../ask/page.ts";
import type { Caution } from "./cautions.ts";

/** Parameters of operations as texts. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** An argument of a tool: a parameter of an operation, under a name and in words for a model. */
export interface Argument {
  /** What the operation calls it. */
  readonly parameter: string;
  readonly schema: object;
  readonly isRequired: boolean;
  /** Such as `company:`, with which ids of other tools begin; it may be sent. */
  readonly prefix?: string;
}

/** What a tool found out. The frame of all answers is made from it; see `writeAnswer`. */
export interface Finding {
  /** Of the operation's answer. */
  readonly meta: MetaJson;
  readonly scale: ScaleJson;
  /** The answer in a sentence or a few. */
  readonly summary: string;
  /** What has to be heeded besides; the notes of the publisher come on top. */
  readonly cautions: readonly Caution[];
  /** Members of its own. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Where it can be looked up, in the release that answers. */
  readonly links: { readonly api: string; readonly page: string | null };
  /**
   * Lists of `content` that may lose items from their end where the answer is too long, the first
   * one first, each with where to find what is missing.
   */
  readonly cuttable: Readonly<Record<string, string>>;
  /** What else is left out, and where it is, as sentences. */
  readonly leftOut?: readonly string[];
  /**
   * A page of a list of `content`; `next` is the URL of the following page in the API, and `before`
   * says how many items of the list stand in front of the page.
   */
  readonly page?: { readonly list: string; readonly next: string | null; readonly before?: number };
}

/** What a tool asks with. */
export interface Asking {
  readonly ask: Ask;
  /** The arguments, by the names that operations have for them. */
  readonly given: Texts;
  readonly baseUrl: string;
}

/**
 * A tool: a question to operations, in words for a model. It computes nothing; what it answers is a
 * choice of what the operations answer.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** When to use it, when not, and what the answer cannot tell. */
  readonly description: string;
  /** What it may ask. A call is debited under the first one that `chargedTo` does not replace. */
  readonly operations: readonly [Operation, ...Operation[]];
  /** The operation that a call is debited under, where the arguments decide it. */
  readonly chargedTo?: (given: Texts) => Operation;
  readonly arguments: Readonly<Record<string, Argument>>;
  /** The members that its answers have apart from the frame. */
  readonly content: TProperties;
  answer(asking: Asking): Promise<Finding>;
}

/** An argument that is a parameter of an operation: its schema, with words for a model. */
export function argumentOf(operation: Operation, parameter: string, changes: object = {}, prefix?: string): Argument {
  const { path, query } = operation.parameters;
  const isOfPath = Object.hasOwn(path.properties, parameter);
  const schema: TSchema | undefined = (isOfPath ? path : query).properties[parameter];
  if (schema === undefined) throw new Error(`${operation.id} has no parameter ${parameter}`);
  const isRequired = isOfPath || (query.required?.includes(parameter) ?? false);
  return { parameter, schema: { ...schema, ...changes }, isRequired, ...(prefix === undefined ? {} : { prefix }) };
}

/** What clients are told of the arguments of a tool. */
export function inputSchemaOf({ arguments: all }: Pick<Tool, "arguments">) {
  const required = Object.keys(all).filter((name) => all[name]?.isRequired === true);
  return {
    type: "object" as const,
    properties: Object.fromEntries(Object.entries(all).map(([name, { schema }]) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** A URL of the same in one release, so that it keeps showing these figures. */
export function pinned(url: string, { release }: Pick<MetaJson, "release">): string {
  const link = new URL(url);
  link.searchParams.set("release", release);
  return link.href;
}
