import { DatabaseError, Pool } from "pg";
import type { PoolClient, QueryResultRow } from "pg";
import { StoreUnavailable } from "../accounts.ts";
import { DeadlineExceeded, withinDeadline } from "./deadline.ts";
import { describeStoreAddress } from "./store-address.ts";

/** Runs one statement and returns its rows. */
export type Query = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface PostgresOptions {
  /** `postgres://…`; everything the driver understands. */
  readonly url: string;
  /** How long a statement may take, the wait for a connection included. */
  readonly waitMilliseconds: number;
  readonly connectionsMax?: number;
}

const CONNECTIONS_MAX = 8;
/** Statements that may wait for a connection before further ones are refused at once. */
const WAITING_MAX = 256;
/** How often a server that did not answer is tried again, in the background. */
const PROBE_MILLISECONDS = 250;

/**
 * SQLSTATE classes and codes that speak of the server's state and not of the statement: worth a
 * later try.
 */
const TRANSIENT = /^(?:08|53|57P|58)|^(?:40001|40P01|25006|55P03|57014|28P01|28000|3D000)$/;
/** Of these, those that say nothing about the next statement. */
const PASSING = /^(?:40001|40P01|55P03|57014)$/;

/** Of these, those by which a server that answers refuses a password, a role or a database. */
const REFUSING = /^(?:28P01|28000|3D000)$/;

/** Whether a server answered and refused the connection. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && REFUSING.test(error.code ?? "");
}

/**
 * A bounded pool of connections; connects when first asked. After a failure it refuses at once
 * until a probe succeeds.
 */
export class Postgres {
  readonly #waitMilliseconds: number;
  readonly #address: string;
  readonly #pool: Pool;
  #degraded: string | null = null;
  /** What the driver threw then. */
  #degradedBy: unknown = null;
  #probe: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor({ url, waitMilliseconds, connectionsMax = CONNECTIONS_MAX }: PostgresOptions) {
    this.#waitMilliseconds = waitMilliseconds;
    this.#address = describeStoreAddress(url);
    this.#pool = new Pool({
      connectionString: url,
      application_name: "country-trust",
      max: connectionsMax,
      connectionTimeoutMillis: waitMilliseconds,
      idleTimeoutMillis: 30_000,
      // The server stops a statement whose caller has stopped waiting.
      statement_timeout: Math.ceil(waitMilliseconds * 0.9),
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks: the next statement finds out why.
    this.#pool.on("error", () => {});
  }

  /** Why it is not asked at present; null while it answers. */
  get degraded(): string | null {
    return this.#degraded;
  }

  /**
   * Runs statements in one transaction. Rejects with `StoreUnavailable` when they are not done
   * within the wait (the usual one, or as many milliseconds as given); the connection is dropped
   * then, and nothing of the transaction remains unless its commit was running.
   */
  transact<T>(work: (query: Query) => Promise<T>, waitMilliseconds = this.#waitMilliseconds): Promise<T> {
    return this.#withConnection(async (query) => {
      await query("BEGIN");
      if (waitMilliseconds !== this.#waitMilliseconds)
        await query(`SET LOCAL statement_timeout = ${Math.ceil(waitMilliseconds)}`);
      const result = await work(query);
      await query("COMMIT");
      return result;
    }, waitMilliseconds);
  }

  /** Runs one statement by itself. Rejects as `transact` does. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#withConnection((query) => query<Row>(text, values), this.#waitMilliseconds);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#probe !== null) clearTimeout(this.#probe);
    // A paused server never closes its side.
    await withinDeadline(this.#pool.end(), 1000).catch(() => {});
  }

  async #withConnection<T>(work: (query: Query) => Promise<T>, wait: number): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable("the connection to PostgreSQL is closed");
    if (this.#degraded !== null) throw new StoreUnavailable(this.#degraded, { cause: this.#degradedBy });
    if (this.#pool.waitingCount >= WAITING_MAX)
      throw new StoreUnavailable(`PostgreSQL at ${this.#address}: ${WAITING_MAX} statements are waiting already`);
    try {
      return await this.#tryWithConnection(work, wait);
    } catch (error) {
      throw this.#translate(error);
    }
  }

  async #tryWithConnection<T>(work: (query: Query) => Promise<T>, wait: number): Promise<T> {
    let connection: PoolClient | null = null;
    let isOver = false;
    const release = (error?: Error): void => {
      isOver = true;
      connection?.off("error", ignore);
      // With an error the connection is dropped, even in the middle of a statement.
      connection?.release(error);
    };
    const attempt = async (): Promise<T> => {
      const client = await this.#pool.connect().catch(fail);
      if (isOver) {
        client.release();
        throw new DeadlineExceeded("too late");
      }
      connection = client;
      client.on("error", ignore);
      return work(async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
        const { rows } = await client.query<Row>(text, [...values]).catch(fail);
        return rows;
      });
    };
    try {
      const result = await withinDeadline(attempt(), wait);
      release();
      return result;
    } catch (error) {
      // A statement that failed leaves the connection usable, but perhaps inside a transaction.
      release(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /**
   * Turns an error about the state of the server into `StoreUnavailable`; any other is thrown as it
   * is.
   */
  #translate(thrown: unknown): unknown {
    if (!(thrown instanceof DriverError || thrown instanceof DeadlineExceeded)) return thrown;
    const error = thrown instanceof DriverError ? thrown.cause : thrown;
    const code = error instanceof DatabaseError ? (error.code ?? "") : null;
    if (code !== null && !TRANSIENT.test(code)) return error;
    const reason = error instanceof Error && error.message !== "" ? error.message : String(error);
    if (code === null || !PASSING.test(code)) this.#degrade(reason, error);
    return new StoreUnavailable(`PostgreSQL at ${this.#address}: ${reason}`, { cause: error });
  }

  /** Refuses until a probe succeeds. */
  #degrade(reason: string, error: unknown): void {
    this.#degradedBy = error;
    this.#degraded = `PostgreSQL at ${this.#address} does not answer: ${reason}`;
    if (this.#probe !== null || this.#isClosed) return;
    const probe = async (): Promise<void> => {
      try {
        await this.#tryWithConnection((query) => query("SELECT 1"), this.#waitMilliseconds);
        this.#probe = null;
        this.#degraded = null;
      } catch {
        this.#probe = null;
        this.#degrade(reason, error);
      }
    };
    this.#probe = setTimeout(() => void probe(), PROBE_MILLISECONDS);
    this.#probe.unref();
  }
}

/** Wraps what the driver throws, to tell it from what the work throws. */
class DriverError extends Error {
  override readonly name = "DriverError";
}

function fail(cause: unknown): never {
  throw new DriverError("the driver threw", { cause });
}

function ignore(): void {}
