import { testDescribed } from "./test-described.ts";

testDescribed({ valid: 60, wrong: Infinity });
