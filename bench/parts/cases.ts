import { askAnswer, askJson } from "./ask-answer.ts";
import type { BareAnswer } from "./bare-server.ts";
import { openChance, shuffle } from "./statistics.ts";

/** One kind of request, and what a bare server answers in its place. */
export interface Case {
  readonly name: string;
  /** Whole requests as text, sent in turn. */
  readonly requests: readonly string[];
  readonly bare: BareAnswer;
  /** The least ratio the design asks for, or null where it names none. */
  readonly least: number | null;
  /** The most processor time the design allows a response, in microseconds. */
  readonly microsecondsMost?: number;
  /** How many points a request asks for, and how many a second of processor time should answer. */
  readonly points?: { readonly count: number; readonly leastPerSecond: number };
}

type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a client that takes responses as they are, and of a browser. The key has no
 * limits.
 */
function headersOf(key: string): { readonly plain: Headers; readonly compressed: Headers } {
  const plain = { "User-Agent": "country-trust-bench", Accept: "application/json", "X-SVC-API-Key": key };
  return { plain, compressed: { ...plain, "Accept-Encoding": "gzip, deflate, br, zstd" } };
}

/** How many answers are looked at to find one of typical size. */
const SAMPLES = 101;

/** Builds the cases of prebuilt answers. */
export async function buildPreparedCases(port: number, key: string): Promise<Case[]> {
  const { plain, compressed } = headersOf(key);
  const preview = "/api/v2/countries/preview";
  const countries = await askJson<Listed>(port, preview, plain);
  const detail = `/api/v2/countries/${countries.items[0]!.slug}`;
  const rankings = "/api/v2/intelligence/country-rankings";
  const matrix = "/api/v2/intelligence/country-sector-matrix";
  const asked = async (name: string, address: string, headers: Headers, least: number | null = 1): Promise<Case> => ({
    name,
    requests: [requestText(address, headers)],
    bare: await askAnswer(port, address, headers),
    least,
  });
  const unchanged = async (name: string, address: string): Promise<Case> => {
    const { head } = await askAnswer(port, address, compressed);
    return await asked(`${name}, 304`, address, { ...compressed, "If-None-Match": head[head.indexOf("ETag") + 1]! });
  };
  return [
    await asked("preview, not compressed", preview, plain),
    await asked("preview, compressed", preview, compressed),
    await unchanged("preview", preview),
    await asked("country detail, compressed", detail, compressed),
    await unchanged("country detail", detail),
    await asked("rankings, compressed", rankings, compressed),
    await unchanged("rankings", rankings),
    await asked("matrix, compressed", matrix, compressed),
    await unchanged("matrix", matrix),
    await asked("404, no such country", "/api/v2/countries/atlantis", compressed, null),
    await asked("404, no such address", "/nothing/here", compressed, null),
  ];
}

/**
 * Pages of this many more rows, 0 in the middle: with them there are 84,000 lists, more than a
 * measurement asks for, so that none comes twice and is new no more.
 */
const SIZES_BESIDE = Array.from({ length: 39 }, (_, i) => i - 19);

/** Builds the cases of answers that are made on demand, and compressed as for a browser. */
export async function buildDemandedCases(port: number, key: string): Promise<Case[]> {
  const { plain, compressed } = headersOf(key);
  const slugs = shuffle(await companySlugs(port, plain), 1);
  const details = slugs.map((slug) => `/api/v2/companies/${slug}`);
  const lists = await filteredLists(port, plain);
  const varied = async (name: string, addresses: readonly string[], microsecondsMost?: number): Promise<Case> => ({
    name,
    requests: addresses.map((address) => requestText(address, compressed)),
    bare: await typicalAnswer(port, addresses, compressed),
    least: null,
    ...(microsecondsMost === undefined ? {} : { microsecondsMost }),
  });
  const page = (size: number) =>
    shuffle(
      SIZES_BESIDE.flatMap((more) => lists.map((address) => `${address}&limit=${size + more}`)),
      3,
    );
  return [
    await varied("company list, filtered, asked before", lists.slice(0, SAMPLES)),
    await varied("company list, filtered, new, 20 a page", page(20), NEW_MICROSECONDS_MOST),
    await varied("company list, filtered, new, 100 a page", page(100)),
    await varied("company detail, new", details, NEW_MICROSECONDS_MOST),
  ];
}

/** What a response that is made, compressed and sent once may take. */
const NEW_MICROSECONDS_MOST = 150;

const REVERSE = "/api/v1/geocoding/reverse";

/** Builds the cases of places: points all over the world, every one of them new. */
export async function buildGeocodingCases(port: number, key: string): Promise<Case[]> {
  const { plain } = headersOf(key);
  const chance = openChance(3);
  const draw = () => ({
    lat: Number(((Math.asin(2 * chance() - 1) * 180) / Math.PI).toFixed(5)),
    lng: Number((chance() * 360 - 180).toFixed(5)),
  });
  const addresses = Array.from({ length: 20_000 }, () => {
    const { lat, lng } = draw();
    return `${REVERSE}?lat=${lat}&lng=${lng}`;
  });
  const count = 1000;
  const bodies = Array.from({ length: 40 }, () => JSON.stringify({ points: Array.from({ length: count }, draw) }));
  const json = { ...plain, "Content-Type": "application/json" };
  return [
    {
      name: "geocoding, one point",
      requests: addresses.map((address) => requestText(address, plain)),
      bare: await typicalAnswer(port, addresses, plain),
      least: 0.75,
    },
    {
      name: "geocoding, 1,000 points",
      requests: bodies.map((body) => requestText(REVERSE, json, body)),
      bare: await askAnswer(port, REVERSE, json, bodies[0]),
      least: null,
      points: { count, leastPerSecond: 300_000 },
    },
  ];
}

/** The list that is asked for beside prebuilt answers, to see whether those have to wait for it. */
export async function buildMixedRequests(port: number, key: string, eachNth: number): Promise<string[]> {
  const { plain, compressed } = headersOf(key);
  const lists = await filteredLists(port, plain);
  const preview = requestText("/api/v2/countries/preview", compressed);
  return lists.flatMap((address) => [
    ...Array.from({ length: eachNth - 1 }, () => preview),
    requestText(address, plain),
  ]);
}

interface Listed {
  readonly items: readonly { readonly slug: string }[];
  readonly next: string | null;
}

/** Every combination of country, band, pillar and order, in a random order. */
async function filteredLists(port: number, headers: Headers): Promise<string[]> {
  const countries = await askJson<Listed>(port, "/api/v2/countries/preview", headers);
  const { scale, pillars } = await askJson<{ scale: { bands: { id: string }[] }; pillars: { id: string }[] }>(
    port,
    "/api/v2/scale",
    headers,
  );
  const sorts = ["name", "-name", "median_band", "-median_band", "judgement_count", "-judgement_count"];
  const addresses = countries.items.flatMap(({ slug }) =>
    scale.bands.flatMap((band) =>
      pillars.flatMap((pillar) =>
        sorts.map((sort) => `/api/v2/companies?country=${slug}&band=${band.id}&pillar=${pillar.id}&sort=${sort}`),
      ),
    ),
  );
  return shuffle(addresses, 2);
}

async function companySlugs(port: number, headers: Headers): Promise<string[]> {
  const slugs: string[] = [];
  let address: string | null = "/api/v2/companies?limit=1000&fields=slug";
  while (address !== null) {
    const page: Listed = await askJson<Listed>(port, address, headers);
    for (const { slug } of page.items) slugs.push(slug);
    address = page.next === null ? null : page.next.slice(new URL(page.next).origin.length);
  }
  return slugs;
}

/**
 * The answer of middle size among some of these addresses, the last ones, so that the first stay
 * new to the service.
 */
async function typicalAnswer(port: number, addresses: readonly string[], headers: Headers): Promise<BareAnswer> {
  const answers: BareAnswer[] = [];
  for (const address of addresses.slice(-SAMPLES)) answers.push(await askAnswer(port, address, headers));
  return answers.toSorted((a, b) => a.body.length - b.body.length)[Math.floor(answers.length / 2)]!;
}

/** A whole request as text, POST where there is a body. */
export function requestText(address: string, headers: Headers, body?: string): string {
  const length = body === undefined ? {} : { "Content-Length": String(body.length) };
  const lines = Object.entries({ Host: "localhost", ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${body === undefined ? "GET" : "POST"} ${address} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}
