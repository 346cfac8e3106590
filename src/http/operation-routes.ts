import type { FastifyInstance } from "fastify";
import { fillPath } from "../operations/addresses.ts";
import type { Operation } from "../operations/operation.ts";
import type { Gate } from "./gate.ts";
import { mediaTypeOf } from "./make-answer.ts";
import { accepts } from "./negotiation.ts";
import type { Found, OperationAnswers } from "./operation-answers.ts";
import { notAcceptable, notFound } from "./refusals.ts";
import type { Exchange, Replies } from "./replies.ts";

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
        answer(operation, request.params, exchange, parts);
      },
    });
  }
}

/** The query of a request as it arrived, decoded, in order. */
export function queryOf(url: string): [string, string][] {
  const start = url.indexOf("?");
  return start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1))];
}

function answer(operation: Operation, path: Record<string, string>, exchange: Exchange, parts: RouteParts): void {
  const { gate, replies, answers } = parts;
  const { request } = exchange;
  try {
    const verdict = gate.admit(request);
    exchange.head = verdict.head;
    if (!verdict.allowed) throw verdict.problem;
    if (Object.values(path).includes("")) throw notFound((request.url ?? "").split("?", 1)[0]!);
    const { accept } = request.headers;
    if (!accepts(accept, mediaTypeOf(operation))) throw notAcceptable(accept, mediaTypeOf(operation));
    const query = queryOf(request.url ?? "");
    const pinned = operation.dependsOn === "release" && query.some(([name]) => name === "release");
    const freshness = { pinned, isPrivate: verdict.isPrivate };
    const send = (found: Found): void => {
      if (found.kind === "representation") replies.representation(exchange, found.representation, freshness);
      else if (found.kind === "stream") replies.stream(exchange, found.file, found.description, freshness);
      else replies.redirect(exchange, relocate(operation, found.path, request.url ?? ""), freshness);
    };
    const found = answers.find(operation, { path, query }, verdict.caller, request.headers["accept-encoding"]);
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
