import { counted, countInWords, inARow } from "../../ask/grammar.ts";
import { linksArgument, pillarArgument, releaseArgument, texts } from "../../mcp/arguments.ts";
import { type Caution, cautionFew, QUOTED_TEXTS } from "../../mcp/cautions.ts";
import { quoted, findSubjectNamed, type FoundSubject } from "./tool-found.ts";
import { LISTED_BY_TOOLS, type Tool } from "../../mcp/tool.ts";
import { Problem, tellProblem } from "../../problem.ts";
import { readSubject } from "../claim/claim-subject.ts";
import { search } from "../search/search.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { SUBJECTS } from "./subjects.ts";

/** Maximum number of subjects in one call. */
const IDS_MAX = 8;

/** Parts that a call may request besides the figures. */
const PARTS = ["pillars", "sectors", "judgements", "history", "derivation"] as const;

export const getTool: Tool = {
  name: "get",
  title: "Figures of countries, sectors or companies",
  description:
    "Median band, distribution, rank with ties, and what is not known, of one or several by id, code or exact name; of a company also its replies. Use for any question about them. Not for order between countries (`compare`), for lists (`list`) or for change (`what_changed`). What is not found is named; the rest is answered. Gives no causes and no averages.",
  // A call without readable arguments is charged to the first.
  operations: [
    SUBJECTS.country.detail,
    search,
    listSectors,
    ...Object.values(SUBJECTS).flatMap((questions) => Object.values(questions)),
  ],
  chargedTo: ({ sent }) => {
    const [first = ""] = idsIn(sent["ids"]);
    return SUBJECTS[readSubject(first, "country")?.kind ?? "country"].detail;
  },
  countsAs: ({ given, sent }) => {
    const ids = Math.min(Math.max(1, idsIn(sent["ids"]).length), IDS_MAX);
    return ids * (1 + new Set(given["include"]?.split(",")).size);
  },
  arguments: {
    ids: {
      schema: texts(
        "Such as `France`, `NA`, `sector:energy`, `company:aster-energy`, or an exact company name.",
        IDS_MAX,
      ),
      isRequired: true,
      isStructured: true,
    },
    include: { schema: { type: "array", items: { type: "string", enum: PARTS } } },
    pillar: { ...pillarArgument, schema: { type: "string", description: "Only judgements of this pillar." } },
    links: linksArgument,
    release: releaseArgument,
  },
  async answer({ ask, askNow, given, sent }) {
    const ids = idsIn(sent["ids"]);
    if (ids.length > IDS_MAX)
      throw new Problem("invalid_request", `\`ids\` has ${ids.length} entries; ask for at most ${IDS_MAX} at once.`);
    const parts = new Set(given["include"]?.split(","));
    const found: FoundSubject[] = [];
    const missing: { readonly text: string; readonly problem: Problem }[] = [];
    const wanted = [...ids];
    for (const text of wanted) {
      try {
        found.push(
          await findSubjectNamed(ask, text, { parts, pillar: given["pillar"], release: given["release"], askNow }),
        );
      } catch (error) {
        if (!(error instanceof Problem) || !/_not_found$|^invalid_request$/u.test(error.code)) throw error;
        // A name may contain a comma. A text that is not found as a whole may be several names.
        const several = text.split(",").flatMap((part) => part.trim() || []);
        if (several.length > 1 && wanted.length + several.length <= IDS_MAX) wanted.push(...several);
        else missing.push({ text, problem: error });
      }
    }
    const [first] = found;
    if (first === undefined) {
      const [only] = missing;
      if (missing.length === 1 && only !== undefined) throw only.problem;
      throw new Problem("invalid_request", missing.map(({ problem }) => reasonOf(problem)).join(" "));
    }
    const isAlone = found.length === 1 && missing.length === 0;
    return {
      meta: first.meta,
      summary: isAlone ? first.summary : summarize(found, missing),
      cautions: [...cautionFew(found.map(({ subject }) => subject)), ...cautionsOf(found)],
      content: {
        items: found.map(({ item, summary }) => (isAlone ? item : { ...item, summary })),
        ...(missing.length === 0
          ? {}
          : { not_found: missing.map(({ text, problem }) => ({ id: text, reason: reasonOf(problem) })) }),
      },
      links: first.links,
      cuttable: {
        ...Object.fromEntries(
          LONG_LISTS.flatMap((list) =>
            found.map(({ links, subject: { name } }, index) => [
              `items.${index}.${list}`,
              `all of ${name} are at ${links.api}.`,
            ]),
          ),
        ),
        items: "ask for fewer at once.",
      },
      leftOut: found.flatMap(({ leftOut }) => leftOut),
    };
  },
};

/** Members of an item that may be long lists, the longest first. */
const LONG_LISTS = ["judgements", "sectors", "history.releases", "pillars", "replies"] as const;

function reasonOf(problem: Problem): string {
  return tellProblem(problem, LISTED_BY_TOOLS).detail;
}

function idsIn(sent: unknown): readonly string[] {
  return (Array.isArray(sent) ? sent : [sent]).flatMap((id: unknown) => {
    const text = typeof id === "string" || typeof id === "number" ? String(id).trim() : "";
    return text === "" ? [] : [text];
  });
}

function summarize(found: readonly FoundSubject[], missing: readonly { readonly text: string }[]): string {
  const names = inARow(found.map(({ subject }) => subject.name));
  const unknown = missing.length === 0 ? "" : ` Not found: ${inARow(missing.map(({ text }) => quoted(text)))}.`;
  return `Figures of ${names}.${unknown}`;
}

/** Lists the cautions about all found subjects, each once. */
function cautionsOf(found: readonly FoundSubject[]): Caution[] {
  const thinParts = found.filter((each) => each.thinParts > 0);
  const [first] = thinParts;
  return [
    ...(first === undefined
      ? []
      : [
          {
            say: `Of ${inARow(thinParts.map(({ subject }) => subject.name))}, ${counted(
              thinParts.reduce((sum, each) => sum + each.thinParts, 0),
              "pillar or sector has",
              "pillars or sectors have",
            )} fewer than ${countInWords(first.subject.minimum_companies ?? 0)} judged companies, too few to be rated.`,
            not: "Give none of those a band: add up their distributions.",
          },
        ]),
    ...(found.some(({ subject }) => subject.kind === "company") ? [QUOTED_TEXTS] : []),
  ];
}
