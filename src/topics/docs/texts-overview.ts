/** The English texts of the first page of the documentation. */
export const overviewTexts = {
  title: "Documentation",
  description:
    "Countries, sectors and judged companies, each with a median band and the distribution it is the median of.",
  endpoints: "The endpoints most readers need",
  more: "All endpoints",
  guides: "All pages",
  documents: "For programs",
  /** The first endpoints, by the ids of their operations. */
  first: {
    get_country: {
      title: "The band of a country",
      text: "Its median band, the distribution behind it, and how many re-ratings would change it.",
    },
    rank_countries: {
      title: "The ranking",
      text: "All countries by their median band, with ties as ties.",
    },
    search: {
      title: "Search for a company or product",
      text: "Typing errors and other spellings are found, too.",
    },
    reverse_geocode: {
      title: "Reverse geocoding",
      text: "The country of a location, and whether the land is disputed.",
    },
    download_country_data: {
      title: "Everything as one file",
      text: "All countries with all figures as CSV, for spreadsheets, R and pandas.",
    },
  },
};
