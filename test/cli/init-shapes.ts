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
    options: THREE,
    companies: 3,
    someCompanies: [["Cedar", "Cedar", "LB", "food"]],
    judgements: 9,
    someJudgements: [
      ["Acme", "1", "good", null],
      ["Acme", "1", "fair", null],
      ["Acme", "2", "poor", null],
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
  {
    name: "a workbook of merged cells: a title, a header of two lines, firms over several rows",
    files: {
      "survey.xlsx": makeWorkbook({
        sheets: [
          {
            name: "Survey",
            rows: [
              ["Survey of 2025", null, null, null, null, null],
              ["Firm", "Country", "Industry", "Water", null, "Labour"],
              [null, null, null, "Use", "Waste", "Pay"],
              ["Acme", "France", "Food", "good", null, "poor"],
              ["Bora", null, "Food", "fair", "good", "good"],
              ["Cedar", "Lebanon", "Food", "poor", "fair", "good"],
              ["Source: our own research", null, null, null, null, null],
            ],
            after: `<mergeCells>${["A1:F1", "A2:A3", "B2:B3", "C2:C3", "D2:E2", "D4:E4", "B4:B5", "A7:F7"].map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`,
          },
        ],
      }),
    },
    options: THREE,
    companies: 3,
    someCompanies: [
      ["Acme", "Acme", "FR", "food"],
      ["Bora", "Bora", "FR", "food"],
    ],
    judgements: 9,
    someJudgements: [
      ["Acme", "Water", "good", null],
      ["Acme", "Labour", "poor", null],
      ["Bora", "Water", "good", null],
    ],
  },
  {
    name: "a workbook of merged cells: a firm over a row for each topic",
    files: {
      "survey.xlsx": makeWorkbook({
        sheets: [
          {
            name: "Survey",
            rows: [
              ["Firm", "Country", "Industry", "Topic", "Rating"],
              ["Acme", "France", "Food", "Water", "good"],
              [null, null, null, "Waste", "poor"],
              [null, null, null, "Air", "poor"],
              ["Bora", "Germany", "Food", "Water", "fair"],
              [null, null, null, "Waste", null],
              [null, null, null, "Air", "good"],
            ],
            after: `<mergeCells>${["A2:A4", "B2:B4", "C2:C7", "A5:A7", "B5:B7", "E5:E6"].map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`,
          },
        ],
      }),
    },
    options: THREE,
    companies: 2,
    someCompanies: [["Bora", "Bora", "DE", "food"]],
    judgements: 6,
    someJudgements: [
      ["Acme", "Waste", "poor", null],
      ["Bora", "Waste", "fair", null],
      ["Bora", "Air", "good", null],
    ],
  },
  {
    name: "a workbook with cells of a type and without a value, which judge nobody",
    files: {
      "survey.xlsx": makeWorkbook({
        strings: ["good", "Firm", "Country", "Industry", "Rating"].map((text) => `<t>${text}</t>`),
        sheets: [
          {
            name: "Survey",
            rows: [
              `<row>${[1, 2, 3, 4].map((index) => `<c t="s"><v>${index}</v></c>`).join("")}</row>`,
              ...["<v>0</v>", "", "<v/>", "<v></v>"].map(
                (value, index) =>
                  `<row>${[`Firm ${index}`, "France", "Food"].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}<c t="s">${value}</c></row>`,
              ),
            ].join(""),
          },
        ],
      }),
    },
    options: THREE,
    companies: 4,
    someCompanies: [["Firm 1", "Firm 1", "FR", "food"]],
    judgements: 1,
    someJudgements: [["Firm 0", "Rating", "good", null]],
  },
];
