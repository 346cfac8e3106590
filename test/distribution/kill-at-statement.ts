import { Client } from "pg";
import { openPostgresOrigin } from "../../src/distribution/postgres-origin.ts";
import { publishBuilt } from "./one-change.ts";

/**
 * A process that publishes a bundle to PostgreSQL, and kills itself (SIGKILL) before the n-th
 * statement that changes something there, or before the second chunk of a blob. It ends with 0
 * where it needs fewer than that.
 *
 *     node kill-at-statement.ts <n>|second-chunk <postgres://…> <data folder> <time> <bundle>
 */
const [step = "", url = "", dataFolder = "", time = "", bundle = ""] = process.argv.slice(2);

let steps = 0;
const original = Reflect.get(Client.prototype, "query") as (this: Client, ...args: unknown[]) => unknown;
Object.assign(Client.prototype, {
  query(this: Client, ...args: unknown[]): unknown {
    const [asked] = args;
    const text = typeof asked === "string" ? asked : String(Reflect.get(Object(asked) as object, "text"));
    if (/^\s*(?:INSERT|UPDATE|DELETE|COMMIT)/u.test(text)) steps += 1;
    const isSecondChunk = text.includes("INSERT INTO origin_chunks") && valuesOf(args)[1] === 1;
    if (step === "second-chunk" ? isSecondChunk : steps > 0 && steps === Number(step))
      process.kill(process.pid, "SIGKILL");
    return original.apply(this, args);
  },
});

/** The parameters of a statement. */
function valuesOf([asked, second]: readonly unknown[]): readonly unknown[] {
  const values: unknown = Array.isArray(second) ? second : Reflect.get(Object(asked) as object, "values");
  return Array.isArray(values) ? values : [];
}

const origin = openPostgresOrigin({ url, waitMilliseconds: 20_000 });
await publishBuilt({ origin, dataFolder, time: new Date(time) }, bundle);
await origin.close();
process.stdout.write(`${steps}`);
