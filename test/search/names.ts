import type { SearchDocument } from "../../src/search/search-document.ts";

/**
 * Names made up for the tests, in many kinds of writing: name, aliases, country, sector, popularity
 * in per cent.
 */
const COMPANIES: readonly (readonly [name: string, aliases: string, country: string, sector: string, known: number])[] =
  [
    ["Ästhetik & Söhne GmbH & Co. KG", "Aesthetik|ÄUS", "DE", "retail", 40],
    ["Brasserie de l'Étang S.A.", "", "FR", "food", 10],
    ["Café Ñandú, S.A.B. de C.V.", "Nandu", "MX", "food", 35],
    ["Ørsted Bølge A/S", "", "DK", "energy", 55],
    ["Łódzka Fabryka Słodyczy Sp. z o.o.", "", "PL", "food", 5],
    ["Żubr i Wilk S.A.", "", "PL", "retail", 5],
    ["Çiçek Işıkları A.Ş.", "", "TR", "retail", 5],
    ["Þórður & Ægir hf.", "Thordur", "IS", "energy", 5],
    ["Vlaamse Bakkerij N.V.", "", "BE", "food", 12],
    ["North Harbour Holdings plc", "NHH|North Harbor", "GB", "finance", 60],
    ["North Harbour Bank Limited", "NHB", "GB", "finance", 50],
    ["North Harbour", "", "IE", "retail", 2],
    ["Harbour North Shipping Ltd", "", "GB", "transport", 8],
    ["A.B. Carver & Sons, Inc.", "ABC", "US", "retail", 22],
    ["AT&C Networks Corp.", "ATC", "US", "telecoms", 70],
    ["8-Twelve Stores", "812", "US", "retail", 44],
    ["Bluewater Software Corporation", "BLUE|BWSC", "US", "technology", 88],
    ["Blue Water Software", "", "CA", "technology", 3],
    ["Universal Data Machines Corporation", "", "US", "technology", 77],
    ["PT Cahaya Nusantara Tbk", "", "ID", "energy", 15],
    ["Sdn Kelapa Bhd", "", "MY", "food", 6],
    ["ПАО Северный Ветер", "Severny Veter", "RU", "energy", 33],
    ["ООО Ёлка и Йод", "", "RU", "retail", 4],
    ["Київські Ласощі ТОВ", "", "UA", "food", 9],
    ["Българска Роза АД", "", "BG", "retail", 7],
    ["Ελληνική Θάλασσα Α.Ε.", "Hellenic Sea", "GR", "transport", 18],
    ["Οδυσσέας Εκδόσεις", "", "GR", "media", 3],
    ["شركة النور للتجارة", "Al Nour", "AE", "retail", 25],
    ["مجموعة أحمد العطار", "", "SA", "retail", 8],
    ["בית קפה השחר בע״מ", "Hashachar", "IL", "food", 6],
    ["नीला सागर उद्योग", "Neela Sagar", "IN", "food", 11],
    ["தமிழ் விதைகள்", "", "IN", "food", 4],
    ["บริษัท น้ำใส จำกัด", "Namsai", "TH", "food", 9],
    ["საქართველოს ვარდი", "", "GE", "retail", 2],
    ["Հայկական Լույս", "", "AM", "energy", 2],
    ["株式会社あおぞら電気", "Aozora Electric", "JP", "technology", 66],
    ["さくら銀行", "Sakura Bank|SKB", "JP", "finance", 48],
    ["ブルー・オーシャン工業株式会社", "", "JP", "energy", 21],
    ["蓝天科技股份有限公司", "Lantian Technology", "CN", "technology", 52],
    ["藍天科技", "", "TW", "technology", 17],
    ["장미전자 주식회사", "Jangmi Electronics", "KR", "technology", 58],
    ["푸른바다 식품", "", "KR", "food", 13],
    ["!!!", "", "US", "media", 1],
    ["Ё", "", "RU", "media", 1],
    ["X", "", "US", "media", 1],
    ["Frou Frou", "", "FR", "retail", 1],
    ["Frou", "", "FR", "retail", 9],
    ["The Company Company", "", "GB", "media", 1],
  ];

const PRODUCTS: readonly (readonly [name: string, brand: string, company: number])[] = [
  ["Crème de Châtaigne 500 g", "Étang", 1],
  ["Crème Fraîche", "Étang", 1],
  ["Chocolat au Lait", "Étang", 1],
  ["Chocolat Noir 85 %", "", 1],
  ["Pralinen", "", 4],
  ["Tortilla Chips Jalapeño", "Ñandú", 2],
  ["BlueWater Office 2026", "", 16],
  ["Blue", "", 16],
  ["緑茶 500ml", "あおぞら", 35],
  ["Zero Cola", "", 15],
  ["Zero", "", 15],
  ["Крем-сода", "", 22],
];

/** The names as documents; the country and sector of a product are those of its company. */
export const DOCUMENTS: readonly SearchDocument[] = [
  ...COMPANIES.map(([name, aliases, country, sector, known], position): SearchDocument => ({
    kind: "company",
    position,
    name,
    aliases: aliases === "" ? [] : aliases.split("|"),
    country,
    sector,
    popularity: known / 100,
  })),
  ...PRODUCTS.map(([name, brand, company], position): SearchDocument => {
    const [, , country, sector, known] = COMPANIES[company]!;
    const aliases = brand === "" ? [] : [brand];
    return { kind: "product", position, name, aliases, country, sector, popularity: known / 200 };
  }),
];
