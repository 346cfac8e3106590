import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "../access/cluster/eventually.ts";

/** Addresses whose answers name their release. */
const ADDRESSES = [
  "/api/v2/countries/preview",
  "/api/v2/countries/namibia",
  "/api/v2/companies?country=NA&limit=5",
  "/api/v2/intelligence/country-data.csv",
];

export interface Asking {
  /** Waits until every address was answered with the release. */
  untilAllAnswerWith(release: string): Promise<void>;
  /** Stops; every answer was of one of the releases, and always the same of the same one. */
  end(releases: readonly string[]): Promise<void>;
}

/**
 * Asks a service at several addresses at once, again and again, while its release changes. The key
 * has to allow more requests than an anonymous caller has.
 */
export function askOn(url: string, apiKey: string): Asking {
  const bodies = new Map<string, Set<string>>();
  const stop = new AbortController();
  const ask = async (address: string): Promise<void> => {
    while (!stop.signal.aborted) {
      const answer = await fetch(`${url}${address}`, { headers: { "X-SVC-API-Key": apiKey } });
      assert.equal(answer.status, 200);
      const body = await answer.text();
      const key = `${releaseIn(body, address)} ${address}`;
      bodies.set(key, (bodies.get(key) ?? new Set()).add(body));
      await wait(5);
    }
  };
  const asking = Promise.all(ADDRESSES.map(ask));
  return {
    untilAllAnswerWith: (release) =>
      eventually(`all answer with ${release}`, () => ADDRESSES.every((address) => bodies.has(`${release} ${address}`))),
    async end(releases) {
      stop.abort();
      await asking;
      const expected = releases.flatMap((release) => ADDRESSES.map((address) => `${release} ${address}`));
      assert.deepEqual([...bodies.keys()].toSorted(), expected.toSorted());
      for (const [key, seen] of bodies) assert.equal(seen.size, 1, `${key} always has the same body`);
    },
  };
}

function releaseIn(body: string, address: string): string {
  if (address.endsWith(".csv")) return /,(\d{4}-\d\d-\d\d-[0-9a-f]{12}),/.exec(body)![1]!;
  return (JSON.parse(body) as { meta: { release: string } }).meta.release;
}

/** The release that a service answers with, or with another one by its name. */
export async function releaseOf(url: string, named?: string): Promise<string> {
  const answer = await fetch(`${url}/api/v2/countries/preview${named === undefined ? "" : `?release=${named}`}`);
  return ((await answer.json()) as { meta: { release: string } }).meta.release;
}

export function untilCurrent(url: string, release: string): Promise<void> {
  return eventually(`${release} is current`, async () => {
    const ready = (await (await fetch(`${url}/readyz`)).json()) as { release: string };
    return ready.release === release;
  });
}
