import type { MetaJson } from "../ask/components.ts";
import type { Operation } from "../ask/operation.ts";
import type { Ask } from "../ask/page.ts";
import type { WhereListed } from "../problem.ts";
import type { Caution } from "./cautions.ts";

/** Parameters of operations as texts. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** A JSON schema as clients get it; values of an `enum` are checked before a tool is asked. */
export interface ArgumentSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: ArgumentSchema | { readonly anyOf: readonly object[] };
  readonly [keyword: string]: unknown;
}

/** An argument of a tool, in words for a model. */
export interface Argument {
  readonly schema: ArgumentSchema;
  readonly isRequired?: true;
  /** What operations call it; its own name without it. */
  readonly parameter?: string;
  /** Such as `country:`, with which ids of other tools begin; it may be sent. */
  readonly prefix?: string;
  /** It is handed on as it was sent, in `sent`, instead of as a text. */
  readonly isStructured?: true;
}

/** URLs of the same. */
export interface AnswerLinks {
  readonly api: string;
  readonly page: string | null;
  /** A picture to share, by its path and query. */
  readonly picture?: string;
}

/** What a tool found out, from which `writeAnswer` makes the answer. */
export interface Finding {
  /** Of the operation's answer. */
  readonly meta: MetaJson;
  /** In a few sentences: words of ours first, those of others as quotations. */
  readonly summary: string;
  /** What has to be heeded besides, each sentence once for all that it is about. */
  readonly cautions: readonly Caution[];
  /** Members of its own. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Where it can be looked up, in the release that answers: written where links were asked for. */
  readonly links: AnswerLinks;
  /**
   * Lists of `content`, by their paths (`items.0.sectors`), that may lose items from their end
   * where the answer is too long, the first one first, each with where to find what is missing.
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
  /** The arguments as texts, by the names that operations have for them. */
  readonly given: Texts;
  /** The structured arguments, as they were sent. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly baseUrl: string;
  /** Whether URLs were asked for. */
  readonly hasLinks: boolean;
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
  /** Its answers have distributions, which hosts that show views can draw. */
  readonly hasView?: true;
  /** It is listed only where it is asked for by name. */
  readonly isHidden?: true;
  /** What it may ask. A call is debited under the first one that `chargedTo` does not replace. */
  readonly operations: readonly [Operation, ...Operation[]];
  /** The operation that a call is debited under, where the arguments decide it. */
  readonly chargedTo?: (asking: Pick<Asking, "given" | "sent">) => Operation;
  readonly arguments: Readonly<Record<string, Argument>>;
  /** The members that its answers have apart from the frame, for the documentation. */
  readonly content: Readonly<Record<string, string>>;
  answer(asking: Asking): Promise<Finding>;
}

/** Where lists are, in the words of tools. */
export const LISTED_BY_TOOLS: WhereListed = {
  countries: "`list` lists the countries.",
  sectors: "`list` lists the sectors.",
  companies: "`search` finds companies by name.",
  releases: "`describe_dataset` lists earlier releases.",
  pillars: "`describe_dataset` lists the pillars.",
};

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
