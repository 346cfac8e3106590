import type { Static } from "typebox";
import { OWN_LIMITS } from "../../access/quota.ts";
import { FREE_LIMITS, KEY_HEADER } from "./account.ts";
import { getScale } from "../release/get-scale.ts";
import { signUp } from "./keys.ts";
import { Problem } from "../../problem.ts";
import { type PostedRequest, type SiteRequest, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { newKeyTexts, signUpTexts as texts } from "./texts.ts";

type IssuedKey = Static<(typeof signUp)["form"]["schema"]>;

/** The content of the form, and its faulty fields. */
interface GivenForm {
  readonly email: string;
  readonly useCase: string;
  /** Pointers as in the errors of the operation: `#/email`. */
  readonly faults: ReadonlySet<string>;
}

const STYLES = ["tools.css"];

/** Issues a key of the free tier for an e-mail address and a purpose. */
export const SIGN_UP_PAGE = definePage({
  path: "/sign-up",
  section: null,
  render: (request) => Promise.resolve(renderForm(request, { email: "", useCase: "", faults: new Set() })),
  form: {
    bytesMax: 16 * 1024,
    async render(request) {
      const given = { email: textOf(request.fields, "email").trim(), useCase: textOf(request.fields, "use_case") };
      const faults = new Set<string>();
      const issued = await askForKey(request, given, faults);
      return issued === null
        ? { ...renderForm(request, { ...given, faults }), status: 400 }
        : renderIssued(request, issued);
    },
  },
});

/** Returns the new key, or null if fields are wrong, which are added to `faults`. */
async function askForKey(
  { submit }: PostedRequest,
  { email, useCase }: Omit<GivenForm, "faults">,
  faults: Set<string>,
): Promise<IssuedKey | null> {
  try {
    const text = JSON.stringify({ email, use_case: useCase });
    return await submit(signUp, { body: { text, encoding: "json" } });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "invalid_request") throw error;
    for (const { pointer = "" } of error.errors) faults.add(pointer);
    return null;
  }
}

function renderForm(request: SiteRequest, { email, useCase, faults }: GivenForm): PageContent {
  const count = faults.size;
  const emailField = hintedField(
    {
      id: "email",
      label: texts.email,
      hint: texts.emailHint,
      fault: faults.has("#/email") ? texts.emailFault : null,
    },
    (described) =>
      html`<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${email}"${described}>`,
  );
  const useCaseField = hintedField(
    {
      id: "use-case",
      label: texts.useCase,
      hint: texts.useCaseHint,
      fault: faults.has("#/use_case") ? texts.useCaseFault : null,
    },
    (described) => html`<textarea id="use-case" name="use_case" rows="4" maxlength="500" required${described}>
${useCase}</textarea>`,
  );
  const main = html`<h1>${count === 0 ? texts.heading(FREE_LIMITS.per_hour) : texts.faults(count)}</h1>
<p class="standfirst">${count === 0 ? texts.standfirst : texts.faultsNote}</p>
<form class="sheet" method="post" action="${request.href("/sign-up", { release: undefined })}" aria-label="${texts.form}">
${emailField}
${useCaseField}
<p><button type="submit">${texts.submit}</button></p>
<p class="foot">${texts.limitNote(OWN_LIMITS.sign_up.perHour ?? 0, OWN_LIMITS.sign_up.perDay ?? 0)} ${texts.lost} <a href="${request.href("/dashboard")}">${texts.toDashboard}</a></p>
</form>
${section(
  { id: "stored", heading: texts.stored },
  html`<p>${texts.storedNote} <a href="${request.href("/docs/errors-and-limits")}#replace-revoke-export-erase">${texts.storedGuide}</a></p>
<p>${texts.quotasNote} <a href="${request.href("/docs/errors-and-limits")}#rate-limits">${texts.quotasGuide}</a></p>`,
)}`;
  return { title: texts.title, description: texts.standfirst, main, styles: STYLES };
}

function renderIssued(request: SiteRequest, issued: IssuedKey): PageContent {
  const link = (path: string, text: string): Child => html`<li><a href="${request.href(path)}">${text}</a></li>\n`;
  const main = html`<h1>${newKeyTexts.heading}</h1>
<p class="standfirst">${newKeyTexts.standfirst}</p>
${renderNewKey(request, issued.api_key)}
<p>${newKeyTexts.limits(issued.limits.per_hour, issued.limits.per_day)}</p>
${
  issued.email_confirmation === "pending" &&
  section({ id: "confirm", heading: newKeyTexts.confirm }, html`<p>${newKeyTexts.confirmNote}</p>`)
}
${section(
  { id: "next", heading: newKeyTexts.next },
  html`<ul class="plain">
${link("/dashboard", newKeyTexts.dashboard)}${link("/docs/errors-and-limits#keys", newKeyTexts.authentication)}${link("/docs/reference", newKeyTexts.reference)}${link("/docs/feeds#webhooks", newKeyTexts.webhooks)}</ul>`,
)}`;
  return {
    title: newKeyTexts.title,
    description: newKeyTexts.standfirst,
    main,
    styles: STYLES,
    scripts: ["copy.js"],
  };
}

/** Renders a key that was just issued, to be copied, and a first request with it. */
export function renderNewKey({ baseUrl }: SiteRequest, key: string): Html {
  const line = `curl -s -H '${KEY_HEADER}: ${key}' '${baseUrl}${getScale.path}'`;
  return html`${section({ id: "key-title", heading: newKeyTexts.key, className: "new-key" }, html`<p class="copied"><code id="new-key">${key}</code>${copyButton("new-key", newKeyTexts.copyKey, newKeyTexts.keyCopied)}</p>`)}
${section(
  { id: "try-it", heading: newKeyTexts.tryIt },
  html`<div class="copied"><pre tabindex="0"><code id="curl-line">${line}</code></pre>${copyButton("curl-line", newKeyTexts.copyLine, newKeyTexts.lineCopied)}</div>
<p class="foot">${newKeyTexts.tryNote}</p>`,
)}`;
}

function copyButton(source: string, text: string, copied: string): Html {
  return html`<button type="button" class="quiet" data-copy="${source}" data-copied="${copied}" hidden>${text}</button>`;
}

/** Returns a text of a posted form; empty if it is missing or a file. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  // Browsers send line ends as CR LF (HTML §4.10.21.4), and count each as one character.
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}

/** The label, hint and fault around a control. */
interface FieldParts {
  /** The id of the control. */
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** The fault of the value that was sent. */
  readonly fault: string | null;
}

/**
 * Renders a control with its label, its fault and a hint. The control gets the attributes that lead
 * to them.
 */
export function hintedField({ id, label, hint, fault }: FieldParts, control: (described: Html) => Html): Child {
  const described =
    fault === null
      ? html` aria-describedby="${id}-hint"`
      : html` aria-describedby="${id}-fault ${id}-hint" aria-invalid="true"`;
  return html`<div class="field">
<label for="${id}">${label}</label>
${fault !== null && html`<p class="fault" id="${id}-fault">${fault}</p>\n`}${control(described)}
<p class="hint" id="${id}-hint">${hint}</p>
</div>`;
}
