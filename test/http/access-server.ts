import { after } from "node:test";
import type { Access } from "../../src/access/access.ts";
import { type AccessOptions, openAccess } from "../../src/access/open-access.ts";
import { hashOf } from "../../src/access/api-key.ts";
import type { KeyChange } from "../../src/access/accounts.ts";
import type { HttpServer, HttpServerOptions } from "../../src/http/http-server.ts";
import { openFileStores } from "../access/file-stores.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type Received, type SendOptions, openTestServer, send } from "./test-server.ts";

/**
 * The real server over a real access room in a folder of its own, and a clock that the test sets.
 */
export interface AccessServer {
  readonly server: HttpServer;
  readonly access: Access;
  readonly dataFolder: string;
  /** What the clock says now. */
  at: Date;
  /** Sends a request that comes from this address, by way of a trusted proxy. */
  from(address: string, path: string, options?: SendOptions): Promise<Received>;
  /** Gives out a key of the free tier, changed as told. */
  giveKey(change?: KeyChange): Promise<string>;
  /** Changes a key as the publisher does, beside the running service. */
  change(apiKey: string, change: KeyChange): Promise<void>;
}

const opened: Pick<AccessServer, "server" | "access">[] = [];

after(async () => {
  for (const { server, access } of opened) {
    await server.close();
    await access.close();
  }
});

export const JSON_BODY = { "Content-Type": "application/json" };

/** Opens the server with an access room; everything is closed when the file's tests are over. */
export async function openAccessServer(
  options: Partial<HttpServerOptions> = {},
  accessOptions: Partial<AccessOptions> = {},
): Promise<AccessServer> {
  const dataFolder = accessOptions.dataFolder ?? newTemporaryFolder();
  const clock = { at: new Date("2026-11-21T08:20:00Z") };
  const now = (): Date => clock.at;
  const access = await openAccess({ dataFolder, shared: null, waitMilliseconds: 250, now, ...accessOptions });
  const server = await openTestServer({ access, now, trustedProxies: { hops: 1 }, ...options });
  opened.push({ server, access });
  const from = (address: string, path: string, { headers, ...rest }: SendOptions = {}): Promise<Received> =>
    send(server, path, { ...rest, headers: { "X-Forwarded-For": address, ...headers } });
  const change = async (apiKey: string, changed: KeyChange): Promise<void> => {
    const stores = await openFileStores(dataFolder);
    const found = await stores.accounts.findByHash(hashOf(apiKey));
    await stores.accounts.change(found!.id, changed);
    await stores.close();
  };
  let keys = 0;
  return Object.assign(clock, {
    server,
    access,
    dataFolder,
    from,
    change,
    async giveKey(changed?: KeyChange) {
      keys += 1;
      const { apiKey } = await access.signUp({ email: `key${keys}@example.org`, useCase: "a test" });
      if (changed !== undefined) await change(apiKey, changed);
      return apiKey;
    },
  });
}

/** The requests that are left of the hour, as an answer says. */
export function remainingOf({ headers }: Received): number {
  return Number(/"hour";r=(\d+)/u.exec(String(headers["ratelimit"]))?.[1]);
}
