import { inARow } from "../../ask/grammar.ts";
import type { Visit } from "../../html/define-page.ts";
import { type Child, type Html, breakable, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { dashboardTexts as texts, shortMoment } from "./texts.ts";
import type { Dashboard } from "./page-figures.ts";

type LoggedWebhook = Dashboard["webhooks"][number];
type Delivery = LoggedWebhook["deliveries"][number];

/** The webhooks of a key, each with its newest deliveries. */
export function renderWebhooks(visit: Visit, webhooks: readonly LoggedWebhook[]): Html {
  const guide = html`<a href="${visit.href("/docs/webhooks")}">${texts.webhooksGuide}</a>`;
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
${deliveries.length === 0 ? html`<p>${texts.noDeliveries}</p>` : renderDeliveries(deliveries)}
</section>
`;
}

function renderDeliveries(deliveries: readonly Delivery[]): Html {
  const heads = [texts.noticed, texts.state, texts.attempts, texts.lastAttempt, texts.nextAttempt];
  return html`<table class="cards deliveries">
<thead>
<tr><th scope="col">${texts.event}</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
</thead>
<tbody>
${deliveries.map(renderDelivery)}</tbody>
</table>`;
}

function renderDelivery(delivery: Delivery): Html {
  const { type, state, attempts, outcome, status } = delivery;
  const cell = (label: string, content: Child): Html => html`<td data-label="${label}">${content}</td>`;
  const last =
    delivery.last_attempt_at === null || outcome === null
      ? texts.none
      : `${shortMoment(delivery.last_attempt_at)}: ${texts.outcomes[outcome]}${status === null ? "" : texts.status(status)}`;
  const next = delivery.next_attempt_at === null ? texts.none : shortMoment(delivery.next_attempt_at);
  return html`<tr><th scope="row"><code>${type}</code></th>${cell(texts.noticed, shortMoment(delivery.created_at))}${cell(texts.state, texts.states[state])}${cell(texts.attempts, attempts)}${cell(texts.lastAttempt, last)}${cell(texts.nextAttempt, next)}</tr>\n`;
}
