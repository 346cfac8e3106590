import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { PROJECT } from "../cli/run-cli.ts";

/** Runs a module in a process of its own: node:test would take its rejections for failures. */
async function run(script: string): Promise<{ said: unknown; logged: string[] }> {
  const words = ["--input-type=module-typescript", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: PROJECT });
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  const [said = "{}"] = lines.filter((line) => line.startsWith('{"said"'));
  return {
    said: Reflect.get(JSON.parse(said), "said"),
    logged: lines.filter((line) => !line.startsWith('{"said"')),
  };
}

const REPORT = `import { reportRejection } from "./src/cli/serve.ts"; process.on("unhandledRejection", reportRejection);`;

describe("a promise that is rejected and that nothing handles", () => {
  test("of repeated work: it is logged, and the next round comes", async () => {
    const { said, logged } = await run(`${REPORT}
      import { repeat } from "./src/access/repeat.ts";
      let rounds = 0;
      const done = Promise.withResolvers<void>();
      const stop = repeat(async () => {
        rounds++;
        if (rounds < 3) throw new Error("round " + rounds);
        done.resolve();
      }, 1);
      const alive = setInterval(() => {}, 1000);
      await done.promise;
      await stop();
      clearInterval(alive);
      console.log(JSON.stringify({ said: rounds }));`);
    assert.equal(said, 3);
    assert.equal(logged.length, 2);
    assert.match(logged[0] ?? "", /"level":50.*"message":"round 1".*The service goes on/u);
  });

  test("of an answer that cannot be sent: the connection ends, it is logged, and others are answered", async () => {
    const { said, logged } = await run(`${REPORT}
      import { openTestServer, send } from "./test/http/test-server.ts";
      import { pino } from "pino";
      const logger = pino({}, { write() { throw new Error("no place for the log"); } });
      const authorize = (request) =>
        request.url === "/api/v2/scale" ? Promise.reject(new Error("a bug")) : Promise.resolve({ headers: [], refusal: null, caller: null, isPrivate: false });
      const server = await openTestServer({ logger, authorize });
      process.removeAllListeners("unhandledRejection").on("unhandledRejection", reportRejection);
      const failed = await send(server, "/api/v2/scale").then(({ status }) => status, ({ code }) => code);
      const other = await send(server, "/healthz");
      console.log(JSON.stringify({ said: [failed, other.status] }));
      process.exit(0);`);
    assert.deepEqual(said, ["ECONNRESET", 200]);
    assert.ok(
      logged.some((line) => line.includes("no place for the log")),
      logged.join("\n"),
    );
  });
});
