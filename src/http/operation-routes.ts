import type { FastifyInstance } from "fastify";
import { fillPath } from "../contract/addresses.ts";
import { type Operation, isForOneCaller } from "../contract/operation.ts";
import { quote, refuseParameters } from "../contract/read-parameters.ts";
import { type Admitted, type Gate, admissionOf } from "./gate.ts";
import { passGate } from "./pass-gate.ts";
import { mediaTypeOf } from "./make-answer.ts";
import { accepts } from "./negotiation.ts";
import type { Found, OperationAnswers } from "./operation-answers.ts";
import { readBodyText } from "./read-body-text.ts";
import { notAcceptable, notFound } from "./refusals.ts";
import type { Exchange, Replies } from "./replies.ts";
import { decodeOrNull } from "./route-table.ts";

/** What the routes of operations share. */
export interface RouteParts {
  readonly gate: Gate;
  readonly replies: Replies;
  readonly answers: OperationAnswers;
}

/** Adds one route per operation. Everything after the match is ours: the reply is taken over from the framework. */
export function addOperationRoutes(app: FastifyInstance, operations: readonly Operation[], parts: RouteParts): void {
  for (const operation of operations) {
    app.route<{ Params: Record<string, string> }>({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/gu, ":$1"),
      handler: (request, reply) => {
        reply.hijack();
        const exchange: Exchange = {
          id: request.id,
          request: request.raw,
          response: reply.raw,
          head: [],
          label: operation.id,
        };
        answerOperation({ operation, path: request.params, exchange }, parts);
      },
    });
  }
}

/** Answers an operation that was found for a request, whoever found it. */
export function answerOperation(question: Question, parts: RouteParts): void {
  const { operation, exchange } = question;
  const { gate, replies } = parts;
  passGate(gate, replies, exchange, admissionOf(operation), (verdict) => {
    if (!isForOneCaller(operation)) answer(question, verdict, parts);
    else answerCaller(question, verdict, parts).catch((error: unknown) => replies.failure(exchange, error));
  });
}

/** The query of a request as it arrived, decoded, in order. Throws `invalid_request` where it cannot be decoded. */
export function queryOf(url: string): [string, string][] {
  const start = url.indexOf("?");
  if (start < 0) return [];
  const query = url.slice(start + 1);
  if (PLAIN_QUERY.test(query)) return splitPlain(query);
  if (query.includes("%")) refuseFaultyEscapes(query);
  return [...new URLSearchParams(query)];
}

/** A query in which every character of a name or value stands for itself. */
const PLAIN_QUERY = /^[\w.~:,=&-]*$/u;

/** Takes such a query apart, as `URLSearchParams` would at several times the price. */
function splitPlain(query: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < query.length;) {
    const next = query.indexOf("&", at);
    const end = next < 0 ? query.length : next;
    const equals = query.indexOf("=", at);
    if (equals >= 0 && equals < end) pairs.push([query.slice(at, equals), query.slice(equals + 1, end)]);
    else if (end > at) pairs.push([query.slice(at, end), ""]);
    at = end + 1;
  }
  return pairs;
}

/** Decoding puts another text in the place of what is no UTF-8; nobody asked for that one. */
function refuseFaultyEscapes(query: string): void {
  const errors = query.split("&").flatMap((pair) => {
    if (decodeOrNull(pair) !== null) return [];
    const [name = ""] = pair.split("=", 1);
    const detail = `${quote(pair)} is not well-formed: a \`%\` must be followed by two hexadecimal digits of UTF-8.`;
    return [{ parameter: decodeOrNull(name) ?? name, detail }];
  });
  if (errors.length > 0) throw refuseParameters(errors, false);
}

/** An operation that was asked, with the segments of the path it was found by. */
export interface Question {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly exchange: Exchange;
}

/** Throws what is wrong with a question before its parameters are looked at. */
function checkHead({ operation, path, exchange }: Question): void {
  const { request } = exchange;
  if (Object.values(path).includes("")) throw notFound((request.url ?? "").split("?", 1)[0]!);
  const { accept } = request.headers;
  if (!accepts(accept, mediaTypeOf(operation))) throw notAcceptable(accept, mediaTypeOf(operation));
}

/** Answers one caller alone. A body is read when everything else about the request is known to be right. */
async function answerCaller(question: Question, { caller }: Admitted, parts: RouteParts): Promise<void> {
  const { replies, answers } = parts;
  const { operation, path, exchange } = question;
  checkHead(question);
  const query = queryOf(exchange.request.url ?? "");
  const bodyText = operation.body === undefined ? null : await readBodyText(exchange.request, operation.body.bytesMax);
  const { text, head, left } = await answers.makeFor(caller, operation, { path, query }, bodyText);
  exchange.head = [...exchange.head, ...head];
  // A connection that breaks off before that leaves the memory of the text to the collector.
  if (left !== undefined) exchange.response.once("finish", left);
  replies.passing(exchange, operation.status ?? 200, mediaTypeOf(operation), text);
}

function answer(question: Question, { caller, isPrivate }: Admitted, { replies, answers }: RouteParts): void {
  const { operation, path, exchange } = question;
  const { request } = exchange;
  try {
    checkHead(question);
    const query = queryOf(request.url ?? "");
    const pinned = operation.dependsOn === "release" && query.some(([name]) => name === "release");
    const freshness = { pinned, isPrivate };
    const send = (found: Found): void => {
      if (found.kind === "representation") replies.representation(exchange, found.representation, freshness);
      else if (found.kind === "stream") replies.stream(exchange, found.file, found.description, freshness);
      else replies.redirect(exchange, relocate(operation, found.path, request.url ?? ""), freshness);
    };
    const found = answers.find(operation, { path, query }, caller, request.headers["accept-encoding"]);
    if (found instanceof Promise) found.then(send).catch((error: unknown) => replies.failure(exchange, error));
    else send(found);
  } catch (error) {
    replies.failure(exchange, error);
  }
}

/** The canonical address of what was asked for, with the query as it was. */
function relocate(operation: Operation, path: Readonly<Record<string, string>>, url: string): string {
  const query = url.indexOf("?");
  return fillPath(operation.path, path) + (query < 0 ? "" : url.slice(query));
}
