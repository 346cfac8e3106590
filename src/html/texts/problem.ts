/** What a browser shows where something went wrong, in English. */
export const problemTexts = {
  notFound: "There is no such page",
  didYouMean: "Did you mean",
  whatNext: "Where to go from here",
  releases: { path: "/releases", text: "All releases of the data" },
  next: [
    { path: "/", text: "The start page" },
    { path: "/rankings", text: "All countries" },
    { path: "/sectors", text: "All sectors" },
    { path: "/docs", text: "The documentation of the API" },
  ],
  status: (status: number): string => `Status ${status},`,
  request: "request",
} as const;
