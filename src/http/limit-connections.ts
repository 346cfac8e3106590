import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { groupAddress } from "../access/address-group.ts";
import { ConnectionAllotment, type ConnectionLimits, type RefusalCause } from "./connection-allotment.ts";
import type { Episodes } from "./episodes.ts";

/** Of each connection: its own, and that of a file it is sent. */
const DESCRIPTORS_EACH = 2;
/** For everything else: the stores, the releases, the log. */
const DESCRIPTORS_ELSEWHERE = 128;
const TOTAL_MAX = 10_000;
const TOTAL_MIN = 16;
const PER_ADDRESS_MAX = 256;
/** Where the system does not say how many descriptors there are. */
const TOTAL_UNKNOWN = 1000;

/**
 * Fills in the limits that are not set (null), by how many files the system lets this process open.
 */
export function chooseConnectionLimits(total: number | null, perAddress: number | null): ConnectionLimits {
  const chosen = total ?? chooseTotal();
  // Four addresses at least must find room.
  const part = chosen === 0 ? PER_ADDRESS_MAX : Math.ceil(chosen / 4);
  return { total: chosen, perAddress: perAddress ?? Math.min(part, PER_ADDRESS_MAX) };
}

function chooseTotal(): number {
  const descriptors = readDescriptorsMax();
  if (descriptors === null) return TOTAL_UNKNOWN;
  const room = Math.floor((descriptors - DESCRIPTORS_ELSEWHERE) / DESCRIPTORS_EACH);
  return Math.min(Math.max(room, TOTAL_MIN), TOTAL_MAX);
}

/** How many files this process may open, as Linux says; null elsewhere. */
function readDescriptorsMax(): number | null {
  try {
    const found = /^Max open files\s+(\d+|unlimited)/mu.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    if (found === undefined) return null;
    return found === "unlimited" ? Number.POSITIVE_INFINITY : Number(found);
  } catch {
    return null;
  }
}

/** Which limit a connection was closed for. */
export const REFUSAL_CAUSES: readonly RefusalCause[] = ["total", "address"];

export interface ConnectionParts {
  /** Whether an address is that of a trusted proxy, behind which there are many clients. */
  readonly isProxy: (address: string) => boolean;
  /** Whether a request is about health or metrics. */
  readonly isForOperators: (request: IncomingMessage) => boolean;
  readonly episodes: Episodes;
  /** Counts refused connections. */
  readonly onRefused: (cause: RefusalCause) => void;
}

/** A connection on trial has so long to ask and to be answered. */
const TRIAL_MILLISECONDS = 2000;

/** Whether an address is this machine, as its own checks use it. */
function isLocal(address: string): boolean {
  return address === "127.0.0.1" || address === "::1" || address === "::ffff:127.0.0.1";
}

/**
 * Closes connections beyond the limits at once: a response would take the place, and the time, that
 * there is none of. Connections of trusted proxies count in total only. Returns whether a request
 * may be answered: on a connection that is only on trial, most may not, and it is closed.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  { isProxy, isForOperators, episodes, onRefused }: ConnectionParts,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { total, perAddress } = limits;
  const sentences = {
    total: `all connections that are for everybody are open (CONNECTIONS_MAX is ${total}), and further ones are closed at once`,
    address:
      `a client address has as many connections open as it may have now, ${perAddress} at most, and further ones are ` +
      "closed at once (CONNECTIONS_PER_ADDRESS). If it is a proxy, name it in TRUSTED_PROXIES",
  };
  const refuse = (cause: RefusalCause): void => {
    onRefused(cause);
    episodes.note(cause, sentences[cause]);
  };
  if (total > 0) server.maxConnections = total;
  server.on("drop", () => refuse("total"));
  const allotment = new ConnectionAllotment(limits);
  const onTrial = new WeakSet<Duplex>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress;
    // One that is closed already has no address.
    if (address === undefined) return;
    const opener = { group: groupAddress(address), isProxy: isProxy(address), isLocal: isLocal(address) };
    const place = allotment.take(opener);
    if (typeof place === "string") {
      socket.destroy();
      refuse(place);
      return;
    }
    socket.once("close", () => allotment.giveBack(place));
    if (place.kind !== "trial") return;
    onTrial.add(socket);
    const end = setTimeout(() => socket.destroy(), TRIAL_MILLISECONDS).unref();
    socket.once("close", () => clearTimeout(end));
  });
  return (request, response) => {
    if (!onTrial.has(request.socket)) return true;
    response.shouldKeepAlive = false;
    if (isForOperators(request)) return true;
    request.socket.destroy();
    refuse("total");
    return false;
  };
}
