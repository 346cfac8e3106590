import type { FacetCounts, FoundName, SearchAnswer } from "../search/search-names.ts";
import type { CompanySummary } from "../snapshot/snapshot.ts";
import { describeDistribution, describeMedian } from "../contract/figures.ts";
import { keepPerRelease } from "../contract/kept-per-release.ts";
import { companyHref, countryOf, nameCountry, sectorOf } from "../contract/places.ts";
import type { Sources } from "../contract/sources.ts";
import { type WrittenJson, keepPieces, writeJson, writeMembers } from "../contract/written-json.ts";

/** Writes what searches find in one release. What many hits share is written once. */
export interface HitWriter {
  /** One item of an answer. */
  hit(found: FoundName): WrittenJson;
  facets(facets: SearchAnswer["facets"]): WrittenJson;
}

/** The writer of a release's hits. */
export const hitWriterOf: (sources: Sources) => HitWriter = keepPerRelease(buildWriter);

function buildWriter(sources: Sources): HitWriter {
  const { snapshot, atlas, site } = sources;
  const { scale } = snapshot.manifest.dataset;
  const writeCountry = keepPieces((iso2: string) => writeJson(nameCountry(atlas, countryOf(sources, iso2))));
  const writeSector = keepPieces((wanted: string) => {
    const { slug, label } = sectorOf(sources, wanted);
    return writeJson({ slug, label });
  });
  const writeFigures = keepPieces(
    ({ median, distribution }: CompanySummary) =>
      writeMembers({ ...describeMedian(scale, median), distribution: describeDistribution(scale, distribution) }),
    ({ distribution }) => distribution,
  );

  return {
    hit({ kind, place, name, highlights, alias }) {
      const product = kind === "product" ? snapshot.productAt(place) : null;
      const company = snapshot.companyAt(product?.company ?? place);
      const { id, slug } = product ?? company;
      const href = `"href":${writeJson(companyHref(site, company.slug))}`;
      const given = id === null ? '"id":null,"id_reason":"not_given"' : `"id":${writeJson(id)},"id_reason":null`;
      const match = `"name":${writeJson(name)},"highlights":${writeJson(highlights)},${writeAlias(alias)}`;
      const area = `"country":${writeCountry(company.country)},"sector":${writeSector(company.sector)}`;
      const owner = product === null ? OWN_COMPANY : `"company":${writeOwner(company, href)},"company_reason":null`;
      return `{"type":"${kind}",${given},"slug":${writeJson(slug)},${match},${area},${owner},${writeFigures(company)},${href}}`;
    },

    facets({ kind, country, sector }) {
      const kinds = writeFacet("type", kind, (value) => `"${value}"`);
      const countries = writeFacet("country", country, writeCountry);
      return `{"type":${kinds},"country":${countries},"sector":${writeFacet("sector", sector, writeSector)}}`;
    },
  };
}

const OWN_COMPANY = '"company":null,"company_reason":"is_a_company"';

function writeOwner({ id, slug, name }: CompanySummary, href: WrittenJson): WrittenJson {
  return `{${writeMembers({ id, slug, name })},${href}}`;
}

function writeAlias(alias: string | null): WrittenJson {
  return alias === null
    ? '"matched_name":null,"matched_name_reason":"name_matched"'
    : `"matched_name":${writeJson(alias)},"matched_name_reason":null`;
}

function writeFacet(name: string, counts: FacetCounts, write: (value: string) => WrittenJson): WrittenJson {
  return `[${counts.map(([value, count]) => `{"${name}":${write(value)},"count":${count}}`).join(",")}]`;
}
