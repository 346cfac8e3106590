import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";

/** How two pictures differ. */
export interface Difference {
  /** How many pixels differ, with those that only one of them has. */
  readonly pixels: number;
  /** The rows from the first to the last pixel that differs. */
  readonly top: number;
  readonly bottom: number;
  /** A PNG with what differs in red. */
  readonly picture: Buffer;
}

/**
 * Compares two PNG files within a page of a browser, which can decode them. Null where they are
 * equal, or where there is no earlier one.
 */
export async function comparePictures(page: Page, earlier: string, now: string): Promise<Difference | null> {
  if (!existsSync(earlier)) return null;
  const files = [earlier, now].map((file) => readFileSync(file));
  if (files[0]?.equals(files[1]!)) return null;
  const pictures = files.map((file) => file.toString("base64"));
  const found = (await page.evaluate(`(${COMPARE})(${JSON.stringify(pictures)})`)) as Omit<Difference, "picture"> & {
    readonly url: string;
  };
  if (found.pixels === 0) return null;
  const { url, ...difference } = found;
  return { ...difference, picture: Buffer.from(url.slice(url.indexOf(",") + 1), "base64") };
}

/** Runs in the browser. */
const COMPARE = `async (pictures) => {
  const images = await Promise.all(pictures.map(async (data) => createImageBitmap(
    new Blob([Uint8Array.fromBase64(data)], { type: "image/png" }))));
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const contexts = images.map((image) => {
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return context;
  });
  const [before, after] = contexts.map((context) => new Uint32Array(context.getImageData(0, 0, width, height).data.buffer));
  const drawn = new ImageData(width, height);
  const shown = new Uint32Array(drawn.data.buffer);
  let pixels = 0, top = height, bottom = 0;
  for (let at = 0; at < after.length; at += 1) {
    // Bytes of red, green, blue and opacity, the first one lowest: pale where nothing differs.
    shown[at] = (after[at] & 0x00ffffff) | 0x30000000;
    if (before[at] === after[at]) continue;
    pixels += 1;
    shown[at] = 0xff0000ff;
    const row = Math.floor(at / width);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d").putImageData(drawn, 0, 0);
  return { pixels, top, bottom, url: canvas.toDataURL() };
}`;
