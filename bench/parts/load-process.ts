import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "./data-folders.ts";
import type { LoadResult, LoadTask } from "./load-client.ts";
import { end } from "./servers.ts";

/** Tells a load client what to do, and gives what came of it. */
export type Send = (task: LoadTask) => Promise<LoadResult>;

/** Starts a client that asks, in a process of its own, and ends it after the work. */
export async function withLoadClient(work: (send: Send) => Promise<void>): Promise<void> {
  const program = fileURLToPath(new URL("load-client.ts", import.meta.url));
  const client = fork(program, { execArgv: [...NODE_FLAGS], serialization: "advanced" });
  const broken = once(client, "exit").then(() => {
    throw new Error("the load client ended");
  });
  broken.catch(() => {});
  try {
    await work(async (task) => {
      client.send(task);
      const [result] = (await Promise.race([once(client, "message"), broken])) as [LoadResult];
      return result;
    });
  } finally {
    await end(client);
  }
}
