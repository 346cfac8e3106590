#!/usr/bin/env node
"use strict";
require("./launch.cjs").launch({ entry: "bin/country-trust.mjs", args: process.argv.slice(2), development: false });
