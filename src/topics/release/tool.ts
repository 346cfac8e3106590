import { Type } from "../../ask/type.ts";
import { counted, digits } from "../../ask/grammar.ts";
import { getScale } from "./get-scale.ts";
import { listReleases } from "./list-releases.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { cautionMeasures, cautionsOfAll } from "../../mcp/cautions.ts";
import { minimumCompanies, orNull } from "../../mcp/figures.ts";
import { releaseArgument } from "../../mcp/shared-arguments.ts";
import { shorten } from "../../mcp/shorten.ts";
import { type Tool } from "../../mcp/tool.ts";
import { releasePageOf, urlTo } from "../../ask/urls.ts";

/** Earlier releases that are named at most: an agent that needs more can give a date. */
const EARLIER_MAX = 5;

/** Descriptions of bands and pillars are given in full up to this length. */
const DESCRIPTION_CHARACTERS_MAX = 250;

const Described = Type.Object({
  id: Type.String(),
  label: Type.String(),
  description: Type.Unsafe<string | null>({ type: ["string", "null"], description: "In the publisher's words." }),
});

export const describeDatasetTool: Tool = {
  name: "describe_dataset",
  title: "What the data are and what they cannot tell",
  description:
    "The scale with its bands, the pillars, the sectors, how medians and ranks come about, how much the release covers, which releases came before it, and what must never be said from it. Use it first, once, before you answer anything from this service. It has no figures of countries, sectors or companies.",
  operations: [getScale, listReleases, listSectors],
  arguments: { release: releaseArgument(getScale) },
  content: {
    measures: orNull("string", "What the bands measure, in the publisher's words."),
    does_not_measure: Type.Array(Type.String(), { description: "What they must not be taken for." }),
    never_say: Type.Array(Type.String(), { description: "What no figure of this service supports." }),
    bands: Type.Array(Described, { description: "Worst first." }),
    pillars: Type.Array(Described, { description: "The aspects that companies are judged under." }),
    sectors: Type.Array(Type.Object({ id: Type.String(), label: Type.String() }), {
      description: "Every sector, with the `id` that `fetch` and the subject of `check_claim` take.",
    }),
    earlier_releases: Type.Array(
      Type.Object({ id: Type.String(), published_at: Type.String(), status: Type.String(), scale_id: Type.String() }),
      { description: "The ones before this one, newest first. Bands of another `scale_id` cannot be compared." },
    ),
    method: Type.Object({
      id: Type.String(),
      median: Type.String({ description: "`lower`: of an even number, the lower one of the two in the middle." }),
      tie_order: Type.String({ description: "How lists order countries of one rank. It says nothing of them." }),
      minimum_companies: minimumCompanies,
    }),
    coverage: Type.Unsafe({
      type: ["object", "null"],
      description: "How much the release holds; null for one that is not listed.",
    }),
    newest_judgement: Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "Its date; null where no judgement has one.",
    }),
  },
  async answer({ ask, given, baseUrl }) {
    const described = await ask(getScale, given);
    const { meta, scale, bands, pillars, method, measures, does_not_measure } = described;
    const { items: releases } = await ask(listReleases, { release: meta.release, limit: String(EARLIER_MAX + 1) });
    const { items: sectors } = await ask(listSectors, { release: meta.release, limit: "1000" });
    const api = baseUrl + urlTo(getScale.path, { release: meta.release });
    const all = `all are at ${api}.`;
    const release = releases.find(({ id }) => id === meta.release);
    const counts = release?.counts ?? null;
    const covered =
      counts === null
        ? ""
        : ` It covers ${digits(counts.companies)} companies, ${digits(counts.judged_companies)} of them judged, in ${digits(counts.countries)} countries.`;
    return {
      meta,
      scale,
      summary: `Judgements of companies on ${counted(bands.length, "ordered band", "ordered bands")} under ${counted(pillars.length, "pillar", "pillars")}, published by ${meta.publisher}. A country’s band is the median of its judged companies, the lower one where two are in the middle.${covered}`,
      cautions: cautionMeasures(described),
      content: {
        measures,
        does_not_measure,
        never_say: cautionsOfAll,
        bands: bands.map(describeShortly),
        pillars: pillars.map(describeShortly),
        sectors: sectors.map(({ slug, label }) => ({ id: `sector:${slug}`, label })),
        earlier_releases: releases
          .filter(({ id }) => id !== meta.release)
          .map(({ id, published_at, status, scale_id }) => ({ id, published_at, status, scale_id })),
        method,
        coverage: counts,
        newest_judgement: release?.as_of ?? null,
      },
      links: {
        api,
        page: releasePageOf({ baseUrl }, meta.release),
      },
      cuttable: { sectors: `all are at ${baseUrl}${listSectors.path}.`, pillars: all, bands: all },
      leftOut: [...bands, ...pillars].some(isLong) ? [`Descriptions that end in “[…]” are whole at ${api}.`] : [],
    };
  },
};

interface DescribedEntry {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
}

function describeShortly({ id, label, description }: DescribedEntry): DescribedEntry {
  return { id, label, description: description === null ? null : shorten(description, DESCRIPTION_CHARACTERS_MAX) };
}

function isLong(entry: DescribedEntry): boolean {
  return describeShortly(entry).description !== entry.description;
}
