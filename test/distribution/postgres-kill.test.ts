import { describe, test } from "node:test";
import { withoutPostgres } from "../access/cluster/servers.ts";
import { killPublications } from "./postgres-kills.ts";

describe("kill -9 of a process that publishes to PostgreSQL", { skip: withoutPostgres }, () => {
  test("at the middle and the last statement shows nothing that is half there, and the next one finishes", () =>
    killPublications([0.5, 1]));
});
