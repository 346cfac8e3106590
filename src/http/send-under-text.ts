/* oxlint-disable no-underscore-dangle -- the names are those of Node.js */
import { OutgoingMessage, type ServerResponse } from "node:http";
import { ByteSheet, giveBack } from "../contract/byte-sheet.ts";
import type { Body } from "./representation.ts";

/** What Node.js keeps of a head that is written: it takes one that is there for its own. */
interface WithHeader {
  _header: string | null;
  _headerSent: boolean;
  _hasBody: boolean;
  _keepAliveTimeout: number;
  _defaultKeepAlive: boolean;
  maxRequestsOnConnectionReached: boolean;
}

/** Whether this Node.js keeps it so; otherwise it is handed the headers one by one. */
const TAKES_TEXT = Reflect.get(new OutgoingMessage(), "_header") === null;

const REASONS: Readonly<Record<number, string>> = { 200: "OK", 304: "Not Modified" };

/** Answers up to this size are put together on the desk, head and body; to copy longer ones costs as much as it spares. */
const DESK_BYTES = 16 * 1024;

let desk = Buffer.allocUnsafeSlow(DESK_BYTES);

/** Sends an answer whose head is text that `head-text.ts` made, in one write with its body. `date` is an HTTP date. */
export function sendUnderText(
  response: ServerResponse,
  status: number,
  text: string,
  body: Body | null,
  date: () => string,
): void {
  const outgoing = response as ServerResponse & WithHeader;
  if (!TAKES_TEXT || !isKeptOpen(outgoing)) {
    outgoing.writeHead(status, pairsOf(text));
    sendBody(outgoing, body);
    return;
  }
  const head =
    `HTTP/1.1 ${status} ${REASONS[status]!}\r\n${text}Date: ${date()}\r\nConnection: keep-alive\r\n` +
    `Keep-Alive: timeout=${Math.floor(outgoing._keepAliveTimeout / 1000)}\r\n\r\n`;
  outgoing.statusCode = status;
  outgoing._header = head;
  if (status === 304) outgoing._hasBody = false;
  if (body instanceof ByteSheet) {
    outgoing._headerSent = true;
    sendSheet(outgoing, body, body.writtenUnder(head));
  } else if (body !== null && head.length + body.length <= DESK_BYTES && isFree(outgoing))
    sendFromDesk(outgoing, head, body);
  else sendBody(outgoing, body);
}

/** Ends an answer with its body, where Node.js writes the head. */
export function sendBody(outgoing: ServerResponse, body: Body | null): void {
  if (body === null) outgoing.end();
  else if (typeof body === "string") outgoing.end(body, "latin1");
  else if (body instanceof ByteSheet) sendSheet(outgoing, body, body.written());
  else outgoing.end(body);
}

/** Sends what stands on a sheet. What the system has not taken at once is read later, and the sheet left to the collector. */
function sendSheet(outgoing: ServerResponse, sheet: ByteSheet, bytes: Buffer): void {
  outgoing.end(bytes);
  if (isFree(outgoing)) giveBack(sheet);
}

/** Whether an answer can leave now: no other of its connection is before it, and nothing waits there for a slow client. */
function isFree({ socket }: ServerResponse): boolean {
  return socket?.writableLength === 0;
}

/** Sends head and body from memory that is used again for the next answer. Sent as two texts they would be copied twice, into new memory. */
function sendFromDesk(outgoing: ServerResponse & WithHeader, head: string, body: string | Buffer): void {
  let end = desk.write(head, "latin1");
  if (typeof body === "string") end += desk.write(body, end, "latin1");
  else {
    desk.set(body, end);
    end += body.length;
  }
  outgoing._headerSent = true;
  outgoing.end(desk.subarray(0, end));
  // What the system has not taken yet is still read from there.
  if (!isFree(outgoing)) desk = Buffer.allocUnsafeSlow(DESK_BYTES);
}

/** Whether the connection is kept open as nearly all are: those that are not, Node.js describes better. */
function isKeptOpen(outgoing: ServerResponse & WithHeader): boolean {
  return (
    outgoing.shouldKeepAlive &&
    outgoing.useChunkedEncodingByDefault &&
    outgoing._defaultKeepAlive &&
    !outgoing.maxRequestsOnConnectionReached
  );
}

/** The names and values of header lines. */
function pairsOf(text: string): string[] {
  return text
    .split("\r\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const end = line.indexOf(": ");
      return [line.slice(0, end), line.slice(end + 2)];
    });
}
