import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { giveOutKeys } from "./parts/active-keys.ts";
import { publishDemonstration, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { processorSeconds } from "./parts/process-figures.ts";
import { type ServiceProcess, startService } from "./parts/servers.ts";
import { median } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How much processor time does a call of a tool cost, against the same questions to the API, and
 * how long is its answer? The API is asked twice: for an answer that it keeps, and for the same one
 * under URLs that it has not seen, which it makes.
 *
 *   npm run bench -- agents [--rounds 7] [--calls 400]
 */

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "7" }, calls: { type: "string", default: "400" } },
});
const ROUNDS = Number(values.rounds);
const CALLS = Number(values.calls);
const CONNECTIONS = 8;

const REVISION = "2026-07-28";
const ENVELOPE = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

const CHECK = ["/api/v2/claims/check", { statements: [{ subject: "denmark", is: "best" }] }] as const;
const MATCH = ["/api/v2/portfolios", { rows: [{ name: "Broufandine" }, { name: "Nix" }] }] as const;

/** A tool, a call of it, and the same questions to the API. */
const CASES: readonly (readonly [tool: string, given: object, ...paths: (string | readonly [string, object])[]])[] = [
  ["describe_dataset", {}, "/api/v2/scale", "/api/v2/releases?limit=6", "/api/v2/sectors?limit=1000&fields=slug,label"],
  ["list", { of: "countries" }, "/api/v2/intelligence/country-rankings?limit=20"],
  ["list", { of: "companies", sort: "worst" }, "/api/v2/companies?limit=20&sort=median_band"],
  ["get", { ids: ["country:france"] }, "/api/v2/countries/france"],
  ["get", { ids: ["company:broufandine-sarl"] }, "/api/v2/companies/broufandine-sarl"],
  [
    "search",
    { query: "brouf" },
    "/api/v1/search?q=brouf&limit=8",
    "/api/v2/sectors?limit=1000&fields=slug,label,summary",
  ],
  ["compare", { countries: ["france", "germany"] }, "/api/v2/intelligence/comparison?countries=france,germany"],
  ["what_changed", {}, "/api/v2/changes?limit=10"],
  ["check_claims", { statements: [{ subject: "denmark", is: "best" }] }, CHECK],
  ["match_list", { names: ["Broufandine", "Nix"] }, MATCH],
];

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function send(port: number, path: string, key: string, message: string | null, headers = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      path,
      agent,
      method: message === null ? "GET" : "POST",
      headers: { "X-SVC-API-Key": key, ...headers },
    };
    const sent = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(Buffer.concat(parts))
          : reject(new Error(`${response.statusCode} ${path}`)),
      );
    });
    sent.on("error", reject);
    sent.end(message);
  });
}

/** Sends `CALLS` requests; microseconds of processor time of the service for each. */
async function measure({ pid }: ServiceProcess, ask: () => Promise<unknown>): Promise<number> {
  const before = processorSeconds(pid);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next++ < CALLS) await ask();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return ((processorSeconds(pid) - before) / CALLS) * 1_000_000;
}

process.stdout.write(`${describeMachine()}\n`);
await withWorkFolder(async (folder) => {
  const data = await publishDemonstration(folder);
  const [key = ""] = await giveOutKeys(data, 1, "enterprise");
  const service = await startService(data);
  const { port } = service;
  try {
    const rows: string[][] = [];
    let unseen = 0;
    for (const [name, given, ...paths] of CASES) {
      const params = { name, arguments: given, ...ENVELOPE };
      const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const headers = {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": REVISION,
        "Mcp-Method": "tools/call",
        "Mcp-Name": name,
      };
      const call = () => send(port, "/mcp", key, message, headers);
      const getAll = async (all: typeof paths, others = ""): Promise<void> => {
        for (const each of all) {
          const [path, body] = typeof each === "string" ? [each, null] : each;
          const asked = others === "" ? path : `${path}${path.includes("?") ? "" : "?"}${others}`;
          const json = body === null ? {} : { "Content-Type": "application/json" };
          await send(port, asked, key, body === null ? null : JSON.stringify(body), json);
        }
      };
      const kept = () => getAll(paths);
      // A query in another order of empty parts is another URL of the same answer.
      const made = () => {
        return getAll(paths, "&".repeat(1 + (unseen++ % 5000)));
      };
      const { result } = JSON.parse((await call()).toString()) as { result: { content: { text: string }[] } };
      const bytes = Buffer.byteLength(result.content[0]?.text ?? "");
      for (const ask of [call, kept, made]) await measure(service, ask);
      const times: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        times[0].push(await measure(service, call));
        times[1].push(await measure(service, kept));
        times[2].push(await measure(service, made));
      }
      const [ofCall, ofKept, ofMade] = times.map(median) as [number, number, number];
      rows.push([
        name,
        bytes.toLocaleString("en"),
        ofCall.toFixed(0),
        ofMade.toFixed(0),
        (ofCall / ofMade).toFixed(2),
        ofKept.toFixed(0),
        (ofCall / ofKept).toFixed(2),
      ]);
    }
    const head = ["tool", "bytes", "call, µs", "API made, µs", "ratio", "API kept, µs", "ratio"];
    process.stdout.write(`${layOutTable(head, rows)}\n`);
  } finally {
    agent.destroy();
    await service.stop();
  }
});
