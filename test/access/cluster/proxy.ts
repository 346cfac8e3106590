import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { Transform } from "node:stream";

/** Changes a piece of what a server sends; null breaks its connection there. */
export type Damage = (piece: Buffer) => Buffer | null;

/** A line to a server that can be cut. */
export interface Proxy {
  readonly port: number;
  /** Breaks all connections and takes no new ones. */
  cut(): void;
  /** Lets nothing through in either direction, and breaks nothing. */
  silence(): void;
  /** From now on, has what comes from the server changed; with null, nothing more. */
  damage(how: Damage | null): void;
  /** Everything works again, for new connections. */
  mend(): void;
  close(): Promise<void>;
}

/** Opens a line to a port of this machine. */
export async function openProxy(target: number): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: "open" | "cut" | "silent" = "open";
  let damage: Damage | null = null;
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
      const damaging = new Transform({
        transform(piece: Buffer, _, done) {
          const passed = damage === null ? piece : damage(piece);
          if (passed === null) near.destroy();
          done(null, passed ?? undefined);
        },
      });
      near.pipe(far);
      far.pipe(damaging).pipe(near);
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
        far.unpipe();
        near.pause();
        far.pause();
      }
    },
    damage(how) {
      damage = how;
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
