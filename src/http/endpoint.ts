import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestWindow } from "../access/quota.ts";
import type { Subject } from "../access/subject.ts";
import { type Answer, type Operation, formsOf, type AnswerLink } from "../ask/operation.ts";
import type { Problem } from "../problem.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { PageSources } from "../ask/page.ts";

/** A request under way and what its response will carry. */
export interface Exchange {
  /**
   * A UUID of ours, in the response, its problem and its log lines. One sent by a client could
   * collide or carry anything.
   */
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Headers of the response whatever its status: names and values in turn. */
  readonly headers: string[];
  /** Id of the operation or path of the document that answers; null where nothing does. */
  label: string | null;
  /** Time at which the request arrived, by the stopwatch of the request log. */
  readonly startedAt: number;
  /** The budget of the bodies of all requests together. */
  readonly bodies: BodyBudget;
  /** The body of the request turned out to be malformed. */
  brokenBody: Problem | null;
  /** Makes reading the body fail with a problem; null while nothing reads it. */
  failBody: ((problem: Problem) => void) | null;
}

/**
 * The cost of a request: `counted` takes one from the quota of the caller, the name of a window one
 * from that, `free` is free for everybody, and for `open` not even credentials are read.
 */
export type Admission = "counted" | RequestWindow | "free" | "open";

/** A request as an endpoint gets it. */
export interface EndpointRequest {
  /** Decoded segments of the path by the names of its placeholders. */
  readonly params: Readonly<Record<string, string>>;
  /** Path and query, without a key. */
  readonly url: string;
  /** One of the endpoint's. */
  readonly mediaType: string;
  /** Null if the caller was not looked up. */
  readonly caller: Subject | null;
  readonly exchange: Exchange;
  /**
   * Counts a request that waits for a valid body, or `requests` of them if the body counts as
   * several. Rejects if the caller has used up its limit.
   */
  readonly admitBody: (requests: number) => Promise<void>;
  /**
   * Admits the request of a form for an operation, by the key in the form or, without one, by the
   * client address, just as if the operation had been requested. Rejects with the refusal.
   */
  readonly admitForm: (
    operation: Operation,
    key: string | null,
  ) => Promise<Pick<EndpointRequest, "caller" | "admitBody">>;
}

/** The encoding of the bytes of a body. */
export type Coding = "br" | "gzip" | "zstd" | "identity";

/**
 * The time for which others may keep a response: minutes; a day, if the URL names a release, so
 * that it changes only if the publisher notes something about it or withdraws it; or a year, if
 * nothing can change it.
 */
export type KeptFor = "minutes" | "day" | "year";

/** The metadata of a response. */
export interface Description {
  readonly mediaType: string;
  /** HTTP date, or null when unknown. */
  readonly lastModified: string | null;
  readonly keptFor: KeptFor;
  /** Headers of its own with a 200. */
  readonly headers: readonly string[];
  /** Of a file, ranges of bytes are sent on request. */
  readonly isFile?: true;
  /** Its format compresses it already. */
  readonly isPacked?: true;
  /** Replaces the strict policy of data. */
  readonly contentSecurityPolicy?: string;
}

/** The body of a response in every coding made so far. */
export interface PreparedResponse {
  readonly kind: "prepared";
  readonly description: Description;
  /** Stands for the body in entity tags: a SHA-256 or a prefix of it. */
  readonly hash: string;
  readonly bodies: { readonly identity: Buffer } & Partial<Record<Coding, Buffer>>;
}

export type FileAnswer = Extract<Answer, { kind: "file" }>;

/** The answer of an endpoint when nothing is wrong. */
export type Content =
  | PreparedResponse
  /** A file too large to hold in memory, or packed by itself. */
  | {
      readonly kind: "file";
      readonly file: FileAnswer;
      readonly description: Description;
    }
  /** A file that is made while it is sent. */
  | {
      readonly kind: "rows";
      /** Stands for the file in entity tags. */
      readonly hash: string;
      /** The same content may be other bytes every time; its entity tag is a weak one. */
      readonly isWeak?: true;
      /** Its length, if a part of it can be sent. */
      readonly bytes?: number;
      readonly chunks: Iterable<string> | AsyncIterable<Uint8Array>;
      readonly description: Description;
    }
  /** The same resource has another URL. */
  | { readonly kind: "redirect"; readonly location: string; readonly keptFor: KeptFor }
  /** An answer for this caller and this moment. */
  | {
      readonly kind: "unstored";
      readonly status: number;
      readonly mediaType: string;
      readonly headers: readonly string[];
      readonly text: string | Buffer;
      /** Replaces the strict policy of data. */
      readonly contentSecurityPolicy?: string;
    };

/** The answers of one method of a route. */
export interface Endpoint {
  /** Id of an operation or path of a document, for counts, metrics and log lines. */
  readonly label: string;
  readonly admission: Admission;
  /**
   * The media types that `Accept` chooses from, the first for clients without a preference. Empty
   * if `Accept` is not looked at.
   */
  readonly mediaTypes: readonly string[];
  /** The answer is sent even if `Accept` excludes it. */
  readonly ignoresAccept?: boolean;
  /** The media type that the URL asks for, if it does; null where `Accept` chooses. */
  readonly typeOf?: (params: Readonly<Record<string, string>>, url: string) => AskedType | null;
  /** While a release is current, the URL alone decides the answer, so that it may be kept. */
  readonly isStored: boolean;
  /**
   * Reads parameters and answers. Throws, or rejects with, a `Problem` for anything the caller can
   * correct.
   */
  answer(request: EndpointRequest): Content | Promise<Content>;
}

/** A media type that a URL asks for. */
export interface AskedType {
  readonly mediaType: string;
  /** It is sent even if `Accept` excludes it. */
  readonly ignoresAccept: boolean;
}

export const JSON_TYPE = "application/json";

/** The media type of an operation's answers, of several that of the first form. */
export function mediaTypeOf({ form }: Pick<Operation, "form">): string {
  return form.mediaType ?? JSON_TYPE;
}

/** Every media type that an operation answers in, the default first. */
export function mediaTypesOf(operation: Pick<Operation, "form" | "choice">): readonly string[] {
  return formsOf(operation).map((form) => mediaTypeOf({ form }));
}

/** Returns the cost of a request for an operation. */
export function admissionOf({ admission, path }: Pick<Operation, "admission" | "path">): Exclude<Admission, "open"> {
  return admission ?? (/^\/api\/v[12]\//u.test(path) ? "counted" : "free");
}

/** Facts that the text of a document may depend on. */
export interface DocumentFacts extends PageSources {
  /** The OpenAPI document. */
  readonly openapi: object;
  /** The Postman collection. */
  readonly postman: object;
  readonly now: Date;
}

/**
 * A document beside the operations: a page, an asset, a description of the service. It changes with
 * the software and the release.
 *
 * Several documents at one path are forms of the same thing; `Accept` chooses, and the first is for
 * clients without a preference.
 */
export interface HttpDocument {
  /** Literal path: `/docs/quick-start`. */
  readonly path: string;
  readonly mediaType: string;
  /** The name under which the service document links it. */
  readonly linkedAs?: string;
  /** `Content-Security-Policy`, replacing the strict one of data. */
  readonly contentSecurityPolicy?: string;
  readonly links?: (facts: DocumentFacts) => readonly AnswerLink[];
  readonly text: (facts: DocumentFacts) => string | Promise<string>;
  /** The text depends on the day. */
  readonly isDaily?: true;
}
