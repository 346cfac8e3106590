import assert from "node:assert/strict";
import { type AccessServer, JSON_BODY } from "../http/access-server.ts";
import type { Received } from "../http/test-server.ts";

export const CLIENT = "198.51.100.7";

const HOOK = "https://reader.example/hook?a=1&amp;b=2";

/** Asks with a key. */
export const ask = (own: AccessServer, target: string, key: string): Promise<Received> =>
  own.from(CLIENT, target, { headers: { "X-SVC-API-Key": key } });

/** A key that asked a few things, some of them deprecated, and has a webhook that was tested. */
export async function giveUsedKey(own: AccessServer): Promise<string> {
  const key = await own.giveKey();
  const now = own.at;
  own.at = new Date(now.getTime() - 26 * 3_600_000);
  for (let asked = 0; asked < 4; asked++) await ask(own, "/api/v2/sectors", key);
  own.at = now;
  for (const target of ["/api/v2/scale", "/api/v1/countries/preview", "/api/v2/nowhere"]) await ask(own, target, key);
  const headers = { "X-SVC-API-Key": key, ...JSON_BODY };
  const body = JSON.stringify({ url: HOOK, events: ["release.published", "country.moved"], countries: ["FR"] });
  const registered = await own.from(CLIENT, "/api/webhooks", { method: "POST", headers, body });
  const { id } = JSON.parse(registered.body.toString()) as { id: string };
  const told = await own.from(CLIENT, `/api/webhooks/${id}/test`, { method: "POST", headers });
  assert.equal(told.status, 202, told.body.toString());
  return key;
}
