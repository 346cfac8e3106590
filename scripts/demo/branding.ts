import { DATASET } from "./facts.ts";

/** Bars of three lengths over one line, as the site draws distributions; not a mark of anybody. */
export function writeLogo(bars: string, line: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 40">
  <title>${DATASET.publisher}</title>
  <path fill="${bars}" d="M0 5h44v7H0zM6 17h32v7H6zM12 29h20v7H12z"/>
  <path fill="${line}" d="M21 0h2v40h-2z"/>
</svg>
`;
}

/** The content of `data/demo/about.md`. */
export function writeAbout(): string {
  return `# About this demonstration

Nothing here is real but the countries. **Every company, product and judgement is fictional**: a program made them up at random, and the
bands say nothing about the countries they are filed under. Do not quote them.

The data are here so that you can try everything that a publisher and its readers do: compare, search, cite, download, follow changes.

## Who is behind it

Nobody. "${DATASET.publisher}" is a name in a file. A newsroom, an institute or an NGO that publishes data with this program says here
who it is, how it judges companies, who pays for that, and how a company can answer.

## Your own text

This page is the file \`about.md\` in the folder of the dataset. The guide [Colour, logo and texts](/docs/branding) says
how to write it.
`;
}

/** The content of `data/demo/terms.md`. */
export function writeTerms(): string {
  return `# Terms of the demonstration

The files of the demonstration are published under the licence
[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/). You may use them for anything that needs invented data, such as tests and
teaching.

They are fictional. Say so wherever you show them, so that nobody takes a made-up company for a real one, or its bands for a
judgement of a country.

How many requests the API answers is said under [Rate limits](/docs/rate-limits).
`;
}
