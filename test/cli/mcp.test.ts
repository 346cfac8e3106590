import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { PROJECT, TestCli } from "./run-cli.ts";

/** The command as a client starts it. */
const COMMAND = ["--disable-warning=ExperimentalWarning", "bin/country-trust.mjs", "mcp"];

describe("country-trust mcp", () => {
  let cli: TestCli;
  let environment: Record<string, string>;

  before(async () => {
    cli = await openDemonstration();
    const own = { DATA_DIR: cli.dataFolder, BASE_URL: "https://trust.example" };
    environment = { ...process.env, ...own };
  });
  after(() => cli.remove());

  for (const [era, mode] of [
    ["2025-11-25", "legacy"],
    ["2026-07-28", "auto"],
  ] as const) {
    test(`answers a client of ${era} from a folder`, async () => {
      const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode } });
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: COMMAND,
        cwd: PROJECT,
        env: environment,
      });
      await client.connect(transport);
      try {
        assert.equal(client.getNegotiatedProtocolVersion(), era);
        assert.match(client.getInstructions() ?? "", /check_claims before writing it/u);
        const { content } = await client.callTool({ name: "get", arguments: { ids: ["NA"], links: true } });
        const [part] = content;
        assert.ok(part?.type === "text");
        const { summary, links } = JSON.parse(part.text) as { summary: string; links: { page: string } };
        assert.match(summary, /^Fictional: Namibia has five judged companies, too few to be ranked/u);
        assert.match(
          links.page,
          /^https:\/\/trust\.example\/countries\/namibia\?release=\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/u,
        );
      } finally {
        await client.close();
      }
    });
  }

  test("goes on after lines that are no messages, reads null params, and ends with its input", async () => {
    const child = spawn(process.execPath, COMMAND, { cwd: PROJECT, env: environment });
    const [output, complaints] = [text(child.stdout), text(child.stderr)];
    child.stdin.write('no JSON\n{"jsonrpc":"1.0"}\n[]\n{"jsonrpc":"2.0","id":7,"method":"tools/list","params":null}\n');
    // What is asked at the very end of the input need not be answered: the answer ends the test.
    const [first] = (await once(child.stdout, "data")) as [Buffer];
    child.stdin.end();
    const [status] = (await once(child, "exit")) as [number];
    assert.equal(status, 0);
    assert.ok(first.length > 0);
    const answers = (await output)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { id?: number; result?: object });
    assert.ok(answers.some(({ id, result }) => id === 7 && result !== undefined));
    assert.doesNotMatch(await complaints, /^\s+at /mu);
  });

  test("says what to do where nothing is published", async () => {
    const empty = new TestCli();
    const { status, said } = await empty.run("mcp");
    await empty.remove();
    assert.equal(status, 1);
    assert.match(said, /publish/u);
  });
});
