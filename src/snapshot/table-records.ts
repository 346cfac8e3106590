import { companyStatisticsColumns } from "../release/row-columns.ts";
import { JUDGEMENT_COLUMNS } from "../trust/judgement-columns.ts";
import type { CompanyDetail, OwnedJudgement, OwnedProduct, Snapshot } from "./snapshot.ts";

/** Rows of the downloadable tables, for lists of some of them: values by the names of columns. */

type TableRecord = Readonly<Record<string, string | number | null>>;

export function companyRecord(snapshot: Snapshot, company: CompanyDetail): TableRecord {
  const { id, slug, name, country: iso2, sector, distribution, median, website, lei } = company;
  const statistics = { median, judgements: distribution, pillars: company.pillars };
  const computed = companyStatisticsColumns(snapshot.manifest.dataset).map(
    ({ description, value }) => [description.name, value(statistics)] as const,
  );
  const iso3 = snapshot.countryByIso2(iso2)?.iso3 ?? null;
  return { id, slug, name, iso3, iso2, sector, ...Object.fromEntries(computed), website, lei };
}

export function productRecord(snapshot: Snapshot, { id, slug, name, brand, company }: OwnedProduct): TableRecord {
  return { id, slug, name, brand, company_id: snapshot.companyAt(company).id };
}

export function judgementRecord(snapshot: Snapshot, judgement: OwnedJudgement): TableRecord {
  const { pillars, scale } = snapshot.manifest.dataset;
  const record: Record<string, string | number | null> = {};
  for (const column of JUDGEMENT_COLUMNS) {
    if (column.name === "company") record["company_id"] = snapshot.companyAt(judgement.company).id;
    else if (column.name === "pillar") record["pillar"] = pillars[judgement.pillar]?.id ?? null;
    else if (column.name === "band") {
      record["band"] = scale.bands[judgement.band - 1]?.id ?? null;
      record["band_level"] = judgement.band;
    } else record[column.name] = judgement[column.name];
  }
  return record;
}
