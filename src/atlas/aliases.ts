/**
 * English names of territories besides the display name, one territory per line: the forms of ISO,
 * the United Nations, CLDR, the World Bank and Natural Earth, and common ones. Case, accents, word
 * order, punctuation, "the", "of", "and" and the usual abbreviations (Rep., Dem., St., Is.) need no
 * entry: `nameKey` handles them. Names in other languages are listed here if the sources of
 * `country-names.json` lack them.
 *
 * Initials of an English name are names (UK, UAE, DRC); codes of sports and vehicles are not (GER).
 * EL and UK are the forms of the European Commission for Greece and the United Kingdom.
 */
export const ALIASES = `
AE UAE; VAE
AG Antigua and Barb.
AL Shqipëria
AR Argentine Republic
BA Bosnia; Bosnia and Herz.; Bosnia and Hercegovina; Bosnien-Herzegowina; Bosnien u. Herzegowina; Bosnie; Bosnie Herzégovine
BD Bangla Desh
BF Burkina
BL Saint Bart's; St. Barths; Saint Barthelmy
BN Brunei Darussalam; State of Brunei; Nation of Brunei Abode of Peace
BO Plurinational State of Bolivia; Plurinationaler Staat Bolivien; État plurinational de Bolivie; Estado Plurinacional de Bolivia
BQ Bonaire, Sint Eustatius and Saba; Bonaire, Saint Eustatius and Saba; BES Islands; Bonaire; Saba; Sint Eustatius; Saint Eustatius; Caribbean Netherlands (Bonaire, Sint Eustatius and Saba)
BS Commonwealth of the Bahamas; Bahama Islands
BY Belorussia; Byelorussian SSR; White Russia
CC Cocos Islands; Keeling Islands; Cocos Keeling; Territory of Cocos (Keeling) Islands
CD Democratic Republic of the Congo; DRC; Congo DRC; Congo-Kinshasa; Dem. R. Congo; Congo Democratic; RDC; República Democrática do Congo; Republic of Zaire; Demokratische Republik Kongo; DR Kongo; Kongo Dem. Rep.; Congo République démocratique; República Democrática del Congo
CF Central Africa Republic; CAR; Centrafrique; Zentralafrikan. Republik
CG Republic of the Congo; People's Republic of the Congo
CH Swiss Confederation; Confoederatio Helvetica; Helvetia
CI Cote d Ivoire; Cote Ivoire; Republic of Côte d'Ivoire; Republic of Ivory Coast; Ivory Coast (Côte d'Ivoire)
CN PRC; PR China; Mainland China; 中國; 中华人民共和国
CV Cabo Verde Islands; Cape Verde Islands; Republic of Cape Verde
CW Curaçao Island; Country of Curaçao
CX Territory of Christmas Island
DE 德國; BRD
DO República Dominicana; Dominikan. Republik
EG Arab Republic of Egypt
EH Sahrawi Arab Democratic Republic; W. Sahara; Sahrawi
FK Falkland Islands (Malvinas); Îles Falkland; Falklands; Malvinas; Islas Malvinas; Falkland Islands (Islas Malvinas)
FM Federated States of Micronesia; États fédérés de Micronésie; Estados Federados de Micronesia
FO Faeroe Islands; Faroes; Faeroes; Faroe
FR French Republic; Metropolitan France; 法國; France métropolitaine
GA Gabonese Republic
GB UK; Great Britain; Britain; England; Scotland; Wales; Northern Ireland; United Kingdom of Great Britain and Northern Ireland; UK of Great Britain and Northern Ireland; Great Britain and Northern Ireland; Great Britain (UK); England and Wales; United Kingdom (Great Britain); 英國; Nordirland; Irlande du Nord; Irlanda del Norte
GE Republic of Georgia; Georgia (country); Sakartvelo
GF Guyane; Guyane française; Fr. Guiana; French Guyana
GG Bailiwick of Guernsey; Alderney; Sark
GL Kalaallit Nunaat
GM Islamic Republic of the Gambia
GN Guinea-Conakry
GQ Eq. Guinea
GR EL; Hellenic Republic; Hellas
GS S. Geo. and the Is.; South Georgia and the Islands
GW Guinea Bissao
GY Cooperative Republic of Guyana; Co-operative Republic of Guyana
HK Hong Kong SAR; Hong Kong SAR China; China, Hong Kong; China, Hong Kong Special Administrative Region; Hong Kong Special Administrative Region; HKSAR; Hongkong; Hongkong SAR; Hongkong SVR; Sonderverwaltungsregion Hongkong; Hong Kong RAS; Hong Kong RAE
HM Heard and McDonald Islands; Territory of Heard Island and McDonald Islands; Heard Island; Heard I. and McDonald Is.
IE Eire; Irish Republic; Southern Ireland; Ireland Eire; Ireland (country)
IN Bharat
IO Br. Indian Ocean Ter.; BIOT; Chagos Archipelago; Chagos Islands
JE Bailiwick of Jersey
JO Hashemite Kingdom of Jordan
KG Kyrgyz Republic; Kirghizia; Kirgizstan; Kirghizstan
KM Union of the Comoros; Comoro Islands; Islamic Federal Republic of the Comoros
KN Saint Christopher and Nevis; Federation of Saint Kitts and Nevis
KP Democratic People's Republic of Korea; DPRK; DPR Korea; Korea, Dem. Rep.; People's Republic of Korea; Korea Democratic People; Demokratische Volksrepublik Korea; Korea Dem. Volksrepublik; DVRK
KR Republic of Korea; ROK; Korea (ROK); R.O. Korea; 한국; 韓國; 韩国; République de Corée; 大韩民国; جمهورية كوريا; Republik Korea; Korea Süd; Corea Rep.; Corée Rép.
KZ Kazakstan
LA ລາວ; Lao; Lao PDR; Lao People's Democratic Republic; Laos PDR
LB Lebanese Republic
LK ශ්‍රී ලංකාව; ශ්‍රී ලංකා; Democratic Socialist Republic of Sri Lanka
LU Grand Duchy of Luxembourg; Luxemburg
LY Libyan Arab Jamahiriya; Libyan Arab Republic; Great Socialist People's Libyan Arab Jamahiriya; Socialist People's Libyan Arab Jamahiriya
MF Saint Martin (French part); Collectivity of Saint Martin; Saint Martin (France)
MH Marshalls
MK FYR Macedonia; FYROM; TFYR Macedonia; Republic of Macedonia
MM မြန်မာ; Union of Myanmar; Republic of the Union of Myanmar; Myanmar (Burma); Union of Burma; Birmanie
MO Macau; Macao SAR; Macau SAR; Macao SAR China; Macau SAR China; China, Macao; China, Macau; China, Macao Special Administrative Region; Macao Special Administrative Region; Macau Special Administrative Region; Macau SVR; Macao SVR; Macau Sonderverwaltungsregion
MP Northern Marianas; Commonwealth of the Northern Mariana Islands; CNMI; N. Mariana Is.
MV Maldive Islands; ދިވެހިރާއްޖެ
MX United Mexican States
NC Nouvelle-Calédonie
NF Territory of Norfolk Island
NL Holland; The Netherlands (Holland)
NP नेपाल
NZ Nueva Zelandia; Aotearoa; Aotearoa New Zealand
PF Fr. Polynesia
PG Independent State of Papua New Guinea; PNG; Papua N. Guinea
PH Philippine Islands
PN Pitcairn; Pitcairn, Henderson, Ducie and Oeno Islands
PR Porto Rico; Commonwealth of Puerto Rico
PS West Bank and Gaza; West Bank and Gaza Strip; Palestinian Territory; Occupied Palestinian Territory; Palestinian Authority; Palestinian Areas; Palestine (West Bank and Gaza); West Bank; Gaza Strip; Palästinensische Gebiete
PT Portuguese Republic
PW Belau; Pelew
RE Reunion Island; La Réunion
RO Roumania; Rumania
RU Russian Federation; Russian Fed.; Fédération de Russie; Federación de Rusia; 俄罗斯联邦; الاتحاد الروسي
SA KSA
SB Solomons
SC Seychelle Islands
SH Saint Helena, Ascension and Tristan da Cunha; Saint Helena, Ascension & Tristan; Ascension Island; Tristan da Cunha; Saint Helena and Dependencies
SJ Svalbard; Jan Mayen; Svalbard and Jan Mayen Islands; Spitsbergen
SK Slovak Republic; Slowakische Republik; République slovaque; República Eslovaca
SM Most Serene Republic of San Marino
SO Somali Republic; Somali Democratic Republic
SR Surinam
SS Southern Sudan
ST Democratic Republic of São Tomé and Príncipe; Sao Tome
SV Republic of El Salvador
SX Sint Maarten (Dutch part); Saint Martin (Dutch part); Saint Martin (Netherlands); Sint Maarten (Netherlands); Saint Maarten; Saint Maarten (Dutch part)
SY Syrian Arab Republic; Syria Arab Republic; Syrian AR; République arabe syrienne; Syrie République arabe; República Árabe Siria
SZ Kingdom of Swaziland; eSwatini (Swaziland)
TC Turks and Caicos
TF French Southern and Antarctic Lands; French Southern and Antarctic Territories; Fr. S. Antarctic Lands; TAAF; French S. Territories
TG Togolese Republic
TH ประเทศไทย
TL Timor-Leste (East Timor); Democratic Republic of Timor-Leste; Democratic Republic of East Timor
TN Tunisian Republic
TT Trinidad and Tob.; Trinidad y Tabago
TW Taiwan, Province of China; Chinese Taipei; Taiwan, China; Taiwan ROC; Republic of China (Taiwan); Taiwan Province; 臺灣; 台灣
TZ United Republic of Tanzania; República Unida de Tanzania
UM U.S. Outlying Islands; US Minor Outlying Islands; United States Outlying Islands
US USA; US; EUA; United States of America; US of America; U.S. of A.; United States (USA); アメリカ; 美國; 美利坚合众国; Estados Unidos de América; Соединенные Штаты Америки; الولايات المتحدة الأمريكية
UY Eastern Republic of Uruguay; Oriental Republic of Uruguay
VA Holy See; Saint-Siège; Святой Престол; الكرسي الرسولي; 教廷; Vatican; Vatican City State; Holy See (Vatican City State); Holy See (Vatican City); Vatican State
VC Saint Vincent; St. Vin. and Gren.; Saint Vincent and the Gren.; SVG
VE Bolivarian Republic of Venezuela; Venezuela RB; Venezuela BR; República Bolivariana de Venezuela; Bolivarische Republik Venezuela; République bolivarienne du Venezuela
VG BVI; Virgin Islands (UK); Virgin Islands (United Kingdom); Br. Virgin Is.; Виргин аралдары (Британия)
VI USVI; Virgin Islands of the United States; American Virgin Islands; Virgin Islands (USA)
VN Viet Nam; Socialist Republic of Viet Nam; VietNam SR
WF Wallis and Futuna Islands
WS Independent State of Samoa
XK Republic of Kosovo; Kosovo (UNSCR 1244); Kosovo (under UNSCR 1244/99); Kosovo under UNSC res. 1244; Kosovo under UN Security Council Resolution 1244
ZA RSA; Union of South Africa
`;

/**
 * Official names that consist of a form of state and the short name, such as "Kingdom of Norway".
 */
export const FORMAL_NAMES: readonly (readonly [form: string, territories: string])[] = [
  [
    "Republic of",
    `AL AM AO AR AT AZ BD BG BI BJ BO BW BY CL CM CO CR CU CV CY DE DJ EC EE EG ES FI FJ FR GA GH GM GN GQ GT GW GY HN HR
     HT HU ID IE IL IN IQ IR IS IT KE KG KI KZ LB LK LR LT LV MD MG MH MK ML MM MN MR MT MU MV MW MZ NA NE NG NI NP NR PA PE PH
     PK PL PT PW PY RO RS RU RW SC SD SG SI SK SL SM SN SO SR SS SY SZ TD TG TJ TM TN TR TT TZ UA UG UY UZ VE VN VU YE ZA ZM ZW`,
  ],
  ["Kingdom of", "BE BH BT DK ES KH LS MA NL NO SA SE SZ TH TO"],
  ["State of", "ER IL JP KW LY PS QA"],
  ["Islamic Republic of", "AF IR MR PK"],
  ["People's Republic of", "BD CN"],
  ["People's Democratic Republic of", "DZ LA"],
  ["Federal Republic of", "BR DE NG SO"],
  ["Federative Republic of", "BR"],
  ["Federal Democratic Republic of", "ET NP"],
  ["Socialist Republic of", "VN"],
  ["Principality of", "AD LI MC"],
  ["Commonwealth of", "AU DM"],
  ["Sultanate of", "OM"],
  ["Territory of", "GU AS VI"],
];

/**
 * Names of more than one territory: a value that is one of them is ambiguous, which the publisher
 * has to resolve.
 */
export const SHARED_NAMES: readonly (readonly [names: string, territories: string])[] = [
  ["Korea; Corea; Corée", "KP KR"],
  [
    "Congo; Kongo; An Congó; Công-gô; Konqo; Конго; Κονγκό; कांगो; काँगो; កុងហ្គោ; 콩고; کانگو; کنگو; الكونغو; קונגו; 刚果; 剛果; コンゴ",
    "CD CG",
  ],
  ["Virgin Islands; Quần đảo Virgin", "VG VI"],
  [
    "Republic of China; ROC; Repubblica di Cina; República de China; República da China; Китайская Республика; Δημοκρατία της Κίνας; 중화민국; 中華民國; 中华民国",
    "CN TW",
  ],
  ["Channel Islands", "GG JE"],
  ["Guiana; Гвиана; Гвіана; Gwiana", "GF GY"],
  ["Saint Martin and Sint Maarten; Saint Martin Island", "MF SX"],
];
