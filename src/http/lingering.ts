import type { Duplex } from "node:stream";

/** Closes connections so that the answer that was sent last arrives, even at a client that is still sending. */
export interface Lingering {
  /** Reads no more requests from a connection: whatever its client sends from now on is dropped. */
  deafen(socket: Duplex): void;
  /** Sends what is written, and these last words; then waits, within the bounds, until the client has closed its side. */
  close(socket: Duplex, lastWords?: string): void;
  /** Closes every connection at once that is waited for. */
  cut(): void;
}

/** What connections that are about to close may cost. */
export interface LingeringBounds {
  /** What one client may still send; whoever sends more is cut off. */
  readonly bytesMax: number;
  /** How long one client is waited for when all has been sent. */
  readonly milliseconds: number;
  /** How many are waited for at once; the one that has had the most time makes room for another. */
  readonly connectionsMax: number;
}

/** Far more than a body that is read here, and longer than a client needs that reads while it sends. */
const BOUNDS: LingeringBounds = { bytesMax: 4 * 1024 * 1024, milliseconds: 10_000, connectionsMax: 500 };

/**
 * Opens the room in which connections end.
 *
 * A socket that is closed while bytes lie unread in it, or are still to come, resets the connection, and a reset makes the client lose
 * the answer that it has not read yet (RFC 9112 §9.6). So only our direction is closed at first.
 */
export function openLingering({ bytesMax, milliseconds, connectionsMax }: LingeringBounds = BOUNDS): Lingering {
  const deaf = new WeakSet<Duplex>();
  const closing = new Set<Duplex>();

  const deafen = (socket: Duplex): void => {
    if (deaf.has(socket)) return;
    deaf.add(socket);
    let bytes = 0;
    // The parser of HTTP listens there: it would answer what comes after the last request.
    socket.removeAllListeners("data");
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) socket.destroy();
    });
    // That a client has gone is what is waited for.
    socket.on("error", () => {});
    socket.resume();
  };

  return {
    deafen,

    close(socket, lastWords) {
      if (closing.has(socket)) return;
      if (!socket.writable) {
        socket.destroy();
        return;
      }
      deafen(socket);
      const [oldest] = closing.size < connectionsMax ? [] : closing;
      if (oldest !== undefined) {
        closing.delete(oldest);
        oldest.destroy();
      }
      closing.add(socket);
      let timer: NodeJS.Timeout | undefined;
      socket.once("finish", () => (timer = setTimeout(() => socket.destroy(), milliseconds)));
      socket.once("close", () => {
        clearTimeout(timer);
        closing.delete(socket);
      });
      // Once the client has closed its side too, the socket closes by itself.
      if (lastWords === undefined) socket.end();
      else socket.end(lastWords);
    },

    cut() {
      for (const socket of closing) socket.destroy();
    },
  };
}
