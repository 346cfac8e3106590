import { TERRITORIES, type Territory } from "./territories.ts";

/**
 * English adjectives of countries, one country per line: alpha-2 code, adjectives. Left out are
 * those of several countries (Congolese, Dominican, Guinean, Korean), and what is more often a
 * common noun.
 */
const ADJECTIVES = `
AE Emirati
AF Afghan
AL Albanian
AM Armenian
AO Angolan
AR Argentine; Argentinian
AT Austrian
AU Australian
AZ Azerbaijani
BA Bosnian
BD Bangladeshi
BE Belgian
BG Bulgarian
BH Bahraini
BO Bolivian
BR Brazilian
BW Botswanan
BY Belarusian
CA Canadian
CH Swiss
CI Ivorian
CL Chilean
CM Cameroonian
CN Chinese
CO Colombian
CR Costa Rican
CU Cuban
CY Cypriot
CZ Czech
DE German
DK Danish
DZ Algerian
EC Ecuadorian
EE Estonian
EG Egyptian
ES Spanish
ET Ethiopian
FI Finnish
FR French
GB British
GE Georgian
GH Ghanaian
GR Greek
GT Guatemalan
HN Honduran
HR Croatian
HT Haitian
HU Hungarian
ID Indonesian
IE Irish
IL Israeli
IN Indian
IQ Iraqi
IR Iranian
IS Icelandic
IT Italian
JM Jamaican
JO Jordanian
JP Japanese
KE Kenyan
KG Kyrgyz
KH Cambodian
KR South Korean
KP North Korean
KW Kuwaiti
KZ Kazakh; Kazakhstani
LA Laotian
LB Lebanese
LK Sri Lankan
LT Lithuanian
LU Luxembourgish
LV Latvian
LY Libyan
MA Moroccan
MD Moldovan
ME Montenegrin
MG Malagasy
MK Macedonian; North Macedonian
MM Burmese
MN Mongolian
MT Maltese
MU Mauritian
MX Mexican
MY Malaysian
MZ Mozambican
NA Namibian
NG Nigerian
NI Nicaraguan
NL Dutch
NO Norwegian
NP Nepali; Nepalese
OM Omani
PA Panamanian
PE Peruvian
PH Philippine; Filipino
PK Pakistani
PL Polish
PS Palestinian
PT Portuguese
PY Paraguayan
QA Qatari
RO Romanian
RS Serbian
RU Russian
RW Rwandan
SA Saudi; Saudi Arabian
SD Sudanese
SE Swedish
SG Singaporean
SI Slovenian; Slovene
SK Slovak
SN Senegalese
SV Salvadoran
SY Syrian
TH Thai
TN Tunisian
TR Turkish
TW Taiwanese
TZ Tanzanian
UA Ukrainian
UG Ugandan
US American
UY Uruguayan
UZ Uzbek
VE Venezuelan
VN Vietnamese
XK Kosovan; Kosovar
YE Yemeni
ZA South African
ZM Zambian
ZW Zimbabwean
`;

/** Adjectives of parts of countries, and the parts' names, of which nothing is published alone. */
const OF_PARTS: ReadonlyMap<string, string> = new Map([
  ["English", "England"],
  ["Scottish", "Scotland"],
  ["Welsh", "Wales"],
  ["Northern Irish", "Northern Ireland"],
  ["Bavarian", "Bavaria"],
  ["Catalan", "Catalonia"],
  ["Flemish", "Flanders"],
  ["Basque", "the Basque Country"],
]);

const BY_ADJECTIVE = new Map<string, Territory>(
  ADJECTIVES.trim()
    .split("\n")
    .flatMap((line) => {
      const territory = TERRITORIES.find(({ iso2 }) => iso2 === line.slice(0, 2));
      if (territory === undefined) throw new Error(`no territory has the code of ${line}`);
      return line
        .slice(3)
        .split("; ")
        .map((adjective) => [adjective, territory] as const);
    }),
);

/**
 * The name of the country, or the part of one, that an English adjective means: `Denmark` for
 * `Danish`. Adjectives are capitalized; others mean nothing.
 */
export function placeOfAdjective(adjective: string): string | undefined {
  return BY_ADJECTIVE.get(adjective)?.name ?? OF_PARTS.get(adjective);
}
