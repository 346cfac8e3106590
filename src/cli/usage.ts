import type { KeyRecord } from "../access/accounts.ts";
import type { Usage } from "../access/usage.ts";
import { type Command, expectAtMost, type Result } from "./command.ts";
import { formatTime } from "../publishing/words.ts";
import { formatCount } from "../intake/counted.ts";
import { findNamedKey, KEY_HELP, refuseWholeKeys, withStores } from "./keys.ts";

export const usage: Command = {
  summary: "Show the requests of all keys, or of one by operation",
  synopsis: "[<key>] [options]",
  help: `Options:
  --json             Print the result as JSON

${KEY_HELP}
Counts are of the last 60 minutes, the last 24 hours, and since the key was given out. Requests to a running
service appear within a few seconds.`,
  options: { json: "boolean" },
  async run(console, args, options) {
    refuseWholeKeys([...args, ...Object.values(options)]);
    expectAtMost(args, 1);
    return withStores(console.settings, async ({ accounts, usage: counts }) => {
      const readUsage = async (key: KeyRecord): Promise<KeyUsage> => ({
        key,
        used: await counts.usageOf(`k_${key.countedAs}`, console.now()),
      });
      if (args.length > 0) return usageByOperation(await readUsage(await findNamedKey(console, accounts, args[0])));
      const rows: KeyUsage[] = [];
      for (const key of await accounts.list()) rows.push(await readUsage(key));
      const lines = rows.map(({ key, used }) => `${key.id}  ${key.prefix}…  ${key.tier.padEnd(10)}  ${cells(used)}`);
      const note =
        rows.length === 0 ? "There are no keys yet." : `id            key                tier        ${TITLES}`;
      return { json: rows.map(usageJson), lines: [{ note }, ...lines] };
    });
  },
};

interface KeyUsage {
  readonly key: KeyRecord;
  readonly used: Usage;
}

function usageByOperation(counted: KeyUsage): Result {
  const { used } = counted;
  const lines = used.operations.map(
    ({ operation, total, lastAt }) =>
      `${operation.padEnd(32)}  ${formatCount(total).padStart(12)}  last ${formatTime(lastAt)}`,
  );
  return {
    json: { ...usageJson(counted), operations: operationsJson(used) },
    lines: [TITLES, cells(used), ...lines],
  };
}

const TITLES = ["last hour", "last day", "total"].map((title) => title.padStart(14)).join("");

function cells({ lastHour, lastDay, total }: Usage): string {
  return [lastHour, lastDay, total ?? 0].map((count) => formatCount(count).padStart(14)).join("");
}

function usageJson({ key: { id, prefix, tier, countedAs }, used: { lastHour, lastDay, total } }: KeyUsage): object {
  return { id, key_prefix: prefix, tier, counted_as: countedAs, last_hour: lastHour, last_day: lastDay, total };
}

/** Number of requests of a key to each operation, for scripts. */
export function operationsJson({ operations }: Usage): object[] {
  return operations.map(({ operation, total, lastAt }) => ({
    operation,
    requests: total,
    last_at: lastAt.toISOString(),
  }));
}
