import type { StartedCommand, TestCli } from "../cli/run-cli.ts";

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
