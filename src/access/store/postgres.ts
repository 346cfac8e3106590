import { setTimeout as wait } from "node:timers/promises";
import { DatabaseError, Pool, types } from "pg";
import {
  describeStoreAddress,
  type Sql,
  type SqlRow,
  type SqlValue,
  type Statements,
  StoreUnavailable,
} from "./sql.ts";

const CONNECTIONS_MAX = 8;
/** Maximum number of callers that wait for a connection; further ones are refused at once. */
const WAITING_MAX = 256;
/** Maximum number of tries of a transaction that conflicts with others. */
const TRIES_MAX = 10;

/**
 * SQLSTATEs of a transaction that may succeed when it is run again (PostgreSQL, "Serialization
 * Failure Handling").
 */
const CONFLICT = /^(?:40001|40P01)$/;
/** SQLSTATE classes and codes that speak of the server's state and not of the statement. */
const TRANSIENT = /^(?:08|53|57P|58)|^(?:40001|40P01|25006|25P03|55P03|57014|28P01|28000|3D000)$/;

/** A bounded pool of connections, which connects when it is first asked. */
export class PostgresSql implements Sql {
  readonly dialect = "postgres";
  readonly #address: string;
  readonly #pool: Pool;

  /** Opens a `postgres://…` URL, with a time limit of a connection, and then of each statement. */
  constructor(url: string, waitMilliseconds: number) {
    this.#address = describeStoreAddress(url);
    this.#pool = new Pool({
      connectionString: url,
      application_name: "country-trust",
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: waitMilliseconds,
      query_timeout: waitMilliseconds,
      // The server stops a statement whose caller has stopped waiting.
      statement_timeout: Math.ceil(waitMilliseconds * 0.9),
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
      allowExitOnIdle: true,
      types: { getTypeParser },
    });
    // If an idle connection breaks, the next statement finds out why.
    this.#pool.on("error", () => {});
  }

  all(text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.#withClient((statements) => statements.all(text, ...values));
  }

  run(text: string, ...values: readonly SqlValue[]): Promise<number> {
    return this.#withClient((statements) => statements.run(text, ...values));
  }

  async transaction<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#withClient(async (statements) => {
          await statements.run("BEGIN ISOLATION LEVEL SERIALIZABLE");
          const result = await work(statements);
          await statements.run("COMMIT");
          return result;
        });
      } catch (error) {
        if (tries >= TRIES_MAX || !isConflict(error)) throw error;
        await wait(Math.random() * 2 ** tries);
      }
    }
  }

  async shred(): Promise<void> {}

  async close(): Promise<void> {
    // A server that stands still never closes its side.
    await Promise.race([this.#pool.end(), wait(1000, undefined, { ref: false })]);
  }

  async #withClient<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result> {
    if (this.#pool.waitingCount >= WAITING_MAX)
      throw this.#unavailable(`${WAITING_MAX} statements are waiting already`);
    /**
     * Throws an error of a statement as it is, and any other of the driver as `StoreUnavailable`.
     */
    const fail = (error: unknown): never => {
      throw error instanceof DatabaseError && !TRANSIENT.test(error.code ?? "") ? error : this.#unavailable(error);
    };
    const client = await this.#pool.connect().catch(fail);
    client.on("error", ignore);
    const query = (text: string, values: readonly SqlValue[]) => client.query<SqlRow>(text, [...values]).catch(fail);
    try {
      const result = await work({
        all: async (text, ...values) => (await query(text, values)).rows,
        run: async (text, ...values) => (await query(text, values)).rowCount ?? 0,
      });
      client.release();
      return result;
    } catch (error) {
      // The connection may be inside a transaction, or still busy with a statement.
      client.release(true);
      throw error;
    } finally {
      client.off("error", ignore);
    }
  }

  #unavailable(cause: unknown): StoreUnavailable {
    const reason = cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
    return new StoreUnavailable(`PostgreSQL at ${this.#address}: ${reason}`, { cause });
  }
}

/**
 * Parsers of `bytea`, `bigint` and `numeric` (sums of `bigint`): the values are those of SQLite.
 */
const READERS: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [types.builtins.INT8, Number],
  [types.builtins.NUMERIC, Number],
  [types.builtins.BYTEA, (value) => new Uint8Array(types.getTypeParser(types.builtins.BYTEA)(value))],
]);

const getTypeParser = (oid: number, format?: "text" | "binary"): ((value: string) => unknown) =>
  READERS.get(oid) ?? types.getTypeParser(oid, format);

function isConflict(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return cause instanceof DatabaseError && CONFLICT.test(cause.code ?? "");
}

function ignore(): void {}
