import { Type } from "../../ask/type.ts";
import { listChanges } from "./list-changes.ts";
import type { Caution } from "../../mcp/cautions.ts";
import { cursorArgument, limitArgument } from "../../mcp/shared-arguments.ts";
import { argumentOf, type Tool } from "../../mcp/tool.ts";
import { urlTo } from "../../ask/urls.ts";

/** More would not fit into an answer. */
const COMPANIES_MAX = 20;

const orNull = (description: string) => Type.Unsafe<string | null>({ type: ["string", "null"], description });

const Move = Type.Object({
  name: Type.String(),
  causes: Type.Array(Type.String()),
  trend: orNull("null where none can be told."),
  summary: Type.String({ description: "What moved, in words." }),
});

export const whatChangedTool: Tool = {
  name: "what_changed",
  title: "What changed between two releases",
  description:
    "Which countries and sectors have another median band than in an earlier release, why (companies re-rated, added, removed, filed elsewhere, or another method), and which companies that happened to. Use it for every question about change, trend, rise or fall. Where `trend` is null no rise or fall may be claimed; a band that moved because companies were added or removed says nothing about the others.",
  operations: [listChanges],
  arguments: {
    country: argumentOf(
      listChanges,
      "country",
      { description: "Only these countries, by name, code or slug." },
      "country:",
    ),
    sector: argumentOf(
      listChanges,
      "sector",
      { description: "Only these sectors, by an `id` of `describe_dataset`." },
      "sector:",
    ),
    from: argumentOf(listChanges, "from", {
      description: "The earlier release: its id, a date, or `previous`; the one before the later by default.",
    }),
    to: argumentOf(listChanges, "to", { description: "The later release; the current one by default." }),
    limit: limitArgument(listChanges, COMPANIES_MAX),
    cursor: cursorArgument(listChanges),
  },
  content: {
    from: orNull("Id of the earlier release; null where there is none to compare with."),
    to: Type.String({ description: "Id of the later release." }),
    verdict: Type.String({ enum: ["compared", "cannot_be_told"] }),
    reason: orNull("Why it cannot be told."),
    method_change: Type.Unsafe<string[] | null>({
      type: ["array", "null"],
      description: "What of the method differs: with anything in it there is no trend.",
    }),
    countries: Type.Array(Move, {
      description: "Countries whose median band is another one; on the first page alone.",
    }),
    sectors: Type.Array(Move, { description: "The same of sectors." }),
    total: Type.Integer({ description: "Companies that something happened to." }),
    companies: Type.Array(
      Type.Object({
        slug: Type.String(),
        name: Type.String(),
        changes: Type.Array(Type.String()),
        before: orNull("Median band in the earlier release."),
        after: orNull("Median band in the later release."),
      }),
    ),
  },
  async answer({ ask, given, baseUrl }) {
    const changes = await ask(listChanges, { limit: String(COMPANIES_MAX), ...given });
    const { meta, scale, summary, from, to, verdict, reason, method_change, countries, sectors } = changes;
    const hasOtherMethod = method_change !== null && method_change.length > 0;
    const isCompared = verdict === "compared" && !hasOtherMethod;
    const { cursor: _, limit: __, ...asked } = given;
    const compared = { ...asked, from: from?.id, to: to.id };
    return {
      meta,
      scale,
      summary,
      cautions: [
        ...(isCompared && given["country"] !== undefined && countries !== null
          ? [narrowed("countries", countries)]
          : []),
        ...(isCompared && given["sector"] !== undefined && sectors !== null
          ? [narrowed("sectors", { moved: sectors.moved.map(({ label }) => ({ name: label })) })]
          : []),
        ...(verdict === "cannot_be_told"
          ? [{ say: "It cannot be told what changed.", not: "Claim no change and no stability." }]
          : []),
        ...(hasOtherMethod
          ? [{ say: "The method changed between the two releases.", not: "Claim no rise, no fall and no stability." }]
          : []),
      ],
      content: {
        from: from?.id ?? null,
        to: to.id,
        verdict,
        reason,
        method_change,
        countries: (countries?.moved ?? []).map((move) => moveOf(move)),
        sectors: (sectors?.moved ?? []).map(({ label, ...move }) => moveOf({ ...move, name: label })),
        total: changes.total,
        companies: changes.items.map(({ slug, name, changes: happened, before, after }) => ({
          slug,
          name,
          changes: happened,
          before: before?.median_band ?? null,
          after: after?.median_band ?? null,
        })),
      },
      links: { api: baseUrl + urlTo(listChanges.path, compared), page: baseUrl + urlTo("/changes", compared) },
      cuttable: {
        sectors: "ask for one `sector`.",
        countries: "ask for one `country`.",
      },
      page: { list: "companies", next: changes.next },
    };
  },
};

/** What moved of the areas that were asked for: the summary is about the whole release. */
function narrowed(areas: string, { moved }: { readonly moved: readonly { readonly name: string }[] }): Caution {
  const names = moved.map(({ name }) => name).join(", ");
  const say = `Of the ${areas} asked for, ${names === "" ? "none has another median band than before" : `these have another median band than before: ${names}`}.`;
  return { say };
}

interface Moved {
  readonly name: string;
  readonly causes: readonly string[];
  readonly trend: string | null;
  readonly summary: string;
}

function moveOf({ name, causes, trend, summary }: Moved): Moved {
  return { name, causes, trend, summary };
}
