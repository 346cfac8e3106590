import assert from "node:assert/strict";
import { globSync, readFileSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { type Logger, pino } from "pino";
import { openMetrics } from "../../src/http/metrics.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type AccessServer, openAccessServer } from "./access-server.ts";
import { RELEASE } from "./test-server.ts";

/** A server of which everything is read that it logs, counts and writes. */
export interface WatchedServer {
  readonly own: AccessServer;
  readonly logger: Logger;
  readonly dataFolder: string;
  /** All that was logged. */
  logged(): string;
  /** Fails if the log, the metrics or a file that was written meanwhile has this text. */
  checkKeptNowhere(text: string): Promise<void>;
}

export async function openWatchedServer(): Promise<WatchedServer> {
  const started = Date.now();
  const dataFolder = newTemporaryFolder();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const logger = pino({ level: "trace" }, stream);
  const metrics = { metrics: await openMetrics(() => RELEASE), path: "/metrics" };
  const own = await openAccessServer({ logger, metrics }, { dataFolder });
  return {
    own,
    logger,
    dataFolder,
    logged: () => lines.join(""),
    async checkKeptNowhere(text) {
      assert.ok(!lines.join("").includes(text), `the log has ${text}`);
      const kept = globSync("**/*", { cwd: dataFolder }).map((name) => path.join(dataFolder, name));
      // The folders there are those of others.
      const temporary = readdirSync(tmpdir()).map((name) => path.join(tmpdir(), name));
      for (const file of [...kept, ...temporary])
        if (isRead(file, started)) assert.ok(!readFileSync(file).includes(text), `${file} has ${text}`);
      const counted = await own.from("203.0.113.10", "/metrics");
      assert.equal(counted.status, 200);
      assert.ok(!counted.body.toString().includes(text), `the metrics have ${text}`);
    },
  };
}

/** Whether a file was written since then. */
function isRead(file: string, since: number): boolean {
  try {
    const { mtimeMs, size } = statSync(file);
    return statSync(file).isFile() && size < 50_000_000 && mtimeMs >= since;
  } catch {
    return false;
  }
}
