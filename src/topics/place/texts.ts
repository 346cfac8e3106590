import { counted, digits } from "../../ask/grammar.ts";

/** The English texts of the page of a location besides its answer. */
export const whereTexts = {
  title: "Where is it?",
  emptyTitle: "Which country is it in?",
  empty:
    "Click the map, or type coordinates. You read which country the place is in, how it is judged, who else claims it, and how near the next border is.",
  form: "A place",
  coordinates: "Latitude and longitude",
  example: "48.2, 16.37",
  submit: "Look up",
  device: "Use my location",
  deviceNote: "Your location then stands in the address of the page.",
  deviceAsks: "Asking your device …",
  deviceFailed: "Your device did not say where it is. Click the map, or type coordinates.",
  faulty: (given: string): string =>
    `“${given}” is no pair of coordinates. Write latitude first, then longitude, such as 48.2, 16.37 or 48°12′30″N 16°22′E.`,
  outside: (given: string): string =>
    `“${given}” is not on the globe: the latitude goes from −90 to 90, the longitude from −180 to 180.`,
  swapped: (given: string, swapped: string): string =>
    `“${given}” has no such latitude. Latitude comes first: is it ${swapped}?`,
  halfGiven: "One coordinate is missing. Write latitude and longitude, such as 48.2, 16.37.",
  besideMap: "That was beside the map. Click on the globe, or type coordinates.",
  map: "World map",
  choose: "Choose a place",
  another: "Look up another place",
  mapHint: "Type coordinates, or click anywhere on the map.",
  anotherHint: "Type coordinates, or click the map above.",
  wholeWorld: "The map of the whole world",
  emptyMapLabel: "World map in the Equal Earth projection. Type coordinates above instead of clicking it.",
  pick: "Look up the place that is clicked",
  around: "Around it",
  aroundLabel: (finding: string, surroundings: string): string => `A part of the map: ${finding}. ${surroundings}`,
  coarse: (date: string, attribution: string): string =>
    `The sentences come from borders of ${date}, exact to about 10 m. The drawing is coarser, about 20 km: where they differ, trust the sentence. Disputed land is striped. ${attribution}.`,
  edge: "The map ends at the 180th meridian: what lies beyond is at its other edge.",
  judged: (name: string): string => `How ${name} is judged`,
  judgedNearest: (name: string): string => `The nearest: how ${name} is judged`,
  notListed: (name: string): string => `The data have no company in ${name}, so it has no band.`,
  more: (name: string): string => `All about ${name}`,
  disputed: "Who claims it",
  administeredBy: (names: string): string => (names === "" ? "Administered by nobody." : `Administered by ${names}.`),
  claimedBy: (names: string): string => `Claimed by ${names}.`,
  decided: "Decided by a court or a tribunal, but not carried out or not accepted.",
  documents: "Where they claim it:",
  document: (claimant: string, title: string, date: string): string => `${claimant}, ${title} (${date})`,
  policy:
    "Which country is named follows a rule, the state that administers the land, and exceptions that are stated. It is a convention and no opinion.",
  policyLink: (version: string): string => `Every dispute the service knows (${version})`,
  guide: "How borders are found",
} as const;

/** The English texts of the page of a location about a list of places. */
export const placesTexts = {
  heading: "A whole list of places",
  note: "A file with a column of latitudes and one of longitudes, or with one column of both, called anything. Every row comes back with its country and how that is rated.",
  form: "Your list of places",
  list: "Coordinates, one pair in each line, or rows copied from a spreadsheet or a CSV file",
  listHint: "A header row is not needed.",
  fileHint: (rows: string): string =>
    `CSV (UTF-8), tabs or .xlsx, of which the first sheet is read; at most ${rows} rows. Your own columns come back as they are.`,
  submit: "Look them up",
  faultNote: "Nothing was looked up. Correct what is named beside the list, and send it again.",
  faultOf: (row: number, line: number, fault: string): string => `Row ${row} (line ${line}): ${fault}.`,
  title: "Your list of places",
  finding: (inCountries: number, all: number, countries: number): string =>
    all === 1
      ? inCountries === 1
        ? "The place is in a country"
        : "The place is in no country"
      : `${inCountries === all ? "" : `${digits(inCountries)} of `}${digits(all)} places are in ${counted(countries, "country or territory", "countries and territories")}`,
  readFrom: (lat: string, lng: string): string =>
    `Read as latitude: the column “${lat}”; as longitude: the column “${lng}”.`,
  readFromOne: (column: string): string => `Latitude and longitude were read from the column “${column}”.`,
  orderGuessed:
    "Only the order of the columns says which is which: if countries are wrong, call the columns lat and lng.",
  facts: {
    rows: "rows",
    sea: "in the open sea",
    otherLand: "on land of no country",
    disputed: "in disputed places",
    near: "within a kilometre of a border",
    unread: "not read",
  },
  byCountry: "By country",
  byCountryNote: "Each country with its places in the list, and the median band of its rated companies.",
  country: "Country",
  places: "Places",
  band: "Median band",
  companies: "Rated companies",
  withoutCompanies: (names: string): string => `The data have no company in ${names}.`,
  statuses: {
    ranked: "",
    too_few_companies: "too few companies to rank",
    not_judged: "no company is rated",
    not_in_release: "no company in the data",
  },
  unread: "Rows that cannot be read",
  unreadNote: "They are in the file, with the reason in its column “problem”.",
  all: "Row by row",
  place: "Where",
  zones: {
    territory: "",
    border_gap: "on the border",
    antarctic: "Antarctica",
    open_sea: "in the open sea",
    unclaimed_land: "on land that no state claims",
  },
  nearest: (name: string, distance: string): string => `nearest: ${name}, ${distance}`,
  disputed: "disputed",
  borders: (date: string, attribution: string): string => `Borders of ${date}, exact to about 10 m. ${attribution}.`,
} as const;
