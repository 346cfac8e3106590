import { createRequire } from "node:module";
import { Problem } from "../../problem.ts";
import { SANS, SERIF } from "./font.ts";

/**
 * Draws an SVG document as PNG, with the fonts of the project and no others; at `scale` times its
 * size.
 */
export type Rasterizer = (svg: string, scale?: number) => Promise<Buffer>;

/**
 * Null where `@resvg/resvg-js`, an optional dependency, has no build for the platform or was left
 * out: there are no share pictures then.
 */
export const RASTERIZER: Rasterizer | null = loadRasterizer();

/** A picture takes about 20 ms; a request that would wait longer than a second is refused. */
const WAITING_MAX = 50;

function loadRasterizer(): Rasterizer | null {
  const library = loadLibrary();
  if (library === null) return null;
  const font = { loadSystemFonts: false, fontFiles: [SERIF.file, SANS.file], defaultFontFamily: "Noto Sans" };
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  // One after the other, because each takes some megabytes; drawn on the thread pool.
  return (svg, scale = 1) => {
    if (waiting === WAITING_MAX)
      throw new Problem("unavailable", "Too many pictures are being drawn at the moment. Try again in a few seconds.");
    waiting++;
    const drawn = last.then(async () =>
      (await library.renderAsync(svg, { font, fitTo: { mode: "zoom", value: scale } })).asPng(),
    );
    last = drawn.catch(() => null).finally(() => waiting--);
    return drawn;
  };
}

function loadLibrary(): typeof import("@resvg/resvg-js") | null {
  try {
    return createRequire(import.meta.url)("@resvg/resvg-js");
  } catch {
    return null;
  }
}
