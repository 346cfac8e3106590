import type { CompanyDetail, Snapshot } from "../../release/snapshot.ts";
import { summarizeCompany } from "../company/list-companies.ts";
import { countryOf, judgementsOf, sectorOf } from "../../ask/describe.ts";
import { labelInWords } from "../../ask/grammar.ts";
import type { Sources } from "../../ask/sources.ts";
import { marked } from "../../ask/mark.ts";

/** The properties of companies that a client of reconciliation can ask for. */

/** A value as data extension writes it. */
export type PropertyValue = { readonly str: string } | { readonly int: number };

export interface CompanyProperty {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Null where the company has none. */
  valueOf(sources: Sources, company: CompanyDetail): PropertyValue | null;
}

/** The properties that also narrow queries, which ignore all others. */
export const NARROWING = ["country", "country_code", "sector", "lei", "company_id"] as const;
export type NarrowingId = (typeof NARROWING)[number];

const text = (value: string | null): PropertyValue | null => (value === null ? null : { str: value });

const OWN_PROPERTIES: readonly CompanyProperty[] = [
  {
    id: "median_band",
    name: "Median band",
    description:
      "The lower median of all its current judgements, by its label. Empty for a company that is not judged.",
    valueOf: (sources, { median }) => text(bandOf(sources, median)),
  },
  {
    id: "median_level",
    name: "Level of the median band",
    description: "The number of the median band on the scale; 1 is the worst band. Only the order has meaning.",
    valueOf: (_sources, { median }) => (median === null ? null : { int: median }),
  },
  {
    id: "judgement_count",
    name: "Number of judgements",
    description: "How many current judgements the company has.",
    valueOf: (_sources, { judgementCount }) => ({ int: judgementCount }),
  },
  {
    id: "country",
    name: "Country",
    description:
      "The country by name. In queries: a name, an ISO 3166-1 code or a slug; only companies there are found.",
    valueOf: (sources, { country }) => (country === null ? null : text(countryOf(sources, country).name)),
  },
  {
    id: "country_code",
    name: "Country code",
    description: "The country by its ISO 3166-1 alpha-3 code. In queries like the country.",
    valueOf: (sources, { country }) => (country === null ? null : text(countryOf(sources, country).iso3)),
  },
  {
    id: "sector",
    name: "Sector",
    description: "The sector by its label. In queries: a label or slug; only companies in it are found.",
    valueOf: (sources, { sector }) => text(sectorOf(sources, sector).label),
  },
  {
    id: "summary",
    name: "Summary",
    description: "The median band in a sentence.",
    valueOf: (sources, company) => {
      const { summary } = summarizeCompany(sources.snapshot, company, judgementsOf(company));
      return text(marked(summary, sources.snapshot.manifest.dataset.mark));
    },
  },
  {
    id: "reply_status",
    name: "Reply",
    description:
      "What became of asking the company for its reply: asked, no_answer, answered or corrected. Empty where the publisher does not say that it asked. Silence is no admission.",
    valueOf: (_sources, { replyStatus }) => text(replyStatus),
  },
  {
    id: "lei",
    name: "LEI",
    description: "Legal Entity Identifier (ISO 17442). In queries: decides alone which company is meant.",
    valueOf: (_sources, { lei }) => text(lei),
  },
  {
    id: "company_id",
    name: "Publisher's id",
    description: "The publisher's own id of the company. In queries: decides alone which company is meant.",
    valueOf: (_sources, { id }) => text(id),
  },
  {
    id: "release",
    name: "Release",
    description: "The release that the values are from. Keep it with them, to cite it.",
    valueOf: ({ snapshot }) => text(snapshot.manifest.id),
  },
];

/** Lists the properties of the companies of a release: those of every release, and each pillar. */
export function propertiesOf({ manifest }: Snapshot): readonly CompanyProperty[] {
  const pillars = manifest.dataset.pillars.map(({ id, label }, index): CompanyProperty => {
    return {
      id: `pillar:${id}`,
      name: `${label}: median band`,
      description: `The lower median of its current judgements in the pillar ${labelInWords(label)}, by its label. Empty for a company that is not judged in it.`,
      valueOf: (sources, { pillars: own }) => text(bandOf(sources, own[index]?.median ?? null)),
    };
  });
  return [...OWN_PROPERTIES, ...pillars];
}

/**
 * Finds the properties whose name or id begins with a text, in any case, and after them those with
 * a word of their name that does.
 */
export function findProperties(snapshot: Snapshot, prefix: string): readonly CompanyProperty[] {
  const start = fold(prefix);
  const all = propertiesOf(snapshot);
  const first = all.filter(({ id, name }) => fold(id).startsWith(start) || fold(name).startsWith(start));
  const within = all.filter(({ name }) => fold(name).includes(` ${start}`));
  return [...new Set([...first, ...within])];
}

function fold(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

function bandOf({ snapshot }: Sources, level: number | null): string | null {
  return snapshot.manifest.dataset.scale.bands[(level ?? 0) - 1]?.label ?? null;
}
