import { inARow } from "../../ask/grammar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, breakable, html } from "../../html/html.ts";
import { labelled, section, table } from "../../html/components.ts";
import { dashboardTexts as texts, shortMoment } from "./texts.ts";
import type { Dashboard } from "./page-figures.ts";

type LoggedWebhook = Dashboard["webhooks"][number];
type Delivery = LoggedWebhook["deliveries"][number];

const DELIVERIES_SHOWN = 5;

/** The webhooks of a key, each with its newest deliveries. */
export function renderWebhooks(request: SiteRequest, webhooks: readonly LoggedWebhook[]): Html {
  const guide = html`<a href="${request.href("/docs/feeds")}#webhooks">${texts.webhooksGuide}</a>`;
  return section(
    { id: "webhooks", heading: texts.webhooks },
    html`${webhooks.length === 0 ? html`<p>${texts.noWebhooks} ${guide}</p>` : html`<p class="sub">${texts.webhooksNote} ${guide}</p>`}
${webhooks.map(renderWebhook)}`,
  );
}

function renderWebhook({
  id,
  url,
  events,
  countries,
  created_at: at,
  disabled_because: why,
  deliveries,
}: LoggedWebhook): Html {
  return html`<section class="webhook" aria-labelledby="${id}">
<h3 id="${id}">${breakable(url)}</h3>
<p>${texts.toldOf(inARow(events), inARow(countries))} ${texts.registered(at)}${why !== null && html` <strong>${texts.disabled[why]}</strong>`}</p>
${deliveries.length === 0 ? html`<p>${texts.noDeliveries}</p>` : renderDeliveries(deliveries.slice(0, DELIVERIES_SHOWN))}
</section>
`;
}

function renderDeliveries(deliveries: readonly Delivery[]): Html {
  const labels = [texts.noticed, texts.state, texts.attempts, texts.lastAttempt, texts.nextAttempt];
  const columns = [texts.event, ...labels.map(labelled)];
  return table({ className: "cards deliveries", columns, rows: deliveries.map(cellsOf) });
}

function cellsOf(delivery: Delivery): readonly Child[] {
  const { type, state, attempts, outcome, status } = delivery;
  const last =
    delivery.last_attempt_at === null || outcome === null
      ? texts.none
      : `${shortMoment(delivery.last_attempt_at)}: ${texts.outcomes[outcome]}${status === null ? "" : texts.status(status)}`;
  const next = delivery.next_attempt_at === null ? texts.none : shortMoment(delivery.next_attempt_at);
  return [html`<code>${type}</code>`, shortMoment(delivery.created_at), texts.states[state], attempts, last, next];
}
