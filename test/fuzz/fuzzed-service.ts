import { after } from "node:test";
import { type DemoService, openDemoService } from "../tools/demo-service.ts";

/** Another seed: FUZZ_SEED=7 npm test -- test/fuzz/*.test.ts */
export const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_122);

let opened: Promise<DemoService> | undefined;

after(async () => (await opened)?.close());

/**
 * The service over the demonstration, one for all tests of this process. It believes the address
 * that a request forwards, so that each can come from its own and quotas refuse nothing.
 */
export function openFuzzedService(): Promise<DemoService> {
  opened ??= openDemoService(undefined, { TRUSTED_PROXIES: "1", CACHE_MIB: "8" });
  return opened;
}
