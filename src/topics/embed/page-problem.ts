import type { ProblemPage } from "../../ask/page.ts";
import { rootOf } from "../../html/frame.ts";
import { formatSentence, html } from "../../html/html.ts";
import { embedTexts as texts } from "./texts.ts";
import { EMBED_FORM, renderSmallPage } from "./embed.ts";

/** The content of the frame of an embed that cannot be shown. */
export const EMBED_PROBLEM: ProblemPage = {
  under: "/embed/",
  ...EMBED_FORM,
  text(problem, sources) {
    const root = rootOf(sources);
    const body = html`<main>
<h1>${texts.problem}</h1>
<p>${formatSentence(problem.detail)} <a href="${root}/" target="_blank" rel="noopener">${texts.problemLink}</a></p>
</main>`;
    return Promise.resolve(
      renderSmallPage(body, { title: texts.problem, root, accent: sources.branding.accent }).toString(),
    );
  },
};
