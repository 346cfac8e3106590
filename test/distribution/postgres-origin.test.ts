import { test } from "node:test";
import { openPostgresOrigin } from "../../src/distribution/postgres-origin.ts";
import { newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";
import { originContract } from "./origin-contract.ts";

if (withoutPostgres) {
  test("releases in PostgreSQL", { skip: withoutPostgres }, () => {});
} else {
  originContract({
    name: "PostgreSQL",
    async newPlace() {
      const url = await newDatabaseUrl();
      const open = () => openPostgresOrigin({ url, waitMilliseconds: 10_000 });
      return { publish: open, read: open };
    },
    tellsChanges: true,
    keepsPublishersApart: true,
  });
}
