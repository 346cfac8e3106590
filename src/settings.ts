import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's own folder. */
export const PROJECT_FOLDER = fileURLToPath(new URL("..", import.meta.url));

/** A setting that cannot be understood; the message says what was found and what is expected. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

interface Setting<Value> {
  readonly help: string;
  /** As a person would write it; empty where the default is computed. */
  readonly fallback: string;
  /** Throws a SettingsError that says what is expected. */
  readonly read: (text: string) => Value;
}

/** Every setting, read from the environment variable of its name. docs/settings.md is made from this table. */
export const SETTINGS = {
  PORT: setting("TCP port of the service; 0 takes a free one.", "8080", integer(0, 65_535)),
  HOST: setting("Address to listen on. `127.0.0.1` keeps the service to this machine.", "0.0.0.0", text),
  BASE_URL: setting(
    "Public origin that stands in links and citations, without a slash at the end. Default: `http://localhost:PORT`.",
    "",
    origin,
  ),
  DATA_DIR: setting(
    "Folder of the releases, relative to the working directory. Default: `var` in the project.",
    "",
    folder,
  ),
  INTAKE_MEMORY_MIB: setting(
    "Memory for reading and sorting a dataset, in MiB; beyond it rows spill to DATA_DIR.",
    "1024",
    integer(128, 1_048_576),
  ),
  INTAKE_THREADS: setting("Threads for reading and sorting a dataset; 0 takes all processors.", "0", integer(0, 1024)),
  WORKERS: setting(
    "Threads that answer requests, behind one port and with one count of quotas; 0 takes one for each processor. Needs a system that lets threads share a port, such as Linux.",
    "1",
    integer(0, 256),
  ),
  CACHE_MIB: setting("Memory for rendered answers that are not rendered in advance, in MiB.", "32", integer(1, 65_536)),
  RELEASE_POLL_MS: setting(
    "How often a running service looks for a new current release, in milliseconds.",
    "1000",
    integer(50, 3_600_000),
  ),
  STOP_GRACE_SECONDS: setting(
    "How long a stopping service waits for requests in flight, in seconds.",
    "10",
    integer(0, 3600),
  ),
  V1_DEPRECATION: setting(
    "Since when version 1 is deprecated, as its `Deprecation` header says. RFC 3339 in UTC, or a day.",
    "2026-10-01T00:00:00Z",
    instant,
  ),
  V1_SUNSET: setting(
    "When version 1 ends, as its `Sunset` header says; not before V1_DEPRECATION.",
    "2027-10-01T00:00:00Z",
    instant,
  ),
  V1_SUNSET_ENFORCED: setting(
    "`true`: from V1_SUNSET on the deprecated addresses answer 410. `false`: they go on answering.",
    "false",
    boolean,
  ),
  SECURITY_CONTACT: setting(
    "Where weaknesses are reported: an e-mail address or an https address. With it `/.well-known/security.txt` answers.",
    "",
    contact,
  ),
  TRUSTED_PROXIES: setting(
    "Proxies whose `X-Forwarded-For` is believed: how many stand in front (`1`), or their addresses and ranges (`10.0.0.0/8,::1`). Default: none.",
    "",
    trustedProxies,
  ),
  DATABASE_URL: setting(
    "PostgreSQL for accounts and usage, with REDIS_URL: for several nodes. Default: a file in DATA_DIR.",
    "",
    address("postgres", "postgresql"),
  ),
  REDIS_URL: setting(
    "Redis for quotas that several nodes share, with DATABASE_URL. Default: each process counts for itself.",
    "",
    address("redis", "rediss"),
  ),
  STORE_WAIT_MS: setting(
    "How long a request waits for PostgreSQL or Redis at most, in milliseconds.",
    "250",
    integer(10, 60_000),
  ),
  METRICS_PORT: setting(
    "Port of its own for figures in the format of Prometheus, at `/metrics`. Default: no such port.",
    "",
    optional(integer(0, 65_535)),
  ),
  METRICS_PATH: setting(
    "Path for the same figures on the main port, such as `/metrics`. Default: not there.",
    "",
    optional(metricsPath),
  ),
  LOG_LEVEL: setting(
    "`silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`.",
    "warn",
    oneOf("silent", "fatal", "error", "warn", "info", "debug", "trace"),
  ),
} as const;

/** The settings with all defaults filled in. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Null: `http://localhost:<port>` once the port is known. */
  readonly baseUrl: string | null;
  /** Absolute. */
  readonly dataFolder: string;
  readonly intakeMemoryMib: number;
  readonly intakeThreads: number;
  /** 0: one for each processor. */
  readonly workers: number;
  readonly cacheBytesMax: number;
  readonly releasePollMilliseconds: number;
  readonly stopGraceSeconds: number;
  readonly v1DeprecatedAt: Date;
  readonly v1SunsetAt: Date;
  readonly v1SunsetEnforced: boolean;
  /** A URI, or null. */
  readonly securityContact: string | null;
  /** Whose word is taken for where a request comes from; null takes nobody's. */
  readonly trustedProxies: { readonly hops: number } | { readonly ranges: readonly string[] } | null;
  /** The stores that several nodes share, or null: everything in the data folder. */
  readonly sharedStores: { readonly databaseUrl: string; readonly redisUrl: string } | null;
  readonly storeWaitMilliseconds: number;
  /** Null: no port of their own for the figures. */
  readonly metricsPort: number | null;
  /** Null: no figures on the main port. */
  readonly metricsPath: string | null;
  readonly logLevel: string;
}

/** Reads the settings from an environment. Throws a SettingsError that names every setting it cannot understand. */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const faults: string[] = [];
  const value = <Name extends keyof typeof SETTINGS>(name: Name): ReturnType<(typeof SETTINGS)[Name]["read"]> => {
    const { read, fallback } = SETTINGS[name];
    try {
      return read(environment[name]?.trim() || fallback) as ReturnType<(typeof SETTINGS)[Name]["read"]>;
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      const found = SECRET.has(name) ? "…" : environment[name];
      faults.push(`${name}=${found}: ${error.message}`);
      return read(fallback) as ReturnType<(typeof SETTINGS)[Name]["read"]>;
    }
  };
  const [databaseUrl, redisUrl] = [value("DATABASE_URL"), value("REDIS_URL")];
  const settings: Settings = {
    port: value("PORT"),
    host: value("HOST"),
    baseUrl: value("BASE_URL"),
    dataFolder: value("DATA_DIR"),
    intakeMemoryMib: value("INTAKE_MEMORY_MIB"),
    intakeThreads: value("INTAKE_THREADS"),
    workers: value("WORKERS"),
    cacheBytesMax: value("CACHE_MIB") * 1024 * 1024,
    releasePollMilliseconds: value("RELEASE_POLL_MS"),
    stopGraceSeconds: value("STOP_GRACE_SECONDS"),
    v1DeprecatedAt: value("V1_DEPRECATION"),
    v1SunsetAt: value("V1_SUNSET"),
    v1SunsetEnforced: value("V1_SUNSET_ENFORCED"),
    securityContact: value("SECURITY_CONTACT"),
    trustedProxies: value("TRUSTED_PROXIES"),
    sharedStores: databaseUrl === null || redisUrl === null ? null : { databaseUrl, redisUrl },
    storeWaitMilliseconds: value("STORE_WAIT_MS"),
    metricsPort: value("METRICS_PORT"),
    metricsPath: value("METRICS_PATH"),
    logLevel: value("LOG_LEVEL"),
  };
  if (faults.length === 0 && settings.v1SunsetAt < settings.v1DeprecatedAt) {
    const [sunset, deprecation] = [settings.v1SunsetAt.toISOString(), settings.v1DeprecatedAt.toISOString()];
    faults.push(
      `V1_SUNSET is ${sunset}, before V1_DEPRECATION, ${deprecation}: an address ends after it was deprecated, not before`,
    );
  }
  if (faults.length === 0 && (databaseUrl === null) !== (redisUrl === null)) {
    const [found, missing] = databaseUrl === null ? ["REDIS_URL", "DATABASE_URL"] : ["DATABASE_URL", "REDIS_URL"];
    faults.push(
      `${found} is set and ${missing} is not: several nodes need both, PostgreSQL for accounts and usage and Redis for quotas; one node needs neither`,
    );
  }
  if (faults.length > 0) throw new SettingsError(faults.join("\n"));
  return settings;
}

/** Settings that hold passwords: what they are is not repeated. */
const SECRET: ReadonlySet<string> = new Set(["DATABASE_URL", "REDIS_URL"]);

function setting<Value>(help: string, fallback: string, read: (text: string) => Value): Setting<Value> {
  return { help, fallback, read };
}

function text(found: string): string {
  return found;
}

function folder(found: string): string {
  return found === "" ? path.join(PROJECT_FOLDER, "var") : path.resolve(found);
}

function integer(min: number, max: number): (found: string) => number {
  return (found) => {
    const number = Number(found);
    if (!/^\d+$/.test(found) || number < min || number > max) {
      throw new SettingsError(`expected a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

function oneOf(...choices: string[]): (found: string) => string {
  return (found) => {
    if (!choices.includes(found)) throw new SettingsError(`expected one of ${choices.join(", ")}`);
    return found;
  };
}

function boolean(found: string): boolean {
  if (found !== "true" && found !== "false") throw new SettingsError("expected `true` or `false`");
  return found === "true";
}

/** A moment in whole seconds, as HTTP dates know them. */
function instant(found: string): Date {
  const date = new Date(found);
  const isWritten = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/.test(found);
  // Days no month has roll over into the next one.
  if (!isWritten || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(found.slice(0, 10))) {
    throw new SettingsError("expected a moment such as 2027-10-01T00:00:00Z, or a day such as 2027-10-01");
  }
  return date;
}

function origin(found: string): string | null {
  if (found === "") return null;
  const url = URL.canParse(found) ? new URL(found) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new SettingsError("expected an http or https address such as https://trust.example.org");
  }
  return url.href.replace(/\/+$/, "");
}

/** The address of a store. Its fault says nothing of what was found: addresses of stores hold passwords. */
function address(...schemes: string[]): (found: string) => string | null {
  return (found) => {
    if (found === "") return null;
    const url = URL.canParse(found) ? new URL(found) : null;
    if (url === null || !schemes.includes(url.protocol.slice(0, -1))) {
      throw new SettingsError(
        `expected an address that begins with ${schemes.map((each) => `${each}://`).join(" or ")}`,
      );
    }
    return found;
  };
}

function trustedProxies(found: string): Settings["trustedProxies"] {
  if (found === "") return null;
  if (/^\d+$/u.test(found)) return { hops: integer(0, 32)(found) };
  const ranges = found.split(",").map((range) => range.trim());
  for (const range of ranges) {
    const [ip = "", bits, ...more] = range.split("/");
    const bitsMax = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/u.test(ip) ? 32 : 128;
    const isAddress = URL.canParse(bitsMax === 32 ? `http://${ip}` : `http://[${ip}]`);
    const isRange = bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= bitsMax);
    if (!isAddress || !isRange || more.length > 0) {
      throw new SettingsError("expected a number of proxies, or addresses and ranges such as 10.0.0.0/8,2001:db8::/32");
    }
  }
  return { ranges };
}

function optional<Value>(read: (found: string) => Value): (found: string) => Value | null {
  return (found) => (found === "" ? null : read(found));
}

function metricsPath(found: string): string {
  if (!/^\/(?!api|docs|problems|healthz|readyz)[a-z][a-z0-9_-]*(?:\/[a-z0-9_-]+)*$/u.test(found)) {
    throw new SettingsError("expected a path of lower-case letters that nothing else answers at, such as /metrics");
  }
  return found;
}

function contact(found: string): string | null {
  if (found === "") return null;
  const uri = /^[^@:/\s]+@[^@:/\s]+$/u.test(found) ? `mailto:${found}` : found;
  if (!/^(?:https:\/\/|mailto:)\S+$/u.test(uri)) {
    throw new SettingsError("expected an e-mail address or an address that begins with https://");
  }
  return uri;
}
