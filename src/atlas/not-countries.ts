/** Values in country columns that are not countries, and what to tell the publisher. */
interface NotCountries {
  readonly names: string;
  readonly why: string;
}

const PART_OF_THE_WORLD = "it is a part of the world with several countries; write the one country of the company";

/** Regions, groups of countries, placeholders and former states. */
export const NOT_COUNTRIES: readonly NotCountries[] = [
  {
    names: "European Union; EU; EU-27; EU-28; EU27; EU28; European Economic Area; EEA; European Community; EU/EEA",
    why: "the European Union is a union of countries; write the one country of the company",
  },
  {
    names: "Euro area; Euro zone; Eurozone; EZ; Euro countries",
    why: "the euro area is a group of countries; write the one country of the company",
  },
  {
    names: `World; Worldwide; Global; Globally; International; Internationally; Multinational; Transnational; Supranational;
      Earth; All countries; All; Every country; Rest of the World; ROW; Multiple; Multiple countries; Several;
      Several countries; Many countries; Various; Various countries; Multi-country; Cross-border; Regional; Other; Others;
      Other countries; Foreign; Abroad; Overseas; Offshore; Domestic; International waters; High seas; Online; Internet`,
    why: "it names no country; write the one country of the company",
  },
  {
    names: `Africa; Northern Africa; North Africa; Western Africa; West Africa; Eastern Africa; East Africa; Middle Africa;
      Central Africa; Southern Africa; Sub-Saharan Africa; Eastern and Southern Africa; Western and Central Africa;
      Horn of Africa; Maghreb; Sahel`,
    why: PART_OF_THE_WORLD,
  },
  {
    names: `Americas; North America; Northern America; Central America; South America; Latin America; Mesoamerica; LATAM;
      Latin America and the Caribbean; LAC; Caribbean; West Indies; Antilles; Andean region; Caribbean small states`,
    why: PART_OF_THE_WORLD,
  },
  {
    names: `Asia; Central Asia; East Asia; Eastern Asia; South Asia; Southern Asia; Southeast Asia; South-East Asia;
      South-eastern Asia; Western Asia; West Asia; North Asia; Northern Asia; Northeast Asia; Asia Pacific; APAC;
      East Asia and Pacific; South Asia and Pacific; Middle East; Near East; Far East; Middle East and North Africa; MENA;
      MENAP; Middle East, North Africa, Afghanistan and Pakistan; Arab World; Gulf; Gulf States; Levant; Caucasus;
      Greater China; Indochina`,
    why: PART_OF_THE_WORLD,
  },
  {
    names: `Europe; Northern Europe; North Europe; Western Europe; West Europe; Eastern Europe; East Europe; Southern Europe;
      South Europe; Central Europe; Central and Eastern Europe; Central Europe and the Baltics; CEE;
      Europe and Central Asia; Eurasia; Balkans; Western Balkans; Baltics; Baltic States; Nordics; Nordic Countries;
      Scandinavia; Benelux; DACH; Iberia; British Isles; EMEA; Europe, Middle East and Africa; EMEIA`,
    why: PART_OF_THE_WORLD,
  },
  {
    names: `Oceania; Australasia; Australia and New Zealand; ANZ; Melanesia; Polynesia; Pacific; Pacific Islands;
      Pacific island small states; South Pacific; Arctic; Other small states; Small states`,
    why: PART_OF_THE_WORLD,
  },
  {
    names: `OECD; OECD members; OECD countries; NATO; ASEAN; GCC; Gulf Cooperation Council; BRICS; BRIC; G7; G8; G20; UN;
      United Nations; CIS; Commonwealth of Independent States; Commonwealth; African Union; Mercosur; NAFTA; USMCA; EFTA;
      Schengen; Schengen area; CARICOM`,
    why: "it is a group or an organisation of countries; write the one country of the company",
  },
  {
    names: `High income; Upper middle income; Middle income; Low and middle income; Lower middle income; Low income;
      Developed countries; Developing countries; Developed markets; Emerging markets; Frontier markets;
      Least developed countries; LDC; Landlocked developing countries; Small island developing states; SIDS; Global South;
      Global North; Heavily indebted poor countries`,
    why: "it is a group of countries by income; write the one country of the company",
  },
  {
    names: "America; Amerika; Amérique; Ameryka; Америка; Αμερική; אמריקה; امريكا",
    why: 'it is a continent as well as a country; write "United States" (US), or the one other country of the company',
  },
  {
    names: "Soviet Union; USSR; Union of Soviet Socialist Republics; Former Soviet Union; Former USSR; SU; SUN",
    why: "it dissolved in 1991; write the country that the location is in today, such as Russia or Ukraine",
  },
  {
    names: `Yugoslavia; Former Yugoslavia; Federal Republic of Yugoslavia; Socialist Federal Republic of Yugoslavia;
      SFR Yugoslavia; FR Yugoslavia; YU; YUG`,
    why: "it dissolved; write the country that the location is in today, such as Serbia or Croatia",
  },
  {
    names: "Serbia and Montenegro; State Union of Serbia and Montenegro; SCG",
    why: "the union dissolved in 2006; write Serbia (RS) or Montenegro (ME)",
  },
  {
    names: "Czechoslovakia; Czecho-Slovakia; Former Czechoslovakia; Czechoslovak Socialist Republic; CSK; CSSR",
    why: "it dissolved in 1992; write Czechia (CZ) or Slovakia (SK)",
  },
  { names: "CS", why: "the code was withdrawn: Czechoslovakia and Serbia and Montenegro, which bore it, dissolved" },
  {
    names: "Netherlands Antilles; Dutch Antilles; AN; ANT",
    why: "it dissolved in 2010; write Curaçao (CW), Sint Maarten (SX) or Caribbean Netherlands (BQ)",
  },
  {
    names: "East Germany; West Germany; German Democratic Republic; GDR; DDR; DD; FRG",
    why: "Germany is one country since 1990; write Germany (DE)",
  },
  {
    names:
      "South Yemen; North Yemen; People's Democratic Republic of Yemen; Democratic Yemen; Yemen Arab Republic; YD; YMD",
    why: "Yemen is one country since 1990; write Yemen (YE)",
  },
  {
    names: "South Vietnam; North Vietnam; Democratic Republic of Vietnam",
    why: "Vietnam is one country since 1976; write Vietnam (VN)",
  },
  {
    names: "Trust Territory of the Pacific Islands; PCI",
    why: "it dissolved; write the Marshall Islands (MH), Micronesia (FM), the Northern Mariana Islands (MP) or Palau (PW)",
  },
  {
    names: `Federation of Rhodesia and Nyasaland; French Equatorial Africa; French West Africa; United Arab Republic;
      Ottoman Empire`,
    why: "it dissolved; write the country that the location is in today",
  },
];

/**
 * Values that mean "missing". Compared in lower case, without white space and enclosing brackets or
 * quotes.
 */
export const MISSING_MARKERS: ReadonlySet<string> = new Set([
  ..."<na> n/a n.a. n.a n\\a n/a. n/d n.d. n.d n/k n/s nan null nil none \\n #n/a #na #null! #ref! #value! #name? #num! #div/0!".split(
    " ",
  ),
  ..."missing missingvalue unknown notknown unspecified notspecified notstated notreported notdisclosed undisclosed".split(
    " ",
  ),
  ..."notavailable notapplicable notdetermined undetermined undefined nodata nocountry nocountrygiven".split(" "),
  ..."blank empty tbd tba tbc tobedetermined tobeconfirmed tobeannounced countryunknown unknowncountry".split(" "),
]);
