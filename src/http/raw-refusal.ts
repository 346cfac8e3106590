import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Site } from "../contract/sources.ts";
import { Problem, writeProblem } from "../problem.ts";
import { SHARED_HEAD } from "./head.ts";
import { methodNotAllowed, uriTooLong } from "./refusals.ts";
import { PROBLEM_TYPE } from "./replies.ts";

/** An error of the parser: its code, the bytes it had at hand and how far it came in them. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** The refusal of what the parser could not read, with the headers that go with it. `methodsOf` are the methods of an address. */
export function explainParserError(
  error: ParserError,
  methodsOf: (path: string) => readonly string[] | undefined,
): { problem: Problem; head: readonly string[] } {
  switch (error.code ?? "") {
    case "HPE_HEADER_OVERFLOW":
      return { problem: /^[A-Z]+ \S{8001}/u.test(textAt(error, 0)) ? uriTooLong() : headersTooLarge(), head: [] };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { problem: new Problem("request_timeout", "The request did not arrive completely in time."), head: [] };
    case "HPE_INVALID_METHOD": {
      const method = /^([!#$%&'*+.^`|~\w-]{1,40}) \S+ HTTP\/1\.[01]\r?\n/u.exec(textAt(error, startOfLine(error)))?.[1];
      const allowed = methodsOf((targetOf(error) ?? "").split("?", 1)[0]!) ?? READ_METHODS;
      if (method !== undefined)
        return { problem: methodNotAllowed(method, allowed), head: ["Allow", allowed.join(", ")] };
    }
  }
  const code = error.code === undefined ? "" : ` (${error.code})`;
  const detail = `The request is not well-formed HTTP/1.1${code}; the connection was closed.`;
  return { problem: new Problem("invalid_request", detail), head: [] };
}

/** The request target of a request the parser stopped in, as far as its first line has come; undefined where that is no request line. */
export function targetOf(error: ParserError): string | undefined {
  const line = textAt(error, error.code === "HPE_INVALID_METHOD" ? startOfLine(error) : 0);
  return /^[!#$%&'*+.^`|~\w-]{1,40} (\S+) HTTP\/1\.[01]\r?\n/u.exec(line)?.[1];
}

function headersTooLarge(): Problem {
  return new Problem(
    "headers_too_large",
    "The header section of the request is larger than 16 KiB. Send fewer or shorter headers.",
  );
}

/** What is taken where no address is known. */
const READ_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Writes the answer to a request that never became one, for its bare socket. */
export function writeRefusal(problem: Problem, extra: readonly string[], site: Site, now: () => Date): string {
  const id = randomUUID();
  const body = writeProblem(problem, site.baseUrl, id);
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
  return `${text}\r\n${body}`;
}

function textAt({ rawPacket }: ParserError, start: number): string {
  return rawPacket?.toString("latin1", start) ?? "";
}

/** Where the line begins that the parser stopped in; a packet can hold whole requests before it. */
function startOfLine({ rawPacket, bytesParsed = 0 }: ParserError): number {
  return bytesParsed === 0 ? 0 : (rawPacket?.lastIndexOf("\n", bytesParsed - 1) ?? -1) + 1;
}
