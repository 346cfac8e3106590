import type { AccessStores } from "../access/access.ts";
import type { KeyRecord } from "../access/accounts.ts";
import type { Usage } from "../access/usage-history.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { shortTime } from "./describe-key.ts";
import { KEY_WORDS, findNamedKey, refuseWholeKeys } from "./name-key.ts";
import { withStores } from "./open-stores.ts";
import { formatCount } from "./progress.ts";

export const usage: Command = {
  name: "usage",
  summary: "Shows what was asked: of every key, or of one by operation and hour.",
  usage: `[<key>] [--since <moment>] [--json]

  --since   2026-11-01, 2026-11-01T08:00:00Z, 36h or 7d: counts hours from then on

  ${KEY_WORDS}
  The history goes back 90 days. What a running service counts is here within about a second.`,
  options: { since: { type: "string" }, json: { type: "boolean" } },
  async run(console, words, options) {
    refuseWholeKeys([...words, ...Object.values(options)]);
    const [word, ...more] = words;
    if (more.length > 0) throw new UsageError(`expected one key at most, found "${more.join(" ")}" besides`);
    const asked: Asked = {
      console,
      since: typeof options["since"] === "string" ? readSince(options["since"], console.now()) : null,
      isJson: options["json"] === true,
    };
    return withStores(console.settings, async (stores) => {
      if (word === undefined) return showAll(asked, stores);
      const found = await findNamedKey(console, stores.accounts, word);
      if (found === null) return 1;
      showOne(asked, found, await usageOf(asked, stores, found));
      return 0;
    });
  },
};

interface Asked {
  readonly console: Console;
  /** Hours that begin earlier are left out. */
  readonly since: Date | null;
  readonly isJson: boolean;
}

/** Usage with the sum of the hours asked for; null where none were. */
interface Shown extends Usage {
  readonly sinceThen: number | null;
}

async function usageOf({ console, since }: Asked, { usage: history }: AccessStores, key: KeyRecord): Promise<Shown> {
  const found = await history.usageOf(`k_${key.countedAs}`, console.now());
  if (since === null) return { ...found, sinceThen: null };
  const hours = found.hours.filter(({ from }) => from >= since);
  return { ...found, hours, sinceThen: hours.reduce((sum, { requests }) => sum + requests, 0) };
}

async function showAll(asked: Asked, stores: AccessStores): Promise<number> {
  const { console, isJson, since } = asked;
  const rows: { readonly key: KeyRecord; readonly used: Shown }[] = [];
  for (const key of await stores.accounts.list()) rows.push({ key, used: await usageOf(asked, stores, key) });
  if (isJson) {
    console.print(
      JSON.stringify(
        rows.map(({ key, used }) => ({ ...nameKey(key), ...describeCounts(used) })),
        null,
        2,
      ),
    );
    return 0;
  }
  if (rows.length === 0) console.say("No key was given out yet.");
  else console.say(`id            key                tier        ${titles(since).join("")}`);
  for (const { key, used } of rows)
    console.print(`${key.id}  ${key.prefix}…  ${key.tier.padEnd(10)}  ${cells(used).join("")}`);
  return 0;
}

function showOne({ console, isJson, since }: Asked, key: KeyRecord, used: Shown): void {
  const { operations, hours } = used;
  if (isJson) {
    const described = {
      ...nameKey(key),
      ...describeCounts(used),
      operations: operations.map(({ operation, total, lastAt }) => {
        return { operation, requests: total, last_at: lastAt.toISOString() };
      }),
      hours: hours.map(({ from, requests }) => ({ from: from.toISOString(), requests })),
    };
    console.print(JSON.stringify(described, null, 2));
    return;
  }
  console.print(`${titles(since).join("")}\n${cells(used).join("")}`);
  for (const { operation, total, lastAt } of operations)
    console.print(`${operation.padEnd(32)}  ${formatCount(total).padStart(12)}  last ${shortTime(lastAt)}`);
  for (const { from, requests } of hours) console.print(`${shortTime(from)}  ${formatCount(requests).padStart(12)}`);
}

function titles(since: Date | null): string[] {
  return ["last hour", "last day", "total", ...(since === null ? [] : ["since"])].map((title) => title.padStart(14));
}

function cells({ lastHour, lastDay, total, sinceThen }: Shown): string[] {
  const counts = [lastHour, lastDay, total ?? 0, ...(sinceThen === null ? [] : [sinceThen])];
  return counts.map((count) => formatCount(count).padStart(14));
}

function nameKey({ id, prefix, tier, countedAs }: KeyRecord): object {
  return { id, key_prefix: prefix, tier, counted_as: countedAs };
}

function describeCounts({ lastHour, lastDay, total, sinceThen }: Shown): object {
  const counts = { last_hour: lastHour, last_day: lastDay, total };
  return sinceThen === null ? counts : { ...counts, since: sinceThen };
}

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

function readSince(text: string, now: Date): Date {
  const [, count = "", unit = ""] = /^(\d{1,5})([hd])$/u.exec(text) ?? [];
  if (unit !== "") return new Date(now.getTime() - Number(count) * UNIT_MILLISECONDS[unit]!);
  const moment = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/u.test(text) || Number.isNaN(moment.getTime()))
    throw new UsageError(`expected --since with a day, a moment in UTC, or a span such as 36h or 7d; found "${text}"`);
  return moment;
}
