import { hash } from "node:crypto";
import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { BOUNDS } from "../../ask/bounds.ts";
import { Problem } from "../../problem.ts";
import type { AskedPicture, DrawnPicture } from "./picture-worker.ts";

/**
 * Draws an SVG document as PNG, with the fonts of the project and no others; at `scale` times its
 * size. Rejects with `unavailable` where too many pictures wait.
 */
export type Rasterizer = (svg: string, scale?: number) => Promise<Buffer>;

/**
 * Maximum number of cached pictures, which is more than may wait: many addresses, such as those of
 * other spellings, have the same one.
 */
const KEPT_MAX = 2 * BOUNDS.picturesWaiting.most;

/**
 * The library holds the pixels of a picture, up to 25 MB, until the collector comes by, which knows
 * nothing of them. The end of a thread lets them go.
 */
const PICTURES_A_THREAD = 4;
const IDLE_MILLISECONDS = 2000;

/**
 * Null where `@resvg/resvg-js`, an optional dependency, has no build for the platform or was left
 * out: there are no share pictures then.
 */
export const RASTERIZER: Rasterizer | null = hasLibrary() ? buildRasterizer(openWorkers()) : null;

/**
 * Queues pictures for `draw`, which draws one at a time. One that is being drawn is not drawn a
 * second time.
 */
export function buildRasterizer(draw: (asked: AskedPicture) => Promise<Buffer>): Rasterizer {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT_MAX });
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (svg, scale = 1) => {
    const key = `${scale} ${hash("sha256", svg)}`;
    const known = drawn.get(key);
    if (known !== undefined) return known;
    if (waiting > BOUNDS.picturesWaiting.most) {
      const detail = "Too many pictures are being drawn at the moment. Try again in a few seconds.";
      return Promise.reject(new Problem("unavailable", detail));
    }
    waiting += 1;
    const drawing = last.then(() => draw({ svg, scale })).finally(() => (waiting -= 1));
    drawn.set(key, drawing);
    last = drawing.catch(() => drawn.delete(key));
    return drawing;
  };
}

const NOTHING = { error: new Error("the thread of pictures drew nothing") };

/** Builds a function that draws pictures in a thread, one at a time. It keeps no process alive. */
function openWorkers(): (asked: AskedPicture) => Promise<Buffer> {
  let worker: Worker | null = null;
  let pictures = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(idle);
    void worker?.terminate();
    worker = null;
    pictures = 0;
  };
  return async (asked) => {
    clearTimeout(idle);
    worker ??= new Worker(new URL("picture-worker.ts", import.meta.url), { name: "pictures" });
    pictures += 1;
    worker.ref();
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(asked);
      const [answer = NOTHING]: readonly DrawnPicture[] = await once(worker, "message");
      if ("error" in answer) throw answer.error;
      return Buffer.from(answer.png.buffer, answer.png.byteOffset, answer.png.byteLength);
    } catch (error) {
      end();
      throw error;
    } finally {
      worker?.unref();
      if (pictures >= PICTURES_A_THREAD) end();
      else idle = setTimeout(end, IDLE_MILLISECONDS).unref();
    }
  };
}

function hasLibrary(): boolean {
  try {
    createRequire(import.meta.url)("@resvg/resvg-js");
    return true;
  } catch {
    return false;
  }
}
