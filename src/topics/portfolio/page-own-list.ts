import { BOUNDS } from "../../ask/bounds.ts";
import { counted, digits } from "../../ask/grammar.ts";
import type { PostedRequest, SiteRequest } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, formatSentence, html } from "../../html/html.ts";
import { Problem } from "../../problem.ts";
import { ACCEPTED, readGivenList } from "./page-upload.ts";

/** A visitor's own list that a page accepts: pasted, or as a file. */
export interface OwnList<Saved extends string> {
  /** The path of the page. */
  readonly path: string;
  /** The id of the form, for buttons that stand elsewhere. */
  readonly form: string;
  /** Further fields of the form. */
  readonly fields?: Child;
  readonly texts: {
    readonly form: string;
    readonly list: string;
    readonly listHint: string;
    readonly file: string;
    readonly fileHint: (rows: string) => string;
    readonly promise: string;
    readonly submit: string;
    readonly save: Readonly<Record<Saved, string>>;
    readonly faultTitle: string;
    readonly faultNote: string;
    /** Advice for a list that cannot be read at all. */
    readonly readHint?: string;
  };
}

/** Maximum number of faults that are named beside a form. */
const FAULTS_MAX = 20;

/** Renders the form, with the text that was sent and its faults. */
export function ownListForm<Saved extends string>(
  request: SiteRequest,
  { path, form, fields, texts }: OwnList<Saved>,
  text = "",
  faults: readonly string[] = [],
): Html {
  const told = faults.slice(0, FAULTS_MAX).map((fault) => html`<li>${formatSentence(fault)}</li>\n`);
  const more = faults.length - told.length;
  const isFaulty = faults.length > 0;
  const describedBy = isFaulty ? "list-fault list-hint" : "list-hint";
  return html`<form id="${form}" class="sheet wide-list" method="post" enctype="multipart/form-data" action="${request.href(path)}" aria-label="${texts.form}">
<div class="field">
<label for="list">${texts.list}</label>
${
  isFaulty &&
  html`<div class="fault" id="list-fault">
<ul class="plain">
${told}</ul>
${more > 0 && html`<p>${`And ${counted(more, "more fault", "more faults")}.`}</p>`}
</div>`
}<textarea id="list" name="list" rows="9" autocomplete="off" spellcheck="false" aria-describedby="${describedBy}"${isFaulty && html` aria-invalid="true"`}>
${text}</textarea>
<p class="hint" id="list-hint">${texts.listHint}</p>
</div>
<div class="field">
<label for="file">${texts.file}</label>
<input type="file" id="file" name="file" accept="${ACCEPTED}" aria-describedby="file-hint">
<p class="hint" id="file-hint">${texts.fileHint(digits(BOUNDS.listRows.most))}</p>
</div>
${fields}<p class="promise">${texts.promise}</p>
<p><button type="submit">${texts.submit}</button></p>
</form>`;
}

/** Renders the buttons that send the list of the form again, for a file. */
export function saveButtons<Saved extends string>({ form, texts }: OwnList<Saved>): Html {
  const buttons = Object.entries<string>(texts.save).map(
    ([as, name]) => html`<button type="submit" class="quiet" form="${form}" name="as" value="${as}">${name}</button>\n`,
  );
  return html`<p class="buttons">
${buttons}</p>`;
}

/**
 * Answers a list that was sent, with the result of `answer`: `as` is the format in which the result
 * is saved, or null for a page. Where it cannot be read, the form says why and keeps what was sent.
 */
export async function answerOwnList<Saved extends string, Answer>(
  request: PostedRequest,
  list: OwnList<Saved>,
  answer: (text: string, as: Saved | null) => Promise<Answer>,
) {
  const given = await readGivenList(request);
  if ("fault" in given) return renderFaulty(request, list, "", [given.fault]);
  const { text } = given;
  const saved = Object.keys(list.texts.save) as Saved[];
  try {
    return await answer(text, saved.find((each) => each === request.fields.get("as")) ?? null);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "invalid_request") throw error;
    const { errors, message } = error;
    const { readHint } = list.texts;
    const whole = readHint === undefined ? [message] : [message, readHint];
    return renderFaulty(request, list, text, errors.length > 0 ? errors.map(({ detail }) => detail) : whole);
  }
}

function renderFaulty<Saved extends string>(
  request: SiteRequest,
  list: OwnList<Saved>,
  text: string,
  faults: readonly string[],
): PageContent & { readonly status: 400 } {
  const { faultTitle: title, faultNote: description } = list.texts;
  const main = html`<h1>${title}</h1>
<p class="standfirst">${description}</p>
${ownListForm(request, list, text, faults)}`;
  return { title, description, main, styles: ["tools.css"], status: 400 };
}
