import { readFile } from "node:fs/promises";
import type { ScaleJson } from "../../ask/components.ts";
import { bandColour } from "../../html/charts/band-colours.ts";

/**
 * The one view that tools have in hosts that show MCP Apps (SEP-1865): distributions over the
 * middle line. The host shows it in a frame that loads nothing, so style and script stand in it.
 */

const SCRIPT = new URL("../../html/assets/distributions.js", import.meta.url);

/** The view as a document, for the scale of a release. */
export async function renderAppView({ bands }: ScaleJson): Promise<string> {
  const colours = bands.map(({ level }) => {
    const [day, night] = [bandColour(level, bands.length), bandColour(level, bands.length, "night")];
    return `.band-${level}{background:${day}}[data-theme=dark] .band-${level}{background:${night}}`;
  });
  // A label may hold anything: none ends the element.
  const scale = JSON.stringify({ bands: bands.map(({ id, label, level }) => ({ id, label, level })) }).replaceAll(
    "<",
    "\\u003c",
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Distributions of bands</title>
<style>${STYLE}${colours.join("")}</style>
<main></main>
<script type="application/json" id="scale">${scale}</script>
<script>${await readFile(SCRIPT, "utf8")}</script>
</html>
`;
}

const STYLE = `:root{color-scheme:light dark;font:14px/1.4 system-ui,sans-serif}body{margin:0;padding:12px}
[data-theme=dark]{color:#eee;background:#1c1b22}p{margin:0 0 8px}ol,ul{list-style:none;margin:0 0 8px;padding:0}
.bars li{padding:4px 0}.name{font-weight:600;margin-right:8px}.said,.foot{opacity:.75}.foot{font-size:12px}
.bar{position:relative;height:14px;margin-top:2px}.bar::after{content:"";position:absolute;left:50%;top:-2px;bottom:-2px;border-left:2px solid currentColor}
.bar .band{position:absolute;top:0;height:100%}.thin{opacity:.45}
.key{display:flex;flex-wrap:wrap;gap:4px 12px;font-size:12px}.key .band{display:inline-block;width:10px;height:10px;margin-right:4px}
`;
