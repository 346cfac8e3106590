import * as fc from "fast-check";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { buildSite } from "../../src/topics/site.ts";

/** One request as bytes, and what is known of it. */
export interface FuzzRequest {
  readonly bytes: Uint8Array;
  readonly isHead: boolean;
  /** Whether the framing is that of HTTP/1.1, so that an answer is due. */
  readonly isFramed: boolean;
}

/** What stands in the place of a parameter of a path, in the order it is tried. */
const SEGMENTS = ["namibia", "NA", "c0001", "finance"];

const SITE = buildSite({ securityContact: null });

/** Every path that answers: those of the operations, of the pages, and the few that are neither. */
const PATHS = [
  ...OPERATIONS.flatMap(({ path }) =>
    path.includes("{") ? SEGMENTS.map((segment) => path.replaceAll(/\{[^}]+\}/gu, segment)) : [path],
  ),
  ...SITE.documents.map(({ path }) => path),
  ...SITE.pages.flatMap(({ path }) => SEGMENTS.map((segment) => path.replaceAll(/\{[^}]+\}/gu, segment))),
  ..."/ /api /api/openapi.json /api/postman-collection.json /problems /healthz /readyz /metrics".split(" "),
];
const PARAMETERS = [
  ...new Set(OPERATIONS.flatMap(({ parameters }) => Object.keys(parameters.query.properties))),
  "metric",
  "key",
  "__proto__",
  "constructor",
  "limit[]",
  "",
];
const HEADERS = [
  "Accept",
  "Accept-Encoding",
  "Accept-Language",
  "Authorization",
  "Cache-Control",
  "Connection",
  "Content-Type",
  "Cookie",
  "Expect",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "If-Range",
  "Origin",
  "Prefer",
  "Range",
  "Referer",
  "TE",
  "Upgrade",
  "User-Agent",
  "X-Forwarded-For",
  "X-SVC-API-Key",
  "X-Request-Id",
  "X-HTTP-Method-Override",
  "Access-Control-Request-Method",
];
const METHODS = [
  "GET",
  "GET",
  "GET",
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "QUERY",
  "PROPFIND",
  "SEARCH",
  "M-SEARCH",
];
const VALUES = [
  "",
  " ",
  "*/*",
  "application/json",
  "text/csv;q=0, */*;q=0",
  "text/html",
  "gzip, br;q=0.5, zstd",
  "identity;q=0, *;q=0",
  "*",
  'W/"x"',
  '"a", "b", *',
  '"unclosed',
  "-1",
  "1e309",
  "NaN",
  "0",
  "99999999999999999999",
  "9007199254740993",
  "true",
  "null",
  "undefined",
  "[]",
  "{}",
  "../../etc/passwd",
  "%00",
  "' OR 1=1 --",
  "<script>",
  "${7*7}",
  "sunset=rehearse",
  "keep-alive",
  "upgrade",
  "100-continue",
  "bytes=0-0,-1",
  "Bearer",
  "Bearer ",
  "Basic YTpi",
  "ctds_live_x",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "-----",
  ",,,;;;",
  "a=b; c",
  "DE",
  "namibia",
  "high",
  "governance",
  "-median_band",
  "name,slug",
];

/** Text that may stand in a header value: no line ends, which would be another request. */
const headerText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
  fc.string({ maxLength: 60, unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
  fc.string({ maxLength: 30, unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)) }),
  fc.integer({ min: 100, max: 9000 }).map((length) => "v".repeat(length)),
);

/** Text percent-encoded well, badly or not at all; no space, which would end the address. */
const addressText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...VALUES).map(encodeURIComponent) },
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ maxLength: 40, unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
  fc
    .array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 })
    .map((bytes) => bytes.map((byte) => `%${byte.toString(16)}`).join("")),
  fc.constantFrom("%", "%zz", "%c0%af", "%ff%fe", "%u0041", "..", "%2e%2e", "//", "#", "?", "&&", "=", "\\", "+", ";"),
  fc.integer({ min: 1, max: 2000 }).map((length) => "a".repeat(length)),
);

/** Sometimes too long for any server, mostly not. */
const padding = fc.oneof(
  { weight: 60, arbitrary: fc.constant("") },
  fc.integer({ min: 7000, max: 30_000 }).map((length) => `&pad=${"a".repeat(length)}`),
);

const address = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PATHS) },
      addressText.map((text) => `/${text}`),
      fc.constantFrom("*", "http://other.example/api", "ftp://x", "/api//v2", "/api/v2/", "//"),
    ),
    fc.option(
      addressText.map((text) => `/${text}`),
      { nil: "", freq: 3 },
    ),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...PARAMETERS), addressText), addressText), { maxLength: 5 }),
    padding,
  )
  .map(
    ([path, more, query, pad]) =>
      `${path}${more}${query.length > 0 ? "?" : ""}${query.map(([name, value]) => `${name}=${value}`).join("&")}${query.length > 0 ? pad : ""}`,
  );

const headers = fc.array(
  fc.tuple(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...HEADERS) }, fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/)),
    headerText,
  ),
  { maxLength: 8 },
);

const body = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  fc.json({ maxDepth: 3 }),
  fc.constantFrom("{", '{"email":false}', "[".repeat(2000), '{"__proto__":{"a":1}}', "\u0000\u0001", "a=b&c=d"),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constant("x".repeat(40_000)),
);

const framed: fc.Arbitrary<FuzzRequest> = fc
  .tuple(fc.constantFrom(...METHODS), address, headers, body)
  .map(([method, target, fields, content]) => {
    const bytes = Buffer.from(content.toWellFormed());
    // These would change the framing; broken framing is the other generator's.
    const kept = fields.filter(
      ([name]) => !/^(?:connection|upgrade|te|expect|transfer-encoding|content-length|host)$/i.test(name),
    );
    const lines = [
      `${method} ${target} HTTP/1.1`,
      "Host: fuzz.example",
      ...kept.map(([name, value]) => `${name}: ${value}`),
    ];
    if (bytes.length > 0) lines.push(`Content-Length: ${bytes.length}`);
    return {
      bytes: Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]),
      isHead: method === "HEAD",
      isFramed: true,
    };
  });

const FRAMES = [
  "GET /api HTTP/1.1\r\n\r\n",
  "GET /api HTTP/1.0\r\n\r\n",
  "GET /api HTTP/2.0\r\nHost: a\r\n\r\n",
  "GET /api\r\n\r\n",
  "GET  /api  HTTP/1.1\r\nHost: a\r\n\r\n",
  "get /api HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /api HTTP/1.1\nHost: a\n\n",
  "GET /api HTTP/1.1\r\nHost : a\r\n\r\n",
  "GET /api HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "GET /api HTTP/1.1\r\n Host: a\r\n\r\n",
  "GET /api HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n",
  "POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST /api HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "POST /api HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
  "POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nshort",
  "GET /api HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n",
  "CONNECT other.example:443 HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /api HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
  "",
  "\r\n\r\n\r\n",
];

/** A known frame with bytes changed, cut or repeated, or nothing but random bytes. */
const broken: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...FRAMES) },
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
    ),
    fc.nat(400),
    fc.nat(255),
    fc.nat(3),
    fc.integer({ min: 1, max: 30_000 }),
  )
  .map(([frame, at, byte, kind, many]) => {
    const place = frame.length === 0 ? 0 : at % frame.length;
    if (kind === 0) return frame;
    if (kind === 1) return frame.slice(0, place) + String.fromCharCode(byte) + frame.slice(place + 1);
    if (kind === 2) return frame.slice(0, place);
    return frame.slice(0, place) + "A".repeat(many) + frame.slice(place);
  })
  .map((text) => ({ bytes: Buffer.from(text, "latin1"), isHead: false, isFramed: false }));

/** Nine requests with HTTP's framing to one without. */
export const malformedRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 9, arbitrary: framed },
  { weight: 1, arbitrary: broken },
);
