/** Where objects lie. */
export interface S3Place {
  readonly bucket: string;
  /** What all keys begin with, without the slash at its end; empty for none. */
  readonly prefix: string;
  readonly region: string;
  /** Of a service that is not Amazon's; null for Amazon. */
  readonly endpoint: URL | null;
  /** Whether the bucket stands in the host (`bucket.s3.example.org`) or in the path. */
  readonly isVirtualHost: boolean;
}

/** What the keys of a place begin with. */
export function keyPrefix({ prefix }: S3Place): string {
  return prefix === "" ? "" : `${prefix}/`;
}

/** The URL of an object, or of the bucket where the key is empty, encoded as signatures want it. */
export function objectUrl(place: S3Place, key: string, query: Readonly<Record<string, string>> = {}): URL {
  const { bucket, region, endpoint, isVirtualHost } = place;
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const url = new URL(endpoint ?? `https://s3.${region}.${domain}`);
  if (isVirtualHost) url.host = `${bucket}.${url.host}`;
  const path = [
    ...url.pathname.split("/").filter((part) => part !== ""),
    ...(isVirtualHost ? [] : [bucket]),
    ...(key === "" ? [] : `${keyPrefix(place)}${key}`.split("/").map(encodeFully)),
  ];
  url.pathname = `/${path.join("/")}`;
  url.search = Object.entries(query)
    .map((pair) => pair.map(encodeFully).join("="))
    .join("&");
  return url;
}

/** Everything but unreserved characters (RFC 3986) as %XX. */
function encodeFully(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
