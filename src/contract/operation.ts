import type { Static, TObject, TProperties, TSchema } from "typebox";
import { Type } from "typebox";
import type { ProblemCode, ProblemError } from "../problem.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { GivenParameters } from "./given-parameters.ts";
import type { Sources } from "./sources.ts";

/** A typed link of an answer (RFC 8288), sent in the `Link` header. */
export interface AnswerLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
}

/** What an operation answers. Doors decide how it travels. */
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
      /** The file goes out behind a UTF-8 byte order mark, which neither `bytes` nor `sha256` counts. */
      readonly byteOrderMark?: boolean;
      /** The name a reader saves it under. */
      readonly filename: string;
      readonly links?: readonly AnswerLink[];
    }
  /** Ask again with these path parameters; the rest of the request stays as it is, for good. */
  | { readonly kind: "redirect"; readonly path: Readonly<Record<string, string>> };

/** The form an operation answers in when nothing is wrong. */
export type AnswerForm =
  | {
      readonly kind: "json";
      /** `application/json` unless it says otherwise. */
      readonly mediaType?: string;
      /** Has an `$id`. */
      readonly schema: TSchema;
      /** What `schema` points at besides the components all operations share; each has an `$id`. */
      readonly components?: readonly TSchema[];
    }
  | { readonly kind: "text" | "file"; readonly mediaType: string; readonly description: string };

/** The JSON body an operation takes. */
export interface BodyForm<Body extends TSchema> {
  /** Has an `$id`. Objects in it say with `additionalProperties: false` that they take nothing else. */
  readonly schema: Body;
  /** What `schema` points at; each has an `$id`. */
  readonly components?: readonly TSchema[];
  /** Stands in for `schema` when a body is checked, where the operation judges some of its members by itself. */
  readonly checked?: TSchema;
  /** What it holds identifies a person: no refusal repeats any of it. */
  readonly isPersonal?: true;
  /** Longer bodies are refused unread. */
  readonly bytesMax: number;
  /** A body it answers. */
  readonly example: object;
}

/**
 * A public question: its contract and how it is answered. Every door is a loop over the list of them.
 *
 * `Path` and `Query` describe the parameters as they arrive after reading (defaults filled in), `Body` a JSON body as it was sent.
 */
export interface OperationOf<Path extends TObject, Query extends TObject, Body extends TSchema> {
  /** Stable name in snake_case, also the OpenAPI operationId. */
  readonly id: string;
  /** What POST answers is made for one caller and never kept. */
  readonly method: "GET" | "POST";
  /** OpenAPI path template: `/api/v2/countries/{slug}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: { readonly path: Path; readonly query: Query };
  /** Of POST alone, and always there. */
  readonly body?: BodyForm<Body>;
  readonly form: AnswerForm;
  /** The status when nothing is wrong; 200 unless it says otherwise. */
  readonly status?: 201;
  /** Problems of its own, beside those every operation can meet. */
  readonly problems: readonly ProblemCode[];
  /** What an answer depends on: one release alone, or more than that (so that it changes under the same address). */
  readonly dependsOn: "release" | "shelf";
  /** Other names of the same thing are redirected to its canonical address. */
  readonly redirects?: true;
  /** Its answers lead to addresses that name the release where their own does; all others are the same either way. */
  readonly namesItself?: true;
  /** Its answers are made when they are asked for, even where they could be kept ready. */
  readonly isRarelyAsked?: boolean;
  /** The path parameters of every answer in a release, when they are few enough to be kept ready. */
  knownPaths?(snapshot: Snapshot): readonly Static<Path>[];
  /** Values of its parameters that a release has an answer for, where the schemas alone cannot tell any; see `exampleParameters`. */
  examples?(snapshot: Snapshot): Partial<Static<Path> & Static<Query>>;
  /** An answer to show in descriptions, where asking would change something. */
  readonly shownAnswer?: object;
  /** The path that answers at once what many calls of this one would, for who is refused for them. */
  readonly bulkPath?: string;
  /** How `bulkPath` is asked, where that is not GET. */
  readonly bulkMethod?: "POST";
  /** What it asks of who calls; unless it says otherwise, what lies under a version of the API is counted and the rest is free. */
  readonly admission?: "identified" | "sign_up";
  readonly deprecation?: { readonly successorPath: string };
  /** Finds what is wrong with well-formed parameters in view of the data. Also called when others of them were ill-formed and are missing; `given` has them as they came. */
  check?(sources: Sources, parameters: Partial<Static<Path> & Static<Query>>, given: GivenParameters): ProblemError[];
  /**
   * Answers; throws a `Problem` the operation declares. Must depend on nothing but its arguments; only one that has to wait for
   * something returns a promise.
   */
  answer(sources: Sources, parameters: Static<Path> & Static<Query>, body: Static<Body>): Answer | Promise<Answer>;
}

export type Operation = OperationOf<TObject, TObject, TSchema>;

/** Holds an operation against its own parameter types, then forgets them, so that operations of all kinds make one list. */
export function defineOperation<Path extends TObject, Query extends TObject, Body extends TSchema>(
  operation: OperationOf<Path, Query, Body>,
): Operation {
  return operation;
}

/** Whether an answer is made for one caller, and never kept. */
export function isForOneCaller({ method, admission }: Pick<Operation, "method" | "admission">): boolean {
  return method === "POST" || admission !== undefined;
}

/**
 * Describes parameters as they are after reading.
 *
 * A parameter with a default is always there once read, but needs not be sent: it is left out of `required`.
 */
export function describeParameters<P extends TProperties>(properties: P): TObject<P> {
  const { required: all, ...described } = Type.Object(properties) as TObject & { required?: readonly string[] };
  const required = all?.filter((name) => (properties[name] as { default?: unknown }).default === undefined) ?? [];
  return Object.assign(described, required.length > 0 ? { required } : {}) as unknown as TObject<P>;
}
