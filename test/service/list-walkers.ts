import { setTimeout as wait } from "node:timers/promises";

interface ListPage {
  readonly meta: { readonly release: string };
  readonly items: readonly { readonly id: string }[];
  readonly total: number;
  readonly next: string | null;
}

/** Readers that walk a list page by page, again and again, and note what they should never see. */
export interface ListWalkers {
  readonly requests: number;
  readonly walks: number;
  /** Releases that walks began in. */
  readonly releases: ReadonlySet<string>;
  /** Answers other than 200. */
  readonly failures: readonly string[];
  /** Walks whose pages do not make one list of one release. */
  readonly mixed: readonly string[];
  stop(): Promise<void>;
}

/** Starts so many walkers. Each pauses between pages, so that publications fall into its walks. */
export function startListWalkers(url: string, apiKey: string, count: number): ListWalkers {
  const state = {
    isOver: false,
    requests: 0,
    walks: 0,
    releases: new Set<string>(),
    failures: [] as string[],
    mixed: [] as string[],
  };
  const ask = async (path: string): Promise<ListPage | null> => {
    state.requests += 1;
    try {
      const response = await fetch(`${url}${path}`, { headers: { "X-SVC-API-Key": apiKey } });
      const text = await response.text();
      if (response.status === 200) return JSON.parse(text) as ListPage;
      state.failures.push(`${response.status} ${path}: ${text.slice(0, 300)}`);
    } catch (error) {
      state.failures.push(`${path}: ${String(error)}`);
    }
    return null;
  };
  const walk = async (): Promise<void> => {
    const ids: string[] = [];
    const releases = new Set<string>();
    let total = 0;
    for (let path: string | null = "/api/v2/companies?limit=20"; path !== null && !state.isOver;) {
      const page: ListPage | null = await ask(path);
      if (page === null) return;
      releases.add(page.meta.release);
      ids.push(...page.items.map(({ id }) => id));
      ({ total } = page);
      const next: URL | null = page.next === null ? null : new URL(page.next);
      path = next && `${next.pathname}${next.search}`;
      await wait(20);
    }
    if (state.isOver) return;
    state.walks += 1;
    for (const release of releases) state.releases.add(release);
    if (releases.size !== 1 || ids.length !== total || new Set(ids).size !== total)
      state.mixed.push(`${[...releases].join(" and ")}: ${ids.length} of ${total}`);
  };
  const running = Array.from({ length: count }, async () => {
    while (!state.isOver) await walk();
  });
  return {
    get requests() {
      return state.requests;
    },
    get walks() {
      return state.walks;
    },
    releases: state.releases,
    failures: state.failures,
    mixed: state.mixed,
    async stop() {
      state.isOver = true;
      await Promise.all(running);
    },
  };
}
