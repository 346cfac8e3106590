import type { OwnWindow, QuotaState, Tier, WindowState } from "../access/quota.ts";
import type { Problem } from "../problem.ts";
import { HttpProblem } from "./http-problem.ts";

/**
 * The problem type that is registered for used-up quotas (draft-ietf-httpapi-ratelimit-headers-11
 * §5).
 */
export const QUOTA_EXCEEDED = "https://iana.org/assignments/http-problem-types#quota-exceeded";

/**
 * The path that answers at once what many calls of one operation would; undefined where there is
 * none.
 */
export type BulkPaths = ReadonlyMap<string, { readonly path: string; readonly method: "GET" | "POST" }>;

/**
 * The refusal of a caller whose quota is used up. `recent` are the operations the caller asked
 * most, most asked first; the bulk path of the first that has one is advised. `credentialProblem`
 * is why the request is judged by its client address, if that is so.
 */
export function quotaExceeded(
  tier: Tier,
  state: QuotaState,
  recent: readonly string[],
  bulkPaths: BulkPaths,
  baseUrl: string,
  credentialProblem: Problem | null = null,
): HttpProblem {
  const looped = recent.find((operation) => bulkPaths.has(operation));
  const { path, method = "GET" } = bulkPaths.get(looped ?? "") ?? {};
  const bulkUrl = path === undefined ? null : `${baseUrl}${path}`;
  const advice =
    bulkUrl === null
      ? "Cache responses as long as their Cache-Control allows, and revalidate with If-None-Match."
      : `Most of your requests were \`${looped}\`: ${method === "POST" ? "POST to " : ""}${bulkUrl} answers them all in one request.`;
  const more = tier === "anonymous" ? ` A free key raises the quota tenfold: POST ${baseUrl}/api/sign-up.` : "";
  const besides = credentialProblem === null ? "" : ` Besides: ${credentialProblem.message}`;
  return refuse(state, `${describeUse(state)} ${advice}${more}${besides}`, {
    members: bulkUrl === null ? { tier } : { tier, bulk_url: bulkUrl },
    links: [
      ...(bulkUrl === null ? [] : [`<${bulkUrl}>; rel="collection"`]),
      `<${baseUrl}/docs/rate-limits>; rel="help"; type="text/html"`,
    ],
  });
}

/** What a window of its own limits, and what is not limited by it. */
const OWN_LIMIT_ADVICE: Readonly<Record<OwnWindow | "page" | "form", string>> = {
  sign_up: "It is the limit of sign-ups from one client address; existing keys go on working.",
  dashboard: "It is the limit of the dashboard; the RateLimit headers of every other response say what is left.",
  account: "It is the limit of requests about one key; the key goes on working.",
  page: "It is the limit of pages from one client address; the API goes on answering.",
  form: "It is the limit of forms from one client address; pages and the API go on answering.",
  suggest: "It is the limit of suggestions while somebody types; reconciliation itself goes on working.",
  confirmation: "It is the limit of confirmations from one client address; the link in the mail goes on working.",
  follow: "It is the limit of follows by e-mail from one client address; feeds tell the same without one.",
  webhooks: "It is the limit of requests about the webhooks of one key; deliveries go on.",
};

/** The refusal of a caller who has used up a window of its own. */
export function ownLimitExceeded(window: OwnWindow | "page" | "form", tier: Tier, state: QuotaState): HttpProblem {
  const detail = `${describeUse(state)} ${OWN_LIMIT_ADVICE[window]}`;
  return refuse(state, detail, { members: { tier }, links: [] });
}

function refuse(
  { windows, violated }: QuotaState,
  detail: string,
  { members, links }: { readonly members: Readonly<Record<string, unknown>>; readonly links: readonly string[] },
): HttpProblem {
  const used = windows.filter(({ name }) => violated.includes(name));
  // Only when the longest of them begins again does a retry help.
  const retryAfter = Math.max(1, ...used.map(({ resetSeconds }) => resetSeconds));
  const headers = ["Retry-After", String(retryAfter), ...links.flatMap((link) => ["Link", link])];
  return new HttpProblem("rate_limited", detail, headers, {
    type: QUOTA_EXCEEDED,
    members: { "violated-policies": violated, retry_after: retryAfter, ...members },
  });
}

function describeUse({ windows, violated }: QuotaState): string {
  const used = windows.filter(({ name }) => violated.includes(name)).map(describeWindow);
  return `The quota of ${used.join(" and ")}.`;
}

function describeWindow({ name, limit, remaining, resetSeconds }: WindowState): string {
  if (remaining > 0) {
    const left = `${remaining} ${remaining === 1 ? "is" : "are"} left`;
    return `${limit} requests per ${name} is too small: this request counts as several, ${left}, and it begins again in ${resetSeconds} seconds`;
  }
  return `${limit} requests per ${name} is used up for another ${resetSeconds} seconds`;
}
