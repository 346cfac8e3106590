import { test } from "node:test";
import { expectNoWrongManifest } from "./wrong-bytes.ts";

test("the release store never takes a manifest with a wrong byte for more than it is, wherever it is", () =>
  expectNoWrongManifest(1));
