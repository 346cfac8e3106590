import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { publishTwoEditions, ROOT, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { HEAVY_ADDRESSES, HEAVY_BODIES, type HeavyRequest } from "./parts/heaviest-inputs.ts";
import { forkWatched, longestTurn } from "./parts/loop-turns.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How long does one request keep all others waiting? Every operation is asked with the heaviest
 * input that it takes, and with heavier ones that it refuses: the longest turn of the event loop
 * during each, the worst first.
 *
 *   npm run bench -- turns [--companies 20000] [--only portfolios]
 */

const { values } = parseArgs({
  options: { companies: { type: "string", default: "20000" }, only: { type: "string", default: "" } },
});
const MILLISECONDS_MAX = 200;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: { readonly maximum?: number; readonly enum?: readonly string[]; readonly default?: unknown };
}

/** The operations without a body, each in all its formats and with as many items as it gives. */
async function readAddresses(base: string): Promise<readonly string[]> {
  const { paths } = (await (await fetch(`${base}/api/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
  };
  return Object.entries(paths).flatMap(([template, { get }]) => {
    if (get === undefined) return [];
    const parameters = get.parameters ?? [];
    const formats = parameters.find(({ name }) => name === "format")?.schema.enum ?? [null];
    return formats.map((format) => {
      const query = new URLSearchParams();
      let filled = template;
      for (const { name, in: place, required, example, schema } of parameters) {
        if (place === "path")
          filled = filled.replace(`{${name}}`, name === "format" ? format! : encodeURIComponent(String(example)));
        else if (place !== "query") continue;
        else if (name === "format") query.set(name, format!);
        else if (name === "limit" && schema.maximum !== undefined && (format ?? "json") === "json")
          query.set(name, String(schema.maximum));
        else if (required === true) query.set(name, Array.isArray(example) ? example.join(",") : String(example));
      }
      return query.size === 0 ? filled : `${filled}?${query.toString()}`;
    });
  });
}

let clients = 0;

/** Asks as a client of its own: quotas are for the others. */
async function ask(base: string, { path: target, body, type }: HeavyRequest): Promise<number> {
  clients += 1;
  const headers = {
    "X-Forwarded-For": `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`,
    Accept: target === "/mcp" ? "application/json, text/event-stream" : "*/*",
    ...(type === undefined ? {} : { "Content-Type": type }),
  };
  const response = await fetch(base + target, body === undefined ? { headers } : { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.status;
}

async function measure(dataFolder: string): Promise<readonly (readonly [number, number, number, string])[]> {
  const own = { DATA_DIR: dataFolder, PORT: "0", HOST: "127.0.0.1", TRUSTED_PROXIES: "1", LOG_LEVEL: "error" };
  const service = forkWatched(path.join(ROOT, "bin", "country-trust.mjs"), ["serve"], { ...process.env, ...own });
  let said = "";
  for (const stream of [service.stdout, service.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-10_000)));
  try {
    let base: string | undefined;
    while ((base = / on (http:\/\/[^:]+:\d+)/u.exec(said)?.[1]) === undefined) {
      if (service.exitCode !== null) throw new Error(said);
      await wait(25);
    }
    const addresses = [...(await readAddresses(base)), ...HEAVY_ADDRESSES];
    const asked = [...addresses.map((address) => ({ name: address, path: address })), ...HEAVY_BODIES];
    const rows: (readonly [number, number, number, string])[] = [];
    for (const request of asked.filter(({ name, path: target }) => `${name} ${target}`.includes(values.only))) {
      await longestTurn(service);
      const status = await ask(base, request);
      const { milliseconds, residentMib } = await longestTurn(service);
      rows.push([milliseconds, status, residentMib, request.name]);
    }
    return rows.toSorted(([a], [b]) => b - a);
  } finally {
    service.kill("SIGKILL");
  }
}

process.stdout.write(`${describeMachine()}\n\n`);
await withWorkFolder(async (folder) => {
  const rows = await measure(await publishTwoEditions(folder, Number(values.companies)));
  const shown = rows.map(([turn, status, mib, name]) => [
    turn.toFixed(0),
    String(status),
    mib.toFixed(0),
    name.slice(0, 90),
  ]);
  process.stdout.write(`${layOutTable(["ms", "status", "MiB", "request"], shown)}\n\n`);
  const longest = rows[0]?.[0] ?? 0;
  const verdict = longest < MILLISECONDS_MAX ? `< ${MILLISECONDS_MAX}` : `MISSES < ${MILLISECONDS_MAX}`;
  process.stdout.write(`The longest turn: ${longest.toFixed(0)} ms (${verdict} ms)\n`);
});
