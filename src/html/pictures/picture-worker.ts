import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { SANS, SERIF } from "./font.ts";

/* The program of the thread that draws pictures: laying pixels out and packing them takes 0.3 s. */

/** A picture that is asked for. */
export interface AskedPicture {
  readonly svg: string;
  readonly scale: number;
}

/** The drawn picture, or the error. */
export type DrawnPicture = { readonly png: Uint8Array } | { readonly error: unknown };

/* Other answers go first; see `search/index-worker.ts`. */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const library: typeof import("@resvg/resvg-js") = createRequire(import.meta.url)("@resvg/resvg-js");
const font = { loadSystemFonts: false, fontFiles: [SERIF.file, SANS.file], defaultFontFamily: "Noto Sans" };

parentPort?.on("message", ({ svg, scale }: AskedPicture) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  const answer = (drawn: DrawnPicture): void => parentPort?.postMessage(drawn);
  try {
    answer({ png: new library.Resvg(svg, { font, fitTo: { mode: "zoom", value: scale } }).render().asPng() });
  } catch (error) {
    answer({ error });
  }
});
