import { migrate } from "../access/cluster/migrations.ts";
import { Postgres } from "../access/cluster/postgres.ts";
import type { KnownNode, NodeRegistry } from "./node-registry.ts";

/** Nobody waits for a report, and a publisher can. */
const WAIT_MILLISECONDS = 5000;

/**
 * Opens the registry of nodes in PostgreSQL, which is not asked before the first call. That one
 * brings the schema up to date; calls reject with `SchemaTooNew` where a newer version of the
 * program has been.
 */
export function openPostgresRegistry(url: string): NodeRegistry {
  const postgres = new Postgres({ url, waitMilliseconds: WAIT_MILLISECONDS, connectionsMax: 1 });
  let migrated: Promise<void> | null = null;
  const ready = async (): Promise<void> => {
    migrated ??= migrate(postgres);
    try {
      await migrated;
    } catch (error) {
      migrated = null;
      throw error;
    }
  };
  return {
    async report({ node, version, bundleFormat, oldestFormat, holds, serves, release, trouble }) {
      await ready();
      await postgres.query(
        `INSERT INTO nodes AS known (node, version, bundle_format, oldest_format, holds, serves, release, trouble)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (node) DO UPDATE SET
           version = excluded.version, bundle_format = excluded.bundle_format,
           oldest_format = excluded.oldest_format, holds = excluded.holds, serves = excluded.serves, release = excluded.release,
           trouble = excluded.trouble, seen_at = excluded.seen_at,
           serves_since = CASE
             WHEN (known.serves, known.release) IS NOT DISTINCT FROM (excluded.serves, excluded.release)
             THEN known.serves_since ELSE excluded.serves_since END`,
        [node, version, bundleFormat, oldestFormat, holds, serves, release, trouble],
      );
    },
    async nodes() {
      await ready();
      const rows = await postgres.query<NodeRow>(
        `SELECT moment.now, known.* FROM (SELECT now()) AS moment
         LEFT JOIN nodes AS known ON known.seen_at > moment.now - interval '1 day' ORDER BY known.node`,
      );
      return { now: rows[0]?.now ?? new Date(0), nodes: rows.flatMap(readRow) };
    },
    async forget(node) {
      await ready();
      await postgres.query("DELETE FROM nodes WHERE node = $1", [node]);
    },
    close: () => postgres.close(),
  };
}

/** A row of the table; without a node there is none. Numbers of 64 bits come as text. */
interface NodeRow {
  readonly now: Date;
  readonly node: string | null;
  readonly version: string;
  readonly bundle_format: number;
  readonly oldest_format: number;
  readonly holds: string;
  readonly serves: string;
  readonly release: string | null;
  readonly trouble: string | null;
  readonly serves_since: Date;
  readonly seen_at: Date;
}

function readRow({ node, version, release, trouble, ...row }: NodeRow): KnownNode[] {
  if (node === null) return [];
  return [
    {
      node,
      version,
      bundleFormat: row.bundle_format,
      oldestFormat: row.oldest_format,
      holds: Number(row.holds),
      serves: Number(row.serves),
      release,
      trouble,
      servesSince: row.serves_since,
      seenAt: row.seen_at,
    },
  ];
}
