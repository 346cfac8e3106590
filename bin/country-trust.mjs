// Turns the compile cache on before the first TypeScript module is loaded; without it stripping types costs 2 ms a module.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../node_modules/.cache/country-trust", import.meta.url));
module.enableCompileCache(cache);
// Threads begin without it, and strip types themselves: 25 MB each and most of their start.
process.env.NODE_COMPILE_CACHE ??= cache;
const words = process.argv.slice(2);
const folder = module.getCompileCacheDir();
if (words[0] === "serve" && folder !== undefined && readdirSync(folder).length === 0) {
  // What strips types never leaves a process again, 25 MB: the first start of all leaves it to another process.
  const program = fileURLToPath(new URL("compile-service.mjs", import.meta.url));
  spawnSync(process.execPath, [...process.execArgv, program], { stdio: "inherit" });
}
const { main } = await import("../src/cli/main.ts");
await main(words);
