import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Site } from "../operations/sources.ts";
import { Problem, describeProblem } from "../problem.ts";
import { SHARED_HEAD } from "./head.ts";
import { URL_CHARACTERS_MAX, methodNotAllowed, uriTooLong } from "./refusals.ts";
import { PROBLEM_TYPE } from "./replies.ts";

/** The refusal of what the parser could not read, from its error and the bytes it stopped at. */
export function explainParserError(error: Error & { code?: string; rawPacket?: Buffer }): {
  problem: Problem;
  head: readonly string[];
} {
  const line = firstLine(error.rawPacket);
  switch (error.code ?? "") {
    case "HPE_HEADER_OVERFLOW":
      if (line !== null && line.length > URL_CHARACTERS_MAX) return { problem: uriTooLong(), head: [] };
      return {
        problem: new Problem(
          "headers_too_large",
          "The header section of the request is larger than 16 KiB. Send fewer or shorter headers.",
        ),
        head: [],
      };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { problem: new Problem("request_timeout", "The request did not arrive completely in time."), head: [] };
    case "HPE_INVALID_METHOD": {
      const method =
        line === null ? null : (/^([!#$%&'*+.^_`|~\w-]{1,40}) \S+ HTTP\/1\.[01]$/u.exec(line)?.[1] ?? null);
      if (method === null) break;
      return { problem: methodNotAllowed(method, READ_METHODS), head: ["Allow", READ_METHODS.join(", ")] };
    }
  }
  return {
    problem: new Problem(
      "invalid_request",
      `The request is not well-formed HTTP/1.1${error.code === undefined ? "" : ` (${error.code})`}; the connection was closed.`,
    ),
    head: [],
  };
}

/** What every address takes at least. */
const READ_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Answers on the bare socket of a request that never became one, and closes it. */
export function refuseOnSocket(
  socket: Duplex,
  problem: Problem,
  extra: readonly string[],
  site: Site,
  now: () => Date,
): void {
  if (!socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const id = randomUUID();
  const body = JSON.stringify(describeProblem(problem, site.baseUrl, id));
  const own = ["X-Request-Id", id, ...extra, "Cache-Control", "no-store", "Content-Type", PROBLEM_TYPE];
  const ending = [
    "Content-Length",
    String(Buffer.byteLength(body)),
    "Date",
    now().toUTCString(),
    "Connection",
    "close",
  ];
  const head = [...SHARED_HEAD, ...own, ...ending];
  let text = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}\r\n`;
  for (let index = 0; index < head.length; index += 2) text += `${head[index]!}: ${head[index + 1]!}\r\n`;
  socket.end(`${text}\r\n${body}`);
}

function firstLine(packet: Buffer | undefined): string | null {
  if (packet === undefined) return null;
  const end = packet.indexOf("\r\n");
  return packet.toString("latin1", 0, end < 0 ? packet.length : end);
}
