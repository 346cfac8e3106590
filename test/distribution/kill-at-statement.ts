import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { changeThroughOrigin } from "../../src/distribution/change-through-origin.ts";
import { openPostgresOrigin } from "../../src/distribution/postgres-origin.ts";
import { parseManifest } from "../../src/release/parse-manifest.ts";
import { publishBundle } from "../../src/release/publish-bundle.ts";
import { ReleaseStore } from "../../src/release/release-store.ts";

/**
 * A process that publishes a bundle to PostgreSQL, and kills itself (SIGKILL) before the n-th
 * statement that changes something there. It ends with 0 where it needs fewer than that.
 *
 *     node kill-at-statement.ts <n> <postgres://…> <data folder> <time> <bundle>
 */
const [step = "", url = "", dataFolder = "", time = "", bundle = ""] = process.argv.slice(2);

let steps = 0;
const original = Reflect.get(Client.prototype, "query") as (this: Client, ...args: unknown[]) => unknown;
Object.assign(Client.prototype, {
  query(this: Client, ...args: unknown[]): unknown {
    const [asked] = args;
    const text = typeof asked === "string" ? asked : String(Reflect.get(Object(asked) as object, "text"));
    if (/^\s*(?:INSERT|UPDATE|DELETE|COMMIT)/u.test(text)) steps += 1;
    if (steps === Number(step) && steps > 0) process.kill(process.pid, "SIGKILL");
    return original.apply(this, args);
  },
});

const now = (): Date => new Date(time);
const origin = openPostgresOrigin({ url, waitMilliseconds: 10_000 });
await changeThroughOrigin(
  {
    origin,
    dataFolder,
    trustedKeys: [],
    key: null,
    furtherKeys: [],
    renews: false,
    lifetimeDays: null,
    waitForNodes: async () => {},
    now,
    onWait: () => {},
    signal: new AbortController().signal,
  },
  async (folder) => {
    const build = async (staging: string) => {
      cpSync(bundle, staging, { recursive: true });
      const manifest = parseManifest(readFileSync(path.join(bundle, "manifest.json"), "utf8"));
      if (manifest === null) throw new Error("the bundle of the test has no manifest");
      return manifest;
    };
    await publishBundle(new ReleaseStore(folder, now), build, () => {});
  },
);
await origin.close();
process.stdout.write(`${steps}`);
