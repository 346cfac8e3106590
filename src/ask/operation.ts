import type { Static, TObject, TProperties, TSchema } from "typebox";
import { Type } from "./type.ts";
import type { RequestWindow } from "../access/quota.ts";
import type { ProblemCode, ProblemError } from "../problem.ts";
import type { Releases, Snapshot } from "../release/snapshot.ts";
import type { Sources } from "./sources.ts";
import type { TAGS } from "./tags.ts";

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

/** The answer of an operation. */
export type Answer = { readonly links?: readonly AnswerLink[] } & (
  | {
      readonly kind: "json";
      readonly body: object;
      /** The name a reader saves it under, where it is sent as a file. */
      readonly filename?: string;
    }
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "file";
      /** Absolute path of an immutable file. */
      readonly path: string;
      readonly bytes: number;
      /** The hash in hexadecimal. */
      readonly sha256: string;
      /** The name a reader saves it under. */
      readonly filename: string;
    }
  | {
      /** A text that is made while it is sent. */
      readonly kind: "rows";
      /** The cache key of the text within its release: the same name stands for the same text. */
      readonly name: string;
      /** The text from its beginning, in parts of which each is made in a few milliseconds. */
      readonly chunks: () => Iterable<string>;
      /** The name a reader saves it under. */
      readonly filename: string;
    }
  | {
      /** A file that is no text and is made while it is sent. */
      readonly kind: "bytes";
      /** The cache key of the file: the same name stands for the same content, if not bytes. */
      readonly name: string;
      /** The same name stands for the same bytes, so that a part of them can be sent. */
      readonly isReproducible?: true;
      /** The file from its beginning, with other requests in between. */
      readonly chunks: () => AsyncIterable<Uint8Array>;
      /** The name a reader saves it under. */
      readonly filename: string;
    }
  /** A permanent redirect to these path parameters; the rest of the request stays as it is. */
  | { readonly kind: "redirect"; readonly path: Readonly<Record<string, string>> }
);

/** The form of an operation's successful answers. */
export type AnswerForm =
  | {
      readonly kind: "json";
      /** `application/json` unless it says otherwise. */
      readonly mediaType?: string;
      /** Has an `$id`. */
      readonly schema: TSchema;
      /** Components of `schema` apart from those that operations share; each has an `$id`. */
      readonly components?: readonly TSchema[];
    }
  | {
      readonly kind: "text" | "file";
      readonly mediaType: string;
      readonly description: string;
      /** The schema of a text whose media type has a structure, as YAML has. */
      readonly schema?: TSchema;
    };

/** A parameter that chooses the form of an answer. */
export interface FormChoice {
  /**
   * A placeholder of the path, or a parameter of the query. `Accept` chooses where the query does
   * not have it; where it has, `Accept` is not looked at.
   */
  readonly parameter: string;
  /** The forms by the values of the parameter, which takes no others. */
  readonly forms: Readonly<Record<string, AnswerForm>>;
}

/** The encoding of a body: JSON, the fields of an HTML form, each a text, or a CSV file. */
export type BodyEncoding = "json" | "form" | "csv";

/** A body as a CSV file. */
export interface CsvBody {
  readonly description: string;
  readonly example: string;
  /** Reads the body in a text. Throws `invalid_request` where there is none. */
  read(text: string): unknown;
}

/** The body an operation takes. */
export interface BodyForm<Body extends TSchema> {
  /** JSON by default. The members of a form are texts. */
  readonly encoding?: "json" | "form";
  /** A CSV file that may be sent instead. */
  readonly csv?: CsvBody;
  /** Has an `$id`. Objects in it have `additionalProperties: false`. */
  readonly schema: Body;
  /** Components of `schema`; each has an `$id`. */
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
 * `Path` and `Query` describe the parameters after reading (defaults filled in), `Body` a body as
 * it was sent.
 */
export interface StatedOperation<Path extends TObject, Query extends TObject, Body extends TSchema> {
  /** Stable name in snake_case, also the OpenAPI operationId. */
  readonly id: string;
  /** GET by default. Answers to POST and DELETE are made for one caller and never cached. */
  readonly method?: "GET" | "POST" | "DELETE";
  /** OpenAPI path template: `/api/v2/countries/{slug}`. */
  readonly path: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  readonly parameters: { readonly path: Path; readonly query: Query };
  /** The body of a POST; no other method has one. */
  readonly body?: BodyForm<Body>;
  /** The form of an answer; of several, that of the first value of `choice`, the default. */
  readonly form: AnswerForm;
  readonly choice?: FormChoice;
  /** The status of a successful answer; 200 by default. */
  readonly status?: 201 | 202;
  /** Problems of its own, beside those of every operation; none by default. */
  readonly problems?: readonly ProblemCode[];
  /**
   * An answer depends on one release alone, which is the default, on the history of releases, or on
   * more. Only the first never changes.
   */
  readonly dependsOn?: "release" | "history" | "service";
  /**
   * It is answered whatever `Accept` says: feed readers name what they would rather have, and read
   * this as well.
   */
  readonly ignoresAccept?: true;
  /** The name under which its JSON is saved, where `format` asks for a file. */
  readonly filename?: string;
  /** Other names of the same thing are redirected to its canonical path. */
  readonly redirects?: true;
  /** The path parameters of every answer of a release, if they are few. */
  knownPaths?(snapshot: Snapshot): readonly Static<Path>[];
  /**
   * Values of its parameters that a release has an answer for, if the schemas give none; see
   * `exampleParameters`.
   */
  examples?(snapshot: Snapshot, releases: Releases): Partial<Static<Path> & Static<Query>>;
  /** An answer for documents to show, if asking needs a caller or would change something. */
  readonly shownAnswer?: object | string;
  /**
   * The path that answers many requests of this operation at once, or has their figures; problems
   * of the rate limit name it. It may begin with a method: `POST /api/v2/portfolios`.
   */
  readonly bulkPath?: string;
  /**
   * Windows of its own instead of the quota, or `counted`; by default paths under a version of the
   * API are counted and the others are free.
   */
  readonly admission?: RequestWindow | "counted";
  /** Its requests are confidential to the caller: no cache keeps the answers. */
  readonly isConfidential?: boolean;
  /** It ends the key of the request: collections that people run as a whole leave it out. */
  readonly endsKey?: true;
  /**
   * It needs something prepared first: a server of the caller on the internet, a webhook, a
   * mail server, or a signed release. Collections that people run as a whole leave it out, too.
   */
  readonly needsPreparation?: true;
  readonly deprecation?: { readonly successorPath: string };
  /** A specification of others, or a mail, says how it is asked, and the OpenAPI document not. */
  readonly isUndocumented?: true;
  /**
   * Checks well-formed parameters against the data. Parameters with an error are missing from
   * `parameters`; `given` has all of them as they were sent.
   */
  check?(sources: Sources, parameters: Partial<Static<Path> & Static<Query>>, given: GivenParameters): ProblemError[];
  /** Finds the errors of a body that its schema allows. */
  checkBody?(sources: Sources, body: Static<Body>): readonly ProblemError[] | Promise<readonly ProblemError[]>;
  /** The number of requests that a body takes from the quota; one by default. */
  requestsOf?(body: Static<Body>): number;
  /**
   * Answers, or throws a `Problem` the operation declares. Depends on nothing but its arguments.
   * Returns a promise only if it has to wait for something.
   */
  answer(sources: Sources, parameters: Static<Path> & Static<Query>, body: Static<Body>): Answer | Promise<Answer>;
}

/** An operation whose defaults are filled in. */
export type Operation = StatedOperation<TObject, TObject, TSchema> &
  Required<Pick<StatedOperation<TObject, TObject, TSchema>, "method" | "problems" | "dependsOn">>;

/** An operation that answers with JSON of this schema. */
export type JsonOperation<S extends TSchema> = Operation & {
  readonly form: { readonly kind: "json"; readonly schema: S };
};

/**
 * Checks an operation's types against each other, then drops those of its parameters, so that all
 * operations fit one list, and fills in defaults.
 */
export function defineOperation<
  Path extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Form extends AnswerForm,
>(operation: StatedOperation<Path, Query, Body> & { readonly form: Form }): Operation & { readonly form: Form } {
  return { method: "GET", problems: [], dependsOn: "release", ...operation };
}

/** The form of the answer to these parameters, given or read. */
export function formOf(
  { form, choice }: Pick<Operation, "form" | "choice">,
  parameters: Readonly<Record<string, unknown>>,
): AnswerForm {
  const chosen = String(choice === undefined ? "" : parameters[choice.parameter]);
  return choice !== undefined && Object.hasOwn(choice.forms, chosen) ? (choice.forms[chosen] ?? form) : form;
}

/** Every form of an operation's answers, one for each media type. */
export function formsOf({ form, choice }: Pick<Operation, "form" | "choice">): readonly AnswerForm[] {
  const all = choice === undefined ? [form] : Object.values(choice.forms);
  return [...new Map(all.map((each) => [each.mediaType, each])).values()];
}

/** Returns true if an answer is made for one caller, and never cached. */
export function isForOneCaller(operation: Pick<Operation, "method" | "admission" | "isConfidential">): boolean {
  const { method, admission = "counted", isConfidential = false } = operation;
  return method === "POST" || !(admission === "counted" || admission === "file") || isConfidential;
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
