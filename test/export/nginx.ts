import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** Why nothing can be served by nginx here; false where it can. */
export const WITHOUT_NGINX: string | false =
  spawnSync("nginx", ["-v"]).error === undefined ? false : "nginx is not installed";

/** Serves a folder with the snippet in it; returns what ends that. */
export async function serveByNginx(folder: string, port: number): Promise<() => Promise<void>> {
  const work = newTemporaryFolder();
  mkdirSync(path.join(work, "temporary"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${work}/temporary/${name};`,
  );
  writeFileSync(
    path.join(work, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off; worker_processes 1; pid ${work}/pid; error_log ${work}/error.log;
events { worker_connections 256; }
http {
  ${temporary.join(" ")} access_log off;
  server { listen 127.0.0.1:${port}; root ${folder}; include ${folder}/nginx.conf; }
}
`,
  );
  const nginx = spawn("nginx", ["-p", work, "-c", path.join(work, "nginx.conf"), "-e", path.join(work, "error.log")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(nginx, "exit");
  while (!(await isAnswered(port))) {
    if (nginx.exitCode !== null) throw new Error("nginx refuses the configuration");
    await wait(50);
  }
  return async () => {
    nginx.kill("SIGQUIT");
    await ended;
  };
}

/** Whether something listens on a port of this machine. */
export function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ host: "127.0.0.1", port, path: "/" }, (response) => {
      response.resume();
      resolve(true);
    });
    asked.on("error", () => resolve(false)).end();
  });
}
