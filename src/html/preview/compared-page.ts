import type { Ask } from "../../ask/page.ts";
import { capitalized } from "../../ask/grammar.ts";
import { Problem } from "../../problem.ts";
import { bandLabel } from "../charts/band-label.ts";
import type { SiteRequest } from "../site-request.ts";
import type { Dataset } from "../frame.ts";
import { type Child, type Html, html, join } from "../html.ts";
import { previewTexts as texts } from "./texts.ts";

/** A page of a previewed release, and what it is compared with. */
export interface ComparedPage {
  readonly request: SiteRequest;
  /** Asks the previewed release, also what depends on several releases. */
  readonly ask: Ask;
  /** Asks the current release. */
  readonly askBefore: Ask;
  readonly datasetBefore: Dataset;
  /** The ids of both releases. */
  readonly from: string;
  readonly to: string;
  /** Scale, pillars or rule differ, so that nothing is said of rise or fall. */
  readonly isOtherMethod: boolean;
}

/** So many names of a list are shown. */
export const SHOWN = 10;

/** Something before and after; nothing where both are the same text. */
export function difference(page: ComparedPage, what: string, before: Child, after: Child): Child {
  const [then, now] = [html`${before}`.toString(), html`${after}`.toString()];
  return then !== now && html`${what}: ${fromTo(page, before, after)}`;
}

/** A median band before and after. */
export function bandDifference(page: ComparedPage, what: string, before: number | null, after: number | null): Child {
  return difference(page, what, bandBefore(page, before), bandAfter(page, after));
}

/** Whether a level stands for another band than before; the scale may be another one. */
export function isOtherBand(page: ComparedPage, before: number | null, after: number | null): boolean {
  return bandBefore(page, before).toString() !== bandAfter(page, after).toString();
}

export function bandsInBrackets(page: ComparedPage, before: number | null, after: number | null): Html {
  return inBrackets(page, bandBefore(page, before), bandAfter(page, after));
}

function bandBefore({ datasetBefore }: ComparedPage, level: number | null): Html {
  return bandLabel(datasetBefore.bands, level);
}

function bandAfter({ request }: ComparedPage, level: number | null): Html {
  return bandLabel(request.dataset.bands, level);
}

/** `Low → High`; across a change of the method without the arrow, which claims a trend. */
function fromTo({ isOtherMethod }: ComparedPage, before: Child, after: Child): Html {
  return isOtherMethod ? html`${before}${texts.before}${after}${texts.after}` : html`${before}${texts.arrow}${after}`;
}

/** The same in brackets after a name; a bracket and the band beside it stay in one line. */
export function inBrackets({ isOtherMethod }: ComparedPage, before: Child, after: Child): Html {
  const [between, end] = isOtherMethod ? [texts.before, texts.after] : [texts.arrow, ""];
  return html`<span class="glue">(${before}</span>${between}<span class="glue">${after}${end})</span>`;
}

/** How many there are of something, and the first of them; nothing where there are none. */
export function listed(count: number, say: (count: number) => string, names: readonly Child[]): Child {
  if (count === 0) return null;
  const shown = names.slice(0, SHOWN);
  const rest = count > shown.length ? [texts.more(count - shown.length)] : [];
  return html`${capitalized(say(count))}${join([...shown, ...rest], ", ")}`;
}

/** What the current release answers; null where it does not have what is asked for. */
export async function askIfThere<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null;
    throw error;
  }
}

/** Sentences end with the notice, and what names a release is another one in any case. */
const NO_FIGURES: ReadonlySet<string> = new Set(["meta", "scale", "summary"]);

/** Whether two answers are the same but for what names their release. */
export function haveSameFigures(before: object, after: object): boolean {
  const figures = (answer: object): string =>
    JSON.stringify(answer, (name, value: unknown) => (NO_FIGURES.has(name) ? undefined : value));
  return figures(before) === figures(after);
}
