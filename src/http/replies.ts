import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import { StoreUnavailable } from "../access/accounts.ts";
import type { Subject } from "../access/subject.ts";
import type { Answer } from "../contract/operation.ts";
import type { Site } from "../contract/sources.ts";
import { Problem, type ProblemCode, writeProblem } from "../problem.ts";
import { type Freshness, DATA_VARY, SHARED_HEAD, cacheControl, sharedHeadUnder } from "./head.ts";
import { headTextOf } from "./head-text.ts";
import { BYTE_ORDER_MARK, fileTag } from "./make-answer.ts";
import { acceptedCodings, matchesEtag } from "./negotiation.ts";
import { ACCEPT_POST } from "./read-body-text.ts";
import type { Outbox } from "./outbox.ts";
import {
  type Body,
  type Description,
  type Representation,
  bodyOf,
  chooseForm,
  describeForm,
  describeHead,
  letGo,
} from "./representation.ts";
import { newRequestId } from "./request-id.ts";
import type { VersionOne } from "./version-one.ts";
import type { Watch } from "./watch.ts";

/** A request under way, with the id its answer and its log lines carry and the headers its admission adds. */
export interface Exchange {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  head: readonly string[];
  /** Whose request is counted when the answer leaves. */
  counted?: Subject | null;
  /** What was found for it, for counts and figures: an operation's id or a document's path. */
  label?: string;
  /** In place of the strict policy of data. */
  readonly contentSecurityPolicy?: string;
}

/** Writes every kind of answer; the only place where heads are put together. */
export interface Replies {
  /** Answers 200 with the best form for the client, or 304 when it has it. */
  representation(exchange: Exchange, representation: Representation, freshness: Freshness): void;
  /** Answers 200 with a file too large to hold, as it is. */
  stream(exchange: Exchange, file: FileAnswer, description: Description, freshness: Freshness): void;
  /** Answers 308 to another address of the same service. */
  redirect(exchange: Exchange, location: string, freshness: Freshness): void;
  /** Answers 204 with these headers. */
  nothing(exchange: Exchange, head: readonly string[]): void;
  /** Answers a body that nobody may keep. */
  passing(exchange: Exchange, status: number, mediaType: string, text: string | Buffer): void;
  /** Answers a refusal; anything but a `Problem` is logged and answered as `internal_error`. */
  failure(exchange: Exchange, error: unknown, head?: readonly string[]): void;
}

export type FileAnswer = Extract<Answer, { kind: "file" }>;

/** Begins the answer to a request. The id is always ours: one sent by a client could collide or carry anything. */
export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  return { id: newRequestId(), request, response, head: [] };
}

/** What the writer of answers stands on. */
export interface ReplyParts {
  readonly outbox: Outbox;
  /** Counts a request that has its answer, before that leaves. */
  readonly count: (subject: Subject, operation: string) => void;
  readonly site: Site;
  readonly logger: Logger;
  /** Says what answers of deprecated addresses carry, whatever their status. */
  readonly versionOne: VersionOne;
  /** Is told of each answer. */
  readonly watch: Watch | null;
}

/** Builds the writer of answers over an outbox. */
export function buildReplies({ outbox, count, site, logger, versionOne, watch }: ReplyParts): Replies {
  const begin = ({ id, head, request, contentSecurityPolicy }: Exchange): string[] => {
    const shared = contentSecurityPolicy === undefined ? SHARED_HEAD : sharedHeadUnder(contentSecurityPolicy);
    return [...shared, "X-Request-Id", id, ...versionOne.headOf(request.url ?? ""), ...head];
  };

  /** Whatever answers, a request is counted once, and under what answered it. */
  const countOnce = (exchange: Exchange, label: string | undefined): void => {
    const { counted = null } = exchange;
    if (counted === null) return;
    exchange.counted = null;
    count(counted, label ?? UNKNOWN_OPERATION);
  };

  const post = (
    exchange: Exchange,
    status: number,
    head: string[] | string,
    body: Body | null,
    label = exchange.label,
  ) => {
    countOnce(exchange, label);
    outbox.post(exchange.response, status, head, body);
    watch?.answered(exchange, status, label ?? null);
  };

  /** Begins the head of a 200 to data, or answers 304 and returns null. */
  const beginData = (
    exchange: Exchange,
    etag: string,
    { lastModified, label }: Pick<Description, "lastModified" | "label">,
    freshness: Freshness,
  ) => {
    const head = begin(exchange);
    head.push("Cache-Control", cacheControl(freshness), "Vary", DATA_VARY, "ETag", etag);
    if (lastModified !== null) head.push("Last-Modified", lastModified);
    if (!isUnchanged(exchange.request, etag, lastModified)) return head;
    post(exchange, 304, head, null, label);
    return null;
  };

  const replies: Replies = {
    representation(exchange, representation, freshness) {
      const { request } = exchange;
      const form = chooseForm(representation, acceptedCodings(request.headers["accept-encoding"]));
      const lifecycle = versionOne.headOf(request.url ?? "");
      if (lifecycle.length === 0 && exchange.contentSecurityPolicy === undefined) {
        // Nothing of this head comes from the caller.
        const unchanged = isUnchanged(request, form.etag, representation.lastModified);
        const text = headTextOf(exchange, form, representation, freshness, unchanged);
        const body = unchanged || request.method === "HEAD" ? null : form.body;
        if (body === null) letGo(form);
        post(exchange, unchanged ? 304 : 200, text, body, representation.label);
        return;
      }
      const head = beginData(exchange, form.etag, representation, freshness);
      if (head === null) return;
      head.push(...representation.ownHead, ...describeForm(form));
      post(exchange, 200, head, request.method === "HEAD" ? null : form.body, representation.label);
    },

    stream(exchange, file, description, freshness) {
      const { id, request, response } = exchange;
      const { mediaType, label } = description;
      const head = beginData(exchange, `"${fileTag(file)}"`, description, freshness);
      if (head === null) return;
      const before = file.byteOrderMark === true ? BYTE_ORDER_MARK : null;
      const bytes = file.bytes + (before?.length ?? 0);
      head.push(...describeHead(file), "Content-Type", mediaType, "Content-Length", String(bytes));
      if (request.method === "HEAD") {
        post(exchange, 200, head, null, label);
        return;
      }
      const send = async (handle: FileHandle): Promise<void> => {
        countOnce(exchange, label);
        outbox.flush();
        response.writeHead(200, head);
        watch?.answered(exchange, 200, label);
        if (before !== null) response.write(before);
        const content = handle.createReadStream();
        await pipeline(content, response, { end: false });
        if (content.bytesRead !== file.bytes) throw new Error(`${file.path} is not ${file.bytes} bytes long`);
        response.end();
      };
      open(file.path).then(
        // Once the head is gone a failure cuts the connection. A reader who went away is no fault of ours.
        (handle) =>
          send(handle).catch((error: unknown) => {
            response.destroy();
            if (!isGoneReader(error)) logger.error({ err: error, requestId: id }, "a file was cut off");
          }),
        (error: unknown) => replies.failure(exchange, error),
      );
    },

    redirect(exchange, location, freshness) {
      const head = begin(exchange);
      head.push(
        "Cache-Control",
        cacheControl(freshness),
        "Vary",
        DATA_VARY,
        "Location",
        location,
        "Content-Length",
        "0",
      );
      post(exchange, 308, head, null);
    },

    nothing(exchange, head) {
      post(exchange, 204, [...begin(exchange), ...head], null);
    },

    passing(exchange, status, mediaType, text) {
      const body = typeof text === "string" ? Buffer.from(text) : text;
      const head = begin(exchange);
      head.push("Cache-Control", "no-store", "Content-Type", mediaType, "Content-Length", String(body.length));
      post(exchange, status, head, exchange.request.method === "HEAD" ? null : bodyOf(body));
    },

    failure(exchange, error, extra = []) {
      const problem = problemOf(error) ?? internalError(logger, exchange.id, error);
      const body = writeProblem(problem, site.baseUrl, exchange.id);
      exchange.head = [...exchange.head, ...extra, ...(REFUSAL_HEADS[problem.code] ?? [])];
      replies.passing(exchange, problem.status, PROBLEM_TYPE, body);
    },
  };
  return replies;
}

/** The media type of RFC 9457. */
export const PROBLEM_TYPE = "application/problem+json";

/** Under what requests are counted that nothing answers. */
const UNKNOWN_OPERATION = "unknown";

/** What a store that could not be asked is worth waiting. */
const RETRY_SECONDS = 5;

/** Headers that every refusal of a kind has. */
const REFUSAL_HEADS: { readonly [code in ProblemCode]?: readonly string[] } = {
  unsupported_media_type: ["Accept-Post", ACCEPT_POST],
  unavailable: ["Retry-After", String(RETRY_SECONDS)],
};

function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (!(error instanceof StoreUnavailable)) return null;
  return new Problem(
    "unavailable",
    "The store of keys and usage does not answer at the moment. Try again in a few seconds; data answer without a key, too.",
  );
}

function internalError(logger: Logger, requestId: string, error: unknown): Problem {
  logger.error({ err: error, requestId }, "a request failed");
  return new Problem(
    "internal_error",
    "The service made a mistake; it was logged under the request id. Trying again may help.",
  );
}

/**
 * Whether the client already has this form (RFC 9110 §13.2.2: the entity tag decides where both are given).
 *
 * A date must be the very one we sent: after a rollback the data are older than the date a client holds.
 */
function isUnchanged({ headers }: IncomingMessage, etag: string, lastModified: string | null): boolean {
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, etag);
  const ifModifiedSince = headers["if-modified-since"];
  return ifModifiedSince !== undefined && ifModifiedSince === lastModified;
}

function isGoneReader(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "ERR_STREAM_PREMATURE_CLOSE" || code === "EPIPE" || code === "ECONNRESET";
}
