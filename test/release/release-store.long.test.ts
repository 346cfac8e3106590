import { test } from "node:test";
import { expectNoWrongManifest } from "./wrong-bytes.ts";

test("the release store never reads a manifest with a wrong byte, wherever it is", () => expectNoWrongManifest(1));
