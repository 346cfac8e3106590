import { randomUUID } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { UsageCount } from "../usage-history.ts";

/** Counts that are sent together, under an id that is never used twice. */
export interface Batch {
  readonly id: string;
  readonly counts: readonly UsageCount[];
}

/** Rows of a batch: packing them takes a few milliseconds. */
const BATCH_ROWS_MAX = 2000;

/** The batches in `outbox.sqlite`. Every function belongs in a transaction. */
export class OutboxBatches {
  readonly #any: StatementSync;
  readonly #rows: StatementSync;
  readonly #copy: StatementSync;
  readonly #unlist: StatementSync;
  readonly #drop: StatementSync;

  constructor(connection: DatabaseSync) {
    this.#any = connection.prepare("SELECT id FROM batch LIMIT 1");
    this.#rows = connection.prepare("SELECT minute, subject, operation, requests FROM batch WHERE id = ?");
    this.#copy = connection.prepare(
      `INSERT INTO batch SELECT ?, * FROM usage_minute ORDER BY minute, subject, operation LIMIT ${BATCH_ROWS_MAX}`,
    );
    this.#unlist = connection.prepare(`
      DELETE FROM usage_minute WHERE (minute, subject, operation) IN
        (SELECT minute, subject, operation FROM batch WHERE id = ?)`);
    this.#drop = connection.prepare("DELETE FROM batch WHERE id = ?");
  }

  /** A batch that was packed before, or a new one; null where nothing is left to send. */
  next(): Batch | null {
    const id = String(this.#any.get()?.["id"] ?? this.#pack());
    const counts = this.#rows.all(id).map((row) => ({
      subjectId: String(row["subject"]),
      operation: String(row["operation"]),
      minute: Number(row["minute"]),
      requests: Number(row["requests"]),
    }));
    return counts.length === 0 ? null : { id, counts };
  }

  /** Forgets a batch that has arrived. */
  drop(id: string): void {
    this.#drop.run(id);
  }

  #pack(): string {
    const id = randomUUID();
    this.#copy.run(id);
    this.#unlist.run(id);
    return id;
  }
}
