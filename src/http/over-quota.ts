import type { QuotaState, Tier, WindowState } from "../access/quota.ts";
import { Problem } from "../problem.ts";

/** The problem type that is registered for used-up quotas (draft-ietf-httpapi-ratelimit-headers-11 §5). */
export const QUOTA_EXCEEDED = "https://iana.org/assignments/http-problem-types#quota-exceeded";

/** A refusal with the headers that go with it. */
export interface Refusal {
  readonly problem: Problem;
  readonly refusalHead: readonly string[];
}

/** The path that answers at once what many calls of one operation would; undefined where there is none. */
export type BulkPaths = ReadonlyMap<string, { readonly path: string; readonly method: "GET" | "POST" }>;

/**
 * The refusal of a caller whose quota is used up. `recent` are the operations the caller asked most, most asked first: the first that has a
 * bulk address is advised against its loop. `fault` is what else is wrong with the request, which is why it is judged by its address.
 */
export function overQuota(
  tier: Tier,
  state: QuotaState,
  recent: readonly string[],
  bulkPaths: BulkPaths,
  baseUrl: string,
  fault: Problem | null = null,
): Refusal {
  const looped = recent.find((operation) => bulkPaths.has(operation));
  const { path, method = "GET" } = bulkPaths.get(looped ?? "") ?? {};
  const bulkUrl = path === undefined ? null : `${baseUrl}${path}`;
  const advice =
    bulkUrl === null
      ? "Keep answers as long as their Cache-Control says, and ask again with If-None-Match."
      : `Most of your requests were \`${looped}\`: ${method === "POST" ? "POST to " : ""}${bulkUrl} answers them all in one request.`;
  const more = tier === "anonymous" ? ` A free key raises the quota tenfold: POST ${baseUrl}/api/sign-up.` : "";
  const besides = fault === null ? "" : ` Besides: ${fault.message}`;
  return refuse(state, `${describeUse(state)} ${advice}${more}${besides}`, {
    members: { tier, bulk_url: bulkUrl },
    links: [
      ...(bulkUrl === null ? [] : [`<${bulkUrl}>; rel="collection"`]),
      `<${baseUrl}/docs/quotas>; rel="help"; type="text/html"`,
    ],
  });
}

/** The refusal of an address from which enough keys were asked for. */
export function overSignUps(state: QuotaState): Refusal {
  const detail = `${describeUse(state)} It is the limit of sign-ups from one address; keys that were given out work on.`;
  return refuse(state, detail, { members: { tier: "anonymous", bulk_url: null }, links: [] });
}

function refuse(
  { windows, violated }: QuotaState,
  detail: string,
  { members, links }: { readonly members: Readonly<Record<string, unknown>>; readonly links: readonly string[] },
): Refusal {
  const used = windows.filter(({ name }) => violated.includes(name));
  // Only when the longest of them begins anew does asking again help.
  const retryAfter = Math.max(1, ...used.map(({ resetSeconds }) => resetSeconds));
  const problem = new Problem("rate_limited", detail, [], {
    type: QUOTA_EXCEEDED,
    members: { "violated-policies": violated, retry_after: retryAfter, ...members },
  });
  return { problem, refusalHead: ["Retry-After", String(retryAfter), ...links.flatMap((link) => ["Link", link])] };
}

function describeUse({ windows, violated }: QuotaState): string {
  const used = windows.filter(({ name }) => violated.includes(name)).map(describeWindow);
  return `The quota of ${used.join(" and ")}.`;
}

function describeWindow({ name, limit, resetSeconds }: WindowState): string {
  return `${limit} requests per ${name} is used up for another ${resetSeconds} seconds`;
}
