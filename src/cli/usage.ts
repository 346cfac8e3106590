import type { AccessStores } from "../access/access.ts";
import type { KeyRecord } from "../access/accounts.ts";
import type { Usage } from "../access/usage-history.ts";
import { type Command, type Console, expectAtMost, printJson, textOption, UsageError } from "./command.ts";
import { formatCount, formatTime } from "./output.ts";
import { findNamedKey, KEY_HELP, refuseWholeKeys } from "./keys.ts";
import { withStores } from "./open-stores.ts";

export const usage: Command = {
  name: "usage",
  summary: "Show the requests of all keys, or of one by operation and hour",
  synopsis: "[<key>] [options]",
  help: `Options:
  --since <time>     Count from this hour on: 2026-11-01, 2026-11-01T08:00:00Z, 36h or 7d
  --json             Print the result as JSON

${KEY_HELP}
The history covers 90 days. Requests to a running service appear within about a second.`,
  options: { since: { type: "string" }, json: { type: "boolean" } },
  async run(console, args, options) {
    refuseWholeKeys([...args, ...Object.values(options)]);
    expectAtMost(args, 1);
    const since = textOption(options, "since");
    const call: Call = {
      console,
      since: since === undefined ? null : readSince(since, console.now()),
      isJson: options["json"] === true,
    };
    return withStores(console.settings, async (stores) => {
      if (args.length === 0) return showAll(call, stores);
      const found = await findNamedKey(console, stores.accounts, args[0]);
      if (found === null) return 1;
      showOne(call, found, await usageOf(call, stores, found));
      return 0;
    });
  },
};

interface Call {
  readonly console: Console;
  /** Hours that begin earlier are left out. */
  readonly since: Date | null;
  readonly isJson: boolean;
}

/** Usage with the sum of the hours from `--since` on; null without it. */
interface UsageSince extends Usage {
  readonly sinceThen: number | null;
}

async function usageOf(
  { console, since }: Call,
  { usage: history }: AccessStores,
  key: KeyRecord,
): Promise<UsageSince> {
  const found = await history.usageOf(`k_${key.countedAs}`, console.now());
  if (since === null) return { ...found, sinceThen: null };
  const hours = found.hours.filter(({ from }) => from >= since);
  return { ...found, hours, sinceThen: hours.reduce((sum, { requests }) => sum + requests, 0) };
}

async function showAll(call: Call, stores: AccessStores): Promise<number> {
  const { console, isJson, since } = call;
  const rows: { readonly key: KeyRecord; readonly used: UsageSince }[] = [];
  for (const key of await stores.accounts.list()) rows.push({ key, used: await usageOf(call, stores, key) });
  if (isJson) {
    printJson(
      console,
      rows.map(({ key, used }) => ({ ...keyFields(key), ...countFields(used) })),
    );
    return 0;
  }
  if (rows.length === 0) console.say("There are no keys yet.");
  else console.say(`id            key                tier        ${titles(since).join("")}`);
  for (const { key, used } of rows)
    console.print(`${key.id}  ${key.prefix}…  ${key.tier.padEnd(10)}  ${cells(used).join("")}`);
  return 0;
}

function showOne({ console, isJson, since }: Call, key: KeyRecord, used: UsageSince): void {
  const { operations, hours } = used;
  if (isJson) {
    printJson(console, {
      ...keyFields(key),
      ...countFields(used),
      operations: operations.map(({ operation, total, lastAt }) => {
        return { operation, requests: total, last_at: lastAt.toISOString() };
      }),
      hours: hours.map(({ from, requests }) => ({ from: from.toISOString(), requests })),
    });
    return;
  }
  console.print(`${titles(since).join("")}\n${cells(used).join("")}`);
  for (const { operation, total, lastAt } of operations)
    console.print(`${operation.padEnd(32)}  ${formatCount(total).padStart(12)}  last ${formatTime(lastAt)}`);
  for (const { from, requests } of hours) console.print(`${formatTime(from)}  ${formatCount(requests).padStart(12)}`);
}

function titles(since: Date | null): string[] {
  return ["last hour", "last day", "total", ...(since === null ? [] : ["since"])].map((title) => title.padStart(14));
}

function cells({ lastHour, lastDay, total, sinceThen }: UsageSince): string[] {
  const counts = [lastHour, lastDay, total ?? 0, ...(sinceThen === null ? [] : [sinceThen])];
  return counts.map((count) => formatCount(count).padStart(14));
}

function keyFields({ id, prefix, tier, countedAs }: KeyRecord): object {
  return { id, key_prefix: prefix, tier, counted_as: countedAs };
}

function countFields({ lastHour, lastDay, total, sinceThen }: UsageSince): object {
  const counts = { last_hour: lastHour, last_day: lastDay, total };
  return sinceThen === null ? counts : { ...counts, since: sinceThen };
}

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

function readSince(text: string, now: Date): Date {
  const [, count = "", unit = ""] = /^(\d{1,5})([hd])$/u.exec(text) ?? [];
  if (unit !== "") return new Date(now.getTime() - Number(count) * UNIT_MILLISECONDS[unit]!);
  const time = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/u.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(
      `expected --since with a date, a time in UTC, or a duration such as 36h or 7d; found "${text}"`,
    );
  return time;
}
