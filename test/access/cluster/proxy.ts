import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A line to a server that can be cut. */
export interface Proxy {
  readonly port: number;
  /** Breaks all connections and takes no new ones. */
  cut(): void;
  /** Lets nothing through in either direction, and breaks nothing. */
  silence(): void;
  /** Everything works again, for new connections. */
  mend(): void;
  close(): Promise<void>;
}

/** Opens a line to a port of this machine. */
export async function openProxy(target: number): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: "open" | "cut" | "silent" = "open";
  const server = createServer((near) => {
    if (state === "cut") {
      near.destroy();
      return;
    }
    const far = connect(target, "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on("error", () => {});
      socket.on("close", () => {
        near.destroy();
        far.destroy();
        pairs.delete(pair);
      });
    }
    if (state === "open") {
      near.pipe(far);
      far.pipe(near);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const breakAll = (): void => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = "cut";
      breakAll();
    },
    silence() {
      state = "silent";
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
    },
    mend() {
      if (state === "silent") breakAll();
      state = "open";
    },
    async close() {
      breakAll();
      server.close();
      await once(server, "close");
    },
  };
}
