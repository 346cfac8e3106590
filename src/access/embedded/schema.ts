/**
 * The steps that make the tables of a file, in order; the first is version 1. A step is never
 * changed once released.
 */
export type Schema = readonly string[];

/**
 * `access.sqlite`: accounts, quota windows and usage of a service on one machine.
 *
 * `usage_minute` takes every request, which is why its time comes first: what is counted together
 * lies on few pages. After an hour rows move to `usage_past`, where a subject comes first: in steps
 * of five minutes for a day, then of an hour for the history. `usage_before` keeps the sum of what
 * the history forgot. Minutes and hours are counted from 1970-01-01T00:00Z.
 */
export const ACCESS_SCHEMA: Schema = [
  `
  CREATE TABLE api_key (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    hash BLOB NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    tier TEXT NOT NULL,
    own_limits TEXT,
    counted_as TEXT NOT NULL,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    use_case TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;
  CREATE INDEX api_key_of_email ON api_key (email_folded);
  CREATE INDEX api_key_of_prefix ON api_key (prefix);
  CREATE TABLE key_change (position INTEGER PRIMARY KEY AUTOINCREMENT, key_id TEXT NOT NULL) STRICT;
  CREATE TABLE erased_subject (subject TEXT PRIMARY KEY, minute INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE address_secret (day TEXT PRIMARY KEY, secret BLOB NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE quota_window (
    subject TEXT PRIMARY KEY, hour INTEGER NOT NULL, hour_used INTEGER NOT NULL, day_used INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_minute (
    minute INTEGER NOT NULL, subject TEXT NOT NULL, operation TEXT NOT NULL, requests INTEGER NOT NULL,
    PRIMARY KEY (minute, subject, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_past (
    subject TEXT NOT NULL, minute INTEGER NOT NULL, operation TEXT NOT NULL,
    requests INTEGER NOT NULL, last_minute INTEGER NOT NULL,
    PRIMARY KEY (subject, minute, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_past_of_minute ON usage_past (minute);
  CREATE TABLE usage_before (subject TEXT PRIMARY KEY, requests INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE api_key ADD COLUMN email_confirmation TEXT NOT NULL DEFAULT 'not_required';
  ALTER TABLE api_key ADD COLUMN confirmation_hash BLOB;
  ALTER TABLE api_key ADD COLUMN confirmation_mailed_at INTEGER;
  CREATE UNIQUE INDEX api_key_of_confirmation ON api_key (confirmation_hash) WHERE confirmation_hash IS NOT NULL;
  CREATE INDEX api_key_of_count ON api_key (counted_as);
  -- Keys of one e-mail address shared a count; only those that replaced one another still do.
  UPDATE api_key SET counted_as = id
  WHERE revoked_at IS NULL AND counted_as <> id AND EXISTS (
    SELECT 1 FROM api_key AS other
    WHERE other.counted_as = api_key.counted_as AND other.id <> api_key.id AND other.revoked_at IS NULL
  );
  `,
  `
  CREATE TABLE webhook (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    url TEXT NOT NULL,
    secret BLOB NOT NULL,
    topics TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    disabled_at INTEGER,
    disabled_because TEXT
  ) STRICT;
  CREATE INDEX webhook_of_owner ON webhook (owner);
  -- An event without a topic is for one webhook alone.
  CREATE TABLE webhook_event (
    id TEXT PRIMARY KEY, topic TEXT, type TEXT NOT NULL, payload TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Where nothing more is due, it is finished. A lease ends when the delivery is due.
  CREATE TABLE webhook_delivery (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    event TEXT NOT NULL REFERENCES webhook_event (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    due_at INTEGER,
    is_leased INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    attempted_at INTEGER,
    outcome TEXT,
    status INTEGER,
    UNIQUE (webhook, event)
  ) STRICT;
  CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX webhook_delivery_of_event ON webhook_delivery (event);
  CREATE TABLE last_occasion (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1), name TEXT NOT NULL, happened_at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- Deliveries are signed with both while the old one is valid.
  ALTER TABLE webhook ADD COLUMN old_secret BLOB;
  ALTER TABLE webhook ADD COLUMN old_secret_ends_at INTEGER;
  `,
  `
  -- Requests that create. One without an answer is under way.
  CREATE TABLE kept_answer (
    name BLOB PRIMARY KEY, request BLOB NOT NULL, begun_at INTEGER NOT NULL, answer BLOB
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX kept_answer_of_moment ON kept_answer (begun_at);
  `,
  `
  -- Who is told of releases by e-mail. Of a release that became current after it was told last, a
  -- mail is due, unless one is under way or to be tried again later.
  CREATE TABLE mail_follow (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    country TEXT,
    asked_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    told_at INTEGER,
    due_at INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX mail_follow_of_email ON mail_follow (email_folded);
  CREATE INDEX mail_follow_due ON mail_follow (due_at) WHERE confirmed_at IS NULL;
  CREATE INDEX mail_follow_told ON mail_follow (told_at);
  `,
];

/**
 * `outbox.sqlite`: what one of many nodes counted and PostgreSQL has not confirmed, first loose,
 * then in batches.
 */
export const OUTBOX_SCHEMA: Schema = [
  `
  CREATE TABLE usage_minute (
    minute INTEGER NOT NULL, subject TEXT NOT NULL, operation TEXT NOT NULL, requests INTEGER NOT NULL,
    PRIMARY KEY (minute, subject, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE batch (
    id TEXT NOT NULL, minute INTEGER NOT NULL, subject TEXT NOT NULL, operation TEXT NOT NULL, requests INTEGER NOT NULL,
    PRIMARY KEY (id, minute, subject, operation)
  ) STRICT, WITHOUT ROWID;
  `,
];

/** Counts requests in either file: minute, subject, operation, number. */
export const COUNT_REQUESTS = `
  INSERT INTO usage_minute VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`;
