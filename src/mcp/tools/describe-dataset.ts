import { Type } from "typebox";
import { getScale } from "../../operations/get-scale.ts";
import { listReleases } from "../../operations/list-releases.ts";
import { listSectors } from "../../operations/list-sectors.ts";
import { cautionsOfAll } from "../cautions.ts";
import { releaseArgument } from "../shared-arguments.ts";
import { linkTo, type Tool } from "../tool.ts";

/** Earlier releases that are named at most: an agent that needs more can give a date. */
const EARLIER_MAX = 5;

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
      median: Type.String(),
      tie_order: Type.String(),
      minimum_companies: Type.Integer(),
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
    const { meta, scale, bands, pillars, method } = await ask(getScale, given);
    const { items: releases } = await ask(listReleases, { release: meta.release, limit: String(EARLIER_MAX + 1) });
    const { items: sectors } = await ask(listSectors, { release: meta.release, limit: "1000" });
    const release = releases.find(({ id }) => id === meta.release);
    const counts = release?.counts ?? null;
    const covered =
      counts === null
        ? ""
        : ` It covers ${counts.companies} companies, ${counts.judged_companies} of them judged, in ${counts.countries} countries.`;
    return {
      meta,
      scale,
      summary: `${meta.publisher} judges companies on ${bands.length} ordered bands under ${pillars.length} pillars; a country's band is the lower median of its judged companies.${covered}`,
      mustSay: [],
      content: {
        never_say: cautionsOfAll,
        bands: bands.map(({ id, label, description }) => ({ id, label, description })),
        pillars: pillars.map(({ id, label, description }) => ({ id, label, description })),
        sectors: sectors.map(({ slug, label }) => ({ id: `sector:${slug}`, label })),
        earlier_releases: releases
          .filter(({ id }) => id !== meta.release)
          .map(({ id, published_at, status, scale_id }) => ({ id, published_at, status, scale_id })),
        method,
        coverage: counts,
        newest_judgement: release?.as_of ?? null,
      },
      links: {
        api: linkTo(baseUrl, getScale.path, { release: meta.release }),
        page: `${baseUrl}/releases/${encodeURIComponent(meta.release)}`,
      },
      cuttable: { sectors: `all are at ${baseUrl}${listSectors.path}.` },
    };
  },
};
