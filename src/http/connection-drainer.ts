import type { Server } from "node:http";
import type { Duplex } from "node:stream";

/** How long a client has to read the last bytes and close its side. */
const DRAIN_MILLISECONDS = 5000;

/** Closes connections on which there is no response to end, so that what is sent last arrives. */
export class ConnectionDrainer {
  readonly #draining = new Set<Duplex>();
  readonly #milliseconds: number;

  constructor(milliseconds = DRAIN_MILLISECONDS) {
    this.#milliseconds = milliseconds;
  }

  has(socket: Duplex): boolean {
    return this.#draining.has(socket);
  }

  /**
   * Sends these bytes and closes the writing side; what the client still sends is dropped until it
   * closes its own side or its time is over. Closing at once would reset the connection, and the
   * client would lose what it has not read yet (RFC 9112 §9.6).
   */
  end(socket: Duplex, lastBytes: string): void {
    if (this.#draining.has(socket)) return;
    this.#draining.add(socket);
    // A client that resets the connection now loses nothing it waited for.
    socket.on("error", () => {});
    const timer = setTimeout(() => socket.destroy(), this.#milliseconds);
    socket.once("close", () => {
      clearTimeout(timer);
      this.#draining.delete(socket);
    });
    socket.end(lastBytes);
    socket.resume();
  }

  /** Closes every connection at once that is being drained. */
  destroyAll(): void {
    for (const socket of this.#draining) socket.destroy();
  }
}

/** How often connections are looked at that have become idle since the stop began. */
const IDLE_CHECK_MILLISECONDS = 50;

/** Takes no more connections and lets responses under way finish within the grace. */
export function stopServer(server: Server, drainer: ConnectionDrainer, graceSeconds: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS);
  const grace = setTimeout(() => {
    server.closeAllConnections();
    drainer.destroyAll();
  }, graceSeconds * 1000);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(idle);
      clearTimeout(grace);
      resolve();
    });
  });
}
