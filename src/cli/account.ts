import type { AccessStores } from "../access/store/open-stores.ts";
import { openAtlas } from "../atlas/atlas.ts";
import { describeLogged } from "../topics/webhook/webhooks.ts";
import { type Command, type Console, failed, type Result, textOption, UsageError } from "./command.ts";
import { keyJson, refuseWholeKeys, withStores } from "./keys.ts";
import { operationsJson } from "./usage.ts";

export const account: Command = {
  summary: "Export or erase everything stored about an e-mail address",
  synopsis: "export|erase --email <address>",
  help: `Actions:
  export             Print keys, use cases, usage and webhooks as JSON
  erase              Delete them permanently; the keys stop working`,
  options: { email: "string" },
  async run(console, args, options) {
    refuseWholeKeys([...args, ...Object.values(options)]);
    const [action, ...more] = args;
    const email = textOption(options, "email")?.trim() ?? "";
    if ((action !== "export" && action !== "erase") || more.length > 0)
      throw new UsageError("expected export or erase");
    if (email === "") throw new UsageError("expected --email with an e-mail address");
    return withStores(console.settings, (stores) =>
      action === "export" ? exportAccount(console, stores, email) : eraseAccount(stores, email),
    );
  },
};

const NOTHING_STORED = "Nothing is stored about this e-mail address.";

async function exportAccount(console: Console, stores: AccessStores, email: string): Promise<Result> {
  const keys = await stores.accounts.list({ email });
  if (keys.length === 0) return failed(NOTHING_STORED);
  const described: object[] = [];
  for (const key of keys) {
    const used = await stores.usage.usageOf(`k_${key.countedAs}`, console.now());
    const { lastHour, lastDay, total } = used;
    const usage = { last_hour: lastHour, last_day: lastDay, total, operations: operationsJson(used) };
    described.push({ ...keyJson(key), usage });
  }
  const owners = new Set(keys.map(({ countedAs }) => `k_${countedAs}`));
  const webhooks = (await Promise.all([...owners].map((owner) => exportWebhooks(stores, owner)))).flat();
  const all = { email, exported_at: console.now().toISOString(), keys: described, webhooks };
  return { lines: [JSON.stringify(all, null, 2)] };
}

async function exportWebhooks({ webhooks }: AccessStores, owner: string): Promise<object[]> {
  const [all, deliveries] = [await webhooks.list(owner), await webhooks.deliveries(owner)];
  const atlas = openAtlas();
  return all.map((webhook) => describeLogged(webhook, deliveries, atlas));
}

async function eraseAccount({ accounts }: AccessStores, email: string): Promise<Result> {
  const ids = await accounts.erase({ email });
  if (ids.length === 0) return failed(NOTHING_STORED);
  return { lines: [`Erased these keys and everything stored about them: ${ids.join(", ")}.`] };
}
