// Loads what a service consists of, all its threads included, so that the compile cache holds it; does nothing else.
await import("../src/cli/main.ts");
await import("../src/cli/serve.ts");
await import("../src/access/embedded/store-thread.ts");
await import("../src/search/search-worker.ts");
