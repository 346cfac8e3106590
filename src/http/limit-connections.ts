import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { groupAddress } from "../access/address-group.ts";
import type { Logger } from "pino";
import type { Duplex } from "node:stream";

/** Maximum numbers of connections open at a time; 0 sets no limit. */
export interface ConnectionLimits {
  readonly total: number;
  /** For one client address, or one /64 of IPv6. */
  readonly perAddress: number;
}

/** The limit for which a connection is refused. */
export type RefusalCause = "total" | "address";

/** Connections kept for this machine: this many, but at most a quarter of all. */
const KEPT_MAX = 16;

/** Descriptors of each connection: its own, and that of a file that is sent. */
const DESCRIPTORS_EACH = 2;
/** Descriptors for everything else: the stores, the releases, the log. */
const DESCRIPTORS_ELSEWHERE = 128;
const TOTAL_MAX = 10_000;
const TOTAL_MIN = 16;
const PER_ADDRESS_MAX = 256;
/** Limit where the system does not tell the number of descriptors. */
const TOTAL_UNKNOWN = 1000;

/**
 * Fills in the limits that are not set (null), by how many files the system lets this process open.
 */
export function chooseConnectionLimits(total: number | null, perAddress: number | null): ConnectionLimits {
  const chosen = total ?? chooseTotal();
  const part = chosen === 0 ? PER_ADDRESS_MAX : Math.ceil(chosen / 4);
  return { total: chosen, perAddress: perAddress ?? Math.min(part, PER_ADDRESS_MAX) };
}

function chooseTotal(): number {
  const descriptors = readDescriptorsMax();
  if (descriptors === null) return TOTAL_UNKNOWN;
  const room = Math.floor((descriptors - DESCRIPTORS_ELSEWHERE) / DESCRIPTORS_EACH);
  return Math.min(Math.max(room, TOTAL_MIN), TOTAL_MAX);
}

/** Reads the number of files that Linux lets this process open; null on other systems. */
function readDescriptorsMax(): number | null {
  try {
    const found = /^Max open files\s+(\d+|unlimited)/mu.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    if (found === undefined) return null;
    return found === "unlimited" ? Number.POSITIVE_INFINITY : Number(found);
  } catch {
    return null;
  }
}

export const REFUSAL_CAUSES: readonly RefusalCause[] = ["total", "address"];

interface ConnectionParts {
  /** Returns true for the address of a trusted proxy, behind which there are many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly episodes: Episodes;
  /** Counts refused connections. */
  readonly onRefused: (cause: RefusalCause) => void;
}

/** Returns true for the addresses of this machine that its own checks use. */
function isLocal(address: string): boolean {
  return address === "127.0.0.1" || address === "::1" || address === "::ffff:127.0.0.1";
}

/**
 * Closes connections beyond the limits at once: a response would take the place, and the time, that
 * there is none of. Connections of trusted proxies count in total only. Some places are kept for
 * this machine, so that its own checks are answered when all others are taken.
 */
export function limitConnections(
  server: Server,
  { total, perAddress }: ConnectionLimits,
  { isProxy, episodes, onRefused }: ConnectionParts,
): void {
  const kept = Math.min(Math.floor(total / 4), KEPT_MAX);
  const sentences = {
    total: `all connections that are for everybody are open (CONNECTIONS_MAX is ${total}), and further ones are closed at once`,
    address:
      `a client address has ${perAddress} connections open, as many as it may, and further ones are closed at once ` +
      "(CONNECTIONS_PER_ADDRESS). If it is a proxy, name it in TRUSTED_PROXIES",
  };
  const refuse = (cause: RefusalCause): void => {
    onRefused(cause);
    episodes.note(cause, sentences[cause]);
  };
  if (total > 0) server.maxConnections = total;
  server.on("drop", () => refuse("total"));
  const openByGroup = new Map<string, number>();
  let [openForAll, openKept] = [0, 0];
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress;
    // A connection that is closed already has no address.
    if (address === undefined) return;
    const group = groupAddress(address);
    const ofGroup = openByGroup.get(group) ?? 0;
    const isFull = total > 0 && openForAll >= total - kept;
    const isGreedy = perAddress > 0 && ofGroup >= perAddress && !isProxy(address);
    if (!isFull && !isGreedy) {
      openForAll += 1;
      openByGroup.set(group, ofGroup + 1);
      socket.once("close", () => {
        openForAll -= 1;
        const left = (openByGroup.get(group) ?? 1) - 1;
        if (left === 0) openByGroup.delete(group);
        else openByGroup.set(group, left);
      });
    } else if (isLocal(address) && openKept < kept) {
      openKept += 1;
      socket.once("close", () => (openKept -= 1));
    } else {
      socket.destroy();
      refuse(isFull ? "total" : "address");
    }
  });
}

/** Time limit for a client to read the last bytes and close its side. */
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

/** Interval at which connections are closed that have become idle since the stop began. */
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

/** A server that listens already, and whose place another one takes; null for none. */
export type Predecessor = Server | null;

/** The host and port of a server. */
interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** See `HttpServerOptions`. */
  readonly predecessor?: Predecessor;
}

/** Listens, and returns the address. Rejects when host and port cannot be listened on. */
export function listen(server: Server, { host, port, predecessor = null }: ListenOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(predecessor ?? { host, port }, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

/** An episode is over when its trouble has not come for this long. */
const QUIET_MILLISECONDS = 60_000;

/** Logs trouble that comes in floods: one line for each episode of each kind. */
export class Episodes {
  readonly #logger: Logger;
  readonly #now: () => Date;
  readonly #last = new Map<string, number>();

  constructor(logger: Logger, now: () => Date) {
    this.#logger = logger;
    this.#now = now;
  }

  /** Notes that the trouble is there. */
  note(kind: string, sentence: string, error: Error | null = null): void {
    const at = this.#now().getTime();
    const isNew = at - (this.#last.get(kind) ?? Number.NEGATIVE_INFINITY) > QUIET_MILLISECONDS;
    this.#last.set(kind, at);
    if (isNew) this.#logger.warn({ err: error }, sentence);
  }
}
