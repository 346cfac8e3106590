import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { writeDataset } from "../fixtures/dataset.ts";
import { TestCli } from "./run-cli.ts";

/** Faults of a dataset that `publish` let pass once, each over the same publication. */

const COUNTRIES = ["DE", "ES", "FR", "JP"];
const SECTORS = ["Food", "Retail", "Mining"];
const BANDS = ["poor", "fair", "good"];
const PILLARS = ["use", "waste"];
const CRITERIA = ["spills", "recycling"];
const ITALIAN = 62;
const COMPANIES = 500;

interface Company {
  id: string;
  name: string;
  country: string;
  sector: string;
}

interface Judgement {
  company: string;
  pillar: string;
  band: number;
  criterion: string;
  date: string;
  source: string;
}

interface Edition {
  companies: Company[];
  judgements: Judgement[];
  facts: Record<string, unknown>;
  about: string;
}

/** In use, companies stand a band lower than in waste, but for the best of them. */
function makeEdition(): Edition {
  const companies = Array.from({ length: COMPANIES }, (_, i) => ({
    id: `c${String(i).padStart(3, "0")}`,
    name: `Company ${i}`,
    country: i < ITALIAN ? "IT" : (COUNTRIES[i % COUNTRIES.length] ?? ""),
    sector: SECTORS[i % SECTORS.length] ?? "",
  }));
  const judgements = companies.flatMap(({ id }, i) =>
    PILLARS.flatMap((pillar) =>
      CRITERIA.map((criterion) => ({
        company: id,
        pillar,
        band: Math.min(2, levelOf(i) + (pillar === "waste" ? 1 : 0)),
        criterion,
        date: `2026-0${1 + (i % 9)}-15`,
        source: `https://reports.example/${id}`,
      })),
    ),
  );
  return {
    companies,
    judgements,
    facts: { notice: "Judged from reports.", licence: "CC-BY-4.0" },
    about: "# About us\n",
  };
}

/** The best Italian companies come last; elsewhere all bands are mixed. */
function levelOf(company: number): number {
  if (company < ITALIAN) return company < 20 ? 0 : company < 45 ? 1 : 2;
  return Math.floor(company / COUNTRIES.length) % BANDS.length;
}

function write({ companies, judgements, facts, about }: Edition): string {
  const folder = writeDataset({
    bands: BANDS,
    pillars: PILLARS,
    facts,
    companies: companies.map(({ id, name, country, sector }) => `${id},${name},${country},${sector}`),
    judgementColumns: "company,pillar,band,criterion,judged_on,source_url",
    judgements: judgements.map(({ company, pillar, band, criterion, date, source }) =>
      [company, pillar, BANDS[band], criterion, date, source].join(","),
    ),
  });
  writeFileSync(path.join(folder, "about.md"), about);
  return folder;
}

const named = (id: string, label: string): object => ({ id, label });

/** Gives each company of a country the bands of the one before it. */
function rotateBands({ companies, judgements }: Edition): void {
  const donors = new Map<string, string>();
  for (const own of Map.groupBy(companies, ({ country }) => country).values())
    for (const [i, { id }] of own.entries()) donors.set(id, own.at(i - 1)?.id ?? id);
  const keyOf = (company: string, { pillar, criterion }: Judgement): string => `${company} ${pillar} ${criterion}`;
  const bands = new Map(judgements.map((judgement) => [keyOf(judgement.company, judgement), judgement.band]));
  for (const judgement of judgements)
    judgement.band = bands.get(keyOf(donors.get(judgement.company) ?? "", judgement)) ?? 0;
}

const FAULTS: readonly (readonly [fault: string, trigger: string, spoil: (edition: Edition) => void])[] = [
  [
    "all names shifted by one row against their ids",
    "names_moved",
    ({ companies }) => {
      const names = companies.map(({ name }) => name);
      for (const [i, company] of companies.entries()) company.name = names.at(i - 1) ?? "";
    },
  ],
  [
    "3 % of the companies renamed",
    "renamed",
    ({ companies }) => {
      for (const company of companies.slice(0, 15)) company.name = `${company.name} Holding`;
    },
  ],
  [
    "a company that was best is worst in all pillars",
    "worst_in_all_pillars",
    ({ judgements }) => {
      const { company: best } = judgements.find(({ pillar, band }) => pillar === "use" && band === 2) ?? {};
      for (const judgement of judgements) if (judgement.company === best) judgement.band = 0;
    },
  ],
  [
    "two pillars swapped in the data",
    "pillar_judgements_swapped",
    ({ judgements }) => {
      for (const judgement of judgements) judgement.pillar = judgement.pillar === "use" ? "waste" : "use";
    },
  ],
  [
    "two pillars swapped in their labels",
    "labels",
    ({ facts }) => {
      facts["pillars"] = [named("use", "Water waste"), named("waste", "Water use")];
    },
  ],
  [
    "a criterion renamed",
    "criteria_gone",
    ({ judgements }) => {
      for (const judgement of judgements) if (judgement.criterion === "spills") judgement.criterion = "leaks";
    },
  ],
  [
    "a rare criterion lost",
    "criteria_gone",
    (edition) => {
      edition.judgements = edition.judgements.filter(({ criterion }) => criterion !== "floods");
    },
  ],
  [
    "half of the judgements lost, where each company keeps one in each pillar",
    "judgements_gone",
    (edition) => {
      const kept = new Set<string>();
      edition.judgements = edition.judgements.filter(({ company, pillar }) => {
        const key = `${company} ${pillar}`;
        return !kept.has(key) && kept.add(key);
      });
    },
  ],
  [
    "every source gone",
    "sources_gone",
    ({ judgements }) => {
      for (const judgement of judgements) judgement.source = "";
    },
  ],
  [
    "the dates of the year before",
    "newest_date",
    ({ judgements }) => {
      for (const judgement of judgements) judgement.date = judgement.date.replace("2026", "2025");
    },
  ],
  [
    "sectors shifted by one row",
    "reclassified",
    ({ companies }) => {
      const sectors = companies.map(({ sector }) => sector);
      for (const [i, company] of companies.entries()) company.sector = sectors.at(i - 1) ?? "";
    },
  ],
  ["the medians of half of the companies moved, and of no country", "company_medians_moved", rotateBands],
  [
    "another licence",
    "licence",
    ({ facts }) => {
      facts["licence"] = "CC0-1.0";
    },
  ],
  [
    "a placeholder as notice",
    "notice",
    ({ facts }) => {
      facts["notice"] = "TODO lorem ipsum";
    },
  ],
  [
    "another text of the publisher",
    "texts",
    (edition) => {
      edition.about = "TODO\n";
    },
  ],
  [
    "the 48 best of 62 Italian companies gone, fewer than a tenth of all",
    "companies_gone_in_country",
    (edition) => {
      const gone = new Set(edition.companies.slice(ITALIAN - 48, ITALIAN).map(({ id }) => id));
      edition.companies = edition.companies.filter(({ id }) => !gone.has(id));
      edition.judgements = edition.judgements.filter(({ company }) => !gone.has(company));
    },
  ],
  [
    "a company that is there twice",
    "new_duplicates",
    ({ companies }) => {
      companies.push({ id: "d000", name: "COMPANY 70 S.A.", country: "FR", sector: "Food" });
    },
  ],
];

describe("a fault that nothing else shows is refused", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  const edition = (spoil: (edition: Edition) => void = () => {}): string => {
    const made = makeEdition();
    made.facts["pillars"] = [named("use", "Water use"), named("waste", "Water waste")];
    const [first] = made.judgements;
    assert.ok(first);
    made.judgements.push({ ...first, criterion: "floods" });
    spoil(made);
    return write(made);
  };
  const dryRun = async (folder: string): Promise<{ status: number; kinds: string[] }> => {
    const { status, out } = await cli.run("publish", folder, "--dry-run", "--json");
    const { triggers } = JSON.parse(out) as { triggers: { trigger: string }[] };
    return { status, kinds: triggers.map(({ trigger }) => trigger) };
  };

  before(async () => {
    const { status, said } = await cli.run("publish", edition());
    assert.equal(status, 0, said);
  });

  test("an edition with some companies judged anew is not", async () => {
    const { status, kinds } = await dryRun(
      edition(({ judgements }) => {
        for (const judgement of judgements.slice(400, 420)) {
          judgement.band = judgement.band === BANDS.length - 1 ? judgement.band - 1 : judgement.band + 1;
          judgement.date = "2026-10-01";
        }
      }),
    );
    assert.deepEqual([status, kinds], [0, []]);
  });

  for (const [fault, trigger, spoil] of FAULTS)
    test(fault, async () => {
      const { status, kinds } = await dryRun(edition(spoil));
      assert.equal(status, 3);
      assert.ok(kinds.includes(trigger), kinds.join(", "));
    });

  test("the limits of dataset.json let a fault pass", async () => {
    const folder = edition((made) => {
      for (const company of made.companies.slice(0, 15)) company.name = `${company.name} Holding`;
      made.facts["licence"] = "CC0-1.0";
      made.facts["gate"] = { max_renamed_percent: 3, max_licences_changed: 1 };
    });
    assert.deepEqual(await dryRun(folder), { status: 0, kinds: [] });
  });
});
