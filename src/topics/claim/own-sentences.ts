import type { Sources } from "../../ask/sources.ts";
import { isSentence } from "../../ask/type.ts";
import { Problem } from "../../problem.ts";
import { compareInHeadline } from "../../say/comparison.ts";
import { describeAreaInHeadline } from "../../say/headlines.ts";
import { compareCountries } from "../comparison/compare-countries.ts";
import { RELEASES_MAX } from "../history/history.ts";
import { SUBJECTS } from "../subject/subjects.ts";
import { type ClaimSubject, findSubject, overCommonPillars, subjectsApart } from "./claim-subject.ts";
import { kindOf } from "./read-claim.ts";
import { sideOf } from "./words.ts";

/**
 * Recognises sentences of the service: it generates all that it says about the subjects of a
 * sentence again, so that no grammar has to keep up with it.
 */

/** Maximum number of subjects of one sentence that are looked up. */
const SUBJECTS_MAX = 3;

/** Returns true if answers about these subjects (`country:italy`) contain the sentence. */
export function isOwnSentence(sources: Sources, sentence: string, subjects: readonly string[]): boolean {
  const named = [...new Set(subjects)].slice(0, SUBJECTS_MAX);
  const found = named.flatMap((text) => {
    try {
      return findSubject(sources, kindOf(text, "country"), null);
    } catch (error) {
      // The service says nothing about a subject that the release does not list.
      if (error instanceof Problem) return [];
      throw error;
    }
  });
  // Several sentences of an answer in a row are recognised as well.
  const own = `. ${plain(sentence, sources.snapshot.manifest.dataset.mark)}. `;
  const has = (body: unknown): boolean => sentencesIn(body).some((text) => `. ${plain(text, null)}. `.includes(own));
  for (const subject of found) if (answersAbout(sources, subject).some(has)) return true;
  const [first, second] = found;
  if (first === undefined || second === undefined || first.kind !== second.kind) return false;
  return saidOfTwo(sources, first, second).some(has);
}

function answersAbout(sources: Sources, { kind, slug, id, name, ranked, listedCompanies }: ClaimSubject) {
  const { scale, minimumCompanies } = sources.snapshot.manifest.dataset;
  const area = { subject: `${kind}:${id}`, name, listedCompanies, distribution: ranked.entry.distribution } as const;
  const summary = describeAreaInHeadline(scale, area, minimumCompanies).text;
  const asked = { slug, limit: RELEASES_MAX };
  const answers = Object.values(SUBJECTS[kind]).map((operation) => operation.answer(sources, asked, undefined));
  return [{ summary }, ...answers];
}

function saidOfTwo(sources: Sources, first: ClaimSubject, second: ClaimSubject): readonly object[] {
  const { scale, minimumCompanies } = sources.snapshot.manifest.dataset;
  const { commonPillars } = overCommonPillars(first, second);
  const by = { minimumCompanies, pillar: null, commonPillars, apart: subjectsApart(first, second) };
  const summary = compareInHeadline(scale, sideOf(first), sideOf(second), by).text;
  const pair = { countries: [first.slug, second.slug], partial: false };
  return [{ summary }, ...(first.kind === "country" ? [compareCountries.answer(sources, pair, undefined)] : [])];
}

/** The sentences of an answer, at any depth. */
function sentencesIn(value: unknown, isSaid = false): readonly string[] {
  if (typeof value === "string") return isSaid ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => sentencesIn(each, isSaid));
  return Object.entries(value).flatMap(([name, member]) =>
    name === "reasons" ? [] : sentencesIn(member, isSentence(name)),
  );
}

/** Removes the mark and the last full stop of a sentence, and unifies its apostrophes. */
function plain(sentence: string, mark: string | null): string {
  const text = sentence.trim().replaceAll(/[’‘]/gu, "'").replaceAll(/\s+/gu, " ").replace(/\.$/u, "");
  return mark !== null && text.startsWith(`${mark}: `) ? text.slice(mark.length + 2) : text;
}
