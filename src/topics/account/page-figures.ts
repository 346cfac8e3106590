import type { Static } from "typebox";
import { dayInWords, digits } from "../../ask/grammar.ts";
import type { getDashboard } from "./get-dashboard.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, breakable, html } from "../../html/html.ts";
import { facts, labelled, numeric, section, table } from "../../html/components.ts";
import { dashboardTexts as texts, shortDay } from "./texts.ts";

/** The usage of a key, as the API returns it. */
export type Dashboard = Static<(typeof getDashboard)["form"]["schema"]>;

/** Renders the remaining requests of both windows, and those that were used. */
export function renderFigures(dashboard: Dashboard): Html {
  const { usage, limits, remaining, resets_at: resets, read_at: asOf } = dashboard;
  const left = (count: number | null, limit: number | null): Child =>
    count === null || limit === null ? texts.noLimit : html`${digits(count)} <small>${texts.ofLimit(limit)}</small>`;
  return html`<section aria-labelledby="figures">
<h2 id="figures" class="hidden">${texts.figures}</h2>
${facts([
  [texts.leftHour(resets.hour, asOf), left(remaining.hour, limits.per_hour)],
  [texts.leftDay(resets.day, asOf), left(remaining.day, limits.per_day)],
  [texts.lastHour, digits(usage.last_hour)],
  [texts.lastDay, digits(usage.last_day)],
  usage.total !== null && [texts.total, digits(usage.total)],
])}
<p class="foot">${texts.asOf(asOf)}</p>
</section>`;
}

/** Renders the operations that a key uses, with those that will end. */
export function renderOperations(request: SiteRequest, { operations, deprecated }: Dashboard): Html {
  const rows = operations.map(({ operation, requests, last_at: at }) => [
    nameOperation(request, operation),
    shortDay(at),
    digits(requests),
  ]);
  const first = deprecated[0];
  return html`${
    rows.length > 0 &&
    section(
      { id: "operations", heading: texts.operations, note: texts.operationsNote },
      table({
        className: "narrow",
        columns: [texts.operation, texts.lastAt, numeric(texts.requests)],
        rows,
      }),
    )
  }${section(
    { id: "deprecated", heading: texts.deprecated },
    first === undefined
      ? html`<p>${texts.noDeprecated}</p>`
      : html`<p class="sub">${texts.deprecatedNote(first.days_left)} <a href="${request.href("/docs/migration")}">${texts.migration}</a></p>
${renderDeprecated(deprecated)}`,
  )}`;
}

function nameOperation(request: SiteRequest, operation: string): Child {
  if (operation === "unknown") return texts.unknownPaths;
  return html`<a href="${request.href("/docs/reference")}#${operation}"><code>${operation}</code></a>`;
}

function renderDeprecated(deprecated: Dashboard["deprecated"]): Html {
  const labels = [texts.requests, texts.lastAt, texts.successor, texts.ends];
  const rows = deprecated.map(({ path, requests, last_at: lastAt, successor, sunset }) => [
    html`<code>${breakable(path)}</code>`,
    digits(requests),
    shortDay(lastAt),
    html`<code>${breakable(successor)}</code>`,
    dayInWords(sunset),
  ]);
  return table({ className: "cards", columns: [texts.endpoint, ...labels.map(labelled)], rows });
}
