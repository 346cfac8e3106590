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
  mapLabel: (finding: string): string => `World map in the Equal Earth projection: ${finding}.`,
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
