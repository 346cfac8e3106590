import type { Static } from "typebox";
import { getDashboard } from "./get-dashboard.ts";
import { revokeKey, rotateKey } from "./keys.ts";
import { Problem } from "../../problem.ts";
import { definePage, type PostedRequest, type SiteRequest } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { breakable, type Child, formatSentence, type Html, html } from "../../html/html.ts";
import { facts, numeric, section, table } from "../../html/components.ts";
import { dashboardTexts as texts, newKeyTexts, shortDay, signUpTexts } from "./texts.ts";
import { hintedField, renderNewKey, textOf } from "./page-sign-up.ts";
import { digits, inARow } from "../../ask/grammar.ts";

/** The usage of a key, as the API returns it. */
type Dashboard = Static<(typeof getDashboard)["form"]["schema"]>;

const DASHBOARD_PATH = "/dashboard";

const ASSETS = { styles: ["tools.css"], scripts: ["copy.js", "dashboard.js"] };

/** A page, with status 400 if the form has a fault. */
type Answer = PageContent & { readonly status?: 400 };

/**
 * The dashboard shows the usage of a key, and lets its holder replace or revoke it. The key comes
 * in a form, with and without a script: it must not stand in a URL.
 */
export const DASHBOARD_PAGE = definePage({
  path: DASHBOARD_PATH,
  section: null,
  render: (request) => Promise.resolve(renderEntry(request, null)),
  form: {
    bytesMax: 4 * 1024,
    async render(request) {
      const key = textOf(request.fields, "key").trim();
      if (key === "") return { ...renderEntry(request, texts.missing), status: 400 };
      try {
        return await act(request, key);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "unknown_api_key") throw error;
        return { ...renderEntry(request, texts.unknown), status: 400 };
      }
    },
  },
});

/** Replaces or revokes the key as the form asks; any other form shows the dashboard. */
async function act(request: PostedRequest, key: string): Promise<Answer> {
  const change = textOf(request.fields, "change");
  if (change !== "rotate" && change !== "revoke")
    return renderDashboard(request, await request.submit(getDashboard, { key }), null);
  const refuse = async (fault: string): Promise<Answer> => ({
    ...renderDashboard(request, await request.submit(getDashboard, { key }), fault),
    status: 400,
  });
  if (textOf(request.fields, "sure") !== "yes") return await refuse(texts.notSure);
  if (change === "revoke") return renderRevoked(request, await request.submit(revokeKey, { key }));
  try {
    const text = JSON.stringify({ keep_old_for_seconds: Number(textOf(request.fields, "keep_old_for_seconds")) });
    return renderReplaced(request, await request.submit(rotateKey, { key, body: { text, encoding: "json" } }));
  } catch (error) {
    // A key that was replaced before, and works for a while yet, cannot be replaced again.
    if (!(error instanceof Problem) || error.code !== "invalid_request") throw error;
    return await refuse(error.message);
  }
}

function renderEntry(request: SiteRequest, fault: string | null): PageContent {
  const key = { id: "key", label: texts.key, hint: texts.keyHint, fault };
  const main = html`<h1>${texts.emptyTitle}</h1>
<p class="standfirst">${texts.empty}</p>
<form class="sheet" method="post" action="${request.href(DASHBOARD_PATH, { release: undefined })}" aria-label="${texts.form}">
${hintedField(key, (described) => html`<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" maxlength="200" required${described}>`)}
<p><button type="submit">${texts.show}</button></p>
<p class="foot">${texts.noKey} <a href="${request.href("/sign-up")}">${texts.getKey}</a></p>
</form>`;
  return { title: texts.title, description: texts.empty, main, ...ASSETS };
}

function renderDashboard(request: SiteRequest, dashboard: Dashboard, fault: string | null): PageContent {
  const {
    remaining,
    limits,
    usage,
    key_prefix: prefix,
    tier,
    created_at: at,
    email_confirmation: confirmation,
  } = dashboard;
  const title = texts.heading(remaining.hour, limits.per_hour, usage.last_hour);
  const whose = prefix !== null && at !== null && texts.whose(prefix, tier, at);
  // The script keeps a key whose answer has this mark.
  const main = html`<h1>${title}</h1>
<p class="standfirst" data-key-works>${whose} ${texts.confirmation[confirmation]}</p>
${fault !== null && html`<p class="fault">${formatSentence(fault)}</p>\n`}${renderFigures(dashboard)}
${renderOperations(request, dashboard)}
${renderWebhooks(request, dashboard.webhooks)}
${renderManage(request)}`;
  return { title: texts.title, description: texts.empty, main, ...ASSETS };
}

function renderReplaced(request: SiteRequest, replaced: Static<(typeof rotateKey)["form"]["schema"]>): PageContent {
  const { api_key: key, created_at: at, old_key: old } = replaced;
  const main = html`<h1>${texts.replacedHeading}</h1>
<p class="standfirst">${newKeyTexts.standfirst}</p>
${renderNewKey(request, key)}
${section(
  { id: "old", heading: texts.oldKey },
  html`<p>${texts.oldKeyEnds(old.key_prefix, old.ends_at, at)}</p>
${linkTo(request, DASHBOARD_PATH, texts.toDashboard)}`,
)}`;
  return { title: texts.title, description: texts.empty, main, ...ASSETS };
}

function renderRevoked(
  request: SiteRequest,
  { key_prefix: prefix }: Static<(typeof revokeKey)["form"]["schema"]>,
): PageContent {
  const main = html`<h1>${texts.revokedHeading(prefix)}</h1>
<p class="standfirst">${texts.revoked}</p>
${linkTo(request, "/sign-up", signUpTexts.title)}`;
  return { title: texts.revokedTitle, description: texts.revoked, main, ...ASSETS };
}

function linkTo(request: SiteRequest, path: string, text: Child): Html {
  return html`<p class="pages"><a href="${request.href(path)}">${text}</a></p>`;
}

/**
 * Forms that replace or revoke the key. Each is folded, and asks for the key once more and whether
 * its sender is sure; a script that holds the key fills it in.
 */
function renderManage(request: SiteRequest): Html {
  const keeps = Object.entries(texts.keeps).map(
    ([seconds, text]) => html`<option value="${seconds}">${text}</option>\n`,
  );
  const keepOld = html`<div class="field">
<label for="keep-old">${texts.keepOld}</label>
<select id="keep-old" name="keep_old_for_seconds">
${keeps}</select>
</div>
`;
  return section(
    { id: "manage", heading: texts.manage },
    html`${renderChange(request, "rotate", keepOld)}
${renderChange(request, "revoke", null)}
<p class="pages"><a href="${request.href("/docs/errors-and-limits")}#replace-revoke-export-erase">${texts.eraseGuide}</a></p>
<p><button type="button" class="quiet" data-forget hidden>${texts.forget}</button></p>`,
  );
}

/** Renders a folded form; its field `change` says which (`action` would hide its address). */
function renderChange(request: SiteRequest, change: "rotate" | "revoke", more: Child): Html {
  const { summary, note, sure, submit } = texts.change[change];
  return html`<details>
<summary>${summary}</summary>
<form class="sheet" method="post" action="${request.href(DASHBOARD_PATH, { release: undefined })}" aria-label="${summary}">
<p class="sub">${note}</p>
<input type="hidden" name="change" value="${change}">
${more}<div class="field" data-key-again>
<label for="${change}-key">${texts.keyAgain}</label>
<input id="${change}-key" name="key" type="password" autocomplete="off" spellcheck="false" maxlength="200" required>
</div>
<p><label class="sure"><input type="checkbox" name="sure" value="yes" required> ${sure}</label></p>
<p><button type="submit">${submit}</button></p>
</form>
</details>`;
}

/** The webhooks of a key, each with what became of its newest delivery. */
function renderWebhooks(request: SiteRequest, webhooks: Dashboard["webhooks"]): Html {
  const guide = html`<a href="${request.href("/docs/feeds")}#webhooks">${texts.webhooksGuide}</a>`;
  const items = webhooks.map(({ url, events, countries, created_at: at, disabled_because: why, deliveries }) => {
    const [newest] = deliveries;
    const delivered = newest === undefined ? texts.noDeliveries : texts.delivered[newest.state](newest.created_at);
    return html`<li>${breakable(url)}: ${texts.toldOf(inARow(events), inARow(countries))} ${texts.registered(at)} ${delivered}${why !== null && html` <strong>${texts.disabled[why]}</strong>`}</li>\n`;
  });
  return section(
    { id: "webhooks", heading: texts.webhooks },
    html`<p class="sub">${webhooks.length === 0 ? texts.noWebhooks : texts.webhooksNote} ${guide}</p>
${items.length > 0 && html`<ul>\n${items}</ul>`}`,
  );
}

/** Renders the remaining requests of both windows, and those that were used. */
function renderFigures(dashboard: Dashboard): Html {
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

/** Renders the operations that a key uses; those that will end name their successors. */
function renderOperations(request: SiteRequest, { operations, deprecated }: Dashboard): Html {
  if (operations.length === 0) return html``;
  const rows = operations.map(({ operation, requests, last_at: at }) => {
    const successor = deprecated.find((each) => each.operation === operation)?.successor;
    const ends =
      successor !== undefined && html` <small>${texts.successor} <code>${breakable(successor)}</code></small>`;
    return [html`${nameOperation(request, operation)}${ends}`, shortDay(at), digits(requests)];
  });
  const [first] = deprecated;
  return section(
    { id: "operations", heading: texts.operations, note: texts.operationsNote },
    html`${table({ className: "narrow", columns: [texts.operation, texts.lastAt, numeric(texts.requests)], rows })}
${first !== undefined && html`<p class="foot">${texts.deprecatedNote(first.days_left)} <a href="${request.href("/docs/migration")}">${texts.migration}</a></p>`}`,
  );
}

function nameOperation(request: SiteRequest, operation: string): Child {
  if (operation === "unknown") return texts.unknownPaths;
  return html`<a href="${request.href("/docs/reference")}#${operation}"><code>${operation}</code></a>`;
}
