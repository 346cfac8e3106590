import type { AccessStores } from "../access/access.ts";
import { openAtlas } from "../atlas/atlas.ts";
import { describeFollow } from "../topics/account/export-account.ts";
import { describeLogged } from "../topics/webhook/webhooks.ts";
import { type Command, type Console, printJson, textOption, UsageError } from "./command.ts";
import { keyJson, refuseWholeKeys } from "./keys.ts";
import { withStores } from "./open-stores.ts";

export const account: Command = {
  name: "account",
  summary: "Export or erase everything stored about an e-mail address",
  synopsis: "export|erase --email <address>",
  help: `Actions:
  export             Print keys, use cases, usage and webhooks as JSON
  erase              Delete them permanently; the keys stop working`,
  options: { email: { type: "string" } },
  async run(console, args, options) {
    refuseWholeKeys([...args, ...Object.values(options)]);
    const [action, ...more] = args;
    const email = textOption(options, "email")?.trim() ?? "";
    if ((action !== "export" && action !== "erase") || more.length > 0)
      throw new UsageError("expected export or erase");
    if (email === "") throw new UsageError("expected --email with an e-mail address");
    return withStores(console.settings, (stores) =>
      action === "export" ? exportAccount(console, stores, email) : eraseAccount(console, stores, email),
    );
  },
};

const NOTHING_STORED = "Nothing is stored about this e-mail address.";

async function exportAccount(console: Console, stores: AccessStores, email: string): Promise<number> {
  const { accounts, follows, usage } = stores;
  const keys = await accounts.list({ email });
  const followed = (await follows.list(email)).map(describeFollow);
  if (keys.length === 0 && followed.length === 0) {
    console.say(NOTHING_STORED);
    return 1;
  }
  const described: object[] = [];
  for (const key of keys) {
    const { lastHour, lastDay, total, operations, hours } = await usage.usageOf(`k_${key.countedAs}`, console.now());
    described.push({
      ...keyJson(key),
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
  const owners = new Set(keys.map(({ countedAs }) => `k_${countedAs}`));
  const webhooks = (await Promise.all([...owners].map((owner) => exportWebhooks(stores, owner)))).flat();
  printJson(console, { email, exported_at: console.now().toISOString(), keys: described, webhooks, follows: followed });
  return 0;
}

async function exportWebhooks({ webhooks }: AccessStores, owner: string): Promise<object[]> {
  const [all, deliveries] = [await webhooks.list(owner), await webhooks.deliveries(owner)];
  const atlas = openAtlas();
  return all.map((webhook) => describeLogged(webhook, deliveries, atlas));
}

async function eraseAccount(console: Console, { accounts, follows }: AccessStores, email: string): Promise<number> {
  const ids = await accounts.erase({ email });
  const { length: followed } = await follows.list(email);
  await follows.leaveAll(email);
  if (ids.length === 0 && followed === 0) {
    console.say(NOTHING_STORED);
    return 1;
  }
  if (ids.length > 0) console.print(`Erased these keys and everything stored about them: ${ids.join(", ")}.`);
  if (followed > 0) console.print(`Erased what the address follows by e-mail: ${followed}.`);
  return 0;
}
