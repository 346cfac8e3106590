/** The files of a folder of raw data, and the options of init that say what its SOURCE.md says. */
export interface RawAnswers {
  readonly folder: string;
  /** Of `raw/`, in which * stands for any characters. */
  readonly files: readonly string[];
  readonly options: readonly string[];
}

function columns(...each: readonly string[]): string[] {
  return each.flatMap((text) => ["--column", text]);
}

const NO_DATE = columns("judged_on=none");

/** One entry for each folder of `../shared/data/raw`. */
export const RAW_ANSWERS: readonly RawAnswers[] = [
  {
    folder: "bgp-operators",
    files: ["operators.csv"],
    options: [
      ...columns("id=asn", "name=name", "sector=type", "country=none"),
      ...NO_DATE,
      "--country",
      "none",
      "--pillar",
      "status",
      "--bands",
      "unsafe < partially safe < safe",
    ],
  },
  {
    folder: "godi-entries",
    files: ["entries.csv", "places.csv"],
    options: [
      ...columns("id=place", "name=place | in places.csv, id, name", "country=place", "judged_on=year"),
      ...columns("pillar=dataset", "band=score"),
      "--correct",
      "place: ko = xk",
      "--correct",
      "places.csv, id: ko = xk",
      "--bands",
      "closed < partly closed < partly open < open",
      "--cuts",
      "25, 50, 100",
    ],
  },
  {
    folder: "ifg-transparenzranking",
    files: ["*.yml"],
    options: [
      ...columns("id=name of the file", "name=name", "judged_on=updated", "criterion=title", "band=points"),
      ...columns("pillar=title | in _criteria.yml, title, category"),
      "--country",
      "DE",
      "--share",
      "title | in _criteria.yml, title, maxPoints",
      "--bands",
      "none < part < full",
      "--cuts",
      "0.01, 1",
    ],
  },
  {
    folder: "odb-datasets",
    files: ["*.csv"],
    options: [
      ...columns("id=ISO2", "name=Country", "country=ISO2", "pillar=Dataset", "band=CalculatedScore"),
      "--bands",
      "low < some < good < high",
      "--cuts",
      "25, 50, 75",
    ],
  },
  {
    folder: "odb-survey",
    files: ["*.csv"],
    options: [
      ...columns("id=ISO3", "name=Country", "country=ISO2", "judged_on=year of the file"),
      "--pillar",
      "ODB.2013.*=ODB.2013.*",
      "--bands",
      "low < some < good < high",
      "--cuts",
      "2.5, 5, 7.5",
      "--cuts",
      "ODB.2013.D*=25, 50, 75",
    ],
  },
  {
    folder: "pulse-https",
    files: ["https-domains.csv"],
    options: [
      ...columns("name=Domain", "sector=Agency"),
      ...NO_DATE,
      "--country",
      "US",
      "--pillar",
      "SSL Labs Grade",
      "--bands",
      "F < T < C < B < A- < A < A+",
    ],
  },
  {
    folder: "sbti-companies-2026",
    files: ["*.xlsx"],
    options: [
      ...columns("id=sbti_id", "name=company_name", "country=location", "sector=sector", "lei=lei"),
      ...columns("judged_on=date_updated"),
      ...["near_term_status", "long_term_status", "net_zero_status"].flatMap((name) => ["--pillar", name]),
      "--bands",
      "Commitment removed < Committed < Targets set",
    ],
  },
  {
    folder: "tfa-directory",
    files: ["*.json"],
    options: [
      ...columns("id=domain", "name=key", "sector=categories | first"),
      ...columns("country=regions | only | without -"),
      ...NO_DATE,
      "--keep-without-country",
      "--pillar",
      "tfa=2FA",
      "--several",
      "best",
      "--bands",
      "none= < sms, email or call=sms|email|call < app or proprietary=totp|custom-software|custom-hardware < hardware key or passkey=u2f",
    ],
  },
  {
    folder: "us-hospitals",
    files: ["*.csv"],
    options: [
      ...columns("id=Provider ID", "name=Hospital Name", "sector=Hospital Type"),
      ...NO_DATE,
      "--country",
      "US",
      "--pillar",
      "* national comparison=*",
      "--bands",
      "Below the national average < Same as the national average < Above the national average",
    ],
  },
];
