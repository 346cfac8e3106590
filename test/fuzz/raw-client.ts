import { connect } from "node:net";
import type { FuzzRequest } from "./malformed-requests.ts";

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; a field that stands twice is joined with a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * What came back for some bytes: answers in order, and whether the server closed the connection.
 */
export interface RawOutcome {
  readonly answers: readonly RawAnswer[];
  readonly closed: boolean;
  /** Bytes that belong to no answer. */
  readonly rest: string;
}

const PATIENCE_MILLISECONDS = 120_000;

/** Connections from one address; the quota of an anonymous one is 100 requests. */
const CONNECTIONS_PER_ADDRESS = 40;
let connections = 0;

/**
 * Lets connections come from ever new addresses of this machine, so that quotas refuse nothing.
 * Elsewhere than on Linux there is but one.
 */
function nextLocalAddress(): { localAddress?: string } {
  if (process.platform !== "linux") return {};
  const client = Math.floor(connections++ / CONNECTIONS_PER_ADDRESS);
  return { localAddress: `127.77.${Math.floor(client / 250)}.${(client % 250) + 1}` };
}

/**
 * Sends bytes on a connection of its own and reads until a response is complete or the server
 * closes. What is not framed may be incomplete: its client closes its side after the bytes, so that
 * a server that waits for more learns that no more comes. Rejects when the server neither responds
 * nor closes for two minutes.
 */
export function sendRaw(port: number, { bytes, isHead, isFramed }: FuzzRequest): Promise<RawOutcome> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", ...nextLocalAddress() });
    let received = Buffer.alloc(0);
    const end = (closed: boolean): void => {
      clearTimeout(patience);
      socket.destroy();
      resolve({ ...readAnswers(received, isHead, closed), closed });
    };
    const patience = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `no answer and no close within two minutes to ${JSON.stringify(Buffer.from(bytes).toString("latin1").slice(0, 400))}`,
        ),
      );
    }, PATIENCE_MILLISECONDS);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (readAnswers(received, isHead, false).answers.length > 0) end(false);
    });
    socket.on("end", () => end(true));
    socket.on("close", () => end(true));
    // A reset after a refusal is a close; whether an answer was due is for the caller to say.
    socket.on("error", () => end(true));
    if (isFramed) socket.write(bytes);
    else socket.end(bytes);
  });
}

function readAnswers(received: Buffer, isHead: boolean, closed: boolean): { answers: RawAnswer[]; rest: string } {
  const answers: RawAnswer[] = [];
  let at = 0;
  for (;;) {
    const headEnd = received.indexOf("\r\n\r\n", at);
    if (headEnd < 0) break;
    const [statusLine = "", ...lines] = received.toString("latin1", at, headEnd).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const headers = new Map<string, string>();
    for (const line of lines) {
      const colon = line.indexOf(":");
      const name = line.slice(0, colon).toLowerCase();
      const value = line.slice(colon + 1).trim();
      headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
    }
    const body = readBody(received, headEnd + 4, status, headers, isHead, closed);
    if (!body) break;
    if (status !== 100) answers.push({ status, headers, body: body.text });
    at = body.end;
  }
  return { answers, rest: received.toString("latin1", at) };
}

function readBody(
  received: Buffer,
  start: number,
  status: number,
  headers: ReadonlyMap<string, string>,
  isHead: boolean,
  closed: boolean,
): { text: string; end: number } | null {
  if (isHead || status === 204 || status === 304 || status < 200) return { text: "", end: start };
  const length = headers.get("content-length");
  if (length !== undefined) {
    const end = start + Number(length);
    return received.length >= end ? { text: received.toString("utf8", start, end), end } : null;
  }
  if (headers.get("transfer-encoding") === "chunked") {
    const end = received.indexOf("0\r\n\r\n", start);
    return end < 0 ? null : { text: received.toString("utf8", start, end), end: end + 5 };
  }
  return closed ? { text: received.toString("utf8", start), end: received.length } : null;
}
