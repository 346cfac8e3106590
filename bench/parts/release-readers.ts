import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

/** Readers that ask for what was published, by the id of its release, and compare bodies. */
export interface ReleaseReaders {
  readonly requests: number;
  /** Answers other than 200. */
  readonly failures: readonly string[];
  /** Bodies that differ from those of another node or time. */
  readonly differences: readonly string[];
  /** Asks one node for each path in a release. */
  compare(url: string, release: string): Promise<void>;
  stop(): Promise<void>;
}

export interface ReaderOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly count: number;
  /** What can be asked for by now. */
  readonly releases: () => readonly string[];
  readonly chance: () => number;
}

/** What is the same for as long as a release is kept. */
const PATHS = [
  "/api/v2/companies/c7",
  "/api/v2/companies?limit=7&country=NA",
  "/api/v2/countries/FR",
  "/api/v2/data/judgements.csv",
  "/api/v2/data/companies.csv",
];

const PAUSE_MILLISECONDS = 25;

export function startReleaseReaders({ url, apiKey, count, releases, chance }: ReaderOptions): ReleaseReaders {
  const state = { isOver: false, requests: 0, failures: [] as string[], differences: [] as string[] };
  const known = new Map<string, string>();
  const read = async (place: string, path: string): Promise<void> => {
    state.requests += 1;
    try {
      const response = await fetch(`${place}${path}`, { headers: { "X-SVC-API-Key": apiKey } });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200) {
        state.failures.push(`${response.status} ${place}${path}: ${body.toString().slice(0, 300)}`);
        return;
      }
      const hash = createHash("sha256").update(body).digest("hex");
      if ((known.get(path) ?? hash) !== hash) state.differences.push(`${place}${path}`);
      known.set(path, hash);
    } catch (error) {
      state.failures.push(`${place}${path}: ${String(error)}`);
    }
  };
  const inRelease = (path: string, release: string): string =>
    `${path}${path.includes("?") ? "&" : "?"}release=${release}`;
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(chance() * items.length)];
  const running = Array.from({ length: count }, async () => {
    while (!state.isOver) {
      await read(url, inRelease(pick(PATHS) ?? "", pick(releases()) ?? "current"));
      await wait(PAUSE_MILLISECONDS);
    }
  });
  return {
    get requests() {
      return state.requests;
    },
    failures: state.failures,
    differences: state.differences,
    async compare(place, release) {
      for (const path of PATHS) await read(place, inRelease(path, release));
    },
    async stop() {
      state.isOver = true;
      await Promise.all(running);
    },
  };
}
