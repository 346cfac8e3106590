import { marked } from "../../ask/mark.ts";
import { linksArgument, releaseArgument } from "../../mcp/arguments.ts";
import { cautionFew, QUOTED_TEXTS } from "../../mcp/cautions.ts";
import type { Tool } from "../../mcp/tool.ts";
import { quote, Problem } from "../../problem.ts";
import { readSubject } from "../claim/claim-subject.ts";
import { SUBJECTS } from "../subject/subjects.ts";
import { findSubjectNamed } from "../subject/tool-found.ts";

/** The second tool of the pair `search` and `fetch`, which some hosts insist on; see `get`. */
export const fetchTool: Tool = {
  name: "fetch",
  title: "Read a result of search",
  description: "One country, sector or company of `search`, in words. `get` has the same figures as data.",
  isHidden: true,
  operations: [SUBJECTS.country.detail, SUBJECTS.sector.detail, SUBJECTS.company.detail],
  chargedTo: ({ given }) => SUBJECTS[readSubject(given["id"] ?? "", "country")?.kind ?? "country"].detail,
  arguments: {
    id: { schema: { type: "string", description: "An `id` of `search`, such as `country:france`." }, isRequired: true },
    links: linksArgument,
    release: releaseArgument,
  },
  async answer({ ask, given: { id = "", release } }) {
    const named = id.includes(":") ? readSubject(id, "country") : null;
    if (named === null) {
      const expected = "`country:`, `sector:` or `company:` before a slug";
      throw new Problem("invalid_request", `\`id\` is ${quote(id)}; expected ${expected}.`);
    }
    const { meta, subject, summary, item, links } = await findSubjectNamed(ask, id, {
      parts: new Set(["pillars"]),
      pillar: undefined,
      release,
      askNow: null,
    });
    return {
      meta,
      summary,
      cautions: [...cautionFew([subject]), QUOTED_TEXTS],
      content: {
        id,
        title: item.name,
        url: links.page,
        text: [marked(summary, meta.mark), JSON.stringify(item)].join("\n"),
        metadata: { kind: named.kind, release: meta.release, publisher: meta.publisher },
      },
      links,
      cuttable: {},
    };
  },
};
