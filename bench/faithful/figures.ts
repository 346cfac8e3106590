import type { TestAgent } from "../../test/mcp/open-agent.ts";

/** A country as the ranking describes it. */
export interface Country {
  readonly slug: string;
  readonly name: string;
  readonly rank: number | null;
  readonly tied_with: number | null;
  readonly judged_companies: number;
  readonly listed_companies: number;
  readonly median_band: string | null;
  readonly distribution: Readonly<Record<string, number>>;
}

/** A country that has a rank, and so a median band. */
export type Ranked = Country & { readonly rank: number; readonly tied_with: number; readonly median_band: string };

/** What cases are made from: a release, and the one or two before it. */
export interface Figures {
  readonly dataset: string;
  /** Worst first. */
  readonly bands: readonly { readonly id: string; readonly label: string }[];
  readonly countries: readonly Country[];
  readonly ranked: readonly Ranked[];
  /** The same countries in the release before, on the same method; empty where there is none. */
  readonly before: { readonly release: string; readonly countries: readonly Country[] } | null;
  /** An earlier release of another method. */
  readonly otherMethod: string | null;
}

/** The releases that an agent can see, besides the current one. */
export interface EarlierReleases {
  readonly before: string | null;
  readonly otherMethod: string | null;
}

/** Reads all figures that cases need, as an agent would. */
export async function readFigures(agent: TestAgent, dataset: string, earlier: EarlierReleases): Promise<Figures> {
  const { bands } = (await agent.call("describe_dataset")) as unknown as Pick<Figures, "bands">;
  const countries = await readCountries(agent, {});
  const { before, otherMethod } = earlier;
  return {
    dataset,
    bands,
    countries,
    ranked: countries.filter((country): country is Ranked => country.rank !== null),
    before: before === null ? null : { release: before, countries: await readCountries(agent, { release: before }) },
    otherMethod,
  };
}

/** Every page of the ranking. */
async function readCountries(agent: TestAgent, given: Readonly<Record<string, string>>): Promise<Country[]> {
  const all: Country[] = [];
  let cursor: string | undefined;
  do {
    const asked = { of: "countries", limit: 50, ...given, ...(cursor === undefined ? {} : { cursor }) };
    const page = await agent.call("list", asked);
    for (const { id, ...country } of page["items"] as (Country & { id: string })[])
      all.push({ ...country, slug: id.replace("country:", "") });
    cursor = /`cursor` "([^"]+)"/u.exec(page.go_on ?? "")?.[1];
  } while (cursor !== undefined);
  return all;
}
