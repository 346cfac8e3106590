import { LOCK_CLASS, SchemaTooNew, migrate } from "../access/cluster/migrations.ts";
import { isRefusal, Postgres } from "../access/cluster/postgres.ts";
import { describeStoreAddress } from "../access/cluster/store-address.ts";
import { StoreUnavailable } from "../access/accounts.ts";
import { abortable } from "./abortable.ts";
import { checkedContent } from "./checked-content.ts";
import { OriginError, type WritableOrigin } from "./origin.ts";
import { listenForChanges, POINTER_CHANNEL } from "./postgres-changes.ts";
import { runAlone } from "./postgres-lock.ts";

/** One value of PostgreSQL ends at 1 GB and is held in memory whole, so blobs are cut. */
const CHUNK_BYTES = 1024 * 1024;
/** How long one statement may take; the longest one carries a chunk. */
const WAIT_MILLISECONDS = 15_000;
const CONNECTIONS_MAX = 3;
/** Second half of the key of the lock under which a blob becomes the whole one of its hash. */
const WHOLE_BLOB_LOCK = 4;

export interface PostgresOriginOptions {
  /** `postgres://…`; everything the driver understands. */
  readonly url: string;
  readonly waitMilliseconds?: number;
}

/**
 * Releases in PostgreSQL, beside accounts and usage. It is not asked before the first call, which
 * brings the schema up to date. Nodes learn of a new pointer by `NOTIFY`; behind a PgBouncer that
 * pools transactions they hear nothing and have to poll, and everything else works.
 */
export function openPostgresOrigin(options: PostgresOriginOptions): WritableOrigin {
  return new PostgresOrigin(options);
}

class PostgresOrigin implements WritableOrigin {
  readonly name: string;
  readonly #url: string;
  readonly #wait: number;
  readonly #postgres: Postgres;
  #migrated: Promise<void> | null = null;

  constructor({ url, waitMilliseconds = WAIT_MILLISECONDS }: PostgresOriginOptions) {
    this.name = describeStoreAddress(url);
    this.#url = url;
    this.#wait = waitMilliseconds;
    this.#postgres = new Postgres({ url, waitMilliseconds, connectionsMax: CONNECTIONS_MAX });
  }

  async readPointer(signal: AbortSignal): Promise<string | null> {
    const [row] = await this.#ask(signal, (postgres) =>
      postgres.query<{ content: string }>("SELECT content FROM origin_pointer"),
    );
    return row?.content ?? null;
  }

  async *readBlob(sha256: string, start: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const [blob] = await this.#ask(signal, (postgres) =>
      postgres.query<{ id: string; bytes: string }>(
        "SELECT id, bytes FROM origin_blobs WHERE sha256 = decode($1, 'hex') AND is_whole",
        [sha256],
      ),
    );
    if (blob === undefined) throw new OriginError("missing", `${this.name} has no blob ${sha256}`);
    for (let at = start; at < Number(blob.bytes);) {
      const position = Math.floor(at / CHUNK_BYTES);
      const [chunk] = await this.#ask(signal, (postgres) =>
        postgres.query<{ content: Buffer }>(
          "SELECT substring(content FROM $3) AS content FROM origin_chunks WHERE blob = $1 AND position = $2",
          [blob.id, position, (at % CHUNK_BYTES) + 1],
        ),
      );
      // It was replaced or removed meanwhile, or somebody deleted rows.
      if (chunk === undefined || chunk.content.length === 0)
        throw new OriginError("damaged", `${this.name}: blob ${sha256} ends after ${at} of its ${blob.bytes} bytes`);
      yield chunk.content;
      at += chunk.content.length;
    }
  }

  forgetPointer(): void {}

  onPointerChange(listener: () => void): () => void {
    return listenForChanges(this.#url, this.#wait, listener);
  }

  async hasBlob(sha256: string, signal: AbortSignal): Promise<boolean> {
    const rows = await this.#ask(signal, (postgres) =>
      postgres.query("SELECT 1 FROM origin_blobs WHERE sha256 = decode($1, 'hex') AND is_whole", [sha256]),
    );
    return rows.length > 0;
  }

  async writeBlob(
    sha256: string,
    bytes: number,
    read: () => AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    const [blob] = await this.#ask(signal, (postgres) =>
      postgres.query<{ id: string }>(
        "INSERT INTO origin_blobs (sha256, bytes) VALUES (decode($1, 'hex'), $2) RETURNING id",
        [sha256, bytes],
      ),
    );
    const id = blob?.id;
    try {
      let position = 0;
      for await (const chunk of inChunks(checkedContent(sha256, bytes, read(), signal))) {
        await this.#ask(signal, (postgres) =>
          postgres.query("INSERT INTO origin_chunks (blob, position, content) VALUES ($1, $2, $3)", [
            id,
            position,
            chunk,
          ]),
        );
        position += 1;
      }
      await this.#ask(signal, (postgres) =>
        postgres.transact(async (query) => {
          // Of two publishers that write the same blob, the second one waits here.
          await query("SELECT pg_advisory_xact_lock($1, $2)", [LOCK_CLASS, WHOLE_BLOB_LOCK]);
          await query("DELETE FROM origin_blobs WHERE sha256 = decode($1, 'hex') AND is_whole", [sha256]);
          await query("UPDATE origin_blobs SET is_whole = true, written_at = now() WHERE id = $1", [id]);
        }),
      );
    } catch (error) {
      // What cannot be deleted now is deleted with the blobs that are not in use.
      await this.#postgres.query("DELETE FROM origin_blobs WHERE id = $1 AND NOT is_whole", [id]).catch(() => {});
      throw error;
    }
  }

  async writePointer(text: string, signal: AbortSignal): Promise<void> {
    await this.#ask(signal, (postgres) =>
      postgres.transact(async (query) => {
        await query(
          `INSERT INTO origin_pointer (content) VALUES ($1)
           ON CONFLICT (only_row) DO UPDATE SET content = excluded.content, written_at = now()`,
          [text],
        );
        await query("SELECT pg_notify($1, '')", [POINTER_CHANNEL]);
      }),
    );
  }

  async alone<Result>(onWait: () => void, work: () => Promise<Result>): Promise<Result> {
    return runAlone({ url: this.#url, name: this.name, waitMilliseconds: this.#wait }, onWait, work);
  }

  async removeUnused(inUse: ReadonlySet<string>, before: Date, signal: AbortSignal): Promise<number> {
    const old = await this.#ask(signal, (postgres) =>
      postgres.query<{ id: string; sha256: string; is_whole: boolean }>(
        "SELECT id, encode(sha256, 'hex') AS sha256, is_whole FROM origin_blobs WHERE written_at < $1",
        [before],
      ),
    );
    const unused = old.filter(({ sha256, is_whole }) => !is_whole || !inUse.has(sha256));
    // One after another: each may be thousands of rows.
    for (const { id } of unused)
      await this.#ask(signal, (postgres) => postgres.query("DELETE FROM origin_blobs WHERE id = $1", [id]));
    return unused.filter(({ is_whole }) => is_whole).length;
  }

  close(): Promise<void> {
    return this.#postgres.close();
  }

  /** Asks the server, over a schema that is up to date, and throws an OriginError. */
  async #ask<Result>(signal: AbortSignal, question: (postgres: Postgres) => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    try {
      this.#migrated ??= migrate(this.#postgres);
      await abortable(this.#migrated, signal);
    } catch (error) {
      if (!signal.aborted) this.#migrated = null;
      throw signal.aborted ? error : this.#translate(error);
    }
    try {
      return await abortable(question(this.#postgres), signal);
    } catch (error) {
      throw signal.aborted ? error : this.#translate(error);
    }
  }

  #translate(error: unknown): OriginError {
    if (error instanceof StoreUnavailable)
      return new OriginError(isRefusal(error.cause) ? "refused" : "unreachable", error.message, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    const kind = error instanceof SchemaTooNew ? "" : ` at ${this.name}`;
    return new OriginError("refused", `PostgreSQL${kind}: ${reason}`, { cause: error });
  }
}

/** The same bytes in chunks, all of one size but the last. */
async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    for (let rest = piece; rest.length > 0;) {
      const part = rest.subarray(0, CHUNK_BYTES - length);
      waiting.push(part);
      length += part.length;
      rest = rest.subarray(part.length);
      if (length < CHUNK_BYTES) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}
