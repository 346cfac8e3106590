import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { isAnswered } from "./nginx.ts";

const APACHE = "/usr/sbin/apache2";
const MODULES = "/usr/lib/apache2/modules";
/** Those that hosts with Apache have, as far as the export or the test needs them. */
const NEEDED = ["mpm_event", "authz_core", "dir", "mime", "headers", "rewrite", "negotiation", "autoindex"];

/** Why nothing can be served by Apache here; false where it can. */
export const WITHOUT_APACHE: string | false =
  spawnSync(APACHE, ["-v"]).error === undefined ? false : "apache2 is not installed";

/** Serves a folder with `.htaccess` in it; returns what ends that. */
export async function serveByApache(folder: string, port: number): Promise<() => Promise<void>> {
  const work = newTemporaryFolder();
  const isRoot = process.getuid?.() === 0;
  // Apache does not run as root: another user has to be able to read the files.
  if (isRoot) for (const each of [...foldersAbove(folder), ...foldersAbove(work)]) chmodSync(each, 0o755);
  const types = "/etc/mime.types";
  writeFileSync(path.join(work, "types"), "text/html html\napplication/json json\ntext/css css\n");
  const configuration = path.join(work, "apache.conf");
  writeFileSync(
    configuration,
    `ServerRoot ${work}
PidFile ${work}/pid
ErrorLog ${work}/error.log
Mutex file:${work}
ServerName localhost
Listen 127.0.0.1:${port}
${isRoot ? "User www-data\nGroup www-data\n" : ""}${NEEDED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so\n`).join("")}TypesConfig ${existsSync(types) ? types : `${work}/types`}
DocumentRoot ${folder}
<Directory ${folder}>
  Options Indexes FollowSymLinks MultiViews
  AllowOverride All
  Require all granted
</Directory>
`,
  );
  const apache = spawn(APACHE, ["-d", work, "-f", configuration, "-DFOREGROUND"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(apache, "exit");
  while (!(await isAnswered(port))) {
    if (apache.exitCode !== null) throw new Error("Apache refuses the configuration");
    await wait(50);
  }
  return async () => {
    apache.kill("SIGTERM");
    await ended;
  };
}

/** A folder and those it is in, up to the folder of temporary files. */
function foldersAbove(folder: string): string[] {
  return folder === tmpdir() || folder === path.dirname(folder) ? [] : [folder, ...foldersAbove(path.dirname(folder))];
}
