import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { type Chance, buildChance } from "../demo/chance.ts";

/** Datasets that no publisher has sent yet: each is extreme in one respect, and drawn by chance. */
export interface MadeDataset {
  readonly name: string;
  readonly title: string;
  readonly publisher: string;
  /** Worst first. */
  readonly bands: readonly string[];
  readonly pillars: readonly string[];
  readonly sectors: readonly string[];
  /** ISO 3166-1 alpha-2 codes with how many companies each has. */
  readonly countries: readonly (readonly [code: string, companies: number])[];
  /** The name of a company from its number within the dataset. */
  readonly nameOf: (index: number, chance: Chance) => string;
}

const codes = openAtlas().territories.map(({ iso2 }) => iso2);

/** So many companies as a country of this place in a list of all may have: few have many. */
function falling(place: number): number {
  return place >= 170 ? 1 : Math.max(7, Math.round(40 / (1 + 0.07 * place)));
}

const GERMAN_FIRMS = [
  "Ährenfeld Brot GmbH & Co. KGaA",
  "Rheinisch-Westfälische Elektrizitätswerke Beteiligungsverwaltungsgesellschaft mbH",
  "Müller & Söhne Präzisionswerkzeugmaschinenbau",
  "Gut AG",
  "Donaudampfschifffahrtsgesellschaft",
];

const ARABIC_FIRMS = ["شركة النيل للأغذية", "مصرف القاهرة", "اتصالات (ش.م.م)", "مصنع الحديد والصلب رقم 7"];

const EASTERN_FIRMS = [
  "株式会社 東京電力ホールディングス",
  "三井物産株式会社",
  "中国石油化工集团有限公司",
  "华为技术有限公司",
];

/** As long as a name may be. */
const LONG_NAME =
  "The Incorporated Trustees of the Amalgamated Society for the Manufacture, Distribution and Responsible Retailing of Agricultural Implements, Household Goods and Textiles of the Northern Provinces and Islands";

const numbered = (names: readonly string[], index: number): string =>
  `${names[index % names.length] ?? ""} ${Math.floor(index / names.length) + 1}`;

export const MADE_DATASETS: readonly MadeDataset[] = [
  {
    name: "nine-german-bands",
    title: "Unternehmensverantwortungsbericht",
    publisher: "Bundesinstitut für Verbraucherschutz",
    bands: [
      "Unvollständige Nachhaltigkeitsberichterstattung",
      "Erheblich mangelhaft",
      "Mangelhaft",
      "Ausreichend mit Einschränkungen",
      "Ausreichend",
      "Befriedigend",
      "Gut",
      "Sehr gut",
      "Vorbildlich und unabhängig überprüft",
    ],
    pillars: [
      "Lieferkettensorgfaltspflichtengesetzumsetzung",
      "Arbeitnehmermitbestimmung und Betriebsverfassung",
      "Treibhausgasemissionsminderungszielsetzung",
      "Datenschutz",
    ],
    sectors: [
      "Kraftfahrzeughaftpflichtversicherung",
      "Rindfleischetikettierungsüberwachung",
      "Energieversorgung",
      "Handel",
    ],
    countries: codes.slice(0, 190).map((code, place) => [code, falling(place)]),
    nameOf: (index) => numbered(GERMAN_FIRMS, index),
  },
  {
    name: "arabic",
    title: "مؤشر الثقة في الشركات",
    publisher: "مرصد المستهلك",
    bands: ["ضعيف جدًا", "ضعيف", "متوسط", "جيد", "ممتاز"],
    pillars: ["الحوكمة", "حقوق العمال", "الخصوصية (2026)"],
    sectors: ["البنوك", "الاتصالات", "الصناعات الغذائية"],
    countries: [["EG", 40]],
    nameOf: (index) => numbered(ARABIC_FIRMS, index),
  },
  {
    name: "japanese-and-chinese",
    title: "企業信頼度調査",
    publisher: "消費者情報研究所",
    bands: ["非常に低い", "低い", "普通", "高い", "非常に高い"],
    pillars: ["企業統治", "労働者の権利", "个人信息保护"],
    sectors: ["電力", "商社", "石油化工", "通信设备"],
    countries: [["JP", 36]],
    nameOf: (index) => numbered(EASTERN_FIRMS, index),
  },
  {
    name: "two-bands",
    title: "Clean water register",
    publisher: "Water Board",
    bands: ["Failed", "Passed"],
    pillars: ["Water"],
    sectors: ["Dairies", "Breweries"],
    countries: [
      ["AT", 9],
      ["CH", 7],
      ["LI", 1],
    ],
    nameOf: (index) => `Works ${index + 1}`,
  },
  {
    name: "long-names",
    title: "Register of names",
    publisher: "Registrar",
    bands: ["Poor", "Fair", "Good", "Excellent"],
    pillars: ["Conduct", "Disclosure"],
    sectors: ["Manufacturing", "Retail"],
    countries: [
      ["GB", 24],
      ["KN", 8],
      ["GS", 7],
      ["FR", 12],
    ],
    nameOf: (index) => `${LONG_NAME.slice(0, 196)} ${String(index + 1).padStart(3, "0")}`,
  },
];

/** Writes the files of a dataset into a folder. */
export function writeMadeDataset(folder: string, made: MadeDataset): void {
  const chance = buildChance(32);
  const labelled = (labels: readonly string[], prefix: string) =>
    labels.map((label, index) => ({ id: `${prefix}-${index + 1}`, label }));
  const bands = labelled(made.bands, "band");
  const pillars = labelled(made.pillars, "pillar");
  const sectors = labelled(made.sectors, "sector").map(({ id, label }) => ({ slug: id, label }));
  const companies: string[][] = [["id", "name", "country", "sector"]];
  const judgements: string[][] = [["company", "pillar", "band", "judged_on"]];
  let index = 0;
  for (const [country, count] of made.countries) {
    const usual = chance.unit() * (bands.length - 1);
    for (let own = 0; own < count; own++, index++) {
      const id = `c${index + 1}`;
      companies.push([id, made.nameOf(index, chance), country, sectors[chance.below(sectors.length)]?.slug ?? ""]);
      if (chance.happens(0.04)) continue;
      for (const pillar of pillars) {
        const place = Math.round(usual + chance.bell() * 0.2 * bands.length);
        const band = bands[Math.min(bands.length - 1, Math.max(0, place))];
        judgements.push([id, pillar.id, band?.id ?? "", "2026-05-01"]);
      }
    }
  }
  mkdirSync(folder, { recursive: true });
  const facts = {
    title: made.title,
    publisher: made.publisher,
    year: 2026,
    homepage: null,
    licence: "CC-BY-4.0",
    notice: null,
    scale: { id: made.name, bands },
    pillars,
    sectors,
  };
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
  writeFileSync(path.join(folder, "companies.csv"), toCsv(companies));
  writeFileSync(path.join(folder, "judgements.csv"), toCsv(judgements));
}

export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\n`).join("");
}
