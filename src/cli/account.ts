import type { AccessStores } from "../access/access.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { describeKey } from "./describe-key.ts";
import { refuseWholeKeys } from "./name-key.ts";
import { withStores } from "./open-stores.ts";

export const account: Command = {
  name: "account",
  summary: "Hands out or erases everything that is kept about an e-mail address.",
  usage: `export --email <address>   prints it as JSON: keys, use cases, usage
  erase --email <address>    removes it for good: its keys stop working, its usage is forgotten`,
  options: { email: { type: "string" } },
  async run(console, words, options) {
    refuseWholeKeys([...words, ...Object.values(options)]);
    const [name, ...more] = words;
    const { email } = options;
    if ((name !== "export" && name !== "erase") || more.length > 0) throw new UsageError("expected export or erase");
    if (typeof email !== "string" || email.trim() === "")
      throw new UsageError("expected --email with an e-mail address");
    return withStores(console.settings, (stores) =>
      name === "export" ? exportAccount(console, stores, email.trim()) : eraseAccount(console, stores, email.trim()),
    );
  },
};

const NOTHING_KEPT = "Nothing is kept about this e-mail address.";

async function exportAccount(console: Console, { accounts, usage }: AccessStores, email: string): Promise<number> {
  const keys = await accounts.list({ email });
  if (keys.length === 0) {
    console.say(NOTHING_KEPT);
    return 1;
  }
  const described: object[] = [];
  for (const key of keys) {
    const { lastHour, lastDay, total, operations, hours } = await usage.usageOf(`k_${key.countedAs}`, console.now());
    described.push({
      ...describeKey(key),
      usage: {
        last_hour: lastHour,
        last_day: lastDay,
        total,
        operations: operations.map((each) => {
          return { operation: each.operation, requests: each.total, last_at: each.lastAt.toISOString() };
        }),
        hours: hours.map(({ from, requests }) => ({ from: from.toISOString(), requests })),
      },
    });
  }
  console.print(JSON.stringify({ email, exported_at: console.now().toISOString(), keys: described }, null, 2));
  return 0;
}

async function eraseAccount(console: Console, { accounts }: AccessStores, email: string): Promise<number> {
  const ids = await accounts.erase(email);
  if (ids.length === 0) {
    console.say(NOTHING_KEPT);
    return 1;
  }
  console.print(`Erased with everything that was kept about them: ${ids.join(", ")}.`);
  return 0;
}
