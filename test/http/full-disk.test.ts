import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { eventually } from "../access/cluster/eventually.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { JSON_BODY, openAccessServer, remainingOf } from "./access-server.ts";
import { checkProblem } from "./test-server.ts";

/** A real file system of two mebibytes, which only root may mount. */
const folder = newTemporaryFolder();
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { encoding: "utf8" });
const without = mounted.status === 0 ? false : `no small disk to fill: ${mounted.stderr || String(mounted.error)}`;

describe("a full disk", { skip: without }, () => {
  after(() => spawnSync("umount", ["-l", folder]));

  test("503 for sign-ups and changes of keys, told by /readyz; the rest goes on, and all of it afterwards", async () => {
    const own = await openAccessServer({}, { dataFolder: folder });
    const headers = { "X-SVC-API-Key": await own.giveKey() };
    const rotated = { "X-SVC-API-Key": await own.giveKey() };
    let client = 0;
    const signUp = () => {
      const body = JSON.stringify({ email: "ada@example.org", use_case: "A study" });
      return own.from(`192.0.2.${(client += 1)}`, "/api/sign-up", { method: "POST", headers: JSON_BODY, body });
    };
    // The log of SQLite has room of its own whenever it was written to the database; some fill it.
    const signUpUntilFull = async () => {
      let answer = await signUp();
      for (let more = 0; more < 100 && answer.status === 201; more += 1) answer = await signUp();
      return answer;
    };
    const degraded = async (): Promise<readonly string[]> => {
      const { body } = await own.from("192.0.2.1", "/readyz");
      return (JSON.parse(body.toString()) as { degraded: string[] }).degraded;
    };
    assert.equal((await signUp()).status, 201);
    assert.deepEqual(await degraded(), []);
    const ballast = path.join(folder, "ballast");
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(4 * 1024 * 1024)), { code: "ENOSPC" });

    const refused = await signUpUntilFull();
    checkProblem(refused, 503, "unavailable");
    assert.equal(refused.headers["retry-after"], "5");
    assert.ok((await degraded()).includes("accounts"), String(await degraded()));
    const rotate = () =>
      own.from("192.0.2.1", "/api/keys/rotate", { method: "POST", headers: { ...rotated, ...JSON_BODY }, body: "{}" });
    let notRotated = await rotate();
    for (let more = 0; more < 15 && notRotated.status === 201; more += 1) {
      rotated["X-SVC-API-Key"] = (JSON.parse(notRotated.body.toString()) as { api_key: string }).api_key;
      await signUpUntilFull();
      notRotated = await rotate();
    }
    checkProblem(notRotated, 503, "unavailable");
    for (const [index, address] of ["/api/v2/scale", "/api/v2/sectors"].entries())
      assert.equal(remainingOf(await own.from("192.0.2.1", address, { headers })), 999 - index);
    assert.equal((await own.from("192.0.2.1", "/api/dashboard", { headers })).status, 200);

    rmSync(ballast);
    await eventually("sign-ups work again", async () => (await signUp()).status === 201);
    await eventually("nothing is degraded", async () => (await degraded()).length === 0);
    assert.equal(remainingOf(await own.from("192.0.2.1", "/api/v2/scale", { headers })), 997);
  });
});
