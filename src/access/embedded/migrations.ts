/**
 * The steps that make the tables of accounts and usage, oldest first. A step that was released is never edited: a change is a new one.
 *
 * Tables of usage begin with their time, so that a merge writes to few pages whatever number of subjects it counts.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE api_key (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
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

  CREATE TABLE key_change (place INTEGER PRIMARY KEY AUTOINCREMENT, key_id TEXT NOT NULL) STRICT;

  CREATE TABLE usage_minute (
    minute INTEGER NOT NULL, subject TEXT NOT NULL, operation TEXT NOT NULL, requests INTEGER NOT NULL,
    PRIMARY KEY (minute, subject, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_hour (
    hour INTEGER NOT NULL, subject TEXT NOT NULL, requests INTEGER NOT NULL,
    PRIMARY KEY (hour, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_operation (
    day INTEGER NOT NULL, subject TEXT NOT NULL, operation TEXT NOT NULL,
    requests INTEGER NOT NULL, last_minute INTEGER NOT NULL,
    PRIMARY KEY (day, subject, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_before (subject TEXT PRIMARY KEY, requests INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE merged_journal (
    journal TEXT PRIMARY KEY, bytes INTEGER NOT NULL, minute INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE erased_subject (subject TEXT PRIMARY KEY, minute INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE address_secret (day TEXT PRIMARY KEY, secret BLOB NOT NULL) STRICT, WITHOUT ROWID;
  `,
];
