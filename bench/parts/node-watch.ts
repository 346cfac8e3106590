import { setTimeout as wait } from "node:timers/promises";
import type { ClusterNode } from "../../test/service/node-cluster.ts";

/** When nodes were first seen to serve which pointer. */
export interface NodeWatch {
  /** Resolves to the time at which the last of the nodes served a pointer, or a later one. */
  allServe(sequence: number): Promise<number>;
  stop(): Promise<void>;
}

const LOOK_MILLISECONDS = 25;
const PATIENCE_MILLISECONDS = 180_000;

/** Asks the nodes again and again what they serve. Times are milliseconds since 1970. */
export function watchNodes(nodes: readonly ClusterNode[]): NodeWatch {
  const end = new AbortController();
  const seen = nodes.map(() => new Map<number, number>());
  const running = nodes.map(async (node, index) => {
    while (!end.signal.aborted) {
      const sequence = (await node.shown())?.origin?.serves ?? 0;
      const times = seen[index];
      if (times !== undefined && !times.has(sequence)) times.set(sequence, Date.now());
      await wait(LOOK_MILLISECONDS);
    }
  });
  const firstOf = (times: ReadonlyMap<number, number>, sequence: number): number =>
    Math.min(...[...times].flatMap(([served, at]) => (served >= sequence ? [at] : [])));
  return {
    async allServe(sequence) {
      const until = Date.now() + PATIENCE_MILLISECONDS;
      for (;;) {
        const at = Math.max(...seen.map((times) => firstOf(times, sequence)));
        if (at < Infinity) return at;
        if (Date.now() > until) {
          const said = nodes.map((node) => `${node.name}: ${node.said().slice(-2000)}`).join("\n");
          throw new Error(`not all nodes serve sequence ${sequence}:\n${said}`);
        }
        await wait(LOOK_MILLISECONDS);
      }
    },
    async stop() {
      end.abort();
      await Promise.all(running);
    },
  };
}
