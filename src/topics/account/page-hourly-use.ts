import { digits } from "../../ask/grammar.ts";
import { type Html, html } from "../../html/html.ts";
import { numeric, table } from "../../html/components.ts";
import { dashboardTexts as texts, shortMoment } from "./texts.ts";

/** The requests of one hour; `from` is its beginning. */
export interface HourOfUse {
  readonly from: string;
  readonly requests: number;
}

const DAYS = 7;
const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
const HOURS = DAYS * 24;

/** The limit is drawn where the busiest hour used so much of it. */
const NEAR = 0.8;

/** Height of the plot and of the line of text above it, in pixels. */
const PLOT = 120;
const ABOVE = 20;

/**
 * Requests hour by hour over seven days of UTC, the present one as the last. `perHour` is the
 * limit, which is drawn where it is near. Widths are in percent, so that the plot can be stretched.
 */
export function hourlyUse(hours: readonly HourOfUse[], asOf: string, perHour: number | null): Html {
  const begin = (Math.floor(Date.parse(asOf) / DAY_MILLISECONDS) + 1 - DAYS) * DAY_MILLISECONDS;
  const shown = hours.filter(({ from }) => Date.parse(from) >= begin);
  const busiest = shown.toSorted((a, b) => b.requests - a.requests)[0];
  if (busiest === undefined) return html`<p>${texts.noHours}</p>`;
  const most = busiest.requests;
  const top = perHour !== null && perHour >= most && most >= NEAR * perHour ? perHour : most;
  const label = texts.chart(
    most,
    shown.reduce((sum, { requests }) => sum + requests, 0),
  );
  const bars = shown.map(({ from, requests }) => {
    const x = percent((Date.parse(from) - begin) / HOUR_MILLISECONDS, HOURS);
    const height = Math.max(1, Math.round((PLOT * requests) / top));
    return html`<rect x="${x}" y="${ABOVE + PLOT - height}" width="${percent(0.8, HOURS)}" height="${height}"/>`;
  });
  const days = Array.from({ length: DAYS }, (_, day) => {
    const x = percent(day, DAYS);
    const name = DAY_NAME.format(begin + day * DAY_MILLISECONDS);
    return html`<line x1="${x}" x2="${x}" y1="${ABOVE}" y2="${ABOVE + PLOT + 6}"/><text x="${x}" dx="3" y="${ABOVE + PLOT + 18}">${name}</text>`;
  });
  const edges = [ABOVE, ABOVE + PLOT].map((y) => html`<line x1="0" x2="100%" y1="${y}" y2="${y}"/>`);
  return html`<p class="sub">${texts.busiest(most, busiest.from)}</p>
<svg class="hours" role="img" aria-label="${label}">${edges}${days}${bars}<text x="0" y="${ABOVE - 6}">${top === perHour ? texts.limitLine(top) : digits(top)}</text></svg>
<details>
<summary>${texts.table}</summary>
${renderTable(shown)}
</details>`;
}

const DAY_NAME = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", timeZone: "UTC" });

function renderTable(hours: readonly HourOfUse[]): Html {
  const columns = [texts.hour, numeric(texts.requests)];
  const rows = hours.map(({ from, requests }) => [shortMoment(from), digits(requests)]);
  return table({ className: "narrow", columns, rows });
}

function percent(part: number, whole: number): string {
  return `${Number(((100 * part) / whole).toFixed(3))}%`;
}
