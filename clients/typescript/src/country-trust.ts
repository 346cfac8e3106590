import createClient, { type Client } from "openapi-fetch";
import type { Answer, InitArgument, InitOf, ItemOf, ListPath, Method, PathOf } from "./answers.ts";
import { PATHS_OF_RELEASES } from "./paths-of-releases.ts";
import { type Fetch, type RetryLimits, fetchWithRetries } from "./retry.ts";
import type { components, paths } from "./schema.ts";

export { CountryTrustProblem } from "./problem.ts";

/** The schemas of the API, by name: `Schemas["RankingEntry"]`. */
export type Schemas = components["schemas"];

/** The id of a release: the day on which it was published, and its fingerprint. */
export type ReleaseId = `${number}-${number}-${number}-${string}`;

/**
 * Which release answers. `current`: at each call the one that is current then. `pinned`: at every
 * call the one that was current at the first; `previous`: the one before it. An id: that one.
 */
export type ReleaseChoice = "current" | "pinned" | "previous" | ReleaseId;

export interface CountryTrustOptions extends Partial<RetryLimits> {
  /** Where the service is: `https://trust.example`. */
  readonly baseUrl: string;
  /** An API key, which raises the quota. */
  readonly key?: string;
  /** Which release answers: `current` by default. A text has to be narrowed by `isReleaseId`. */
  readonly release?: ReleaseChoice;
  /** Sends the requests, instead of the global `fetch`. */
  readonly fetch?: Fetch;
}

/** POST requests that only compute, so that they can be sent twice. */
const COMPUTING: ReadonlySet<PathOf<"post">> = new Set<PathOf<"post">>([
  "/api/v2/claims/check",
  "/api/v2/portfolios",
  "/api/v1/geocoding/reverse",
]);

/** The parts of a call that this module looks at, whatever the operation is. */
interface AnyInit {
  readonly params?: { readonly query?: Readonly<Record<string, unknown>> | undefined };
  readonly parseAs?: string;
}

/** What `openapi-fetch` does with a call whose types were checked by then. */
type Send = (method: Method, path: string, init: object) => Promise<{ data?: unknown; response: Response }>;

/** A typed client of one service. Errors are thrown as `CountryTrustProblem`. */
export class CountryTrust {
  #release: ReleaseId | null;
  readonly #wish: ReleaseChoice;
  #pinning: Promise<ReleaseId> | null = null;
  readonly #send: Send;
  readonly #fetch: Fetch;
  readonly #limits: RetryLimits;

  /** Throws a `TypeError` where `release` is neither a choice nor an id. */
  constructor(options: CountryTrustOptions) {
    const { baseUrl, key, release = "current", retries = 3, waitSecondsMax = 60, timeoutSeconds = 30 } = options;
    this.#wish = readChoice(release);
    this.#release = isReleaseId(release) ? release : null;
    this.#fetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
    this.#limits = { retries, waitSecondsMax, timeoutSeconds };
    const client: Client<paths> = createClient<paths>({
      baseUrl,
      // A redirect to another origin loses this header, unlike others.
      headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
      querySerializer: { array: { style: "form", explode: false } },
    });
    this.#send = client.request as unknown as Send;
  }

  /** The release that answers all calls; null before the first call, or where it is `current`. */
  get release(): ReleaseId | null {
    return this.#release;
  }

  /** Asks an operation that reads. */
  get<Path extends PathOf<"get">, Init extends InitOf<"get", Path>>(
    path: Path,
    ...[init]: InitArgument<Init>
  ): Promise<Answer<"get", Path, Init>> {
    return this.#call("get", path, init) as Promise<Answer<"get", Path, Init>>;
  }

  /** Sends a body. Only what computes and changes nothing is sent again by itself. */
  post<Path extends PathOf<"post">, Init extends InitOf<"post", Path>>(
    path: Path,
    ...[init]: InitArgument<Init>
  ): Promise<Answer<"post", Path, Init>> {
    return this.#call("post", path, init) as Promise<Answer<"post", Path, Init>>;
  }

  /** Deletes a webhook; never sent again by itself. */
  delete<Path extends PathOf<"delete">, Init extends InitOf<"delete", Path>>(
    path: Path,
    ...[init]: InitArgument<Init>
  ): Promise<Answer<"delete", Path, Init>> {
    return this.#call("delete", path, init) as Promise<Answer<"delete", Path, Init>>;
  }

  /** The pages of a list, one after the other, all of the release of the first. */
  async *pages<Path extends ListPath, Init extends InitOf<"get", Path>>(
    path: Path,
    ...[init]: InitArgument<Init>
  ): AsyncGenerator<Answer<"get", Path, Init>, void, undefined> {
    const first: AnyInit = init ?? {};
    let query = first.params?.query;
    while (true) {
      const page = await this.#call("get", path, { ...first, params: { ...first.params, query } });
      yield page as Answer<"get", Path, Init>;
      const { next } = page as { readonly next: string | null };
      if (next === null) return;
      // Its query alone: the public address of a service may be another than the one used here.
      query = Object.fromEntries(new URL(next).searchParams);
    }
  }

  /** The items of a list, page after page. */
  async *items<Path extends ListPath, Init extends InitOf<"get", Path>>(
    path: Path,
    ...init: InitArgument<Init>
  ): AsyncGenerator<ItemOf<Path, Init>, void, undefined> {
    for await (const page of this.pages<Path, Init>(path, ...init)) {
      yield* (page as { readonly items: readonly ItemOf<Path, Init>[] }).items;
    }
  }

  async #call(method: Method, path: string, init: AnyInit = {}): Promise<unknown> {
    const isRepeatable = method === "get" || (COMPUTING as ReadonlySet<string>).has(path);
    const isStream = init.parseAs === "stream";
    const limits = isRepeatable ? this.#limits : { ...this.#limits, retries: 0 };
    const { data, response } = await this.#send(method, path, {
      parseAs: "stream",
      fetch: fetchWithRetries(this.#fetch, { ...limits, isStream }),
      ...(await this.#ofRelease(path, init)),
    });
    return init.parseAs === undefined ? readBody(response) : data;
  }

  /** Adds the release to a call that takes one and names none. */
  async #ofRelease(path: string, init: AnyInit): Promise<AnyInit> {
    const query = init.params?.query ?? {};
    const isFree = query["release"] === undefined && query["as_of"] === undefined;
    if (this.#wish === "current" || !isFree || !PATHS_OF_RELEASES.has(path)) return init;
    const release = this.#release ?? (await (this.#pinning ??= this.#pin()));
    return { ...init, params: { ...init.params, query: { ...query, release } } };
  }

  /** Finds out the release for all calls, with one request. If it fails, the next call tries. */
  async #pin(): Promise<ReleaseId> {
    try {
      const query = this.#wish === "previous" ? { release: "previous" } : {};
      const fetch = fetchWithRetries(this.#fetch, { ...this.#limits, isStream: false });
      const { response } = await this.#send("get", "/api/v2/scale", { parseAs: "stream", params: { query }, fetch });
      const { meta } = (await response.json()) as Schemas["ScaleDetail"];
      if (!isReleaseId(meta.release)) throw new TypeError(`the service names the release "${meta.release}"`);
      this.#release = meta.release;
      return meta.release;
    } finally {
      this.#pinning = null;
    }
  }
}

const CHOICES: readonly ReleaseChoice[] = ["current", "pinned", "previous"];

/** Holds a choice against the form that it has to have, for programs without types. */
function readChoice(release: ReleaseChoice): ReleaseChoice {
  if (CHOICES.includes(release) || isReleaseId(release)) return release;
  throw new TypeError(`\`release\` is "${release}"; it has to be ${CHOICES.join(", ")} or an id`);
}

/** Whether a text has the form of the id of a release, such as `2026-11-20-1e53db0b0753`. */
export function isReleaseId(text: string): text is ReleaseId {
  return /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/u.test(text);
}

/** Makes a client. Nothing is asked before the first call. */
export function openCountryTrust(options: CountryTrustOptions): CountryTrust {
  return new CountryTrust(options);
}

/** An object, a text or, for files of other kinds, a blob. */
function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get("Content-Type") ?? "";
  if (/[/+]json\b/u.test(type)) return response.json();
  return /^text\/|yaml|bibtex/u.test(type) ? response.text() : response.blob();
}
