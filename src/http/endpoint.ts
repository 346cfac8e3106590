import type { IncomingMessage, ServerResponse } from "node:http";
import type { OwnWindow } from "../access/quota.ts";
import type { Subject } from "../access/subject.ts";
import { type Answer, type Operation, formsOf } from "../ask/operation.ts";
import type { Problem } from "../problem.ts";

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
  /** What the request log's stopwatch showed. */
  readonly startedAt: number;
  /** The body of the request turned out to be malformed. */
  brokenBody: Problem | null;
  /** Makes reading the body fail with a problem; null while nothing reads it. */
  failBody: ((problem: Problem) => void) | null;
}

/**
 * What a request costs: `counted` is one from the quota of the caller, the name of a window one
 * from that, `page` one from a wide limit of the client address and `form` one from a narrower one,
 * `free` is free for everybody, and for `open` not even credentials are read.
 */
export type Admission = "counted" | OwnWindow | "page" | "form" | "free" | "open";

/** What an endpoint is asked. */
export interface EndpointRequest {
  /** Decoded segments of the path by the names of its placeholders. */
  readonly params: Readonly<Record<string, string>>;
  /** Path and query, without a key. */
  readonly url: string;
  /** One of the endpoint's. */
  readonly mediaType: string;
  /** Null where nobody asked who calls. */
  readonly caller: Subject | null;
  readonly exchange: Exchange;
  /**
   * Counts the request where that waits for a body that is right, and `requests` of them where a
   * body counts as several. Rejects where the caller has used up what it may.
   */
  readonly admitBody: (requests: number) => Promise<void>;
  /**
   * Admits what a form asks of an operation, by the key in the form or, without one, by the client
   * address, just as if the operation had been requested. Rejects with the refusal.
   */
  readonly admitForm: (
    operation: Operation,
    key: string | null,
  ) => Promise<Pick<EndpointRequest, "caller" | "admitBody">>;
}

/** How the bytes of a body are encoded. */
export type Coding = "br" | "gzip" | "zstd" | "identity";

/**
 * How long others may keep a response: for minutes; for a day, where the URL names a release, so
 * that it changes only if the publisher notes something about it or withdraws it; or for a year,
 * where nothing can change it.
 */
export type KeptFor = "minutes" | "day" | "year";

/** What a response says about itself apart from its body. */
export interface Description {
  readonly mediaType: string;
  /** HTTP date, or null when unknown. */
  readonly lastModified: string | null;
  readonly keptFor: KeptFor;
  /** Headers of its own with a 200. */
  readonly headers: readonly string[];
  /** Of a file, ranges of bytes are sent on request. */
  readonly isFile?: true;
  /** There are many of them, so that those that are kept are compressed in less time. */
  readonly isPage?: true;
  /** Its format compresses it already. */
  readonly isPacked?: true;
  /** Replaces the strict policy of data. */
  readonly contentSecurityPolicy?: string;
  /** A header of requests that the answer depends on apart from those that all do. */
  readonly varies?: string;
}

/** The body of a response in every coding made so far. */
export interface PreparedResponse {
  readonly kind: "prepared";
  readonly description: Description;
  /** Stands for the body in entity tags: a SHA-256 or a prefix of it. */
  readonly hash: string;
  readonly bodies: { readonly identity: Buffer } & Partial<Record<Coding, Buffer>>;
  /** The bodies are compressed as far as br and gzip go, or quickly. */
  readonly effort: Effort;
}

/**
 * How hard to compress: `quick` while a client waits, `thorough` in the background for a response
 * that is kept.
 */
export type Effort = "quick" | "thorough";

export type FileAnswer = Extract<Answer, { kind: "file" }>;

/** What an endpoint answers when nothing is wrong. */
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

/** What one method of a route answers. */
export interface Endpoint {
  /** Id of an operation or path of a document, for counts, metrics and log lines. */
  readonly label: string;
  readonly admission: Admission;
  /**
   * What `Accept` chooses from; the first is for clients without a preference. Empty where `Accept`
   * is not looked at.
   */
  readonly mediaTypes: readonly string[];
  /** What `Accept` excludes is sent all the same. */
  readonly ignoresAccept?: boolean;
  /** The media type that the URL asks for, if it does; null where `Accept` chooses. */
  readonly typeOf?: (params: Readonly<Record<string, string>>, url: string) => AskedType | null;
  /** While a release is current, the URL alone decides the answer, so that it may be kept. */
  readonly isStored: boolean;
  /**
   * What apart from the URL and `Accept` decides the answer, as a word by which it is kept. Its
   * responses name the header in `Vary`; see `Description`.
   */
  readonly variant?: (request: IncomingMessage) => string;
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

/** What a request for an operation costs. */
export function admissionOf({
  admission,
  path,
}: Pick<Operation, "admission" | "path">): Exclude<Admission, "page" | "form"> {
  return admission ?? (/^\/api\/v[12]\//u.test(path) ? "counted" : "free");
}
