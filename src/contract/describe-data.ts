import type { Snapshot } from "../snapshot/snapshot.ts";
import { BANDS_TITLE } from "./describe.ts";

/** What catalogues and reference managers say of the data of a release: its title, and a paragraph of at least fifty characters. */
export function describeData({ manifest }: Snapshot): { readonly title: string; readonly description: string } {
  const { dataset, counts } = manifest;
  const { bands } = dataset.scale;
  const scale = `${bands.length} ordered bands from ${bands[0]?.label} to ${bands.at(-1)?.label}`;
  const sentences = [
    `Lower median bands and distributions of countries (${counts.countries}), sectors (${counts.sectors}) and companies (${counts.companies}) on an ordinal scale of ${scale}, counted from ${counts.judgements} judgements in ${dataset.pillars.length} pillars.`,
    "Only the order of the bands has meaning.",
    `Source: ${dataset.title}.`,
    ...(dataset.notice === null ? [] : [dataset.notice]),
  ];
  return { title: BANDS_TITLE, description: sentences.join(" ") };
}
