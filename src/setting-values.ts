/** A value that a setting cannot have; the message says what was expected. */
export class InvalidValue extends Error {
  override name = "InvalidValue";
}

/** One setting. */
export interface Setting<Value> {
  /** The environment variable. */
  readonly variable: string;
  /** As a person would write it; empty where the default is computed. */
  readonly fallback: string;
  /** Throws an InvalidValue. */
  readonly read: (text: string) => Value;
  readonly help: string;
  /** Holds a password: error messages do not repeat it. */
  readonly isSecret: boolean;
}

/** A row of the table of settings. */
export function setting<Value>(
  variable: string,
  fallback: string,
  read: (text: string) => Value,
  help: string,
): Setting<Value> {
  return { variable, fallback, read, help, isSecret: false };
}

/** A row whose value is repeated nowhere. */
export function secret<Value>(...row: Parameters<typeof setting<Value>>): Setting<Value> & { readonly isSecret: true } {
  return { ...setting(...row), isSecret: true };
}

/*
 * Readers: functions from the text of an environment variable to its value. All throw an
 * InvalidValue for a text they cannot read.
 */

export function text(found: string): string {
  return found;
}

export function integer(min: number, max: number): (found: string) => number {
  return (found) => {
    const number = Number(found);
    if (!/^\d+$/.test(found) || number < min || number > max) {
      throw new InvalidValue(`expected a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

export function mebibytes(min: number, max: number): (found: string) => number {
  const read = integer(min, max);
  return (found) => read(found) * 1024 * 1024;
}

export function oneOf(...choices: string[]): (found: string) => string {
  return (found) => {
    if (!choices.includes(found)) throw new InvalidValue(`expected one of ${choices.join(", ")}`);
    return found;
  };
}

export function boolean(found: string): boolean {
  if (found !== "true" && found !== "false") throw new InvalidValue("expected `true` or `false`");
  return found === "true";
}

/** A time in whole seconds, the precision of HTTP dates. */
export function instant(found: string): Date {
  const date = new Date(found);
  const isWellFormed = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/.test(found);
  // A date such as 30 February rolls over into the next month.
  if (!isWellFormed || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(found.slice(0, 10))) {
    throw new InvalidValue("expected a time such as 2027-10-01T00:00:00Z, or a date such as 2027-10-01");
  }
  return date;
}

export function origin(found: string): string {
  const url = URL.canParse(found) ? new URL(found) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new InvalidValue("expected an http or https URL such as https://trust.example.org");
  }
  return url.href.replace(/\/+$/, "");
}

/** The URL of an origin of releases, or "none". */
export function releasesUrl(found: string): string {
  const url = URL.canParse(found) ? new URL(found) : null;
  const isFolder = url?.protocol === "file:" && url.host === "" && url.pathname.length > 1;
  const isBucket = url?.protocol === "s3:" && url.host !== "";
  const isKnown = isFolder || isBucket || /^https?:$/u.test(url?.protocol ?? "");
  const gone = /^postgres/iu.test(found) ? "PostgreSQL no longer carries releases, which are files; " : "";
  if (found !== "none" && (!isKnown || (url?.search !== "" && !isBucket) || url?.hash !== ""))
    throw new InvalidValue(`${gone}expected file:///path, s3://bucket/prefix, https://host/path/ or none`);
  return found;
}

/** The root of an HTTP service. */
export function serviceUrl(found: string): string {
  const url = URL.canParse(found) ? new URL(found) : null;
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username !== "" || url.search !== "" || url.hash !== "")
    throw new InvalidValue("expected an http or https URL such as https://minio.example.org:9000");
  return found;
}

/** Such names as regions and key ids have. */
export function plainName(found: string): string {
  if (!/^[\w.-]+$/u.test(found)) throw new InvalidValue("expected letters, digits, `-`, `_` and `.`");
  return found;
}

export function storeUrl(...schemes: string[]): (found: string) => string {
  return (found) => {
    if (!URL.canParse(found) || !schemes.includes(new URL(found).protocol.slice(0, -1))) {
      throw new InvalidValue(`expected a URL that begins with ${schemes.map((each) => `${each}://`).join(" or ")}`);
    }
    return found;
  };
}

export function proxies(found: string): { readonly hops: number } | { readonly ranges: readonly string[] } {
  if (/^\d+$/u.test(found)) return { hops: integer(0, 32)(found) };
  const ranges = found.split(",").map((range) => range.trim());
  for (const range of ranges) {
    const [ip = "", bits, ...more] = range.split("/");
    const bitsMax = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/u.test(ip) ? 32 : 128;
    const isAddress = URL.canParse(bitsMax === 32 ? `http://${ip}` : `http://[${ip}]`);
    const isRange = bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= bitsMax);
    if (!isAddress || !isRange || more.length > 0) {
      throw new InvalidValue("expected a number of proxies, or addresses and ranges such as 10.0.0.0/8,2001:db8::/32");
    }
  }
  return { ranges };
}

/** Lines of public key files of minisign, with commas; none where the setting is empty. */
export function publicKeys(found: string): readonly string[] {
  const keys = found.split(",").flatMap((key) => key.trim() || []);
  for (const key of keys)
    if (!/^RW[A-Za-z0-9+/]{54}$/u.test(key))
      throw new InvalidValue("expected public keys of minisign: 56 characters each that begin with RW, with commas");
  return keys;
}

/** Null where the setting is empty. */
export function optional<Value>(read: (found: string) => Value): (found: string) => Value | null {
  return (found) => (found === "" ? null : read(found));
}

/** Names of tools for agents, as they are sent: with commas between. */
export function toolNames(found: string): string {
  if (!/^[a-z_]+(?: *, *[a-z_]+)*$/u.test(found))
    throw new InvalidValue("expected names of tools with commas between, such as list,get");
  return found;
}

/** An e-mail address, or a name and an address in angle brackets. */
export function mailbox(found: string): string {
  if (!/^(?:[^<>@"\p{Cc}]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(found))
    throw new InvalidValue("expected an e-mail address, or a name and an address such as Keys <keys@example.org>");
  return found;
}

export function metricsPath(found: string): string {
  if (!/^\/(?!api|docs|problems|healthz|readyz)[a-z][a-z0-9_-]*(?:\/[a-z0-9_-]+)*$/u.test(found)) {
    throw new InvalidValue("expected an unused path of lower-case letters, such as /metrics");
  }
  return found;
}

export function contact(found: string): string {
  const uri = /^[^@:/\s]+@[^@:/\s]+$/u.test(found) ? `mailto:${found}` : found;
  if (!/^(?:https:\/\/|mailto:)\S+$/u.test(uri)) {
    throw new InvalidValue("expected an e-mail address or a URL that begins with https://");
  }
  return uri;
}
