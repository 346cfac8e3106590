/** The values of settings that depend on one another. */
interface RelatedValues {
  readonly v1DeprecatedAt: Date;
  readonly v1SunsetAt: Date;
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly baseUrl: string | null;
}

/** What single values cannot say: which of them contradict each other. */
export function findConflicts(values: RelatedValues): string[] {
  const { v1DeprecatedAt, v1SunsetAt, databaseUrl, redisUrl, smtpUrl, mailFrom, baseUrl } = values;
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
  return conflicts;
}
