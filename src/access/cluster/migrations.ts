import type { Postgres, Query } from "./postgres.ts";

/** The database was written by a newer version of the program. */
export class SchemaTooNew extends Error {
  override readonly name = "SchemaTooNew";
}

/**
 * Every step of the schema, in order; the first is version 1. A step is never changed once
 * released, and only adds: nodes of the version before go on working while others are already new.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE account_keys (
    id text PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    prefix text NOT NULL,
    tier text NOT NULL,
    own_limits jsonb,
    counted_as text NOT NULL,
    email text NOT NULL,
    use_case text NOT NULL,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz,
    position bigint GENERATED ALWAYS AS IDENTITY
  );
  CREATE INDEX account_keys_by_email ON account_keys (lower(email));

  -- Written under a lock, so that positions become visible in their order.
  CREATE TABLE key_changes (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key_id text NOT NULL
  );

  -- Counts that arrive late for a subject that was erased are dropped.
  CREATE TABLE erased_subjects (
    subject_id text PRIMARY KEY,
    erased_at timestamptz NOT NULL
  );

  CREATE TABLE merged_batches (
    id text PRIMARY KEY,
    last_minute integer NOT NULL
  );
  CREATE TABLE usage_minutes (
    subject_id text NOT NULL,
    minute integer NOT NULL,
    operation text NOT NULL,
    requests bigint NOT NULL,
    PRIMARY KEY (subject_id, minute, operation)
  ) WITH (fillfactor = 80);
  CREATE INDEX usage_minutes_by_minute ON usage_minutes (minute);
  CREATE TABLE usage_hours (
    subject_id text NOT NULL,
    hour integer NOT NULL,
    requests bigint NOT NULL,
    PRIMARY KEY (subject_id, hour)
  ) WITH (fillfactor = 80);
  CREATE INDEX usage_hours_by_hour ON usage_hours (hour);
  CREATE TABLE usage_days (
    subject_id text NOT NULL,
    day integer NOT NULL,
    operation text NOT NULL,
    requests bigint NOT NULL,
    last_minute integer NOT NULL,
    PRIMARY KEY (subject_id, day, operation)
  );
  CREATE INDEX usage_days_by_day ON usage_days (day);
  CREATE TABLE usage_totals (
    subject_id text PRIMARY KEY,
    requests bigint NOT NULL
  ) WITH (fillfactor = 80);

  CREATE TABLE address_secrets (
    day date PRIMARY KEY,
    secret bytea NOT NULL
  );
  `,
  `
  ALTER TABLE account_keys ADD COLUMN email_confirmation text NOT NULL DEFAULT 'not_required';
  ALTER TABLE account_keys ADD COLUMN confirmation_hash bytea UNIQUE;
  ALTER TABLE account_keys ADD COLUMN confirmation_mailed_at timestamptz;
  CREATE INDEX account_keys_by_count ON account_keys (counted_as);

  -- Keys of one e-mail address shared a count; only those that replaced one another still do.
  UPDATE account_keys AS mine SET counted_as = id
  WHERE revoked_at IS NULL AND counted_as <> id AND EXISTS (
    SELECT 1 FROM account_keys AS other
    WHERE other.counted_as = mine.counted_as AND other.id <> mine.id AND other.revoked_at IS NULL
  );
  `,
  `
  CREATE TABLE webhooks (
    id text PRIMARY KEY,
    owner text NOT NULL,
    url text NOT NULL,
    secret bytea NOT NULL,
    topics text[] NOT NULL,
    created_at timestamptz NOT NULL,
    disabled_at timestamptz,
    disabled_because text,
    position bigint GENERATED ALWAYS AS IDENTITY
  );
  CREATE INDEX webhooks_by_owner ON webhooks (owner);

  -- An event without a topic is for one webhook alone.
  CREATE TABLE webhook_events (
    id text PRIMARY KEY,
    topic text,
    type text NOT NULL,
    payload text NOT NULL,
    created_at timestamptz NOT NULL
  );

  -- Where nothing more is due, it is finished. A lease ends when the delivery is due.
  CREATE TABLE webhook_deliveries (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook text NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event text NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    due_at timestamptz,
    is_leased boolean NOT NULL DEFAULT false,
    attempts integer NOT NULL DEFAULT 0,
    attempted_at timestamptz,
    outcome text,
    status integer,
    UNIQUE (webhook, event)
  ) WITH (fillfactor = 80);
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event);
  CREATE TABLE last_occasion (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    name text NOT NULL,
    happened_at timestamptz NOT NULL
  );
  `,
  `
  -- Releases (distribution/postgres-origin.ts). A blob that is not whole is being written, or was
  -- given up; of each hash, one is whole.
  CREATE TABLE origin_blobs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sha256 bytea NOT NULL,
    bytes bigint NOT NULL,
    is_whole boolean NOT NULL DEFAULT false,
    written_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE UNIQUE INDEX origin_blobs_by_sha256 ON origin_blobs (sha256) WHERE is_whole;
  CREATE TABLE origin_chunks (
    blob bigint NOT NULL REFERENCES origin_blobs (id) ON DELETE CASCADE,
    position integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (blob, position)
  );
  -- Most of it is compressed already, and pieces of a value can be read without the rest.
  ALTER TABLE origin_chunks ALTER COLUMN content SET STORAGE EXTERNAL;
  CREATE TABLE origin_pointer (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    content text NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now()
  );
  `,
  `
  -- What each node says of itself (distribution/postgres-registry.ts), by the clock of this server.
  CREATE TABLE nodes (
    node text PRIMARY KEY,
    version text NOT NULL,
    bundle_format integer NOT NULL,
    holds bigint NOT NULL,
    serves bigint NOT NULL,
    release text,
    trouble text,
    serves_since timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
  ) WITH (fillfactor = 80);
  `,
  `
  -- The programs that did not say it read no other format.
  ALTER TABLE nodes ADD COLUMN oldest_format integer NOT NULL DEFAULT 12;
  `,
  `
  -- Deliveries are signed with both while the old one is valid.
  ALTER TABLE webhooks ADD COLUMN old_secret bytea;
  ALTER TABLE webhooks ADD COLUMN old_secret_ends_at timestamptz;
  `,
  `
  -- Requests that create. One without an answer is under way.
  CREATE TABLE kept_answers (
    name bytea PRIMARY KEY,
    request bytea NOT NULL,
    begun_at timestamptz NOT NULL,
    answer bytea
  );
  CREATE INDEX kept_answers_by_moment ON kept_answers (begun_at);
  `,
  `
  -- Who is told of releases by e-mail. Of a release that became current after it was told last, a
  -- mail is due, unless one is under way or to be tried again later.
  CREATE TABLE mail_follows (
    code text PRIMARY KEY,
    email text NOT NULL,
    country text,
    asked_at timestamptz NOT NULL,
    confirmed_at timestamptz,
    told_at timestamptz,
    due_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    position bigint GENERATED ALWAYS AS IDENTITY
  );
  CREATE INDEX mail_follows_by_email ON mail_follows (lower(email));
  CREATE INDEX mail_follows_due ON mail_follows (due_at) WHERE confirmed_at IS NULL;
  CREATE INDEX mail_follows_told ON mail_follows (told_at);
  `,
];

/**
 * The schema version that a program has to know to work with these tables. It stays behind while
 * steps only add, so that an older program can be started again after an upgrade.
 */
const USABLE_FROM = 6;

/**
 * First half of the keys of advisory locks, so that they do not collide with those of other
 * programs.
 */
export const LOCK_CLASS = 0x63747273;
const MIGRATION_LOCK = 1;
/** How long a node waits while another one migrates. */
const MIGRATION_WAIT_MILLISECONDS = 60_000;

/**
 * Brings the schema up to this program's version, in one transaction; of several nodes that start
 * together one does it and the others wait. A newer schema is left as it is, and used if a program
 * of this version can. Rejects with `SchemaTooNew` where it cannot, and with `StoreUnavailable`.
 */
export async function migrate(
  postgres: Postgres,
  migrations: readonly string[] = MIGRATIONS,
  usableFrom = USABLE_FROM,
): Promise<void> {
  await postgres.transact(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1, $2)", [LOCK_CLASS, MIGRATION_LOCK]);
    await query(
      "CREATE TABLE IF NOT EXISTS schema_versions (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    await query("ALTER TABLE schema_versions ADD COLUMN IF NOT EXISTS usable_from integer");
    const found = await readVersion(query);
    if (found.usableFrom > migrations.length) {
      throw new SchemaTooNew(
        `the database has schema version ${found.version}, and this version of Country Trust knows only up to ${migrations.length}: ` +
          "start the newer version again, or restore a backup from before the upgrade",
      );
    }
    for (const [index, step] of migrations.entries()) {
      if (index < found.version) continue;
      await query(step);
      await query("INSERT INTO schema_versions (version, usable_from) VALUES ($1, $2)", [index + 1, usableFrom]);
    }
  }, MIGRATION_WAIT_MILLISECONDS);
}

/** The version of the schema, and the one that a program has to know to use it. */
async function readVersion(query: Query): Promise<{ readonly version: number; readonly usableFrom: number }> {
  const [row] = await query<{ version: number; usable_from: number | null }>(
    "SELECT version, usable_from FROM schema_versions ORDER BY version DESC LIMIT 1",
  );
  return { version: row?.version ?? 0, usableFrom: row?.usable_from ?? row?.version ?? 0 };
}
