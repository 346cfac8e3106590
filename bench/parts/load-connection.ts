import { type Socket, connect } from "node:net";

/**
 * A keep-alive connection that sends one request at a time and reads no more of an answer than it
 * must.
 */
export interface LoadConnection {
  readonly isBusy: boolean;
  /**
   * Sends one request, whole and in ASCII. `answered` is called when the last byte of its answer is
   * here.
   */
  ask(request: string, answered: (status: number, bytes: number) => void): void;
  close(): void;
}

/**
 * Opens a connection to a local port. `failed` hears of everything that ends it before it is
 * closed.
 */
export function openLoadConnection(port: number, failed: (error: Error) => void): Promise<LoadConnection> {
  let answered: ((status: number, bytes: number) => void) | undefined;
  let head: Buffer | undefined;
  let status = 0;
  let bytes = 0;
  let missing = 0;

  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (missing > 0) missing -= chunk.length;
    else {
      head = head === undefined ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) {
        // The buffer that was read into is used again.
        head = Buffer.from(head);
        return;
      }
      const text = head.toString("latin1", 0, end);
      status = Number(text.slice(9, 12));
      missing = end + 4 + lengthOf(status, text) - head.length;
      head = undefined;
    }
    if (missing > 0) return;
    const done = answered;
    const received = bytes;
    answered = undefined;
    bytes = 0;
    if (missing < 0 || done === undefined) failed(new Error("more bytes came than the answer has"));
    else done(status, received);
  };

  return new Promise((resolve) => {
    const buffer = Buffer.allocUnsafeSlow(256 * 1024);
    const socket: Socket = connect({
      host: "127.0.0.1",
      port,
      noDelay: true,
      onread: {
        buffer,
        callback(length) {
          take(buffer.subarray(0, length));
          return true;
        },
      },
    });
    socket.on("error", failed);
    socket.on("close", () => failed(new Error("the server closed the connection")));
    socket.on("connect", () => {
      resolve({
        get isBusy() {
          return answered !== undefined;
        },
        ask(request, whenAnswered) {
          answered = whenAnswered;
          socket.write(request, "latin1");
        },
        close() {
          socket.removeAllListeners("close");
          socket.destroy();
        },
      });
    });
  });
}

function lengthOf(status: number, head: string): number {
  if (status === 304 || status === 204) return 0;
  const NAME = "\r\nContent-Length: ";
  const at = head.indexOf(NAME);
  if (at < 0) throw new Error(`an answer without Content-Length:\n${head}`);
  return Number.parseInt(head.slice(at + NAME.length, at + NAME.length + 12), 10);
}
