import { createClient } from "@redis/client";
import type { Script } from "./lease-scripts.ts";
import { describeStoreAddress } from "./store-address.ts";

/** A connection to Redis. Nothing is queued while it is lost, and nothing is sent twice. */
export interface Redis {
  /**
   * Runs a script. Rejects when there is no connection or it breaks; the caller bounds the wait.
   */
  run(
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<readonly (string | number)[]>;
  /** Removes a member of a sorted set. */
  removeMember(key: string, member: string): Promise<void>;
  readonly isReady: boolean;
  /** Without user and password. */
  readonly address: string;
  /** Why there is no connection; null while there is one. */
  readonly failure: string | null;
  close(): void;
}

/**
 * A connection that is silent for so long is closed; heartbeats keep a good one from being silent.
 */
const SILENCE_MILLISECONDS = 3000;
const CONNECT_MILLISECONDS = 2000;
const RECONNECT_MILLISECONDS_MAX = 1000;
/** Commands without a reply before further ones are refused. */
const COMMANDS_MAX = 20_000;

/** Begins to connect, and connects again whenever the connection is lost. */
export function openRedis(url: string): Redis {
  const address = describeStoreAddress(url);
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_MAX,
    maintNotifications: "disabled",
    disableClientInfo: true,
    socket: {
      connectTimeout: CONNECT_MILLISECONDS,
      socketTimeout: SILENCE_MILLISECONDS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), RECONNECT_MILLISECONDS_MAX),
    },
  });
  let failure: string | null = "not connected yet";
  client.on("error", (error: unknown) => {
    failure = error instanceof Error && error.message !== "" ? error.message : String(error);
  });
  client.on("ready", () => {
    failure = null;
  });
  client.connect().catch(() => {});

  async function run(
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<readonly (string | number)[]> {
    const rest = [String(keys.length), ...keys, ...args.map(String)];
    try {
      return await client.sendCommand<(string | number)[]>(["EVALSHA", script.sha1, ...rest]);
    } catch (error) {
      // The script did not run, so it may be sent again.
      if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
      return client.sendCommand<(string | number)[]>(["EVAL", script.source, ...rest]);
    }
  }

  return {
    run,
    async removeMember(key, member) {
      await client.sendCommand(["ZREM", key, member]);
    },
    get isReady() {
      return client.isReady;
    },
    address,
    get failure() {
      return client.isReady ? null : (failure ?? "the connection is lost");
    },
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}
