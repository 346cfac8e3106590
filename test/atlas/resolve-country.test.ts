import assert from "node:assert/strict";
import { test } from "node:test";
import { openAtlas, type CountryResolution } from "../../src/atlas/atlas.ts";

const atlas = openAtlas();

/** `FR` for a country, `KP KR` for candidates, else the kind. */
function summary(resolution: CountryResolution): string {
  if (resolution.kind === "country") return resolution.territory.iso2;
  if (resolution.kind === "ambiguous") return resolution.candidates.map(({ iso2 }) => iso2).join(" ");
  return resolution.kind;
}

/** Cells separated by `;`, with what they resolve to. */
const VALUES: readonly (readonly [what: string, values: string, resolution: string])[] = [
  ["codes in any case", "FR; fr; FRA; fra; Fra; 250", "FR"],
  ["numeric codes with lost zeros and as a float", "004; 04; 4; 4.0; 4.00; ４", "AF"],
  [
    "forms of state in German, French and Spanish",
    "China (VR); VR China; China, VR; Volksrepublik China; Chine (République populaire de); China (República Popular)",
    "CN",
  ],
  [
    "forms of state in German, French and Spanish",
    "Iran (Islamische Republik); Iran, Islamische Republik; Iran (République islamique d’); Irán (República Islámica del)",
    "IR",
  ],
  ["forms of state in German, French and Spanish", "Irland (Republik); Republik Irland; République d'Irlande", "IE"],
  ["forms of state in German, French and Spanish", "Königreich Spanien; Reino de España; Spanien (Königreich)", "ES"],
  [
    "South Korea in other languages",
    "Korea (Republik); Republik Korea; Corée (République de); Corea, República de",
    "KR",
  ],
  ["a form of state alone does not tell the Koreas apart", "Korea; Corea; Corée", "KP KR"],
  [
    "a form that the country does not have",
    "China (Republik); Republik China; Georgia (Estado); Korea (VR)",
    "unknown",
  ],
  ["DR Congo in other languages", "DR Kongo; Kongo, Demokratische Republik; Kongo (Dem. Rep.)", "CD"],
  ["World Bank and United Nations", "Hong Kong SAR, China; Hongkong (SVR); China, Hong Kong SAR", "HK"],
  ["World Bank and United Nations", "Türkiye; Turkey; Türkei; Turquie", "TR"],
  ["World Bank and United Nations", "Viet Nam; Vietnam; Vietnam (Sozialistische Republik)", "VN"],
  ["World Bank and United Nations", "Côte d'Ivoire; Côte d’Ivoire; Elfenbeinküste; Costa de Marfil", "CI"],
  ["NA is Namibia", "NA; na; Na; NAM; 516; Namibia; republic of namibia", "NA"],
  ["codes that are English words", "no; NO; NOR", "NO"],
  ["codes that are English words", "AND; and", "AD"],
  ["codes of Kosovo", "XK; XKX; Kosovo; Republic of Kosovo; Kosovo (under UNSCR 1244/99)", "XK"],
  ["EL of the European Commission", "EL; GR; Greece; Hellenic Republic", "GR"],
  [
    "United Kingdom",
    "UK; U.K.; u. k.; GB; GBR; Great Britain; Britain; England; Scotland; WALES; Northern Ireland",
    "GB",
  ],
  ["United States", "US; USA; U.S.; U.S.A.; U. S. A.; United States of America; The United States; the USA", "US"],
  ["initials", "UAE; U.A.E.; United Arab Emirates (the)", "AE"],
  ["initials", "PRC; China; People's Republic of China; China, People's Republic of; China (mainland)", "CN"],
  [
    "South Korea",
    "Korea, Rep.; Korea, Republic of; Korea (Republic of); Republic of Korea; S. Korea; Korea, South; ROK",
    "KR",
  ],
  [
    "North Korea",
    "Korea, Dem. People's Rep.; Korea (Democratic People’s Republic of); DPRK; D.P.R. Korea; N. Korea",
    "KP",
  ],
  ["a code in brackets tells the Koreas apart", "Korea (KR); Korea (KOR)", "KR"],
  ["Korea alone", "Korea; KOREA", "KP KR"],
  [
    "DR Congo",
    "Congo, Dem. Rep.; Congo, The Democratic Republic of the; DRC; D.R. Congo; Congo (Kinshasa); Zaire",
    "CD",
  ],
  ["Congo-Brazzaville", "Congo, Rep.; Republic of the Congo; Congo, Republic of the; Congo (Brazzaville)", "CG"],
  ["Congo alone, in any language", "Congo; Congo (the); Kongo; Конго", "CD CG"],
  ["Georgia", "Georgia; GE; Georgia (country); Republic of Georgia; Georgia (GE); Georgia [1]; საქართველო", "GE"],
  [
    "either Georgia",
    "Georgia, USA; US: Georgia; Georgia (United States); Georgia (USA); Georgia (U.S.); Georgia (US)",
    "GE US",
  ],
  [
    "a dependent territory and its state",
    "British Virgin Islands (United Kingdom); Virgin Islands (British); BVI; VG",
    "VG",
  ],
  [
    "a dependent territory and its state",
    "Virgin Islands, U.S.; Virgin Islands (United States); Virgin Islands, USA",
    "VI",
  ],
  ["Virgin Islands alone", "Virgin Islands; virgin islands", "VG VI"],
  [
    "Hong Kong",
    "Hong Kong SAR, China; Hong Kong, China; Hong Kong (China); China (Hong Kong); China, Hong Kong SAR",
    "HK",
  ],
  ["Macao", "Macao SAR, China; Macau; Macau (SAR China); China, Macao Special Administrative Region", "MO"],
  ["Taiwan", "Taiwan, China; Taiwan (Province of China); Taiwan; Chinese Taipei; Taiwan, Province of China", "TW"],
  ["Republic of China", "Republic of China; China, Republic of", "CN TW"],
  ["Puerto Rico", "Puerto Rico (US); Puerto Rico, United States; Puerto Rico", "PR"],
  ["Jersey", "Jersey; Jersey (United Kingdom); United Kingdom (Jersey)", "JE"],
  ["Channel Islands", "Channel Islands; Channel Islands (United Kingdom); Channel Islands, UK", "GG JE"],
  ["World Bank", "Egypt, Arab Rep.", "EG"],
  ["World Bank", "Iran, Islamic Rep.; Iran (Islamic Republic of); Persia", "IR"],
  ["World Bank", "Venezuela, RB; Venezuela (Bolivarian Republic of)", "VE"],
  [
    "World Bank",
    "West Bank and Gaza; Palestine; Palestine, State of; Palestinian territories; Palestine (Israel)",
    "PS",
  ],
  ["World Bank", "Yemen, Rep.", "YE"],
  ["World Bank", "Lao PDR; Lao People's Democratic Republic; Laos", "LA"],
  ["World Bank", "Kyrgyz Republic", "KG"],
  ["World Bank", "Slovak Republic", "SK"],
  ["World Bank", "Gambia, The; The Gambia; Gambia (the); Gambia", "GM"],
  ["World Bank", "Bahamas, The; The Bahamas", "BS"],
  [
    "World Bank",
    "Micronesia, Fed. Sts.; Micronesia; Micronesia (Federated States of); Federated States of Micronesia",
    "FM",
  ],
  ["World Bank", "St. Lucia; St Lucia; Saint Lucia; ST. LUCIA", "LC"],
  ["World Bank", "St. Kitts and Nevis; Saint Kitts & Nevis", "KN"],
  ["World Bank", "St. Vincent and the Grenadines; Saint Vincent & the Grenadines", "VC"],
  ["World Bank", "Somalia, Fed. Rep.", "SO"],
  ["World Bank", "St. Martin (French part); Saint Martin; Saint-Martin", "MF"],
  ["World Bank", "Sint Maarten (Dutch part); Saint Martin (Dutch part); Saint Martin (Netherlands)", "SX"],
  ["World Bank", "Brunei Darussalam; Brunei", "BN"],
  ["World Bank", "Turkiye; Türkiye; Turkey; TÜRKİYE", "TR"],
  ["former names", "Swaziland; eSwatini; Eswatini (formerly Swaziland); Eswatini (ex-Swaziland)", "SZ"],
  ["former names", "Burma; Myanmar (Burma)", "MM"],
  ["former names", "Cape Verde; Cabo Verde", "CV"],
  ["former names", "Ivory Coast; Côte d’Ivoire; Côte d'Ivoire; Cote d`Ivoire; COTE DIVOIRE; Cote d Ivoire", "CI"],
  [
    "former names",
    "Macedonia; FYROM; Macedonia, FYR; The former Yugoslav Republic of Macedonia; North Macedonia",
    "MK",
  ],
  ["former names", "Czech Republic; Czech Rep.; Czechia", "CZ"],
  ["former names", "Holland; The Netherlands; Netherlands (Kingdom of the); NETHERLANDS (THE)", "NL"],
  ["Vatican", "Vatican; Holy See; Holy See (Vatican City State); Vatican City", "VA"],
  ["Guineas", "Guinea; Guinea-Conakry", "GN"],
  ["Guineas", "Guinea-Bissau; Guinea Bissau", "GW"],
  ["Guineas", "Equatorial Guinea; Guinea, Equatorial; Eq. Guinea", "GQ"],
  ["Samoas", "Samoa; Western Samoa", "WS"],
  ["Samoas", "American Samoa; Samoa (American)", "AS"],
  ["Ireland", "Ireland; Éire; Republic of Ireland; Ireland, Republic of", "IE"],
  ["Trinidad", "Trinidad & Tobago; Trinidad and Tobago; Trinidad/Tobago; TRINIDAD-TOBAGO", "TT"],
  ["Bosnia", "Bosnia and Herzegovina; Bosnia & Herzegovina; Bosnia-Herzegovina; Bosnia", "BA"],
  ["Falklands", "Falkland Islands (Malvinas); FALKLAND ISLANDS [MALVINAS]; Falkland Is.", "FK"],
  [
    "footnotes and marks",
    "Germany*; Germany [3]; Germany[a]; Germany †; Germany¹; Germany [note 2]; (Germany); Germany.",
    "DE",
  ],
  ["tags of Open Food Facts", "en:germany; en:de; EN:DE; Deutschland, en:de; en:germany,", "DE"],
  ["the same country twice", "France, FR; FR - France; France / Frankreich; FRA: France; France (FR)", "FR"],
  [
    "several countries",
    "France,Germany; Frankreich, en:de; France | Germany; FR/DE; Germany - France; France + Germany",
    "DE FR",
  ],
  ["a state before its territory is a list", "Serbia, Kosovo; Serbia/Kosovo", "RS XK"],
  [
    "no country",
    "European Union; EU; E.U.; eu; World; Africa; asia; Latin America & Caribbean; Sub-Saharan Africa",
    "not_a_country",
  ],
  [
    "no country",
    "International; Global; Euro area; Middle East; EMEA; OECD; High income; Rest of World; America",
    "not_a_country",
  ],
  [
    "dissolved",
    "Soviet Union; USSR; U.S.S.R.; Yugoslavia; Czechoslovakia; Netherlands Antilles; AN; ANT; SCG",
    "not_a_country",
  ],
  ["dissolved", "Serbia and Montenegro; East Germany", "not_a_country"],
  [
    "no value",
    "; -; --; –; —; ?; .; ..; …; *; /; n/a; N/A; n.a.; N.A.; N. A.; #N/A; #n/a; nan; NaN; null; NULL; None",
    "missing",
  ],
  [
    "no value",
    "unknown; Unknown; (unknown); not available; Not Applicable; not specified; <NA>; \\N; undefined; TBD",
    "missing",
  ],
  [
    "cities and states",
    "London; California; Paris; New York; Bavaria; Ontario; Québec; Atlantis; Gaza; Formosa",
    "unknown",
  ],
  [
    "a location with its country after a comma",
    "Paris, France; Québec,Canada; Atlanta, Georgia; Dublin, IE",
    "unknown",
  ],
  [
    "a location with its country in brackets",
    "Paris (France); Perth ( AUSTRALIA ); Genève (Schweiz); Cambridge (UK); Seoul (Korea); Atlanta (Georgia); Telcel (Mexico)",
    "unknown",
  ],
  ["a part of a country with the country in brackets", "Bavaria (Germany); Bayern (DEU); Bavaria (276)", "DE"],
  ["a part of another country", "Bavaria (Austria); Texas (Mexico)", "unknown"],
  ["a part of the United Kingdom", "Scotland (UK); Wales (GB); England (United Kingdom); Ireland (Northern)", "GB"],
  ["a code in brackets confirms", "France (FR); France (FRA); France (250); FR (250); Frankreich (France)", "FR"],
  [
    "a territory that is misspelt or not listed, with its state",
    "Gibralter (UK); HK SAR (China); Taiwan Prov. (China); Guam Island (US); Kossovo (Serbia); Faeroe Isds (Denmark)",
    "unknown",
  ],
  [
    "a territory that is misspelt or not listed, with its state",
    "Cayman Isds (UK); Guernsy (UK); Monserrat (UK); Wallis (France); Reunnion (France); Cocos (Australia); Arruba (Netherlands)",
    "unknown",
  ],
  [
    "a territory that is misspelt or not listed, with its state",
    "Gibralter, UK; HK SAR - China; Kossovo/Serbia; China (Taiwan Prov.); Crimea (Russia); Abkhazia (Georgia)",
    "unknown",
  ],
  ["an alias with its state", "Porto Rico (USA); Porto Rico, USA; Puerto Rico – US", "PR"],
  ["an alias with its state", "Greenland (Denmark); Denmark (Greenland); Greenland - Denmark", "GL"],
  ["an alias with its state", "Aland (Finland); Åland (FI); Ahvenanmaa (Finland)", "AX"],
  ["an alias with its state", "Virgin Islands (U.S.); Virgin Islands (US)", "VI"],
  ["Guineas in brackets", "Guinea (Bissau)", "GW"],
  ["a country in another one", "Niger (Nigeria); Nigeria (Niger)", "NE NG"],
  ["a country in another one", "Dominica (Dominican Republic); Dominica, Dominican Republic", "DM DO"],
  ["a country in another one", "Falklands (Argentina); Malvinas (Argentina)", "AR FK"],
  ["a country in another one", "Ireland (UK); Ireland, UK", "GB IE"],
  [
    "states in brackets that look like codes",
    "Atlanta (GA); Los Angeles (CA); Portland (ME); Founded (4); Nowhere (AND)",
    "unknown",
  ],
  ["remarks", "France (2021); Georgia (Atlanta); Germany (formerly West Germany)", "unknown"],
  ["a former name decides nothing", "Skopje (formerly Macedonia)", "unknown"],
  ["codes of sports and vehicles", "GER; SUI; NED; DEN; POR; CRO; D; F; TPE", "unknown"],
  ["no codes", "XX; ZZ; XXX; 0; 000; 999; 4.5; 1234; -4; ß; 25 0", "unknown"],
];

for (const [what, values, expected] of VALUES) {
  test(`${what}: ${values} → ${expected}`, () => {
    for (const value of values.split("; ")) assert.equal(summary(atlas.resolveCountry(value)), expected, `"${value}"`);
  });
}

test("the HTML entity of an ampersand is read as an ampersand", () => {
  assert.equal(summary(atlas.resolveCountry("Trinidad &amp; Tobago")), "TT");
});

test("null is missing", () => assert.deepEqual(atlas.resolveCountry(null), { kind: "missing" }));

const SUGGESTIONS: readonly (readonly [value: string, suggestion: RegExp])[] = [
  ["GER", /the nearest is Germany \(DE, DEU\)$/],
  ["sui", /the nearest is Switzerland \(CH, CHE\)$/],
  ["Germny", /the nearest is Germany \(DE, DEU\)$/],
  ["Unted Kingdom", /the nearest is United Kingdom \(GB, GBR\)$/],
  ["Phillipines", /the nearest is Philippines \(PH, PHL\)$/],
  ["Gibralter (UK)", /the nearest is Gibraltar \(GI, GIB\)$/],
  ["HK SAR (China)", /the nearest is Hong Kong \(HK, HKG\)$/],
  ["Taiwan Prov. (China)", /the nearest is Taiwan \(TW, TWN\)$/],
  ["Guam Island (US)", /the nearest is Guam \(GU, GUM\)$/],
  ["Kossovo (Serbia)", /the nearest is Kosovo \(XK, XKX\)$/],
  ["Faeroe Isds (Denmark)", /the nearest is Faroe Islands \(FO, FRO\)$/],
  ["Br. Virgin Isds (UK)", /the nearest is British Virgin Islands \(VG, VGB\)$/],
  ["US Virgin Isds, USA", /the nearest is US Virgin Islands \(VI, VIR\)$/],
  ["China - HK SAR", /the nearest is Hong Kong \(HK, HKG\)$/],
  ["Gibralter/UK", /the nearest is Gibraltar \(GI, GIB\)$/],
  ["Paris (France)", /one country without a place or a remark, such as "France"$/],
  ["Québec, Canada", /one country without a place or a remark, such as "Canada"$/],
  ["France (2021)", /one country without a place or a remark, such as "France"$/],
  ["London", /or the name of a country$/],
  ["Austrlia", /or the name of a country$/], // as near to Austria as to Australia
  ["x".repeat(3000), /or the name of a country$/],
];

for (const [value, suggestion] of SUGGESTIONS) {
  test(`what is expected instead of "${value.slice(0, 30)}"`, () => {
    const found = atlas.resolveCountry(value);
    assert.ok(found.kind === "unknown");
    assert.match(found.expected, /^an ISO 3166-1 code \(such as FR, FRA or 250\) or the name of a country/);
    assert.match(found.expected, suggestion);
  });
}

test("a value that is not a country says why and what to write", () => {
  const values = {
    "European Union": /union of countries/,
    Czechoslovakia: /dissolved in 1992.*Czechia.*Slovakia/,
    World: /names no country/,
  };
  for (const [value, why] of Object.entries(values)) {
    const found = atlas.resolveCountry(value);
    assert.ok(found.kind === "not_a_country");
    assert.match(found.why, why);
  }
});
