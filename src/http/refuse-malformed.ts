import { randomUUID } from "node:crypto";
import { type IncomingMessage, STATUS_CODES, type Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Site } from "../ask/sources.ts";
import { Problem } from "../problem.ts";
import type { ConnectionDrainer } from "./limit-connections.ts";
import type { Exchange } from "./endpoint.ts";
import { HttpProblem, methodNotAllowed, uriTooLong, versionNotSupported, writeProblem } from "./http-problem.ts";
import type { RequestLog } from "./request-log.ts";
import { SHARED_HEADERS } from "./send-response.ts";
import { READ_METHODS } from "./routes.ts";
import { PROBLEM_TYPE } from "./send-problem.ts";

/** Parts that refuse malformed requests. */
export interface RefuseParts {
  readonly site: Site;
  readonly now: () => Date;
  readonly drainer: ConnectionDrainer;
  readonly requestLog: RequestLog | null;
  /** The last request of each connection. */
  readonly lastExchanges: WeakMap<Duplex, Exchange>;
}

/** An error of the parser: code, reason and the bytes it had at hand. */
interface ParserError extends Error {
  readonly code?: string;
  readonly reason?: string;
  readonly rawPacket?: Buffer;
}

/**
 * Has a server refuse malformed requests with problems, too: the only code that writes on sockets.
 */
export function refuseMalformed(server: Server, parts: RefuseParts): void {
  const { drainer, lastExchanges } = parts;

  /** Refuses after the responses to earlier requests of the connection. */
  const refuse = (socket: Duplex, problem: Problem): void => {
    afterResponse(lastExchanges.get(socket), () => {
      if (!socket.writable || drainer.has(socket)) return;
      drainer.end(socket, layOutRefusal(problem, parts));
      parts.requestLog?.refused(problem.status);
    });
  };

  server.on("connect", ({ method = "" }: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => {});
    refuse(socket, methodNotAllowed(method, READ_METHODS));
  });

  server.on("clientError", (error: ParserError, socket) => {
    if (drainer.has(socket)) return;
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = explainParserError(error);
    const last = lastExchanges.get(socket);
    if (last === undefined || last.request.complete) {
      refuse(socket, problem);
      return;
    }
    // The error is in the body of a request that is answered by itself; a second response would be
    // taken for that of the next one.
    last.brokenBody = problem;
    last.failBody?.(problem);
    afterResponse(last, () => drainer.end(socket, ""));
  });
}

/**
 * Does something once the response to a request has been sent or its connection closed; at once
 * where there is none.
 */
function afterResponse(exchange: Exchange | undefined, work: () => void): void {
  if (exchange === undefined || exchange.response.writableFinished) work();
  else exchange.response.once("close", work);
}

function explainParserError(error: ParserError): Problem {
  switch (error.code ?? "") {
    case "HPE_HEADER_OVERFLOW":
      return /^[A-Z]+ \S{8001}/u.test(error.rawPacket?.toString("latin1") ?? "") ? uriTooLong() : headersTooLarge();
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Problem("request_timeout", "The request did not arrive completely in time.");
    case "HPE_PAUSED_H2_UPGRADE":
      return versionNotSupported("2");
  }
  const why = error.reason === undefined ? "" : ` (${error.reason})`;
  return new Problem("invalid_request", `The request is not well-formed HTTP/1.1${why}. The connection was closed.`);
}

function headersTooLarge(): Problem {
  return new Problem(
    "headers_too_large",
    "The header section of the request is larger than 16 KiB. Send fewer or shorter headers.",
  );
}

/** Lays a response out for a bare socket. */
function layOutRefusal(problem: Problem, { site, now }: RefuseParts): string {
  const id = randomUUID();
  const body = writeProblem(problem, site.baseUrl, id);
  const describing = [
    ["Cache-Control", "no-store"],
    ["Content-Type", PROBLEM_TYPE],
    ["Content-Length", String(Buffer.byteLength(body))],
    ["Date", now().toUTCString()],
    ["Connection", "close"],
  ].flat();
  const own = problem instanceof HttpProblem ? problem.headers : [];
  const all = [...SHARED_HEADERS, "X-Request-Id", id, ...own, ...describing];
  let text = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}\r\n`;
  for (let index = 0; index < all.length; index += 2) text += `${all[index]!}: ${all[index + 1]!}\r\n`;
  return `${text}\r\n${body}`;
}
