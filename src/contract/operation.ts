import type { Static, TObject, TProperties, TSchema } from "typebox";
import { Type } from "typebox";
import type { OwnWindow } from "../access/quota.ts";
import type { ProblemCode, ProblemError } from "../problem.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Sources } from "./sources.ts";

/**
 * A request's parameters as they arrive: decoded strings, path and query apart, the query in the
 * order given.
 */
export interface GivenParameters {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** A typed link of an answer (RFC 8288), sent in the `Link` header. */
export interface AnswerLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
}

/** What an operation answers. */
export type Answer =
  | { readonly kind: "json"; readonly body: object; readonly links?: readonly AnswerLink[] }
  | { readonly kind: "text"; readonly text: string; readonly links?: readonly AnswerLink[] }
  | {
      readonly kind: "file";
      /** Absolute path of an immutable file. */
      readonly path: string;
      readonly bytes: number;
      /** Hexadecimal. */
      readonly sha256: string;
      /**
       * The file goes out behind a UTF-8 byte order mark, which neither `bytes` nor `sha256`
       * counts.
       */
      readonly byteOrderMark?: boolean;
      /** The name a reader saves it under. */
      readonly filename: string;
      readonly links?: readonly AnswerLink[];
    }
  | {
      /** A text that is made while it is sent. */
      readonly kind: "rows";
      /** What the text depends on within the release; the same name stands for the same text. */
      readonly name: string;
      /** The text from its beginning, in parts of which each is made in a few milliseconds. */
      readonly chunks: () => Iterable<string>;
      /** The name a reader saves it under. */
      readonly filename: string;
      readonly links?: readonly AnswerLink[];
    }
  /** A permanent redirect to these path parameters; the rest of the request stays as it is. */
  | { readonly kind: "redirect"; readonly path: Readonly<Record<string, string>> };

/** The groups of operations in documents, with their descriptions. */
export const TAGS = {
  Countries: "Countries with judged companies.",
  Intelligence: "Comparisons of countries and sectors, and the dataset as files.",
  Sectors: "The same statistics by sector.",
  Companies: "The judged companies, with every judgement and its source.",
  Search: "Companies and products by name.",
  Downloads: "The tables of a release as CSV and Parquet, with machine-readable descriptions of them.",
  Account: "API keys, which raise the rate limit and nothing else, and usage.",
  Citation: "Citations of a release for reference managers.",
  "Version 1":
    "The deprecated endpoints of version 1, whose retired scores are null. Every response says when they end and what replaces them.",
  Geocoding:
    "The country of a location, and whether the land is disputed. Borders © OpenStreetMap contributors, ODbL 1.0.",
  Reference: "The scale, its pillars, and the releases of the data.",
  Service: "What the service offers, and whether it is well. These requests are not counted.",
} as const;

/** The form of an operation's successful answers. */
export type AnswerForm =
  | {
      readonly kind: "json";
      /** `application/json` unless it says otherwise. */
      readonly mediaType?: string;
      /** Has an `$id`. */
      readonly schema: TSchema;
      /**
       * What `schema` refers to besides the components that operations share; each has an `$id`.
       */
      readonly components?: readonly TSchema[];
    }
  | { readonly kind: "text" | "file"; readonly mediaType: string; readonly description: string };

/** The JSON body an operation takes. */
export interface BodyForm<Body extends TSchema> {
  /** Has an `$id`. Objects in it have `additionalProperties: false`. */
  readonly schema: Body;
  /** What `schema` refers to; each has an `$id`. */
  readonly components?: readonly TSchema[];
  /**
   * Used instead of `schema` to check a body, if the operation checks some of its members itself.
   */
  readonly checked?: TSchema;
  /** It identifies a person: no problem repeats any of it. */
  readonly isPersonal?: true;
  /** A request without a body is one with `{}`: no member is required. */
  readonly isOptional?: boolean;
  /** Longer bodies are refused unread. */
  readonly bytesMax: number;
  /** A body it answers. */
  readonly example: object;
}

/**
 * A public question: its contract and how it is answered.
 *
 * `Path` and `Query` describe the parameters after reading (defaults filled in), `Body` a JSON body
 * as it was sent.
 */
export interface OperationOf<Path extends TObject, Query extends TObject, Body extends TSchema> {
  /** Stable name in snake_case, also the OpenAPI operationId. */
  readonly id: string;
  /** Answers to POST are made for one caller and never cached. */
  readonly method: "GET" | "POST";
  /** OpenAPI path template: `/api/v2/countries/{slug}`. */
  readonly path: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  readonly parameters: { readonly path: Path; readonly query: Query };
  /** Of POST alone, and always there. */
  readonly body?: BodyForm<Body>;
  readonly form: AnswerForm;
  /** The status of a successful answer; 200 by default. */
  readonly status?: 201;
  /** Problems of its own, beside those of every operation. */
  readonly problems: readonly ProblemCode[];
  /**
   * What an answer depends on: one release alone, or more, so that the same URL may answer
   * differently later.
   */
  readonly dependsOn: "release" | "service";
  /** Other names of the same thing are redirected to its canonical path. */
  readonly redirects?: true;
  /** Its answers are made on demand, even if they could be prepared. */
  readonly isRarelyAsked?: boolean;
  /**
   * The path parameters of every answer of a release, if they are few enough for all to be
   * prepared.
   */
  knownPaths?(snapshot: Snapshot): readonly Static<Path>[];
  /**
   * Values of its parameters that a release has an answer for, if the schemas give none; see
   * `exampleParameters`.
   */
  examples?(snapshot: Snapshot): Partial<Static<Path> & Static<Query>>;
  /** An answer for documents to show, if asking needs a caller or would change something. */
  readonly shownAnswer?: object | string;
  /**
   * The path that answers many requests of this operation at once, with all that they do; problems
   * of the rate limit name it.
   */
  readonly bulkPath?: string;
  /** The method of `bulkPath`; GET by default. */
  readonly bulkMethod?: "POST";
  /**
   * Windows of its own instead of the quota; by default paths under a version of the API are
   * counted and the others are free.
   */
  readonly admission?: OwnWindow;
  /** It ends the key it is asked with: collections that people run as a whole leave it out. */
  readonly endsKey?: true;
  readonly deprecation?: { readonly successorPath: string };
  /**
   * Checks well-formed parameters against the data. Parameters with an error are missing from
   * `parameters`; `given` has all of them as they were sent.
   */
  check?(sources: Sources, parameters: Partial<Static<Path> & Static<Query>>, given: GivenParameters): ProblemError[];
  /**
   * Answers, or throws a `Problem` the operation declares. Depends on nothing but its arguments.
   * Returns a promise only if it has to wait for something.
   */
  answer(sources: Sources, parameters: Static<Path> & Static<Query>, body: Static<Body>): Answer | Promise<Answer>;
}

export type Operation = OperationOf<TObject, TObject, TSchema>;

/**
 * Checks an operation's types against each other, then drops them, so that all operations fit one
 * list.
 */
export function defineOperation<Path extends TObject, Query extends TObject, Body extends TSchema>(
  operation: OperationOf<Path, Query, Body>,
): Operation {
  return operation;
}

/** Whether an answer is made for one caller, and never cached. */
export function isForOneCaller({ method, admission }: Pick<Operation, "method" | "admission">): boolean {
  return method === "POST" || admission !== undefined;
}

/**
 * The schema of parameters after reading. A parameter with a default is always there then, but
 * need not be sent: it is not in `required`.
 */
export function describeParameters<P extends TProperties>(properties: P): TObject<P> {
  const { required: all, ...described } = Type.Object(properties) as TObject & { required?: readonly string[] };
  const required = all?.filter((name) => (properties[name] as { default?: unknown }).default === undefined) ?? [];
  return Object.assign(described, required.length > 0 ? { required } : {}) as unknown as TObject<P>;
}
