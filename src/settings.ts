import path from "node:path";
import { fileURLToPath } from "node:url";
import { findConflicts } from "./setting-conflicts.ts";
import {
  boolean,
  contact,
  InvalidValue,
  instant,
  integer,
  mailbox,
  mebibytes,
  metricsPath,
  oneOf,
  optional,
  origin,
  proxies,
  publicKeys,
  type Setting,
  secret,
  setting,
  storeUrl,
  text,
} from "./setting-values.ts";

/** The project's own folder. */
export const PROJECT_FOLDER = fileURLToPath(new URL("..", import.meta.url));

/**
 * Settings that cannot be used; the message names each with what was found and what was expected.
 */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** Every setting, one row each. `Settings` and docs/settings.md are derived from this table. */
export const SETTINGS = {
  port: setting("PORT", "8080", integer(0, 65_535), "TCP port of the service; 0 picks a free one."),
  host: setting("HOST", "0.0.0.0", text, "Address to listen on. `127.0.0.1` keeps the service to this machine."),
  /** Null: `http://localhost:<port>` once the port is known. */
  baseUrl: setting(
    "BASE_URL",
    "",
    optional(origin),
    "Public origin for links and citations, without a trailing slash. Default: `http://localhost:PORT`.",
  ),
  /** Absolute. */
  dataFolder: setting(
    "DATA_DIR",
    "",
    folder,
    "Folder for releases, accounts and usage, relative to the working directory. Default: `var` in the project; `country-trust-data` in the working directory where the program is an installed package.",
  ),
  intakeMemoryMib: setting(
    "INTAKE_MEMORY_MIB",
    "1024",
    integer(128, 1_048_576),
    "Memory for reading and sorting a dataset, in MiB. Beyond it, rows spill to DATA_DIR.",
  ),
  intakeThreads: setting(
    "INTAKE_THREADS",
    "0",
    integer(0, 1024),
    "Threads for reading and sorting a dataset; 0 uses one per processor.",
  ),
  workers: setting(
    "WORKERS",
    "1",
    integer(0, 256),
    "Worker threads that serve requests on one port and share quotas; 0 uses one per processor. Needs a system where threads can share a port, such as Linux.",
  ),
  /** Null: by what the system allows. */
  connectionsMax: setting(
    "CONNECTIONS_MAX",
    "",
    optional(integer(0, 1_000_000)),
    "Connections that may be open at a time; further ones are closed at once. 0: no limit. Default: half of the files that the process may open (`ulimit -n`) less 64, at most 10,000.",
  ),
  connectionsPerAddress: setting(
    "CONNECTIONS_PER_ADDRESS",
    "",
    optional(integer(0, 1_000_000)),
    "Connections that one client address (or IPv6 /64) may have open at a time, in each of the WORKERS. 0: no limit. Trusted proxies have none. Default: a quarter of CONNECTIONS_MAX, at most 256.",
  ),
  cacheBytesMax: setting("CACHE_MIB", "32", mebibytes(1, 65_536), "Memory for cached responses, in MiB."),
  releasePollMilliseconds: setting(
    "RELEASE_POLL_MS",
    "1000",
    integer(50, 3_600_000),
    "How often a running service looks for a new current release, in milliseconds.",
  ),
  stopGraceSeconds: setting(
    "STOP_GRACE_SECONDS",
    "10",
    integer(0, 3600),
    "How long a stopping service waits for requests in flight, in seconds.",
  ),
  v1DeprecatedAt: setting(
    "V1_DEPRECATION",
    "2026-10-01T00:00:00Z",
    instant,
    "When version 1 was deprecated, as its `Deprecation` header says: RFC 3339 in UTC, or a date.",
  ),
  v1SunsetAt: setting(
    "V1_SUNSET",
    "2027-10-01T00:00:00Z",
    instant,
    "When version 1 ends, as its `Sunset` header says; not before V1_DEPRECATION.",
  ),
  v1SunsetEnforced: setting(
    "V1_SUNSET_ENFORCED",
    "false",
    boolean,
    "`true`: the deprecated endpoints respond with 410 from V1_SUNSET on. `false`: they keep working.",
  ),
  /** A URI. */
  securityContact: setting(
    "SECURITY_CONTACT",
    "",
    optional(contact),
    "Where to report vulnerabilities: an e-mail address or an https URL. Enables `/.well-known/security.txt`.",
  ),
  signingKeyFile: setting(
    "SIGNING_KEY_FILE",
    "",
    optional((found) => path.resolve(found)),
    "Secret key of minisign that `publish` and `sign` sign releases with; `signing-key` makes one. Default: releases are not signed.",
  ),
  trustedKeys: setting(
    "TRUSTED_KEYS",
    "",
    publicKeys,
    "Public keys of minisign, with commas. With at least one, releases that none of them signed are neither served nor verified. Default: signatures are not asked for.",
  ),
  trustedProxies: setting(
    "TRUSTED_PROXIES",
    "",
    optional(proxies),
    "Proxies whose `X-Forwarded-For` is trusted: how many are in front (`1`), or their addresses and ranges (`10.0.0.0/8,::1`). Default: none.",
  ),
  databaseUrl: secret(
    "DATABASE_URL",
    "",
    optional(storeUrl("postgres", "postgresql")),
    "PostgreSQL for accounts and usage, with REDIS_URL, when there are several nodes. Default: a file in DATA_DIR.",
  ),
  redisUrl: secret(
    "REDIS_URL",
    "",
    optional(storeUrl("redis", "rediss")),
    "Redis for quotas shared by several nodes, with DATABASE_URL. Default: a file in DATA_DIR.",
  ),
  smtpUrl: secret(
    "SMTP_URL",
    "",
    optional(storeUrl("smtp", "smtps")),
    "Mail server that sends confirmations of e-mail addresses: `smtp://user:password@host:587` (STARTTLS where the server has it, always with `?requireTLS=true`) or `smtps://…`. Needs MAIL_FROM and BASE_URL. Default: no mails are sent.",
  ),
  mailFrom: setting(
    "MAIL_FROM",
    "",
    optional(mailbox),
    "Sender of the mails: `keys@example.org` or `Country Trust <keys@example.org>`.",
  ),
  webhooksAllowPrivate: setting(
    "WEBHOOKS_ALLOW_PRIVATE",
    "false",
    boolean,
    "For tests alone. `true`: webhooks may be sent to private addresses, by plain HTTP and to any port, so that everybody who can sign up can send requests into your network.",
  ),
  storeWaitMilliseconds: setting(
    "STORE_WAIT_MS",
    "250",
    integer(10, 60_000),
    "How long a request waits at most for a store (the file in DATA_DIR, PostgreSQL or Redis), in milliseconds.",
  ),
  metricsPort: setting(
    "METRICS_PORT",
    "",
    optional(integer(0, 65_535)),
    "Separate port for Prometheus metrics, at `/metrics`. Default: none.",
  ),
  /** Null: that of the service. */
  metricsHost: setting(
    "METRICS_HOST",
    "",
    optional(text),
    "Address that METRICS_PORT listens on, such as `127.0.0.1`. Default: HOST.",
  ),
  metricsPath: setting(
    "METRICS_PATH",
    "",
    optional(metricsPath),
    "Path for Prometheus metrics on the main port, such as `/metrics`. Default: none.",
  ),
  logLevel: setting(
    "LOG_LEVEL",
    "warn",
    oneOf("silent", "fatal", "error", "warn", "info", "debug", "trace"),
    "`silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`.",
  ),
  environment: setting(
    "NODE_ENV",
    "",
    text,
    "`production`: a service without a release refuses to start. Otherwise it publishes the demonstration data, unless BASE_URL is public or DATABASE_URL is set.",
  ),
} as const;

type Table = typeof SETTINGS;
type Name = keyof Table;
type Values = { readonly [Each in Name]: ReturnType<Table[Each]["read"]> };

/** The settings with all defaults filled in. */
export interface Settings extends Values {
  /** The stores that several nodes share; null keeps everything in the data folder. */
  readonly sharedStores: { readonly databaseUrl: string; readonly redisUrl: string } | null;
  /** How mails are sent; null where none are. */
  readonly mail: { readonly url: string; readonly from: string; readonly baseUrl: string } | null;
}

/**
 * Reads the settings from an environment. Throws a SettingsError that names every setting it cannot
 * understand.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const errors: string[] = [];
  const valueOf = ({ variable, fallback, read, isSecret }: Setting<unknown>): unknown => {
    const found = environment[variable]?.trim() ?? "";
    try {
      return read(found || fallback);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      errors.push(`${variable}=${isSecret ? "…" : found}: ${error.message}`);
      return null;
    }
  };
  const values = Object.fromEntries(Object.entries(SETTINGS).map(([name, row]) => [name, valueOf(row)])) as Values;
  if (errors.length === 0) errors.push(...findConflicts(values));
  if (errors.length > 0) throw new SettingsError(errors.join("\n"));
  const { databaseUrl, redisUrl, smtpUrl, mailFrom, baseUrl } = values;
  const sharedStores = databaseUrl === null || redisUrl === null ? null : { databaseUrl, redisUrl };
  const isMailing = smtpUrl !== null && mailFrom !== null && baseUrl !== null;
  return { ...values, sharedStores, mail: isMailing ? { url: smtpUrl, from: mailFrom, baseUrl } : null };
}

function folder(found: string): string {
  if (found !== "") return path.resolve(found);
  const isInstalled = path.basename(path.dirname(path.resolve(PROJECT_FOLDER))) === "node_modules";
  return isInstalled ? path.resolve("country-trust-data") : path.join(PROJECT_FOLDER, "var");
}
