import { readFileSync } from "node:fs";
import type { Server, Socket } from "node:net";
import { groupAddress } from "../access/address-group.ts";
import type { Episodes } from "./episodes.ts";

/** How many connections may be open at a time; 0 sets no limit. */
export interface ConnectionLimits {
  readonly total: number;
  /** For one client address, or one /64 of IPv6. */
  readonly perAddress: number;
}

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
export const REFUSAL_CAUSES = ["total", "address"] as const;
export type RefusalCause = (typeof REFUSAL_CAUSES)[number];

export interface ConnectionParts {
  /** Whether an address is that of a trusted proxy, behind which there are many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly episodes: Episodes;
  /** Counts refused connections. */
  readonly onRefused: (cause: RefusalCause) => void;
}

/**
 * Closes connections beyond the limits at once: a response would take the place, and the time, that
 * there is none of. Connections of trusted proxies count in total only.
 */
export function limitConnections(
  server: Server,
  { total, perAddress }: ConnectionLimits,
  { isProxy, episodes, onRefused }: ConnectionParts,
): void {
  if (total > 0) server.maxConnections = total;
  server.on("drop", () => {
    onRefused("total");
    episodes.note("total", `${total} connections are open, and further ones are closed at once (CONNECTIONS_MAX)`);
  });
  if (perAddress === 0) return;
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress;
    // One that is closed already has no address.
    if (address === undefined || isProxy(address)) return;
    const group = groupAddress(address);
    const count = open.get(group) ?? 0;
    if (count >= perAddress) {
      socket.destroy();
      onRefused("address");
      episodes.note(
        "address",
        `a client address has ${perAddress} connections open, and further ones are closed at once ` +
          "(CONNECTIONS_PER_ADDRESS). If it is a proxy, name it in TRUSTED_PROXIES",
      );
      return;
    }
    open.set(group, count + 1);
    socket.once("close", () => {
      const left = (open.get(group) ?? 1) - 1;
      if (left === 0) open.delete(group);
      else open.set(group, left);
    });
  });
}
