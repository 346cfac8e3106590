import type { Static } from "typebox";
import { getDashboard } from "./get-dashboard.ts";
import { revokeKey } from "./revoke-key.ts";
import { rotateKey } from "./rotate-key.ts";
import { Problem } from "../../problem.ts";
import { type PostedRequest, type SiteRequest, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, formatSentence, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { dashboardTexts as texts } from "./texts.ts";
import { newKeyTexts, signUpTexts } from "./texts-sign-up.ts";
import { type Dashboard, renderFigures, renderOperations } from "./page-figures.ts";
import { DASHBOARD_PATH, renderManage } from "./page-manage.ts";
import { renderWebhooks } from "./page-webhooks.ts";
import { hintedField, textOf } from "./page-form-fields.ts";
import { renderNewKey } from "./page-new-key.ts";

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
