import { Client } from "pg";
import { openPostgresOrigin } from "../../src/distribution/postgres-origin.ts";
import { publishBuilt } from "./one-change.ts";

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

const origin = openPostgresOrigin({ url, waitMilliseconds: 20_000 });
await publishBuilt({ origin, dataFolder, time: new Date(time) }, bundle);
await origin.close();
process.stdout.write(`${steps}`);
