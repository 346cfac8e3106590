// Turns the compile cache on before the first TypeScript module is loaded; without it stripping types costs 2 ms a module.
import module from "node:module";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../node_modules/.cache/country-trust", import.meta.url));
module.enableCompileCache(cache);
// Threads begin without it.
process.env.NODE_COMPILE_CACHE ??= cache;
const { main } = await import("../src/cli/main.ts");
await main(process.argv.slice(2));
