import type { Static } from "typebox";
import { Type } from "../ask/type.ts";
import type { MetaJson } from "../ask/components.ts";
import { marked, markSentences } from "../ask/mark.ts";
import type { Caution } from "./cautions.ts";
import { shorten } from "./shorten.ts";
import type { Finding, Tool } from "./tool.ts";
import { API, releasePageOf, urlTo } from "../ask/urls.ts";

/**
 * How long an answer may be, in bytes of its JSON in UTF-8: what a model reads of it apart from the
 * question.
 */
export const ANSWER_BYTES_MAX = 8192;

/** How many corrections of the publisher are said, the newest ones, and how long each may be. */
const CORRECTIONS_MAX = 3;
const CORRECTION_CHARACTERS_MAX = 150;

const stringOf = (description: string) => Type.String({ description });
const objectIn = <T extends object>(description: string) => Type.Unsafe<T>({ type: "object", description });

/** The members of every answer, in their order, around those of the tool. */
const opening = {
  summary: stringOf("The answer in words, made from the figures. It may be quoted as it is."),
  must_say: Type.Array(Type.String(), {
    description: "Sentences to pass on with the answer. Text between “ and ” is a quotation.",
  }),
  must_not: Type.Array(Type.String(), { description: "For you, not for readers: what not to write or do." }),
};
/** In few words: clients hold one of these for every tool, and read the members in the answer. */
const closing = {
  scale: objectIn<{ readonly bands: readonly { readonly id: string; readonly label: string }[] }>(
    "`bands`: id and label of each, worst first. Only their order has meaning.",
  ),
  release: objectIn<
    Pick<MetaJson, "published_at" | "title" | "publisher" | "license" | "citation"> & { readonly id: string }
  >("The release that all figures are from. Name its `id` with every figure, and cite with `citation`."),
  links: objectIn<{ readonly api: string; readonly page: string | null; readonly csv: string }>(
    "The same figures in the API and on a page for people, and all countries as CSV.",
  ),
  truncated: Type.Boolean(),
  go_on: Type.Unsafe<string | null>({ type: ["string", "null"], description: "How to get what is left out." }),
};

/** The schema of the answers of a tool. */
export function outputSchemaOf({ content }: Pick<Tool, "content">) {
  return Type.Object({ ...opening, ...content, ...closing });
}

const Frame = Type.Object({ ...opening, ...closing });

/** An answer: the frame, and the members of the tool. */
export type ToolAnswer = Static<typeof Frame> & Readonly<Record<string, unknown>>;

/** An answer and its one serialisation. */
export interface WrittenAnswer {
  readonly answer: ToolAnswer;
  readonly text: string;
}

/** Puts a finding into the frame of all answers, short enough for a model. */
export function writeAnswer(finding: Finding, baseUrl: string): WrittenAnswer {
  const answer = frame(finding, baseUrl, finding.content, []);
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) <= ANSWER_BYTES_MAX) return { answer, text };
  const shorter = shortenLists(finding, baseUrl);
  return { answer: shorter, text: JSON.stringify(shorter) };
}

/** The answer with as much of its lists as fits. */
function shortenLists(finding: Finding, baseUrl: string): ToolAnswer {
  const content: Record<string, unknown> = { ...finding.content };
  const cut: string[] = [];
  const { cuttable, page } = finding;
  for (const name of [...Object.keys(cuttable), ...(page === undefined ? [] : [page.list])]) {
    const list = content[name];
    if (!Array.isArray(list)) continue;
    const items: unknown[] = [...list];
    if (name !== page?.list) cut.push(name);
    // What is said of the cut is part of the answer, too.
    let bytes = bytesOf(frame(finding, baseUrl, content, cut));
    while (items.length > 0 && bytes > ANSWER_BYTES_MAX) bytes -= bytesOf(items.pop()) + 1;
    content[name] = items;
    if (bytes <= ANSWER_BYTES_MAX) break;
  }
  return frame(finding, baseUrl, content, cut);
}

function frame(
  { meta, scale, summary, cautions, links, cuttable, leftOut = [], page }: Finding,
  baseUrl: string,
  content: Readonly<Record<string, unknown>>,
  cut: readonly string[],
): ToolAnswer {
  const missing = cut.map((name) => `\`${name}\` is cut short: ${cuttable[name] ?? ""}`);
  const corrections = leftOutOf(meta, releasePageOf({ baseUrl }, meta.release));
  const pages = page === undefined ? [] : pageInWords(page.list, page.next);
  const rest = [...missing, ...leftOut, ...corrections, ...pages];
  const all = [...cautions, ...notesOf(meta)];
  return {
    summary: marked(summary, meta.mark),
    must_say: all.flatMap(({ say }) => (say === undefined ? [] : [say])),
    must_not: all.flatMap(({ not }) => (not === undefined ? [] : [not])),
    ...markSentences(content, meta.mark),
    scale: { bands: scale.bands.map(({ id, label }) => ({ id, label })) },
    release: {
      id: meta.release,
      published_at: meta.published_at,
      title: meta.title,
      publisher: meta.publisher,
      license: meta.license,
      citation: meta.citation,
    },
    links: { ...links, csv: baseUrl + urlTo(API.countryData, { release: meta.release }) },
    truncated: rest.length > 0,
    go_on: rest.length === 0 ? null : rest.join(" "),
  };
}

function pageInWords(list: string, next: string | null): string[] {
  const cursor = next === null ? null : new URL(next).searchParams.get("cursor");
  if (cursor === null) return [];
  return [`\`${list}\` goes on: call again with the same arguments and \`cursor\` ${JSON.stringify(cursor)}.`];
}
/** What the publisher has to say about the release, as quotations. */
function notesOf({ notice, completeness, is_draft, errata }: MetaJson): Caution[] {
  return [
    ...(is_draft ? [{ say: "The release is a draft: it is not published.", not: "Do not cite it." }] : []),
    ...(notice === null ? [] : [{ say: `The publisher notes: “${notice}”` }]),
    ...(completeness === null ? [] : [{ say: completeness }]),
    ...errata.slice(-CORRECTIONS_MAX).map(({ at, text: correction }) => ({
      say: `The publisher corrected on ${at.slice(0, 10)}: “${shorten(correction, CORRECTION_CHARACTERS_MAX)}”`,
    })),
  ];
}

/** What `notesOf` leaves out, and where it is. */
function leftOutOf({ errata }: MetaJson, page: string): string[] {
  const isWhole =
    errata.length <= CORRECTIONS_MAX &&
    errata.every(({ text: correction }) => shorten(correction, CORRECTION_CHARACTERS_MAX) === correction);
  return isWhole ? [] : [`\`must_say\` has the newest corrections in short: all are at ${page}.`];
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
