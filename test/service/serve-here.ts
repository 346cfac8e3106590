import type { StartedCommand, TestCli } from "../cli/run-cli.ts";

/** What a service in this process is told: a port of its own choice, and to look often. */
export const HERE = { HOST: "127.0.0.1", PORT: "0", RELEASE_POLL_MS: "50" };

/** A service in this process. */
export interface ServiceHere extends StartedCommand {
  readonly url: string;
}

/** Runs `serve` in this process; it answers once this settles. Whoever starts it stops it. */
export async function serveHere(cli: TestCli): Promise<ServiceHere> {
  const started = cli.start("serve");
  const [, url = ""] = await started.untilPrinted(/ on (http:\S+)/u);
  return { ...started, url };
}
