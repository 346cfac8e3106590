import type { CompanyRecord, ListedCompanies, Snapshot } from "../snapshot/snapshot.ts";
import { countOf } from "../trust/scale.ts";
import { describeBands } from "./figures.ts";
import { companyHref, nameCountry } from "./places.ts";
import type { Sources } from "./sources.ts";
import { type WrittenJson, keepPieces, writeJson, writeMembers } from "./written-json.ts";

/**
 * Writes companies as members of JSON objects. What many companies share is written once: a row of a list is put together from a handful of
 * pieces, in a fraction of a microsecond.
 */
export interface CompanyWriter {
  /** The members a company has wherever it stands. */
  members(position: number): WrittenJson;
  /** Companies as items of a list: the same members and their addresses. */
  items(positions: ArrayLike<number>): WrittenJson;
}

interface KeptWriter {
  readonly baseUrl: string;
  readonly writer: CompanyWriter;
}

const writers = new WeakMap<Snapshot, KeptWriter>();

/** The writer of a release's companies. */
export function companyWriterOf(sources: Sources): CompanyWriter {
  const { snapshot, site } = sources;
  const kept = writers.get(snapshot);
  if (kept?.baseUrl === site.baseUrl) return kept.writer;
  const writer = buildWriter(sources, snapshot.listed);
  writers.set(snapshot, { baseUrl: site.baseUrl, writer });
  return writer;
}

function buildWriter({ snapshot, atlas, site }: Sources, listed: ListedCompanies): CompanyWriter {
  const { scale } = snapshot.manifest.dataset;
  const areas = keepPieces((cell: number) => {
    const { country, sector } = listed.cell(cell);
    const members = { country: nameCountry(atlas, country), sector: { slug: sector.slug, label: sector.label } };
    return `,${writeMembers(members)},`;
  });
  const figures = keepPieces((profile: number) => {
    const { distribution, median } = listed.profile(profile);
    return writeMembers({ judgement_count: countOf(distribution), ...describeBands(scale, { distribution, median }) });
  });
  const figuresAndHref = keepPieces(
    (profile: number) => `${figures(profile)},"href":${writeJson(companyHref(site, "")).slice(0, -1)}`,
  );
  return {
    members: (position) =>
      listed.namesAt(position) + areas(listed.cellAt(position)) + figures(listed.profileAt(position)),
    items(positions) {
      let written = "";
      for (let index = 0; index < positions.length; index += 1) {
        const position = positions[index]!;
        const names = listed.namesAt(position);
        written += index === 0 ? "{" : '"},{';
        written += names;
        written += areas(listed.cellAt(position));
        written += figuresAndHref(listed.profileAt(position));
        written += slugIn(names);
      }
      return written === "" ? "" : `${written}"}`;
    },
  };
}

const SLUG_MEMBER = ',"slug":"';

/** The slug among written names. It has only characters that stand for themselves in JSON and in addresses. */
function slugIn(names: WrittenJson): string {
  const start = names.indexOf(SLUG_MEMBER) + SLUG_MEMBER.length;
  return names.slice(start, names.indexOf('"', start));
}

/** The company that examples show: the one with the most judgements. Undefined in a release without companies. */
export function exampleCompany(snapshot: Snapshot): CompanyRecord | undefined {
  return snapshot.listCompanies({ sort: "-judgements", limit: 1, offset: 0 }).companies[0];
}
