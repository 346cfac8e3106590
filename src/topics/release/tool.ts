import type { MetaJson } from "../../ask/components.ts";
import { counted, countInWords } from "../../ask/grammar.ts";
import { releasePageOf, urlTo } from "../../ask/urls.ts";
import { linksArgument, releaseArgument } from "../../mcp/arguments.ts";
import { type Caution, cautionMeasures, cautionsOfAll } from "../../mcp/cautions.ts";
import { shorten } from "../../mcp/shorten.ts";
import type { Tool } from "../../mcp/tool.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { getScale } from "./get-scale.ts";
import { listReleases } from "./list-releases.ts";

/** Maximum number of earlier releases: an agent that needs more can give a date. */
const EARLIER_MAX = 5;

/** Maximum length of the descriptions of bands and pillars; longer ones are shortened. */
const DESCRIPTION_CHARACTERS_MAX = 160;

/** Maximum number of the publisher's corrections, of which the newest count, and of characters. */
const CORRECTIONS_MAX = 3;
const CORRECTION_CHARACTERS_MAX = 150;

export const describeDatasetTool: Tool = {
  name: "describe_dataset",
  title: "What the data are and what they cannot tell",
  description:
    "Scale with its bands worst first, pillars, sectors, what is measured and what not, coverage, releases, how to cite, and what must never be said. Call it first, once: other answers have ids of bands and of the release alone. It has no figures.",
  operations: [getScale, listReleases, listSectors],
  arguments: { links: linksArgument, release: releaseArgument },
  async answer({ ask, given, baseUrl }) {
    const described = await ask(getScale, given);
    const { meta, scale, bands, pillars, method, measures, does_not_measure } = described;
    const { items: releases } = await ask(listReleases, { release: meta.release, limit: String(EARLIER_MAX + 1) });
    const { items: sectors } = await ask(listSectors, { release: meta.release, limit: "1000", fields: "slug,label" });
    const api = baseUrl + urlTo(getScale.path, { release: meta.release });
    const all = `all are at ${api}.`;
    const release = releases.find(({ id }) => id === meta.release);
    const counts = release?.counts ?? null;
    const covered =
      counts === null
        ? ""
        : ` It covers ${counted(counts.companies, "company", "companies")}, ${countInWords(counts.judged_companies)} of them judged, in ${counted(counts.countries, "country", "countries")}.`;
    return {
      meta,
      summary: `Judgements of companies on ${counted(bands.length, "ordered band", "ordered bands")} under ${counted(pillars.length, "pillar", "pillars")}, published by “${meta.publisher}”. A country’s band is the median of its judged companies, the lower one where two are in the middle.${covered}`,
      cautions: [...cautionMeasures(described), ...cautionsOfPublisher(meta)],
      content: {
        dataset: {
          title: meta.title,
          publisher: meta.publisher,
          license: meta.license,
          citation: meta.citation,
          published_at: meta.published_at,
        },
        measures,
        does_not_measure,
        never_say: cautionsOfAll,
        scale_id: scale.id,
        bands: bands.map(describeShortly),
        pillars: pillars.map(describeShortly),
        method: { median: method.median, minimum_companies: method.minimum_companies },
        coverage: counts,
        newest_judgement: release?.newest_judgement ?? null,
        earlier_releases: releases
          .filter(({ id }) => id !== meta.release)
          .map(({ id, published_at, status, scale_id }) => ({
            id,
            published_at: published_at.slice(0, 10),
            status,
            scale_id,
          })),
        sectors: sectors.map(({ slug, label }) => ({ id: `sector:${slug}`, label })),
      },
      links: { api, page: releasePageOf({ baseUrl }, meta.release) },
      cuttable: { sectors: "`list` lists them.", pillars: all, bands: all },
      leftOut: [
        ...([...bands, ...pillars].some(isLong) ? [`Descriptions that end in “[…]” are whole at ${api}.`] : []),
        ...correctionsLeftOut(meta.errata, releasePageOf({ baseUrl }, meta.release)),
      ],
    };
  },
};

interface DescribedEntry {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
}

function describeShortly({ id, label, description }: DescribedEntry) {
  return {
    id,
    label,
    ...(description === null ? {} : { description: shorten(description, DESCRIPTION_CHARACTERS_MAX) }),
  };
}

function isLong({ description }: DescribedEntry): boolean {
  return description !== null && shorten(description, DESCRIPTION_CHARACTERS_MAX) !== description;
}

/** Quotes the publisher's cautions about the release. */
function cautionsOfPublisher({ notice, completeness, mark, errata }: MetaJson): Caution[] {
  return [
    // Every answer has the notice if sentences have no mark.
    ...(notice === null || mark === null ? [] : [{ say: `The publisher notes: “${notice}”`, ...QUOTED }]),
    ...(completeness === null ? [] : [{ say: completeness, ...QUOTED }]),
    ...errata.slice(-CORRECTIONS_MAX).map(({ at, text }) => ({
      say: `The publisher corrected on ${at.slice(0, 10)}: “${shorten(text, CORRECTION_CHARACTERS_MAX)}”`,
      ...QUOTED,
    })),
  ];
}

const QUOTED = { isQuoted: true } as const;

/** Returns a hint to the page of all corrections if some are not quoted in full. */
function correctionsLeftOut(errata: MetaJson["errata"], page: string): string[] {
  const isWhole =
    errata.length <= CORRECTIONS_MAX && errata.every(({ text }) => shorten(text, CORRECTION_CHARACTERS_MAX) === text);
  return isWhole ? [] : [`\`must_say\` has the newest corrections in short: all are at ${page}.`];
}
