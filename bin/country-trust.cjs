#!/usr/bin/env node
"use strict";
var args = process.argv.slice(2);
// A service makes much short-lived garbage and little else: a small young generation, one allocation arena and one compiler of
// hot code instead of two keep its memory down (docs/benchmarks.md). A publication is left to the defaults.
var serves = args[0] === "serve";
require("./launch.cjs").launch({
  entry: "bin/country-trust.mjs",
  args: args,
  development: false,
  flags: serves ? ["--max-semi-space-size=8", "--no-maglev"] : [],
  environment: serves ? { MALLOC_ARENA_MAX: "1" } : {},
});
