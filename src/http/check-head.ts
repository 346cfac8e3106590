import type { IncomingMessage } from "node:http";
import { Problem, quote } from "../problem.ts";
import type { Exchange } from "./endpoint.ts";
import { versionNotSupported } from "./http-problem.ts";

/**
 * Throws what is wrong with the head of a request for any caller: the version, the Host, how the
 * body is framed, what is expected. The connection is not kept then.
 */
export function checkHead({ request, headers }: Exchange): void {
  const problem = findVersionProblem(request) ?? findHostProblem(request) ?? findCodingProblem(request);
  const refusal = problem ?? findExpectProblem(request);
  if (refusal === null) return;
  headers.push("Connection", "close");
  throw refusal;
}

/** Node.js lets HTTP/0.9 and HTTP/2.0 through where they look like HTTP/1.1. */
function findVersionProblem({ httpVersionMajor, httpVersion }: IncomingMessage): Problem | null {
  return httpVersionMajor === 1 ? null : versionNotSupported(httpVersion);
}

/** RFC 9112 §3.2. */
function findHostProblem({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): Problem | null {
  if (host === undefined)
    return httpVersion === "1.1"
      ? new Problem("invalid_request", "The request has no Host header; HTTP/1.1 asks for one.")
      : null;
  // Of several Node.js tells the first.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/iu.test(name));
  if (hosts.length > 1)
    return new Problem("invalid_request", "The request has more than one Host header; expected one.");
  if (/^[\w.~!$&'()*+,;=%:[\]-]*$/u.test(host)) return null;
  const detail = `The Host header is ${quote(host)}; expected a name or an IP address, with or without a port.`;
  return new Problem("invalid_request", detail);
}

/**
 * RFC 9112 §6.1: where the last coding is not `chunked`, the length of the body is unknown; others
 * before it are not supported.
 */
function findCodingProblem({ headers }: IncomingMessage): Problem | null {
  const coding = headers["transfer-encoding"];
  if (coding === undefined || /^chunked$/iu.test(coding.trim())) return null;
  const found = `The Transfer-Encoding is ${quote(coding)}`;
  if (!/(?:^|,)\s*chunked\s*$/iu.test(coding))
    return new Problem("invalid_request", `${found}, which does not end with \`chunked\`: the body has no known end.`);
  return new Problem("not_implemented", `${found}; only \`chunked\` is supported.`);
}

/** RFC 9110 §10.1.1. HTTP/1.0 has no expectations. */
function findExpectProblem({ headers: { expect = "" }, httpVersion }: IncomingMessage): Problem | null {
  if (httpVersion === "1.0" || /^[\s,]*$|^100-continue$/iu.test(expect.trim())) return null;
  return new Problem(
    "expectation_failed",
    `The Expect header is ${quote(expect)}; only \`100-continue\` is supported.`,
  );
}
