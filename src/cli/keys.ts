import type { KeyRecord } from "../access/accounts.ts";
import type { Accounts } from "../access/store/accounts-store.ts";
import type { AccessStores } from "../access/store/open-stores.ts";
import { KEY_START, PREFIX_CHARACTERS, hashOf, isWellFormed } from "../access/api-key.ts";
import { type Limits, TIER_LIMITS } from "../access/quota.ts";
import { type Console, UsageError } from "./command.ts";
import { formatTime } from "../publishing/words.ts";
import type { Settings } from "../settings.ts";

/** Says how keys are named on the command line, for the help of commands. */
export const KEY_HELP =
  "<key> is the id of a key, its whole prefix as shown in lists, or - to read the key from standard input.";

/** Matches a text that is longer than the prefix in lists, so that it may be a whole key. */
const WHOLE_KEY = new RegExp(`${KEY_START}[0-9A-Za-z]{7,}`, "u");

/**
 * Throws a UsageError if an argument contains a whole key: shell history and the process list show
 * it to others.
 */
export function refuseWholeKeys(args: readonly unknown[]): void {
  if (!args.some((arg) => typeof arg === "string" && WHOLE_KEY.test(arg))) return;
  throw new UsageError(
    "an argument contains a whole API key, which shell history and the process list expose. Name the key by its id or prefix, or pass - and write the key to standard input. Rotate the key if other people use this machine",
  );
}

/** Finds the key that an argument names. Throws a UsageError where it names none, or several. */
export async function findNamedKey(console: Console, accounts: Accounts, arg: string | undefined): Promise<KeyRecord> {
  if (arg === undefined)
    throw new UsageError("expected a key: its id, its prefix, or - to read it from standard input");
  const found = arg === "-" ? await findWholeKey(console, accounts) : await accounts.find(arg);
  if (found !== null) return found;
  throw new UsageError(
    arg === "-"
      ? "no key like the one on standard input exists"
      : `no key has the id "${arg}", and it is not the whole prefix (${PREFIX_CHARACTERS} characters) of exactly one key; \`key list\` shows both`,
  );
}

async function findWholeKey(console: Console, accounts: Accounts): Promise<KeyRecord | null> {
  if (console.interactive) console.say("Paste the key, then press Enter and Ctrl-D:");
  const apiKey = (await console.input()).trim();
  return isWellFormed(apiKey) ? accounts.findByHash(hashOf(apiKey)) : null;
}

/** The limits of a key: its own, or those of its tier. */
export function limitsOf({ limits, tier }: Pick<KeyRecord, "limits" | "tier">): Limits {
  return limits ?? TIER_LIMITS[tier];
}

/** `1,000/h 10,000/d`. */
export function formatLimits({ perHour, perDay }: Limits): string {
  const text = (limit: number | null): string => (limit === null ? "unlimited" : limit.toLocaleString("en"));
  return `${text(perHour)}/h ${text(perDay)}/d`;
}

/** A key for scripts, without the key itself. */
export function keyJson(key: Omit<KeyRecord, "hash">): Record<string, unknown> {
  const { perHour, perDay } = limitsOf(key);
  return {
    id: key.id,
    key_prefix: key.prefix,
    tier: key.tier,
    limits: { per_hour: perHour, per_day: perDay },
    has_own_limits: key.limits !== null,
    counted_as: key.countedAs,
    email: key.email,
    use_case: key.useCase,
    email_confirmation: key.emailConfirmation,
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** A key as one line of a list. */
export function keyLine(key: KeyRecord): string {
  const state = key.revokedAt === null ? "" : `  revoked ${formatTime(key.revokedAt)}`;
  const limits = formatLimits(limitsOf(key)).padEnd(19);
  return `${key.id}  ${key.prefix}…  ${key.tier.padEnd(10)}  ${limits}  ${formatTime(key.createdAt)}  ${key.email}${state}`;
}

const CONFIRMED = { confirmed: "yes", pending: "not yet", not_required: "not asked for" } as const;

/** A key as lines of name and value. */
export function keyLines(key: KeyRecord): string[] {
  const source = key.limits === null ? "tier" : "own";
  return [
    `id          ${key.id}`,
    `key         ${key.prefix}…`,
    `tier        ${key.tier}`,
    `limits      ${formatLimits(limitsOf(key))} (${source})`,
    `counted as  ${key.countedAs}${key.countedAs === key.id ? "" : " (with the keys it replaced)"}`,
    `e-mail      ${key.email}`,
    `confirmed   ${CONFIRMED[key.emailConfirmation]}`,
    `use case    ${key.useCase}`,
    `created     ${formatTime(key.createdAt)}`,
    `revoked     ${key.revokedAt === null ? "no" : formatTime(key.revokedAt)}`,
  ];
}

/** Commands wait longer for a store than requests do. */
const WAIT_MILLISECONDS_MIN = 5000;

/**
 * Runs `work` with accounts and usage, where the settings keep them, in the data folder or in the
 * database that nodes share, and closes them afterwards.
 */
export async function withStores<Result>(
  { dataFolder, sharedStores, storeWaitMilliseconds }: Settings,
  work: (stores: AccessStores) => Promise<Result>,
): Promise<Result> {
  const { openStores } = await import("../access/store/open-stores.ts");
  const waitMilliseconds = Math.max(storeWaitMilliseconds, WAIT_MILLISECONDS_MIN);
  const stores = await openStores({ dataFolder, databaseUrl: sharedStores?.databaseUrl ?? null, waitMilliseconds });
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}
