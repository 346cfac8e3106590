import { isPublicHost } from "../http/public-host.ts";
import type { Settings } from "../settings.ts";

/** The setting that makes a service one for other people; null where it may be a trial. */
export function findPublicSetting({ baseUrl, databaseUrl, environment }: Settings): string | null {
  if (baseUrl !== null && isPublicHost(new URL(baseUrl).hostname)) return `BASE_URL=${baseUrl}`;
  if (databaseUrl !== null) return "DATABASE_URL";
  return environment === "production" ? "NODE_ENV=production" : null;
}
