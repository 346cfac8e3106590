import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { BOUNDS } from "../../src/ask/bounds.ts";
import { buildRasterizer } from "../../src/html/pictures/rasterizer.ts";
import { Problem } from "../../src/problem.ts";
import { checkProblem, openTestServer, send } from "../http/test-server.ts";

const isUnavailable = (error: unknown): boolean => error instanceof Problem && error.code === "unavailable";

/** Draws a picture when it is told to. */
function openBoard() {
  const under: PromiseWithResolvers<Buffer>[] = [];
  let most = 0;
  let drawing = 0;
  const rasterize = buildRasterizer(async () => {
    most = Math.max(most, (drawing += 1));
    const picture = Promise.withResolvers<Buffer>();
    under.push(picture);
    return await picture.promise.finally(() => (drawing -= 1));
  });
  return { rasterize, under, atOnce: () => most };
}

describe("pictures", () => {
  test("are drawn one at a time, as many wait as may, and one that is known is not drawn again", async () => {
    const { rasterize, under, atOnce } = openBoard();
    const { most } = BOUNDS.picturesWaiting;
    const asked = Array.from({ length: most + 1 }, (_, at) => rasterize(`<svg>${at}</svg>`));
    await assert.rejects(rasterize("<svg>one more</svg>"), isUnavailable);
    const same = rasterize("<svg>0</svg>");
    for (const [at, picture] of asked.entries()) {
      await nextTurn();
      under[at]?.resolve(Buffer.from(String(at)));
      assert.equal((await picture).toString(), String(at));
    }
    assert.equal((await same).toString(), "0");
    assert.deepEqual([under.length, atOnce()], [most + 1, 1]);
    await nextTurn();
    const next = rasterize("<svg>one more</svg>", 2);
    await nextTurn();
    under.at(-1)?.resolve(Buffer.from("more"));
    assert.equal((await next).toString(), "more");
  });

  test("one that could not be drawn is tried again", async () => {
    const { rasterize, under } = openBoard();
    const first = rasterize("<svg/>");
    await nextTurn();
    under[0]?.reject(new Error("broken"));
    await assert.rejects(first, /broken/u);
    const second = rasterize("<svg/>");
    await nextTurn();
    under[1]?.resolve(Buffer.from("drawn"));
    assert.equal((await second).toString(), "drawn");
  });
});

test("pictures, badges and embeds refuse unknown parameters, repeated ones and other scales", async () => {
  const server = await openTestServer();
  for (const path of [
    "/pictures/map.svg?x=1",
    "/pictures/map.svg?scale=2",
    "/pictures/countries/france/pillars.svg?pillar=a",
    "/badge/countries/france.svg?v=2",
    "/embed/countries/france?utm_source=a",
    "/embed/ranking?theme=light&theme=light",
    "/embed/map?pillar=a",
  ]) {
    const received = await send(server, path);
    assert.equal(received.status, 400, path);
    if (path.startsWith("/pictures")) checkProblem(received, 400, "unknown_parameter");
  }
  for (const path of ["/embed/map?theme=light", "/pictures/map.svg", "/embed/countries/france?release=previous"])
    assert.notEqual((await send(server, path)).status, 400, path);
  await server.close();
});
