import { createHash } from "node:crypto";
import { createClient } from "@redis/client";
import { LRUCache } from "lru-cache";
import { withinDeadline } from "../deadline.ts";
import { describeStoreAddress } from "../store/sql.ts";
import { dayOf, describeQuota, hourOf, judgeQuota, type Limits, type QuotaState, type WindowCounts } from "../quota.ts";
import type { Limiter } from "./limiter.ts";

export interface RedisLimiterOptions {
  readonly url: string;
  /** Maximum wait of a request for Redis. */
  readonly waitMilliseconds: number;
  readonly now: () => Date;
  /** Prefix of all keys in Redis. */
  readonly keyPrefix?: string;
  /** Called with a sentence for people when Redis stops answering, and when it answers again. */
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
}

/**
 * Counts some requests in two windows together, where both have room. KEYS: the hour and the day.
 * ARGV: requests, limit of the hour and of the day (-1 without), and the requests of each that this
 * node knows of: a Redis that was restarted empty goes on from there. Returns whether they are
 * allowed, and what was used before.
 */
const CONSUME = `
local requests = tonumber(ARGV[1])
local lasts = {7200, 90000}
local used, fits = {}, true
for index, key in ipairs(KEYS) do
  local stored, known = tonumber(redis.call('GET', key) or 0), tonumber(ARGV[index + 3])
  if known > stored then redis.call('SET', key, known, 'EX', lasts[index]) end
  used[index] = math.max(stored, known)
  local limit = tonumber(ARGV[index + 1])
  if limit >= 0 and used[index] + requests > limit then fits = false end
end
if fits and requests > 0 then
  for index, key in ipairs(KEYS) do redis.call('SET', key, used[index] + requests, 'EX', lasts[index]) end
end
return {fits and 1 or 0, used[1], used[2]}
`;
const CONSUME_SHA1 = createHash("sha1").update(CONSUME).digest("hex");

/** A connection on which nothing arrives for so long is given up; a ping comes more often. */
const SILENCE_MILLISECONDS = 3000;
const PING_MILLISECONDS = 1000;
const CONNECT_MILLISECONDS = 2000;
const RECONNECT_MILLISECONDS_MAX = 1000;
/** Maximum number of commands without a reply; further ones are refused. */
const COMMANDS_MAX = 20_000;
const SUBJECTS_MAX = 200_000;

/**
 * Counts in Redis, for any number of nodes: one script a request, which the driver sends together
 * with those of the same turn of the event loop. While Redis does not answer, each node goes on by
 * itself from what it knows, and says so in `degraded`.
 */
export class RedisLimiter implements Limiter {
  /** Resolves when the first attempt to connect has succeeded or failed. */
  readonly ready: Promise<void>;
  readonly #options: RedisLimiterOptions;
  readonly #keyPrefix: string;
  readonly #client: ReturnType<typeof connect>;
  readonly #known = new LRUCache<string, WindowCounts & { readonly at: number }>({ max: SUBJECTS_MAX });
  #failure: string | null = NOT_CONNECTED;
  #probing: NodeJS.Timeout | null = null;

  constructor(options: RedisLimiterOptions) {
    this.#options = options;
    this.#keyPrefix = options.keyPrefix ?? "ctds:";
    this.#client = connect(options.url);
    // A first attempt that fails is followed by others; `connect` settles only when one succeeds.
    this.ready = new Promise<void>((resolve) => {
      this.#client.on("error", (error: unknown) => {
        this.#setFailure(reasonOf(error));
        resolve();
      });
      this.#client.on("ready", () => {
        this.#setFailure(null);
        resolve();
      });
    });
    this.#client.connect().catch(() => {});
  }

  consume(subjectId: string, limits: Limits, requests: number): QuotaState | Promise<QuotaState> {
    const at = this.#options.now().getTime();
    const isShared = this.#client.isReady && this.#failure === null;
    return isShared
      ? this.#judgeTogether(subjectId, limits, at, requests)
      : this.#judgeAlone(subjectId, limits, at, requests);
  }

  peek(subjectId: string, limits: Limits): QuotaState | Promise<QuotaState> {
    return this.consume(subjectId, limits, 0);
  }

  get degraded(): string | null {
    return this.#failure === null ? null : this.#describe(this.#failure);
  }

  close(): void {
    if (this.#probing !== null) clearTimeout(this.#probing);
    if (this.#client.isOpen) this.#client.destroy();
  }

  #describe(reason: string): string {
    return `Redis at ${describeStoreAddress(this.#options.url)} does not answer (${reason}): each node counts for itself.`;
  }

  #setFailure(reason: string | null): void {
    const isChange = (this.#failure === null) !== (reason === null) && this.#failure !== NOT_CONNECTED;
    this.#failure = reason;
    const sentence = reason === null ? "Redis answers again: quotas are shared." : this.#describe(reason);
    if (isChange) this.#options.onTrouble?.(sentence, null);
  }

  #knownOf(subjectId: string, hour: number): WindowCounts {
    const windows = this.#known.get(subjectId);
    if (windows === undefined || dayOf(windows.at) !== dayOf(hour)) return { hour: 0, day: 0 };
    return { hour: windows.at === hour ? windows.hour : 0, day: windows.day };
  }

  async #judgeTogether(subjectId: string, limits: Limits, at: number, requests: number): Promise<QuotaState> {
    const hour = hourOf(at);
    const before = this.#knownOf(subjectId, hour);
    const keys = [`{${subjectId}}h${hour}`, `{${subjectId}}d${dayOf(hour)}`].map((name) => this.#keyPrefix + name);
    const values = [requests, limits.perHour ?? -1, limits.perDay ?? -1, before.hour, before.day];
    try {
      const [, usedOfHour = 0, usedOfDay = 0] = await withinDeadline(
        this.#evaluate(keys, values),
        this.#options.waitMilliseconds,
      );
      return this.#judge(subjectId, limits, at, requests, { hour: usedOfHour, day: usedOfDay });
    } catch (error) {
      this.#setFailure(reasonOf(error));
      this.#probe();
      return this.#judgeAlone(subjectId, limits, at, requests);
    }
  }

  #judgeAlone(subjectId: string, limits: Limits, at: number, requests: number): QuotaState {
    return this.#judge(subjectId, limits, at, requests, this.#knownOf(subjectId, hourOf(at)));
  }

  /** Judges by the use before these requests, and remembers the use after them. */
  #judge(subjectId: string, limits: Limits, at: number, requests: number, used: WindowCounts): QuotaState {
    const state = requests > 0 ? judgeQuota(limits, used, at, requests) : describeQuota(limits, used, at);
    const counted = state.allowed ? requests : 0;
    const latest = this.#knownOf(subjectId, hourOf(at));
    this.#known.set(subjectId, {
      at: hourOf(at),
      hour: Math.max(latest.hour, used.hour + counted),
      day: Math.max(latest.day, used.day + counted),
    });
    return state;
  }

  async #evaluate(keys: readonly string[], values: readonly number[]): Promise<readonly number[]> {
    const rest = [String(keys.length), ...keys, ...values.map(String)];
    try {
      return await this.#client.sendCommand<number[]>(["EVALSHA", CONSUME_SHA1, ...rest]);
    } catch (error) {
      // The script did not run, so it may be sent again.
      if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
      return await this.#client.sendCommand<number[]>(["EVAL", CONSUME, ...rest]);
    }
  }

  /** Asks a Redis that did not answer in time until it does, so that no request waits for it. */
  #probe(): void {
    const { waitMilliseconds } = this.#options;
    const ask = async (): Promise<void> => {
      this.#probing = null;
      try {
        await withinDeadline(this.#client.ping(), waitMilliseconds);
        this.#setFailure(null);
      } catch {
        if (this.#client.isOpen) this.#probe();
      }
    };
    this.#probing ??= setTimeout(() => void ask(), waitMilliseconds).unref();
  }
}

const NOT_CONNECTED = "not connected yet";

function connect(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_MAX,
    maintNotifications: "disabled",
    disableClientInfo: true,
    pingInterval: PING_MILLISECONDS,
    socket: {
      connectTimeout: CONNECT_MILLISECONDS,
      socketTimeout: SILENCE_MILLISECONDS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), RECONNECT_MILLISECONDS_MAX),
    },
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}
