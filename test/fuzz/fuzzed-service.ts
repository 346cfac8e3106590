import { after } from "node:test";
import { openAccessServer } from "../http/access-server.ts";
import { openDemoService } from "../tools/demo-service.ts";

/** Another seed: FUZZ_SEED=7 npm test -- test/fuzz/*.test.ts */
export const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_122);

/** A service that believes the address that a request forwards, so that quotas refuse nothing. */
export interface FuzzedService {
  /** Where it listens: `http://127.0.0.1:1234`. */
  readonly url: string;
}

let small: Promise<FuzzedService> | undefined;

/** The real server over the small test dataset, one for all tests of this process. */
export function openSmallService(): Promise<FuzzedService> {
  return (small ??= openAccessServer().then(({ server }) => server));
}

let demonstration: ReturnType<typeof openDemoService> | undefined;

after(async () => (await demonstration)?.close());

/** The whole service over the published demonstration, one for all tests of this process. */
export function openWholeService(): Promise<FuzzedService> {
  return (demonstration ??= openDemoService(undefined, { TRUSTED_PROXIES: "1" }));
}
