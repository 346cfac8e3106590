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
  /** Its name as a parameter of operations, where that is another one. */
  readonly parameter?: string;
  /** Ids in answers of other tools begin with it, such as `country:`; it may be sent. */
  readonly prefix?: string;
  /** It is handed on as it was sent, in `sent`, instead of as a text. */
  readonly isStructured?: true;
}

/** URLs of the figures of an answer. */
export interface AnswerLinks {
  readonly api: string;
  readonly page: string | null;
  /** A picture to share, by its path and query. */
  readonly picture?: string;
}

/** The result of a tool, from which `writeAnswer` makes the answer. */
export interface Finding {
  /** The `meta` of the operation's answer. */
  readonly meta: MetaJson;
  /** The result in a few sentences: words of ours first, those of others as quotations. */
  readonly summary: string;
  /** Cautions about the figures, each sentence once for all that it is about. */
  readonly cautions: readonly Caution[];
  /** Members of the answer apart from the frame. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Links to the figures in the release that answers, written where links were asked for. */
  readonly links: AnswerLinks;
  /**
   * Lists of `content`, by their paths (`items.0.sectors`), that may lose items from their end
   * where the answer is too long, the first one first, each with where to find what is missing.
   */
  readonly cuttable: Readonly<Record<string, string>>;
  /** Sentences about other things that are left out, and where they are. */
  readonly leftOut?: readonly string[];
  /**
   * A page of a list of `content`; `next` is the URL of the following page in the API, and `before`
   * says how many items of the list stand in front of the page.
   */
  readonly page?: { readonly list: string; readonly next: string | null; readonly before?: number };
}

/** A call of a tool, and the means to answer it. */
export interface Asking {
  readonly ask: Ask;
  /** Asks the current release, where another one was asked for; null where it is that. */
  readonly askNow: Ask | null;
  /** The arguments as texts, by the names that operations have for them. */
  readonly given: Texts;
  /** The structured arguments, as they were sent. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly baseUrl: string;
  /** The caller asked for URLs. */
  readonly hasLinks: boolean;
  /** It did, or its host reads results with `fetch`, and cites their URLs. */
  readonly hasUrls: boolean;
}

/**
 * A tool: a question to operations, in words for a model. It computes nothing, and answers with a
 * selection of what the operations answer.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Says when to use it, when not, and what the answer cannot tell. */
  readonly description: string;
  /** It is listed only where it is asked for by name. */
  readonly isHidden?: true;
  /** Operations it may ask. A call is debited under the first one unless `chargedTo` is given. */
  readonly operations: readonly [Operation, ...Operation[]];
  /** The operation that a call is debited under, where the arguments decide it. */
  readonly chargedTo?: (asking: Pick<Asking, "given" | "sent">) => Operation;
  /** A call that asks several requests at once counts as this many; one by default. */
  readonly countsAs?: (asking: Pick<Asking, "given" | "sent">) => number;
  readonly arguments: Readonly<Record<string, Argument>>;
  answer(asking: Asking): Promise<Finding>;
}

/** Names the tools that list the values of an argument. */
export const LISTED_BY_TOOLS: WhereListed = {
  countries: "`list` lists the countries.",
  sectors: "`list` lists the sectors.",
  companies: "`search` finds companies by name.",
  releases: "`describe_dataset` lists earlier releases.",
  pillars: "`describe_dataset` lists the pillars.",
};

/** The JSON schema of the arguments of a tool. */
export function inputSchemaOf({ arguments: all }: Pick<Tool, "arguments">) {
  const required = Object.keys(all).filter((name) => all[name]?.isRequired === true);
  return {
    type: "object" as const,
    properties: Object.fromEntries(Object.entries(all).map(([name, { schema }]) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Adds the release to a URL, so that it keeps showing these figures. */
export function pinned(url: string, { release }: Pick<MetaJson, "release">): string {
  const link = new URL(url);
  link.searchParams.set("release", release);
  return link.href;
}
