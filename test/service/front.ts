import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_FOLDER } from "../../src/settings.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { type Nginx, answers, startNginx } from "../distribution/nginx.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** A proxy in front of nodes, as an example of deploy/ configures it. */
export type Front = Nginx;

function readExample(file: string): string {
  return readFileSync(path.join(PROJECT_FOLDER, "deploy", file), "utf8");
}

/** A part of an example. Throws where it has another form than it had. */
function partOf(example: string, file: string, pattern: RegExp): string {
  const found = pattern.exec(example)?.[0];
  if (found === undefined) throw new Error(`deploy/${file} has another form than it had`);
  return found;
}

/** nginx in front of nodes, as deploy/nginx configures it for several, but for TLS. */
export async function startFront(ports: readonly number[]): Promise<Front> {
  const file = "nginx/country-trust.conf";
  const example = readExample(file);
  const upstream = partOf(example, file, /^upstream [^}]*\}/mu);
  const server = partOf(upstream, file, /^ +server 127\.0\.0\.1:8080 [^\n]*\n/mu);
  const servers = ports.map((port) => server.replace("8080", String(port))).join("");
  return await startNginx(partOf(example, file, /^ {4}location \/ \{[^}]*\}/mu), upstream.replace(server, servers));
}

/**
 * nginx as compose.yaml starts it. What its resolver finds for each request is an upstream here, of
 * which nothing is remembered between requests, either.
 */
export async function startComposeFront(ports: readonly number[]): Promise<Front> {
  const file = "nginx/compose.conf";
  const location = partOf(readExample(file), file, /^ {4}location \/ \{[^}]*\}/mu);
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(" ");
  return await startNginx(location.replace("$node", "http://nodes"), `upstream nodes { ${servers} }`);
}

/** Why Caddy cannot be tested with; false where it can. */
export const withoutCaddy: string | false =
  spawnSync("caddy", ["version"], { stdio: "ignore" }).status === 0 ? false : "caddy is not installed";

/** Caddy in front of nodes, as deploy/caddy configures it for several, but for TLS. */
export async function startCaddy(ports: readonly number[]): Promise<Front> {
  const file = "caddy/Caddyfile";
  const example = readExample(file);
  const folder = newTemporaryFolder();
  const port = await findFreePort();
  const nodes = ports.map((each) => `127.0.0.1:${each}`).join(" ");
  for (const text of ["trust.example.org {", "to 127.0.0.1:8080"])
    partOf(example, file, new RegExp(`^\\s*${RegExp.escape(text)}$`, "mu"));
  const configuration = example
    .replace("trust.example.org {", `http://127.0.0.1:${port} {`)
    .replace("\tto 127.0.0.1:8080\n", `\tto ${nodes}\n`);
  writeFileSync(path.join(folder, "Caddyfile"), `{\n\tadmin off\n}\n${configuration}`);
  const child = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", path.join(folder, "Caddyfile")], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: "ignore",
  });
  const kill = (): boolean => child.kill("SIGKILL");
  process.once("exit", kill);
  await eventually("Caddy listens", () => answers(port));
  return {
    port,
    async close() {
      process.off("exit", kill);
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}
