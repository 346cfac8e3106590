/**
 * The English texts of the pages of the publisher where it has written none: facts about the
 * data and the program, and no promises.
 */
export const publisherTexts = {
  about: {
    title: "About",
    description: (publisher: string, title: string): string => `Who publishes ${title}: ${publisher}.`,
    unwritten: (publisher: string): string =>
      `${publisher} judges companies and publishes the judgements here. It has not written a text about itself.`,
    bands:
      "The band of a country, a sector or a company is the median of the judgements below it. Only the order of bands has meaning, and nothing is averaged.",
    methodology: "How bands come about",
    facts: "The publisher and the data",
    publisher: "Publisher",
    homepage: "Homepage",
    noHomepage: "None is given",
    dataset: "Dataset",
    year: (title: string, year: number): string => `${title}, ${year}`,
    release: "Release",
    releaseOf: (day: string): string => `published on ${day}`,
    licence: "Licence",
    notice: "Notice",
    citation: "To be cited as",
  },
  privacy: {
    title: "Privacy",
    description: (publisher: string): string => `What this site, published by ${publisher}, records about visitors.`,
    unwritten: (publisher: string): string =>
      `This is what the program behind this site records. What a proxy or a host in front of it records only ${publisher} can say.`,
    sections: [
      {
        id: "pages",
        heading: "When you read pages",
        items: [
          "No cookies are set, nothing is loaded from other hosts, and visitors are not measured.",
          "Pages are counted for each client address, so that nobody can use up the site: under a keyed hash of the address, whose secret and counts are erased at the end of the UTC day. Connections are counted while they are open, in memory alone.",
          "A key that you enter on a page stays in the tab of your browser and is gone when you close it.",
        ],
      },
      {
        id: "requests",
        heading: "When you ask the API without a key",
        items: [
          "Requests are counted for each client address and endpoint, for the rate limits. A keyed hash of the address is stored, not the address. Its secret and the counts are erased at the end of the UTC day.",
        ],
      },
      {
        id: "keys",
        heading: "When you have a key",
        items: [
          "Stored are the e-mail address and the use case you gave, whether the address is confirmed, the SHA-256 and the first 16 characters of the key, the SHA-256 of a code while a mail waits to be confirmed, and how often it asked which endpoint: by minute for a day, then as a sum.",
          "For each of your webhooks, its URL, events, countries and secret are stored, and up to 100 deliveries of 30 days.",
        ],
      },
      {
        id: "sent",
        heading: "What you send",
        items: [
          "Searches, coordinates, claims and lists of companies are answered, not stored. Answers, except those to lists of companies, may stay in memory to serve the same request again. They do not record who asked.",
          "Errors are logged. The publisher can turn on a line for each request, with its method, path, status and duration. No line holds a client address, a header, a query or a key.",
        ],
      },
    ],
    rights: "Your own data",
    rightsNote: "With your key you can export and erase what is stored about you, without asking anybody:",
    rightsLink: "Replace, revoke, export, erase",
  },
  terms: {
    title: "Terms",
    description: (publisher: string): string => `Under which terms ${publisher} publishes these data.`,
    unwritten: (publisher: string): string =>
      `${publisher} has not written terms of use for this site. This is what is known about using the data.`,
    licence: "Licence",
    licenceNote: "The data are published under",
    licenceSays: "That text says what you may do with them.",
    citing: "Citing",
    citingNote: "The publisher asks to be cited like this, with the release:",
    notice: "Notice",
    noticeNote: "The publisher adds to all data:",
    limits: "Limits",
    limitsNote: "Anybody can ask the API, a limited number of times in an hour and a day:",
    limitsLink: "Rate limits",
    borders: "Borders",
    bordersNote:
      "Maps and reverse geocoding are made from data of OpenStreetMap contributors, under a licence of their own:",
    bordersLink: "Copyright and licence of OpenStreetMap",
  },
} as const;
