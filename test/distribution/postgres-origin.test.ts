import assert from "node:assert/strict";
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

  test("publishers to two schemas of one database do not wait for each other", async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(async () => openPostgresOrigin({ url: await newDatabaseUrl(), waitMilliseconds: 10_000 })),
    );
    assert.ok(one !== undefined && other !== undefined);
    const never = (): void => assert.fail("nobody else publishes to this schema");
    assert.equal(await one.alone(never, () => other.alone(never, async () => "both")), "both");
    await Promise.all([one.close(), other.close()]);
  });
}
