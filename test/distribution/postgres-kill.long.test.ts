import { describe, test } from "node:test";
import { withoutPostgres } from "../access/cluster/servers.ts";
import { killPublications } from "./postgres-kills.ts";

describe("kill -9 of a process that publishes to PostgreSQL", { skip: withoutPostgres }, () => {
  test("at any statement shows nothing that is half there, and the next one finishes", () =>
    killPublications(Array.from({ length: 20 }, (_, kill) => kill / 19)));
});
