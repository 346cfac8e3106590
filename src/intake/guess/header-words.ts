/** Words of headers in English, German, French and Spanish, without accents. */
const WORDS = {
  id: "id ids code key nr no number nummer kennung kurzel sigle ref reference isin identifier",
  name: `name company companies firm firma firmenname unternehmen unternehmensname entreprise entreprises societe empresa
    empresas compania organisation organization organizacion konzern hersteller betrieb business corporation manufacturer
    brand marke marque nom nombre bank issuer emittent raison`,
  country: `country countries land staat pays pais paese nation countryname iso iso2 iso3 alpha hq headquarters
    headquarter hauptsitz sitz siege sede domicile based origin herkunft herkunftsland sitzland`,
  sector: `sector sectors industry industries branche branchen sektor wirtschaftszweig secteur industrie sparte rubro
    industria subtype nace activite segment`,
  website: "website web homepage webseite internet site url domain internetseite",
  lei: "lei",
  company: "company firm firma unternehmen entreprise societe empresa",
  pillar: `pillar pillars indicator indicators indikator indikatoren topic topics thema themen theme themes kategorie category
    categories dimension aspect metric question frage bereich saule indicador indicateur tema categoria domaine handlungsfeld measure`,
  criterion: "criterion criteria criterium kriterium kriterien critere criterio element item subindicator unterpunkt",
  band: `band rating ratings grade score scores level value values bewertung note urteil stufe ergebnis evaluation resultat result
    calificacion judgement judgment assessment answer wert valeur valor punkte points puntos einstufung ampel status nota`,
  judge: "judge assessor analyst rater reviewer prufer prufende bewerter evaluateur evaluador gutachter assessed_by",
  judged_on: `date datum stand jahr year annee ano fecha on am tag erhoben assessed geprueft geprüft bewertungsdatum
    stichtag erhebungsjahr edition visited visit visite besucht updated update reviewed checked evaluated inspected published
    aktualisiert wave welle vague ronda runde round`,
  source_url: "source sources quelle quellen fuente link evidence beleg report bericht nachweis lien preuve",
  product: "product products produkt produkte produit produits producto productos brand marke marque artikel",
};

export type Role = keyof typeof WORDS;

const WORD_SETS = new Map<string, Set<string>>(
  Object.entries(WORDS).map(([role, words]) => [role, new Set(words.split(/\s+/u))]),
);

/** Returns true if a header is nothing but words for one role. */
export function namesRole(header: string): boolean {
  const words = wordsOf(header);
  return words.length > 0 && [...WORD_SETS.values()].some((known) => words.every((word) => known.has(word)));
}

/** Columns that sum up others, or count something else, are no judgements of their own. */
const SUMMING = new Set(
  `total totals gesamt gesamtnote gesamtpunkte summe sum overall average durchschnitt mean mittelwert rank rang ranking rangplatz platz classement
  percent prozent percentile weight gewicht employees mitarbeiter mitarbeitende beschaftigte staff personnel umsatz revenue turnover sales effectif
  lat latitude lon lng longitude breitengrad langengrad coordinates postcode plz zip
  salaries headcount fte moyenne empleados promedio count anzahl nombre_de size market kapital`.split(/\s+/u),
);

export function headerShare(header: string, role: Role): number {
  const words = wordsOf(header);
  if (words.length === 0) return 0;
  const known = WORD_SETS.get(role);
  return words.filter((word) => known?.has(word) === true).length / words.length;
}

/** Matches a number of things, such as "No. of sites" or "nombre de sites", and a place. */
const COUNTING =
  /^(?:#|(?:pos\.?|position|place)$|(?:number|no|nr|nb|nombre|n[uú]mero|quantit[ày]|zahl)\.? (?:of|de|des|di|der)\s)/iu;

export function isSumming(header: string): boolean {
  return COUNTING.test(header) || wordsOf(header).some((word) => SUMMING.has(word));
}

const MAXIMUM = /^(?:max|maxim\w*|hochst\w*|moglich\w*|possible|achievable|attainable)$/u;

export function isOfMaximum(header: string): boolean {
  return wordsOf(header).some((word) => MAXIMUM.test(word)) || /\bout of\b/iu.test(header);
}

function wordsOf(header: string): string[] {
  const spaced = header.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const plain = spaced.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Dates and years of something else than a judgement. */
const OTHER_DATES = new Set(
  `inclusion included founded foundation established target expiry expires deadline birth registered registration joined
  aufnahme grundung gegrundet ziel zieljahr frist eintritt creation fundacion objetivo cible echeance`.split(/\s+/u),
);

/** Returns true if a header names another date, such as the year of inclusion in a list. */
export function isOtherDate(header: string): boolean {
  return wordsOf(header).some((word) => OTHER_DATES.has(word));
}

const NOTES = new Set(
  `footnote footnotes note notes remark remarks comment comments fussnote fussnoten anmerkung anmerkungen hinweis hinweise
  bemerkung bemerkungen kommentar commentaire remarque nota notas comentario`.split(/\s+/u),
);

/** Returns true if the last word of a header says that the column has notes on another one. */
export function isOfNotes(header: string): boolean {
  return NOTES.has(wordsOf(header).at(-1) ?? "");
}

const NOT_JUDGED = new Set(
  `n/a|na|n.a.|n.a|-|–|—|--|k.a.|k. a.|k.a|keine angabe|keine angaben|nicht bewertet|nicht beurteilt|not assessed|not rated|
  not judged|not applicable|not available|no data|nd|n.d.|n/d|n.b.|nb|n. b.|non évalué|non evalué|non noté|s.o.|sans objet|
  non disponible|non applicable|pas de données|sin datos|no evaluado|no aplica|no disponible|s/d|s.d.|non valutato|non applicabile|nessun dato|
  não avaliado|não se aplica|sem dados|não disponível|niet beoordeeld|niet van toepassing|n.v.t.|nvt|geen gegevens|
  nicht verfügbar|nicht anwendbar|nicht zutreffend|entfällt|tbd|?|.|..|...|null|unbekannt|unknown|offen|entfällt`
    .split("|")
    .map((value) => value.trim()),
);

export function saysNotJudged(value: string): boolean {
  return NOT_JUDGED.has(value.toLowerCase());
}

/**
 * Matches the text in place of a name in rows that are no companies: a word for a total, alone or
 * with a figure, and the beginning of a note. A company may well be called Total Server Solutions.
 */
const NO_COMPANY =
  /^(?:(?:(?:grand|sub|sous)[ -]?)?total|total g[eé]n[eé]ral|moyenne g[eé]n[eé]rale|gesamt|insgesamt|gesamtsumme|summe|sum|average|durchschnitt|mittelwert|mean|median|moyenne|ensemble|somme|promedio|anzahl|count)(?:[\s\p{Cc}]*(?:[:=(\d\p{Cc}].*)?)$|^(?:source|sources|quelle|quellen|fuente|note|notes|hinweis|anmerkung|remarque|nota|stand|legend|legende|footnote|fußnote)\s*[:=(\d]|^(?:\*|¹|n ?=)/iu;

export function isNoCompany(name: string): boolean {
  return NO_COMPANY.test(name.trim());
}

const SUBTOTAL = /^(.+?) (?:(?:sub)?total|average|mean|gesamt|summe|durchschnitt|moyenne|promedio)$/iu;
const TOTAL_OF =
  /^(?:(?:(?:sub)?total|average|mean)(?: of| for|:)|(?:zwischen|gesamt)?summe|durchschnitt|mittelwert|sous-total|moyenne|promedio|media|all|alle|tous|todos) (.+)$/iu;

/** Returns true if a name is the sum of a group, such as "France total" or "All countries". */
export function isSubtotal(name: string, isGroup: (text: string) => boolean): boolean {
  const [, of = TOTAL_OF.exec(name.trim())?.[1]] = SUBTOTAL.exec(name.trim()) ?? [];
  return of !== undefined && (isGroup(of) || /^(?:countries|companies|sectors|firms|regions)$/iu.test(of));
}
