import { overDemoData } from "./over-demo-data.ts";
import { writeOrCheck } from "./write-or-check.ts";

/**
 * Draws the country ranking of the demonstration data as an SVG for README.md; with `--check` it
 * only compares.
 */

interface Ranking {
  readonly scale: { readonly bands: readonly { readonly id: string; readonly label: string }[] };
  readonly items: readonly RankedCountry[];
}

interface RankedCountry {
  readonly rank: number | null;
  readonly name: string;
  readonly median_band: string | null;
  readonly judged_companies: number;
  readonly distribution: Readonly<Record<string, number>>;
}

const ROWS = 12;
const ROW_HEIGHT = 26;
const TOP = 66;
const WIDTH = 820;
const BAR_LEFT = 210;
const BAR_WIDTH = 440;
/** The median company of a country stands here: the band under the line is the median band. */
const MIDDLE = BAR_LEFT + BAR_WIDTH / 2;

/** From the worst band to the best, told apart by lightness as well as by hue. */
const COLOURS = ["#7f3b08", "#e08214", "#f7e3c2", "#8ec9de", "#1f6d92"];

await overDemoData(
  {},
  () => new Date("2026-11-20T10:00:00Z"),
  async ({ run }) => {
    const ranking = JSON.parse(await run("ask", "rank_countries")) as Ranking;
    await writeOrCheck([{ path: "docs/images/country-ranking.svg", content: draw(ranking) }]);
  },
);

function draw({ scale: { bands }, items }: Ranking): string {
  const shown = items.slice(0, ROWS);
  const height = TOP + shown.length * ROW_HEIGHT + 30;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="14">
<title id="title">The first ${shown.length} countries of the ranking, with the distribution of their judged companies over the bands</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${bands.map((band, index) => drawLegend(band.label, index)).join("\n")}
<text x="${BAR_LEFT}" y="54" fill="#555555" font-size="12">judged companies by band</text>
<text x="${BAR_LEFT + BAR_WIDTH + 16}" y="54" fill="#555555" font-size="12">median band, companies</text>
${shown.map((country, index) => drawCountry(country, bands, TOP + index * ROW_HEIGHT)).join("\n")}
<line x1="${MIDDLE}" y1="${TOP - 4}" x2="${MIDDLE}" y2="${height - 34}" stroke="#222222" stroke-dasharray="3 3"/>
<text x="20" y="${height - 10}" fill="#555555" font-size="12">Demonstration data: companies and judgements are fictional.</text>
</svg>
`;
}

function drawLegend(label: string, index: number): string {
  const x = 60 + index * 140;
  return `<rect x="${x}" y="16" width="14" height="14" fill="${COLOURS[index]}"/><text x="${x + 20}" y="28" fill="#222222">${label}</text>`;
}

function drawCountry(country: RankedCountry, bands: Ranking["scale"]["bands"], y: number): string {
  const { rank, name, distribution, judged_companies, median_band } = country;
  const label = bands.find(({ id }) => id === median_band)?.label ?? "not judged";
  let x = BAR_LEFT;
  const parts = bands.map(({ id }, index) => {
    const width = judged_companies === 0 ? 0 : ((distribution[id] ?? 0) / judged_companies) * BAR_WIDTH;
    const part = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="18" fill="${COLOURS[index]}"/>`;
    x += width;
    return part;
  });
  return `<text x="44" y="${y + 14}" fill="#222222" text-anchor="end">${rank ?? "–"}</text><text x="60" y="${y + 14}" fill="#222222">${name}</text>
${parts.join("")}
<text x="${BAR_LEFT + BAR_WIDTH + 16}" y="${y + 14}" fill="#222222">${label}, ${judged_companies}</text>`;
}
