import { readFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_FOLDER } from "../../src/settings.ts";
import { type Nginx, startNginx } from "../distribution/nginx.ts";

/** nginx in front of nodes, as deploy/nginx configures it for several, but for TLS. */
export async function startFront(ports: readonly number[]): Promise<Nginx> {
  const example = readFileSync(path.join(PROJECT_FOLDER, "deploy/nginx/country-trust.conf"), "utf8");
  const upstream = /^upstream [^}]*\}/mu.exec(example)?.[0];
  const location = /^ {4}location \/ \{[^}]*\}/mu.exec(example)?.[0];
  const server = /^ +server 127\.0\.0\.1:8080 [^\n]*\n/mu.exec(upstream ?? "")?.[0];
  if (upstream === undefined || location === undefined || server === undefined)
    throw new Error("deploy/nginx/country-trust.conf has another form than it had");
  const servers = ports.map((port) => server.replace("8080", String(port))).join("");
  return await startNginx(location, upstream.replace(server, servers));
}
