import { openWholeService } from "./fuzzed-service.ts";
import { testDescribed } from "./test-described.ts";

testDescribed(openWholeService, { valid: 10, wrong: Infinity });
