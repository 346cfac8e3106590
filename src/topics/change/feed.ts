export const RELEASES_FEED_PATH = "/feeds/releases.atom";

/** The path of the feed of a country, by its slug. */
export function countryFeedPath(slug: string): string {
  return `/feeds/countries/${slug}.atom`;
}
