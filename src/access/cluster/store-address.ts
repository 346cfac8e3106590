/**
 * What of a store's URL may be shown: scheme, host, port and database. Never its user, password or
 * parameters.
 */
export function describeStoreAddress(url: string): string {
  if (!URL.canParse(url)) return "an address that cannot be read";
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host || "localhost"}${pathname === "/" ? "" : pathname}`;
}
