"use strict";
require("./launch.cjs").launch({ entry: "scripts/develop.ts", args: process.argv.slice(2), development: true });
