import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { makeWorkbook } from "../intake/make-workbook.ts";
import { windows1252 } from "../intake/windows-1252.ts";
import { PROJECT } from "./run-cli.ts";

/** Files as publishers have them, what init is told about them, and what the dataset is to hold. */
export interface Shape {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly options: readonly string[];
  /** Id, name, country and sector of some companies; `companies` counts all. */
  readonly companies: number;
  readonly someCompanies: readonly (readonly [id: string, name: string, iso2: string, sector: string])[];
  /** Company, label of the pillar, label of the band and date of some judgements. */
  readonly judgements: number;
  readonly someJudgements: readonly (readonly [company: string, pillar: string, band: string, date: string | null])[];
}

const FIXTURES = path.join(PROJECT, "test", "fixtures", "init");

function fixture(name: string): Record<string, Uint8Array> {
  const folder = path.join(FIXTURES, name);
  return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file))]));
}

const GERMAN_CSV = windows1252(
  [
    "Firma;Sitz;Branche;Geprüft am;Löhne;Lieferkette",
    "Bäckerei Öhler;Deutschland;Lebensmittel;03.02.2025;gut;mittel",
    ";;;;;",
    "Stahl & Söhne;Österreich;Metall;14.02.2025;schlecht;k. A.",
    "Züri Café;Schweiz;Gastronomie;1.3.2025;mittel;gut",
    ";;;;;",
    "Küstenfisch;Dänemark;Lebensmittel;28.02.2025;mittel;schlecht",
    "",
  ].join("\r\n"),
);

const TWO_SHEETS = makeWorkbook({
  sheets: [
    {
      name: "Unternehmen",
      rows: [
        ["Stammdaten", null, null, null],
        [null, null, null, null],
        ["Kürzel", "Unternehmen", "Land", "Branche", "Website"],
        ["ÖHL", "Bäckerei Öhler", "Deutschland", "Lebensmittel", "www.oehler.example"],
        ["STA", "Stahl & Söhne", "Österreich", "Metall"],
        ["ZÜR", "Züri Café", "Schweiz", "Gastronomie"],
      ],
    },
    {
      name: "Bewertungen",
      rows: [
        ["Kürzel", "Thema", "Bewertung", "Stand"],
        ["ÖHL", "Löhne", "gut", "03.02.2025"],
        ["ÖHL", "Lieferkette", "mittel", "03.02.2025"],
        ["STA", "Löhne", "schlecht", "14.02.2025"],
        ["STA", "Lieferkette", "k. A.", "14.02.2025"],
        ["ZÜR", "Löhne", "mittel", "01.03.2025"],
        ["ZÜR", "Lieferkette", "gut", "01.03.2025"],
        ["Gesamt", null, "6", null],
      ],
    },
  ],
});

const THREE = ["--bands", "poor < fair < good"];

export const SHAPES: readonly Shape[] = [
  {
    name: "german-semicolons-windows-1252",
    files: { "umfrage.csv": GERMAN_CSV },
    options: ["--bands", "schlecht < mittel < gut"],
    companies: 4,
    someCompanies: [["Bäckerei Öhler", "Bäckerei Öhler", "DE", "lebensmittel"]],
    judgements: 7,
    someJudgements: [
      ["Züri Café", "Löhne", "mittel", "2025-03-01"],
      ["Stahl & Söhne", "Löhne", "schlecht", "2025-02-14"],
    ],
  },
  {
    name: "workbook-of-two-sheets",
    files: { "Auswertung 2025.xlsx": TWO_SHEETS },
    options: ["--bands", "schlecht < mittel < gut"],
    companies: 3,
    someCompanies: [["ZÜR", "Züri Café", "CH", "gastronomie"]],
    judgements: 5,
    someJudgements: [["ÖHL", "Lieferkette", "mittel", "2025-02-03"]],
  },
  {
    name: "title-above-header",
    files: fixture("title-above-header"),
    options: THREE,
    companies: 5,
    someCompanies: [["Brandberg", "Brandberg", "NA", "mining"]],
    judgements: 9,
    someJudgements: [["Brandberg", "Water use", "fair", null]],
  },
  {
    name: "points-in-columns",
    files: fixture("points-in-columns"),
    options: ["--bands", "None=0 < Some=1|1.5 < Full=2"],
    companies: 6,
    someCompanies: [["Cypress Bank", "Cypress Bank", "KR", "banking"]],
    judgements: 17,
    someJudgements: [
      ["Alder Foods", "Due diligence", "Full", null],
      ["Cypress Bank", "Due diligence", "Some", null],
    ],
  },
  {
    name: "one-row-per-indicator",
    files: fixture("one-row-per-indicator"),
    options: THREE,
    companies: 4,
    someCompanies: [["C-01", "Acme", "FR", "food"]],
    judgements: 7,
    someJudgements: [["C-03", "Waste water", "fair", "2025-04-11"]],
  },
  {
    name: "iso-codes",
    files: fixture("iso-codes"),
    options: ["--bands", "low; medium; high"],
    companies: 6,
    someCompanies: [
      ["Nordhav", "Nordhav", "NO", "shipping"],
      ["Namib Salt", "Namib Salt", "NA", "mining"],
    ],
    judgements: 12,
    someJudgements: [["Nordhav", "tax", "high", null]],
  },
  {
    name: "french-country-names",
    files: fixture("french-country-names"),
    options: ["--bands", "faible < moyen < élevé"],
    companies: 7,
    someCompanies: [
      ["Étoile du Sud", "Étoile du Sud", "CI", "transport"],
      ["Grand Lac", "Grand Lac", "US", "distribution"],
    ],
    judgements: 13,
    someJudgements: [["Forges de Corée", "Salaires", "élevé", null]],
  },
  {
    name: "json-map",
    files: fixture("json-map"),
    options: ["--bands", "D < C < B < A"],
    companies: 5,
    someCompanies: [["Ensō", "Ensō", "JP", "retail"]],
    judgements: 9,
    someJudgements: [["Acme", "grades waste", "D", null]],
  },
  {
    name: "json-lines",
    files: fixture("json-lines"),
    options: THREE,
    companies: 3,
    someCompanies: [["Cedar", "Cedar", "LB", "food"]],
    judgements: 6,
    someJudgements: [["Cedar", "Waste water", "good", null]],
  },
  {
    name: "file-for-each-year",
    files: fixture("file-for-each-year"),
    options: THREE,
    companies: 4,
    someCompanies: [["Cedar", "Cedar", "LB", "groceries"]],
    judgements: 12,
    someJudgements: [
      ["Acme", "water", "fair", "2024"],
      ["Brandberg", "soil", "good", "2024"],
    ],
  },
  {
    name: "total-and-notes-below",
    files: fixture("total-and-notes-below"),
    options: ["--bands", "No < Partial < Yes"],
    companies: 4,
    someCompanies: [["Beta Mobile", "Beta Mobile", "ZA", "telecoms"]],
    judgements: 8,
    someJudgements: [["Alpha Net", "Transparency", "Yes", null]],
  },
  {
    name: "header-in-two-lines",
    files: fixture("header-in-two-lines"),
    options: ["--bands", "weak < moderate < strong"],
    companies: 4,
    someCompanies: [["Acme", "Acme", "FR", "food"]],
    judgements: 16,
    someJudgements: [["Dorado", "Environment", "strong", null]],
  },
  {
    name: "columns-with-the-same-name",
    files: fixture("columns-with-the-same-name"),
    options: ["--bands", "Red < Amber < Green"],
    companies: 4,
    someCompanies: [["Dorado", "Dorado", "PE", "mining"]],
    judgements: 8,
    someJudgements: [["Acme", "Practice", "Red", null]],
  },
  {
    name: "files-apart",
    files: fixture("files-apart"),
    options: ["--bands", "No=0 < Some=1 < Yes=2"],
    companies: 4,
    someCompanies: [["B1", "Brandberg", "NA", "mining"]],
    judgements: 8,
    someJudgements: [["A1", "waste", "No", "2025-02-03"]],
  },
  {
    name: "scores",
    files: fixture("scores"),
    options: ["--bands", "Low < Middle < High", "--cuts", "40, 70"],
    companies: 5,
    someCompanies: [["Ensō", "Ensō", "JP", "retail"]],
    judgements: 9,
    someJudgements: [
      ["Acme", "Labour score", "Middle", null],
      ["Dorado", "Labour score", "High", null],
    ],
  },
  {
    name: "no-date-at-all",
    files: fixture("no-date-at-all"),
    options: THREE,
    companies: 3,
    someCompanies: [["Cedar", "Cedar", "LB", "food"]],
    judgements: 3,
    someJudgements: [["Acme", "Water use", "good", null]],
  },
  {
    name: "wave-column",
    files: fixture("wave-column"),
    options: THREE,
    companies: 4,
    someCompanies: [
      ["Acme", "Acme", "FR", "retail"],
      ["Cedar", "Cedar", "LB", "food"],
    ],
    judgements: 8,
    someJudgements: [
      ["Acme", "Water use", "good", "2025"],
      ["Cedar", "Water use", "fair", "2024"],
    ],
  },
  {
    name: "not-judged-in-six-languages",
    files: fixture("not-judged-in-six-languages"),
    options: THREE,
    companies: 6,
    someCompanies: [["Fjord", "Fjord", "NL", "food"]],
    judgements: 6,
    someJudgements: [["Calanque", "Water use", "poor", null]],
  },
  {
    name: "serial-dates",
    files: fixture("serial-dates"),
    options: THREE,
    companies: 3,
    someCompanies: [["Acme", "Acme", "FR", "food"]],
    judgements: 3,
    someJudgements: [
      ["Acme", "Water use", "good", "2025-02-12"],
      ["Cedar", "Water use", "fair", "2025-03-04"],
    ],
  },
  {
    name: "group-titles-above-names",
    files: fixture("group-titles-above-names"),
    options: THREE,
    companies: 3,
    someCompanies: [["Brandberg", "Brandberg", "NA", "mining"]],
    judgements: 11,
    someJudgements: [
      ["Acme", "Environment", "good", null],
      ["Acme", "Labour", "poor", null],
    ],
  },
  {
    name: "dotted-codes",
    files: fixture("dotted-codes"),
    options: [...THREE, "--pillar", "1.*=Water", "--pillar", "2.*=Waste"],
    companies: 3,
    someCompanies: [["Cedar", "Cedar", "LB", "food"]],
    judgements: 9,
    someJudgements: [
      ["Acme", "Water", "good", null],
      ["Acme", "Water", "fair", null],
      ["Acme", "Waste", "poor", null],
    ],
  },
  {
    name: "code-that-is-no-id",
    files: fixture("code-that-is-no-id"),
    options: THREE,
    companies: 4,
    someCompanies: [["Dorado", "Dorado", "PE", "not-stated"]],
    judgements: 4,
    someJudgements: [["Dorado", "Water use", "good", null]],
  },
  {
    name: "words-beside-scores",
    files: fixture("words-beside-scores"),
    options: [
      ...THREE,
      ...["Pay", "Water score", "Spills score"].flatMap((name) => ["--pillar", name]),
      ...["Water*=40, 70", "Spills*=30, 10"].flatMap((cuts) => ["--cuts", cuts]),
    ],
    companies: 3,
    someCompanies: [["Acme", "Acme", "FR", "food"]],
    judgements: 9,
    someJudgements: [
      ["Acme", "Pay", "poor", null],
      ["Acme", "Water score", "good", null],
      ["Acme", "Spills score", "good", null],
      ["Brandberg", "Spills score", "poor", null],
      ["Cedar", "Spills score", "fair", null],
    ],
  },
  {
    name: "saved-by-excel",
    files: fixture("saved-by-excel"),
    options: ["--bands", "schlecht=0 < mittel=1|1.5 < gut=2"],
    companies: 3,
    someCompanies: [
      ["Öhler; Söhne", "Öhler; Söhne", "DE", "lebensmittel"],
      ['Zürich "Nord"', 'Zürich "Nord"', "CH", "metall"],
    ],
    judgements: 6,
    someJudgements: [["Küstenfisch", "Punkte Wasser", "mittel", "2025-02-28"]],
  },
  {
    name: "saved-by-google-sheets",
    files: fixture("saved-by-google-sheets"),
    options: THREE,
    companies: 3,
    someCompanies: [["Cedar, Mills", "Cedar, Mills", "LB", "food-drink"]],
    judgements: 3,
    someJudgements: [["Acme", "Water use", "good", "2025-02-03"]],
  },
];
