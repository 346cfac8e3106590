import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/**
 * Which proxies are trusted: the nearest so many, or those in these ranges (`10.0.0.0/8`, `::1`).
 * Null trusts none.
 */
export type TrustedProxies = { readonly hops: number } | { readonly ranges: readonly string[] } | null;

/** Knows where requests come from, proxies in between or not. */
export interface Clients {
  /** The client address, as text. */
  addressOf(request: IncomingMessage): string;
  /** Whether a trusted proxy says that the client spoke plain HTTP. */
  spokePlainly(request: IncomingMessage): boolean;
}

/**
 * Builds a reader of `X-Forwarded-For` and `X-Forwarded-Proto`.
 *
 * Every proxy appends the address it sees to the right, so only what trusted proxies wrote is read,
 * from right to left: whatever a client puts there itself stands further left and is never reached.
 * `Forwarded` (RFC 7239) is not read for addresses, because a proxy that writes the one header
 * passes the other on as the client sent it. `onUntrusted` is called once, when such headers arrive
 * although no proxy is trusted.
 */
export function buildClients(trusted: TrustedProxies, onUntrusted: () => void): Clients {
  const isTrusted = trusted === null ? null : buildTrust(trusted);
  let isReported = false;
  return {
    addressOf(request) {
      const nearest = request.socket.remoteAddress ?? UNKNOWN;
      const { headers } = request;
      if (isTrusted === null) {
        if (!isReported && (headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined)) {
          isReported = true;
          onUntrusted();
        }
        return nearest;
      }
      let client = nearest;
      const stated = listOf(headers["x-forwarded-for"]);
      for (let hop = 0; isTrusted(client, hop); hop++) {
        const before = readAddress(stated[stated.length - 1 - hop] ?? "");
        // No more entries, or one that is no address: the proxy that wrote it is the last one
        // known.
        if (before === null) break;
        client = before;
      }
      return client;
    },
    spokePlainly({ socket, headers }) {
      if (isTrusted === null || !isTrusted(socket.remoteAddress ?? UNKNOWN, 0)) return false;
      // The first is what the client spoke with the first proxy. A client that forges it refuses
      // only itself.
      const [protocol] = listOf(headers["x-forwarded-proto"]);
      const [forwarded = ""] = listOf(headers["forwarded"]);
      return protocol?.toLowerCase() === "http" || /(?:^|;)\s*proto="?http"?\s*(?:;|$)/iu.test(forwarded);
    },
  };
}

/** A closed socket has no address any more; its response reaches nobody. */
const UNKNOWN = "0.0.0.0";

/** Whether a connection comes from a trusted proxy, by its address. */
export function buildIsProxy(trusted: TrustedProxies): (address: string) => boolean {
  const isTrusted = trusted === null ? null : buildTrust(trusted);
  return (address) => isTrusted?.(address, 0) ?? false;
}

/** Whether the address so many hops away is that of a trusted proxy. */
function buildTrust(trusted: NonNullable<TrustedProxies>): (address: string, hop: number) => boolean {
  if ("hops" in trusted) return (_address, hop) => hop < trusted.hops;
  const list = new BlockList();
  for (const range of trusted.ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = withoutZone(address);
    // An IPv4 address written as an IPv6 one (RFC 4291 §2.5.5.2) is found in ranges of IPv4, too.
    return list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
  };
}

/** The entries of a header that is a list, its lines joined as Node.js does. */
function listOf(header: string | string[] | undefined): readonly string[] {
  return header === undefined
    ? []
    : String(header)
        .split(",")
        .map((entry) => entry.trim());
}

/**
 * An entry of `X-Forwarded-For` without its port, brackets and zone; null where that leaves no
 * address.
 */
function readAddress(entry: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/u.exec(entry)?.[1] ?? /^([^:]*):\d+$/u.exec(entry)?.[1] ?? entry;
  const address = withoutZone(bare);
  return isIP(address) === 0 ? null : address;
}

function withoutZone(address: string): string {
  return address.split("%", 1)[0]!;
}
