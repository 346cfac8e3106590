import { MEDIAN_RULE } from "../trust/median.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { MetaJson, ScaleJson } from "./components.ts";
import { keepPerRelease } from "./kept-per-release.ts";
import type { Site, Sources } from "./sources.ts";
import { type WrittenJson, flatten, writeMembers } from "./written-json.ts";

/** The title of the banded dataset, whoever publishes it. */
export const BANDS_TITLE = "Country Trust Bands Dataset";

/** The title of the same data as version 1 knows it. */
export const SCORES_TITLE = "Country Trust Score Dataset";

/** Says what data answered: the `meta` and `scale` every data answer begins with. */
export function openEnvelope({ snapshot, site }: Sources): { meta: MetaJson; scale: ScaleJson } {
  return { meta: describeRelease(snapshot, site), scale: describeScale(snapshot) };
}

/** The members of `openEnvelope`, written once per release. */
export const writeEnvelope: (sources: Sources) => WrittenJson = keepPerRelease((sources) =>
  flatten(writeMembers(openEnvelope(sources))),
);

/** How to cite a release: `Publisher (year). Title (release id). {base}/api. CC-BY 4.0.` */
export function citationOf(snapshot: Snapshot, title: string, site: Site): string {
  const { dataset, id } = snapshot.manifest;
  const licence = dataset.licence.replace(/-(?=\d)/u, " ");
  return `${dataset.publisher} (${dataset.year}). ${title} (${id}). ${site.baseUrl}/api. ${licence}.`;
}

function describeRelease(snapshot: Snapshot, site: Site): MetaJson {
  const { dataset, id, publishedAt } = snapshot.manifest;
  return {
    title: BANDS_TITLE,
    publisher: dataset.publisher,
    year: dataset.year,
    release: id,
    published_at: publishedAt,
    license: dataset.licence,
    citation: citationOf(snapshot, BANDS_TITLE, site),
    notice: dataset.notice,
    notice_reason: dataset.notice === null ? "not_given" : null,
    source: {
      title: dataset.title,
      homepage: dataset.homepage,
      homepage_reason: dataset.homepage === null ? "not_given" : null,
    },
  };
}

function describeScale(snapshot: Snapshot): ScaleJson {
  const { scale } = snapshot.manifest.dataset;
  return {
    id: scale.id,
    direction: "ascending",
    median: MEDIAN_RULE,
    bands: scale.bands.map((band, index) => ({
      id: band.id,
      rank: index + 1,
      label: band.label,
      description: band.description,
      description_reason: band.description === null ? "not_given" : null,
    })),
  };
}
