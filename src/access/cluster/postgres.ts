import { DatabaseError, Pool } from "pg";
import type { PoolClient, QueryResultRow } from "pg";
import { StoreUnavailable } from "../accounts.ts";
import { DeadlineExceeded, withinDeadline } from "./deadline.ts";
import { describeStoreAddress } from "./store-address.ts";

/** Sends one statement and returns its rows. */
export type Query = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** PostgreSQL behind a wait that is bounded: what cannot be asked in time is refused, and not asked again before it answers. */
export interface Postgres {
  /**
   * Runs statements in one transaction. Rejects with `StoreUnavailable` when they are not done within the wait (the usual one, or as
   * many milliseconds as given); the connection is dropped then, and nothing of the transaction remains unless its commit was under way.
   */
  transact<T>(work: (query: Query) => Promise<T>, waitMilliseconds?: number): Promise<T>;
  /** One statement by itself. Rejects as `transact` does. */
  query: Query;
  /** Why it is not asked at present; null while it answers. */
  readonly degraded: string | null;
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** `postgres://…`; everything the driver understands. */
  readonly url: string;
  /** How long a question may take, the wait for a connection included. */
  readonly waitMilliseconds: number;
  readonly connectionsMax?: number;
}

const CONNECTIONS_MAX = 8;
/** Questions that may wait for a connection before further ones are refused at once. */
const WAITING_MAX = 256;
/** How often a server that did not answer is tried again, in the background. */
const PROBE_MILLISECONDS = 250;

/** SQLSTATE classes and codes that speak of the server's state and not of the statement: worth a later try. */
const TRANSIENT = /^(?:08|53|57P|58)|^(?:40001|40P01|25006|55P03|57014|28P01|28000|3D000)$/;
/** Of these, those that say nothing about the next statement. */
const PASSING = /^(?:40001|40P01|55P03|57014)$/;

/** Opens a bounded pool of connections; connects when first asked. */
export function openPostgres(options: PostgresOptions): Postgres {
  const { waitMilliseconds } = options;
  const address = describeStoreAddress(options.url);
  const pool = new Pool({
    connectionString: options.url,
    application_name: "country-trust",
    max: options.connectionsMax ?? CONNECTIONS_MAX,
    connectionTimeoutMillis: waitMilliseconds,
    idleTimeoutMillis: 30_000,
    // The server gives up what nobody waits for any more.
    statement_timeout: Math.ceil(waitMilliseconds * 0.9),
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  let degraded: string | null = null;
  let probe: NodeJS.Timeout | null = null;
  let isClosed = false;
  // A connection that breaks while nobody uses it: the next question finds out what is the matter.
  pool.on("error", () => {});

  function trip(reason: string): void {
    degraded = `PostgreSQL at ${address} does not answer: ${reason}`;
    if (probe !== null || isClosed) return;
    probe = setTimeout(() => {
      void lend((query) => query("SELECT 1"), waitMilliseconds, true).then(recover, () => {
        probe = null;
        if (degraded !== null) trip(reason);
      });
    }, PROBE_MILLISECONDS);
    probe.unref();
  }

  function recover(): void {
    probe = null;
    degraded = null;
  }

  /** What a caller is told; anything that is not about the server's state is thrown on as it is. */
  function translate(thrown: unknown): unknown {
    if (!(thrown instanceof DriverFault || thrown instanceof DeadlineExceeded)) return thrown;
    const error = thrown instanceof DriverFault ? thrown.cause : thrown;
    const code = error instanceof DatabaseError ? (error.code ?? "") : null;
    if (code !== null && !TRANSIENT.test(code)) return error;
    const reason = error instanceof Error && error.message !== "" ? error.message : String(error);
    if (code === null || !PASSING.test(code)) trip(reason);
    return new StoreUnavailable(`PostgreSQL at ${address}: ${reason}`, { cause: error });
  }

  async function lend<T>(work: (query: Query) => Promise<T>, wait: number, isProbe: boolean): Promise<T> {
    if (isClosed) throw new StoreUnavailable("the connection to PostgreSQL is closed");
    if (degraded !== null && !isProbe) throw new StoreUnavailable(degraded);
    if (pool.waitingCount >= WAITING_MAX) {
      throw new StoreUnavailable(`PostgreSQL at ${address}: ${WAITING_MAX} questions are waiting already`);
    }
    let lent: PoolClient | null = null;
    let isOver = false;
    const giveBack = (fault?: Error): void => {
      const client = lent;
      lent = null;
      client?.off("error", ignore);
      // With a fault the connection is dropped, under an open statement without a farewell.
      client?.release(fault);
    };
    const attempt = async (): Promise<T> => {
      const client = await pool.connect().catch(fail);
      if (isOver) {
        client.release();
        throw new DeadlineExceeded("too late");
      }
      lent = client;
      client.on("error", ignore);
      return work(async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
        const { rows } = await client.query<Row>(text, [...values]).catch(fail);
        return rows;
      });
    };
    try {
      const result = await withinDeadline(attempt(), wait);
      giveBack();
      return result;
    } catch (error) {
      isOver = true;
      // A statement that failed by itself leaves the connection usable, but perhaps inside a transaction.
      giveBack(error instanceof Error ? error : new Error(String(error)));
      throw translate(error);
    }
  }

  return {
    transact: (work, wait = waitMilliseconds) =>
      lend(
        async (query) => {
          await query("BEGIN");
          if (wait !== waitMilliseconds) await query(`SET LOCAL statement_timeout = ${Math.ceil(wait)}`);
          const result = await work(query);
          await query("COMMIT");
          return result;
        },
        wait,
        false,
      ),
    query: (text, values) => lend((query) => query(text, values), waitMilliseconds, false),
    get degraded() {
      return degraded;
    },
    async close() {
      isClosed = true;
      if (probe !== null) clearTimeout(probe);
      // A paused server never says goodbye.
      await withinDeadline(pool.end(), 1000).catch(() => {});
    },
  };
}

/** Thrown by the driver, in contrast to what the work itself throws. */
class DriverFault extends Error {
  override readonly name = "DriverFault";
}

function fail(cause: unknown): never {
  throw new DriverFault("the driver threw", { cause });
}

function ignore(): void {}
