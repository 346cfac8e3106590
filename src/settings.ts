import path from "node:path";
import { fileURLToPath } from "node:url";
import { SETTINGS } from "./setting-table.ts";
import { InvalidValue, type Setting } from "./setting-values.ts";
import { UserError } from "./user-error.ts";

/** The project's own folder. */
export const PROJECT_FOLDER = fileURLToPath(new URL("..", import.meta.url));

/** Settings that cannot be used; the message names each, what was found and what was expected. */
export class SettingsError extends UserError {
  override readonly exitStatus = 2;
}

type Table = typeof SETTINGS;
type Values = { readonly [Each in keyof Table]: ReturnType<Table[Each]["read"]> };

/** The settings with all defaults filled in. */
export interface Settings extends Omit<Values, "dataFolder"> {
  /** Absolute. */
  readonly dataFolder: string;
  /** The URL of the origin of the releases; null where they stay in the data folder. */
  readonly originUrl: string | null;
  /** The stores that several nodes share; null keeps everything in the data folder. */
  readonly sharedStores: { readonly databaseUrl: string; readonly redisUrl: string } | null;
  /** The mail server; null where no mails are sent. */
  readonly mail: { readonly url: string; readonly from: string; readonly baseUrl: string } | null;
}

type SecretName = {
  readonly [Each in keyof Table]: Table[Each] extends { readonly isSecret: true } ? Each : never;
}[keyof Table];

/** The settings that answers may depend on: all that hold no password. */
export type OpenSettings = Omit<Settings, SecretName | "originUrl" | "sharedStores" | "mail">;

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
  const dataFolder = values.dataFolder ?? defaultDataFolder();
  const originUrl = values.releasesUrl === "none" ? null : values.releasesUrl;
  const mail =
    smtpUrl !== null && mailFrom !== null && baseUrl !== null ? { url: smtpUrl, from: mailFrom, baseUrl } : null;
  return { ...values, dataFolder, originUrl, sharedStores, mail };
}

function defaultDataFolder(): string {
  const isInstalled = path.basename(path.dirname(path.resolve(PROJECT_FOLDER))) === "node_modules";
  return isInstalled ? path.resolve("country-trust-data") : path.join(PROJECT_FOLDER, "var");
}

/** The values of settings that depend on one another. */
interface RelatedValues {
  readonly v1DeprecatedAt: Date;
  readonly v1SunsetAt: Date;
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  readonly releasesUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly baseUrl: string | null;
}

/** Finds values that contradict each other, which none of them can say alone. */
function findConflicts(values: RelatedValues): string[] {
  const { v1DeprecatedAt, v1SunsetAt, databaseUrl, redisUrl, releasesUrl, smtpUrl, mailFrom, baseUrl } = values;
  const conflicts: string[] = [];
  if (v1SunsetAt < v1DeprecatedAt) {
    conflicts.push(
      `V1_SUNSET is ${v1SunsetAt.toISOString()}, before V1_DEPRECATION, ${v1DeprecatedAt.toISOString()}: expected the same time or later`,
    );
  }
  if (smtpUrl !== null && (mailFrom === null || baseUrl === null)) {
    const missing = [mailFrom === null ? "MAIL_FROM" : [], baseUrl === null ? "BASE_URL" : []].flat();
    conflicts.push(
      `SMTP_URL is set and ${missing.join(" and ")} is not: a mail needs a sender, and its link the public origin of the service`,
    );
  }
  if ((databaseUrl === null) !== (redisUrl === null)) {
    const [found, missing] = databaseUrl === null ? ["REDIS_URL", "DATABASE_URL"] : ["DATABASE_URL", "REDIS_URL"];
    conflicts.push(
      `${found} is set and ${missing} is not: several nodes need both, PostgreSQL for accounts and usage and Redis for quotas; a single node needs neither`,
    );
  }
  if (databaseUrl !== null && releasesUrl === null)
    conflicts.push(
      "DATABASE_URL is set and RELEASES_URL is not: several nodes get their releases from one place; expected file:///srv/releases (a folder that all of them share), s3://bucket/prefix, https://host/path/, or none where each DATA_DIR is filled by hand",
    );
  return conflicts;
}
