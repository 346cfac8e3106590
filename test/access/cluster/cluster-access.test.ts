import assert from "node:assert/strict";
import { test } from "node:test";
import { openClusterAccess } from "../../../src/access/cluster/open-cluster-access.ts";
import { openClusterStores } from "../../../src/access/cluster/open-cluster-stores.ts";
import { newTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { accessContract } from "../access-contract.ts";
import { newDatabaseUrl, newKeyPrefix, REDIS_URL, withoutPostgres, withoutRedis } from "./servers.ts";

const without = withoutPostgres || withoutRedis;

if (without) {
  test("access of one of many nodes", { skip: without }, () => {});
} else {
  accessContract({
    name: "many nodes",
    async open(now) {
      const databaseUrl = await newDatabaseUrl();
      const options = {
        dataFolder: newTemporaryFolder(),
        databaseUrl,
        redisUrl: REDIS_URL,
        keyPrefix: newKeyPrefix(),
        clock: "own",
        waitMilliseconds: 20_000,
        now,
        onTrouble: (sentence: string) => assert.fail(sentence),
      } as const;
      let access = await openClusterAccess(options);
      return {
        access,
        stores: await openClusterStores({ url: databaseUrl, waitMilliseconds: 20_000 }),
        async reopen() {
          await access.close();
          access = await openClusterAccess(options);
          return access;
        },
      };
    },
  });
}
