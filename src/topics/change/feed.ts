export const RELEASES_FEED_PATH = "/feeds/releases.atom";

/** The path of the feed of a country, by its slug. */
export const countryFeedPath = (slug: string): string => `/feeds/countries/${slug}.atom`;
