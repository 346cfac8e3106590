import path from "node:path";
import {
  boolean,
  contact,
  instant,
  integer,
  mailbox,
  mebibytes,
  metricsPath,
  nodeName,
  oneOf,
  optional,
  origin,
  plainName,
  proxies,
  publicKeys,
  releasesUrl,
  secret,
  serviceUrl,
  setting,
  storeUrl,
  text,
  toolNames,
} from "./setting-values.ts";

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
  /** Absolute; null: the default, which depends on how the program is installed. */
  dataFolder: setting(
    "DATA_DIR",
    "",
    optional((found) => path.resolve(found)),
    "Folder for releases, accounts and usage, relative to the working directory. Default: `var` in the project; `country-trust-data` in the working directory where the program is an installed package.",
  ),
  /** Null: all that are not hidden. */
  agentTools: setting(
    "AGENT_TOOLS",
    "",
    optional(toolNames),
    "Names of the tools that agents get, separated by commas. A host may ask for others with `tools=` in the URL. Default: all but `fetch`.",
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
  intakeSeconds: setting(
    "INTAKE_SECONDS",
    "600",
    integer(1, 86_400),
    "How long the statements and views of an intake.sql may run, in seconds; one that recurses for ever ends then.",
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
    "Connections that may be open at a time; further ones are closed at once. An eighth, up to 32, is kept for this machine and for questions about health and metrics. 0: no limit. Default: half of the files that the process may open (`ulimit -n`) less 64, at most 10,000.",
  ),
  connectionsPerAddress: setting(
    "CONNECTIONS_PER_ADDRESS",
    "",
    optional(integer(0, 1_000_000)),
    "Connections that one client address (or IPv6 /64) may have open at a time, in each of the WORKERS. 0: no limit. Trusted proxies have none. It is fewer where most are taken: a quarter of those that are free. Default: a quarter of CONNECTIONS_MAX, at most 256.",
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
  /** Null: PostgreSQL where DATABASE_URL is set; "none" where there is none. */
  releasesUrl: secret(
    "RELEASES_URL",
    "",
    optional(releasesUrl),
    "Origin that releases are published to, and that nodes get them from: `file:///srv/releases` (a folder), or `https://user:password@host/path/` (read only), or `s3://bucket/prefix` with the `AWS_…` settings. `none`: releases stay in DATA_DIR. Default: PostgreSQL where DATABASE_URL is set, none otherwise.",
  ),
  awsAccessKeyId: setting("AWS_ACCESS_KEY_ID", "", optional(plainName), "Key that `s3://` origins are used with."),
  awsSecretAccessKey: secret("AWS_SECRET_ACCESS_KEY", "", optional(text), "Secret of AWS_ACCESS_KEY_ID."),
  awsSessionToken: secret(
    "AWS_SESSION_TOKEN",
    "",
    optional(text),
    "Token of a key that ends by itself. Default: the key is a lasting one.",
  ),
  awsRegion: setting("AWS_REGION", "us-east-1", plainName, "Region of the bucket of an `s3://` origin."),
  awsEndpointUrl: setting(
    "AWS_ENDPOINT_URL",
    "",
    optional(serviceUrl),
    "Service that holds the bucket of an `s3://` origin, such as `https://minio.example.org:9000`. The bucket stands in its path, or in its host where RELEASES_URL ends in `?addressing=virtual-host`. Default: Amazon S3.",
  ),
  /** Null: the host name and the port. */
  nodeName: setting(
    "NODE_NAME",
    "",
    optional(nodeName),
    "Name of this node among several, in `releases --nodes` and to publishers that wait for it; the same after a restart, and no other node's. Default: host name and port.",
  ),
  releasesPollSeconds: setting(
    "RELEASES_POLL_SECONDS",
    "2",
    integer(1, 86_400),
    "How often a node asks its origin for a new pointer, in seconds. With PostgreSQL or a local folder, nodes hear of it at once.",
  ),
  pointerDays: setting(
    "POINTER_DAYS",
    "30",
    integer(1, 3650),
    "How many days nodes believe a signed pointer. Commands that publish, `origin push`, and a running service with SIGNING_KEY_FILE write a new one when a third of that is over. One that is not signed has no end.",
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
    "Mail server for confirmations of e-mail addresses and for mails to those who follow: `smtp://user:password@host:587` (STARTTLS where the server has it, always with `?requireTLS=true`) or `smtps://…`. Needs MAIL_FROM and BASE_URL. Default: no mails are sent.",
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
    "`production`: a service without a release refuses to start. Otherwise it publishes the demonstration data, unless BASE_URL is public. With an origin of releases it waits for the first one.",
  ),
} as const;
