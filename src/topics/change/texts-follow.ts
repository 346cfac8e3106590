import { possessive } from "../../ask/grammar.ts";

/** English texts of the page on following the data. */
export const followTexts = {
  title: "Follow",
  titleOf: (name: string): string => `Follow ${name}`,
  headline: "Be told when the data change",
  headlineOf: (name: string): string => `Be told when something about ${name} changes`,
  standfirst:
    "A feed is an address that a feed reader looks at for you. It shows a new entry each time a new release of the data changes something. Nobody learns who you are, and you stop by removing it.",
  addressLabel: "Address of the feed",
  copy: "Copy",
  copied: "Address copied",
  readerNote:
    "In Thunderbird, Feedly, Inoreader, NetNewsWire or another reader, choose “add feed” or “subscribe” and paste the address. Outlook and the channels of many newsrooms read feeds, too.",
  toldOfReleases:
    "One entry for each release that becomes current: which countries and sectors moved, and whether companies were re-rated or only the list changed. A release that its publisher withdraws is an entry of its own.",
  toldOfCountry: (name: string): string =>
    `One entry for each release that moves ${possessive(name)} median band, or adds, removes or re-rates one of its companies, with the reason. A release that its publisher withdraws is an entry of its own.`,
  never: "An entry is never changed afterwards. Each one links to the release it tells of.",
  one: "One country alone",
  oneNote: "Choose a country for a feed of its own.",
  country: "Country",
  choose: "Show its feed",
  all: "All releases",
  guide: "More on feeds, for programs",
  changes: "What changed last",
} as const;
