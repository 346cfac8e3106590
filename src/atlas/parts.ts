import { nameKey } from "./name-key.ts";
import { territoryOf } from "./name-tables.ts";
import type { Territory } from "./territories.ts";

/** A part of a territory that people name like a country. Nothing is published of it alone. */
export interface Part {
  /** ISO 3166-2, such as `GB-SCT`. */
  readonly code: string;
  /** English name, with the article that it has within a sentence: `the Basque Country`. */
  readonly name: string;
  /** The territory that it is part of. */
  readonly whole: Territory;
}

/**
 * The parts of the United Kingdom, and first-level parts of some federations and of Spain by ISO
 * 3166-2, one per line: code, English name, other names. What is more often a city (Berlin, New
 * York), a country (Georgia, Luxembourg) or a part of several countries (Amazonas, Galicia, La
 * Rioja, Punjab, Victoria) is left out, and so is land that is disputed.
 */
const PARTS = `
GB-ENG England; Angleterre; Inglaterra; Inghilterra
GB-EAW England and Wales
GB-NIR Northern Ireland; Nordirland; Irlande du Nord; Irlanda del Norte; Irlanda del Nord; Tuaisceart Éireann
GB-SCT Scotland; Schottland; Écosse; Escocia; Escócia; Scozia
GB-WLS Wales; Cymru; Pays de Galles; Gales; Galles
AT-1 Burgenland
AT-2 Carinthia; Kärnten; Carinthie; Carintia
AT-3 Lower Austria; Niederösterreich
AT-4 Upper Austria; Oberösterreich
AT-6 Styria; Steiermark; Styrie; Estiria
AT-7 Tyrol; Tirol
AT-8 Vorarlberg
AU-ACT the Australian Capital Territory
AU-NSW New South Wales; NSW
AU-NT the Northern Territory
AU-QLD Queensland
AU-SA South Australia
AU-TAS Tasmania; Tasmanien; Tasmanie
AU-WA Western Australia
BE-BRU the Brussels-Capital Region; Région de Bruxelles-Capitale; Brussels Hoofdstedelijk Gewest
BE-VLG Flanders; Vlaanderen; Flandern; Flandre; Flandes; Flemish Region
BE-WAL Wallonia; Wallonie; Wallonië; Wallonien; Walloon Region
BR-AL Alagoas
BR-AP Amapá
BR-BA Bahia
BR-CE Ceará
BR-ES Espírito Santo
BR-GO Goiás
BR-MA Maranhão
BR-MG Minas Gerais
BR-MS Mato Grosso do Sul
BR-MT Mato Grosso
BR-PB Paraíba
BR-PE Pernambuco
BR-PI Piauí
BR-PR Paraná
BR-RN Rio Grande do Norte
BR-RO Rondônia
BR-RR Roraima
BR-RS Rio Grande do Sul
BR-SC Santa Catarina
BR-SE Sergipe
BR-TO Tocantins
CA-AB Alberta
CA-BC British Columbia; Colombie-Britannique
CA-MB Manitoba
CA-NB New Brunswick; Nouveau-Brunswick
CA-NL Newfoundland and Labrador; Newfoundland; Terre-Neuve-et-Labrador
CA-NS Nova Scotia; Nouvelle-Écosse
CA-NT the Northwest Territories; Territoires du Nord-Ouest
CA-NU Nunavut
CA-ON Ontario
CA-PE Prince Edward Island; Île-du-Prince-Édouard
CA-QC Quebec; Québec
CA-SK Saskatchewan
CA-YT Yukon
CH-AG Aargau; Argovie; Argovia
CH-AI Appenzell Innerrhoden
CH-AR Appenzell Ausserrhoden
CH-BL Basel-Landschaft; Baselland
CH-BS Basel-Stadt
CH-GR Grisons; Graubünden; Grigioni
CH-NW Nidwalden; Nidwald
CH-OW Obwalden; Obwald
CH-TG Thurgau; Thurgovie; Turgovia
CH-TI Ticino; Tessin
CH-VD Vaud; Waadt
CH-VS Valais; Vallese
DE-BB Brandenburg
DE-BW Baden-Württemberg; Bade-Wurtemberg
DE-BY Bavaria; Bayern; Freistaat Bayern; Free State of Bavaria; Bavière; Baviera
DE-HE Hesse; Hessen; Assia
DE-MV Mecklenburg-Western Pomerania; Mecklenburg-Vorpommern
DE-NI Lower Saxony; Niedersachsen; Basse-Saxe; Baja Sajonia
DE-NW North Rhine-Westphalia; Nordrhein-Westfalen; NRW; Rhénanie-du-Nord-Westphalie; Renania del Norte-Westfalia
DE-RP Rhineland-Palatinate; Rheinland-Pfalz; Rhénanie-Palatinat; Renania-Palatinado
DE-SH Schleswig-Holstein
DE-SL Saarland; Sarre
DE-SN Saxony; Sachsen; Freistaat Sachsen; Saxe; Sajonia; Sassonia
DE-ST Saxony-Anhalt; Sachsen-Anhalt; Saxe-Anhalt
DE-TH Thuringia; Thüringen; Freistaat Thüringen; Thuringe; Turingia
ES-AN Andalusia; Andalucía; Andalousie; Andalusien
ES-AR Aragon; Aragón; Aragonien
ES-AS Asturias; Asturies; Asturien
ES-CB Cantabria; Kantabrien
ES-CL Castile and León; Castilla y León
ES-CM Castilla-La Mancha; Castile-La Mancha
ES-CN the Canary Islands; Canarias; Islas Canarias; Canaries; Kanarische Inseln; Kanaren
ES-CT Catalonia; Cataluña; Catalunya; Katalonien; Catalogne; Catalogna
ES-EX Extremadura
ES-IB the Balearic Islands; Illes Balears; Islas Baleares; Baleares; Balearen; Balearische Inseln
ES-MC the Region of Murcia; Región de Murcia
ES-MD the Community of Madrid; Comunidad de Madrid
ES-NC Navarre; Navarra
ES-PV the Basque Country; País Vasco; Euskadi; Baskenland; Pays basque
ES-VC the Valencian Community; Comunidad Valenciana; Comunitat Valenciana
IN-AP Andhra Pradesh
IN-AR Arunachal Pradesh
IN-AS Assam
IN-BR Bihar
IN-CG Chhattisgarh
IN-GA Goa
IN-GJ Gujarat
IN-HP Himachal Pradesh
IN-HR Haryana
IN-JH Jharkhand
IN-KA Karnataka
IN-KL Kerala
IN-MH Maharashtra
IN-ML Meghalaya
IN-MN Manipur
IN-MP Madhya Pradesh
IN-MZ Mizoram
IN-NL Nagaland
IN-OD Odisha; Orissa
IN-RJ Rajasthan
IN-SK Sikkim
IN-TN Tamil Nadu
IN-TR Tripura
IN-TS Telangana
IN-UK Uttarakhand
IN-UP Uttar Pradesh
IN-WB West Bengal
MX-AGU Aguascalientes
MX-BCN Baja California
MX-BCS Baja California Sur
MX-CAM Campeche
MX-CHP Chiapas
MX-COA Coahuila
MX-COL Colima
MX-GRO Guerrero
MX-GUA Guanajuato
MX-HID Hidalgo
MX-JAL Jalisco
MX-MIC Michoacán
MX-MOR Morelos
MX-NAY Nayarit
MX-NLE Nuevo León
MX-OAX Oaxaca
MX-ROO Quintana Roo
MX-SIN Sinaloa
MX-SON Sonora
MX-TAB Tabasco
MX-TAM Tamaulipas
MX-TLA Tlaxcala
MX-YUC Yucatán
MX-ZAC Zacatecas
US-AK Alaska
US-AL Alabama
US-AR Arkansas
US-AZ Arizona
US-CA California; Kalifornien; Californie
US-CO Colorado
US-CT Connecticut
US-DC the District of Columbia
US-DE Delaware
US-FL Florida; Floride
US-HI Hawaii
US-IA Iowa
US-ID Idaho
US-IL Illinois
US-IN Indiana
US-KS Kansas
US-KY Kentucky
US-LA Louisiana; Louisiane
US-MA Massachusetts
US-MD Maryland
US-ME Maine
US-MI Michigan
US-MN Minnesota
US-MO Missouri
US-MS Mississippi
US-MT Montana
US-NC North Carolina
US-ND North Dakota
US-NE Nebraska
US-NH New Hampshire
US-NJ New Jersey
US-NM New Mexico
US-NV Nevada
US-NY New York State; State of New York
US-OH Ohio
US-OK Oklahoma
US-OR Oregon
US-PA Pennsylvania
US-RI Rhode Island
US-SC South Carolina
US-SD South Dakota
US-TN Tennessee
US-TX Texas
US-UT Utah
US-VA Virginia
US-VT Vermont
US-WA Washington State; State of Washington
US-WI Wisconsin
US-WV West Virginia
US-WY Wyoming
`;

/** Every part with its names, of which the first is the English one, in the order of the table. */
export function listParts(): readonly (readonly [part: Part, names: readonly string[]])[] {
  return PARTS.trim()
    .split("\n")
    .map((line) => {
      const [, code = "", rest = ""] = /^(\S+) (.+)$/u.exec(line) ?? [];
      const [name = "", ...others] = rest.split("; ");
      return [{ code, name, whole: territoryOf(code.slice(0, 2)) }, [name, ...others]];
    });
}

let byKey: ReadonlyMap<string, Part> | undefined;

/** The part of a territory that a text names, by its code or one of its names, in any spelling. */
export function findPart(text: string): Part | undefined {
  byKey ??= new Map(
    listParts().flatMap(([part, names]) => [part.code, ...names].map((name) => [nameKey(name), part] as const)),
  );
  return byKey.get(nameKey(text));
}
