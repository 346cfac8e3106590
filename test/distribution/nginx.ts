import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { eventually } from "../access/cluster/eventually.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** Why nginx cannot be tested with; false where it can. */
export const withoutNginx: string | false =
  spawnSync("nginx", ["-v"], { stdio: "ignore" }).status === 0 ? false : "no nginx to serve an origin with";

export interface Nginx {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts nginx with the text of a `server` block, such as the folders to serve, and with what
 * stands beside that block.
 */
export async function startNginx(locations: string, beside = ""): Promise<Nginx> {
  const folder = newTemporaryFolder();
  const port = await findFreePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  writeFileSync(
    path.join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      ${temporary}
      access_log off;
      types { application/json json; }
      gzip on; gzip_types application/json; gzip_min_length 1;
      ${beside}
      server { listen 127.0.0.1:${port}; ${locations} }
    }`,
  );
  const child = spawn("nginx", ["-p", folder, "-e", `${folder}/error.log`, "-c", `${folder}/nginx.conf`], {
    stdio: "inherit",
  });
  const kill = (): boolean => child.kill("SIGKILL");
  process.once("exit", kill);
  await eventually("nginx listens", () => answers(port));
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

/** Whether something listens on a port of this machine. */
export async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
