export interface paths {
  "/api/v2/countries/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All countries with their statistics */
    get: operations["preview_countries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/countries/{slug}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One country with its pillars and sectors */
    get: operations["get_country"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/countries/{slug}/derivation": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Why a country has its band */
    get: operations["derive_country"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/countries/{slug}/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How a country developed */
    get: operations["get_country_history"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/regions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Regions with counts of their countries */
    get: operations["list_regions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/intelligence/country-rankings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Countries ranked by median band */
    get: operations["rank_countries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/intelligence/country-sector-matrix": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Countries by sectors */
    get: operations["get_country_sector_matrix"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/intelligence/comparison": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Countries compared in pairs */
    get: operations["compare_countries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/claims/check": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether a claim may be printed */
    get: operations["check_claim"];
    put?: never;
    /** Whether statements may be printed */
    post: operations["check_claims"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/changes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What changed between two releases */
    get: operations["list_changes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/intelligence/country-data.csv": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The banded dataset as CSV */
    get: operations["download_country_data"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/sectors": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sectors with their statistics */
    get: operations["list_sectors"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/sectors/{slug}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One sector with its pillars and countries */
    get: operations["get_sector"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/sectors/{slug}/derivation": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Why a sector has its band */
    get: operations["derive_sector"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/sectors/{slug}/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How a sector developed */
    get: operations["get_sector_history"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/companies": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Companies, filtered and sorted */
    get: operations["list_companies"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/companies/{slug}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One company with its judgements */
    get: operations["get_company"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/companies/{slug}/derivation": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Why a company has its band */
    get: operations["derive_company"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/companies/{slug}/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How a company developed */
    get: operations["get_company_history"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/portfolios": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Your own list of companies */
    post: operations["match_portfolio"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/products": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Products with their companies, filtered */
    get: operations["list_products"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/judgements": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Judgements, filtered and sorted */
    get: operations["list_judgements"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/replies": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Replies of companies, filtered and sorted */
    get: operations["list_replies"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/scale": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The scale, the pillars and the method */
    get: operations["get_scale"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Companies and products by name */
    get: operations["search"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/releases": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All releases of the data */
    get: operations["list_releases"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/releases/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One release with its files and its signature */
    get: operations["get_release"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/geocoding/reverse": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The country of a location */
    get: operations["reverse_geocode"];
    put?: never;
    /** The countries of many locations */
    post: operations["reverse_geocode_points"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/data/{file}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A table of the release as CSV, Parquet or XLSX */
    get: operations["download_table"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/SHA256SUMS": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The checksums of all files */
    get: operations["download_checksums"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/SHA256SUMS.minisig": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The signature of the checksums */
    get: operations["download_signature"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/intelligence/country-history.{format}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Every country in every release, as CSV or XLSX */
    get: operations["download_country_history"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/dataset.zip": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All tables in one ZIP file */
    get: operations["download_everything"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/dataset.{format}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The dataset with all its files and columns */
    get: operations["get_dataset"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v2/citation.{format}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How to cite the data */
    get: operations["cite"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/sign-up": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Get an API key */
    post: operations["sign_up"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Your usage */
    get: operations["get_dashboard"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/keys/rotate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace your API key */
    post: operations["rotate_key"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/keys/revoke": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Revoke your API key */
    post: operations["revoke_key"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/account/erase": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Erase your account */
    post: operations["erase_account"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Your webhooks */
    get: operations["list_webhooks"];
    put?: never;
    /** Register a webhook */
    post: operations["register_webhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A webhook and its deliveries */
    get: operations["get_webhook"];
    put?: never;
    post?: never;
    /** Delete a webhook */
    delete: operations["delete_webhook"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Test a webhook */
    post: operations["test_webhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}/rotate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace the secret of a webhook */
    post: operations["rotate_webhook_secret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description The dataset, its publisher and its release. */
    Meta: {
      /** @description The publisher's title of the dataset. */
      title: string;
      /** @description Who publishes the dataset. */
      publisher: string;
      /** @description Year of publication. */
      year: number;
      /** @description Id of the release; send it as `release` to get the same data again. */
      release: string;
      /**
       * Format: date-time
       * @description When the release was published.
       */
      published_at: string;
      /** @description SPDX identifier. */
      license: string;
      /** @description How to cite the data, release included. */
      citation: string;
      /** @description A note by the publisher. */
      notice: string | null;
      /** @description What sentences begin with, such as Fictional. */
      mark: string | null;
      /**
       * Format: uri
       * @description The publisher's page about the dataset.
       */
      homepage: string | null;
      /** @description How many rows of the publisher's files the release holds, how many it leaves out, and why; how many companies are in no country. */
      completeness: string | null;
      /** @description It is a draft that its publisher showed you: not published, and not to be cited. */
      is_draft: boolean;
      /** @description What the publisher corrects in the release, oldest first. */
      errata: {
        /**
         * Format: date-time
         * @description When the publisher wrote it.
         */
        at: string;
        /** @description What is wrong with the release, in the words of the publisher. */
        text: string;
      }[];
      reasons: {
        /** @enum {string} */
        notice?: "not_given";
        /** @enum {string} */
        mark?: "not_given";
        /** @enum {string} */
        homepage?: "not_given";
        /** @enum {string} */
        completeness?: "nothing_left_out";
      };
    };
    /** @description The ordinal scale of the bands and distributions in the response. */
    Scale: {
      /** @description Name of the scale; bands of another scale cannot be compared with these. */
      id: string;
      /**
       * @description Bands are listed worst first.
       * @constant
       */
      direction: "ascending";
      /**
       * @description With n counted things, the band in which the count from the worst band up first reaches ceil(n / 2).
       * @constant
       */
      median: "lower";
      /** @description Worst first. */
      bands: {
        /** @description As in `median_band` and in distributions. */
        id: string;
        /** @description 1 is the worst band. Only the order has meaning: never add or average levels. */
        level: number;
        /** @description The band in words. */
        label: string;
      }[];
      /**
       * Format: uri
       * @description URL of the scale with the descriptions of its bands.
       */
      href: string;
    };
    /** @description The ordinal scale of the bands and distributions in a list. */
    ScaleInShort: {
      /** @description Name of the scale; bands of another scale cannot be compared with these. */
      id: string;
      /** @description Ids of the bands, worst first. */
      band_ids: string[];
      /**
       * Format: uri
       * @description URL of the scale with labels and descriptions of its bands.
       */
      href: string;
    };
    /** @description Counts by band id, worst band first. Every band of the scale is present, also with 0. */
    Distribution: {
      [key: string]: number;
    };
    /** @description A country or territory by its slug, codes and name. */
    CountryIdentity: {
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
    };
    /** @description The smallest region of M49 that a country is in. */
    CountryRegion: {
      /** @description Code of M49. */
      code: string;
      /** @description The region in filters. */
      slug: string;
      /** @description The name that the United Nations use. */
      name: string;
      /** @description Name of the continent that it is a part of. */
      continent: string;
      /** @description Whether M49 puts the country there. False for Taiwan and Kosovo, which M49 does not list: they are in the region that they lie in. */
      is_assigned: boolean;
    };
    /** @description A geographic region of the United Nations (M49): a continent, or a part of one. */
    RegionIdentity: {
      /** @description Code of M49. */
      code: string;
      /** @description The region in filters. */
      slug: string;
      /** @description The name that the United Nations use. */
      name: string;
    };
    /** @description A sector by its slug and label. */
    SectorIdentity: {
      /** @description The sector in a path. */
      slug: string;
      /** @description The sector in words. */
      label: string;
    };
    /** @description A country with its statistics and its rank. */
    CountryEntry: {
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /** @description Standard competition rank (1, 1, 3 …) by the median band alone, best first. */
      rank: number | null;
      /** @description How many others have the same rank. */
      tied_with: number | null;
      /** @description First position of the tie; the same as `rank`. */
      tie_first: number | null;
      /** @description Last position of the tie. */
      tie_last: number | null;
      /** @description Share of the judged companies above the median band. */
      share_above: number | null;
      /** @description Share of the judged companies below the median band. */
      share_below: number | null;
      /** @description The figures in words, where `fields` asks for it. */
      summary?: string;
      /**
       * Format: uri
       * @description URL of the country.
       */
      href: string;
      /**
       * Format: uri
       * @description URL of the page about the country, for people.
       */
      page: string;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        rank?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tied_with?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_first?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_last?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        share_above?: "not_judged";
        /** @enum {string} */
        share_below?: "not_judged";
      };
    };
    /** @description A sector with its statistics. */
    SectorEntry: {
      /** @description The sector in a path. */
      slug: string;
      /** @description The sector in words. */
      label: string;
      /** @description Companies that name the sector after another, in which they are counted. No other figure of the sector counts them; `any_sector` of the lists finds them. */
      also_named_by: number;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /** @description The figures in words, where `fields` asks for it. */
      summary?: string;
      /**
       * Format: uri
       * @description URL of the sector.
       */
      href: string;
      /**
       * Format: uri
       * @description URL of the page about the sector, for people.
       */
      page: string;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description The statistics of an area in one pillar. */
    PillarEntry: {
      /** @description Id of the pillar, as in filters and columns. */
      id: string;
      /** @description The pillar in words. */
      label: string;
      /** @description Companies judged in this pillar, each counted once, by their median band in it. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description A company with its statistics over all pillars; `summary`, `href` and `page` only where `fields` asks for them. */
    CompanyEntry: {
      /** @description The publisher's own id. */
      id: string;
      /** @description The company in a path. */
      slug: string;
      /** @description The company's name, as the publisher writes it. */
      name: string;
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      /** @description Sectors that the company names besides `sector`, ordered by slug. It is counted in none of them; `any_sector` of the lists finds it by each. */
      other_sectors: components["schemas"]["SectorIdentity"][];
      /** @description Its current judgements, which the distribution counts. */
      judgement_count: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /**
       * @description The furthest status of its replies.
       * @enum {string|null}
       */
      reply_status: "asked" | "no_answer" | "answered" | "corrected" | null;
      /** @description The figures in words, where `fields` asks for it. */
      summary?: string;
      /**
       * Format: uri
       * @description URL of the company.
       */
      href?: string;
      /**
       * Format: uri
       * @description URL of the page about the company, for people.
       */
      page?: string;
      reasons: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        reply_status?: "not_asked";
      };
    };
    CountriesPreview: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description In the order of the list. */
      items: components["schemas"]["CountryEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description A country among those of its region (`region`). Nothing is computed of a region. */
    InRegion: {
      /** @description Countries of the region that the release lists. */
      listed_countries: number;
      /** @description Those with enough judged companies. */
      ranked_countries: number;
      /** @description Rank of the country among them. */
      rank: number | null;
      /** @description How many of them have the same rank. */
      tied_with: number | null;
      /** @description The figures in words, with its rank in the region. */
      summary: string;
      /**
       * Format: uri
       * @description URL of the ranking of the region.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        rank?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tied_with?: "too_few_companies" | "not_judged";
      };
    };
    /** @description The companies of a country in one sector. */
    SectorCell: {
      /** @description The sector in a path. */
      slug: string;
      /** @description The sector in words. */
      label: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /**
       * Format: uri
       * @description URL of the sector.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description What is not known of a median: exact, without a model. */
    NotKnown: {
      /** @description The median if all unjudged companies were in the worst band, and in the best. */
      bounds: {
        /** @description Id of the band. */
        lowest_band: string;
        /** @description Level of that band; 1 is the worst. */
        lowest_level: number;
        /** @description Id of the band. */
        highest_band: string;
        /** @description Level of that band; 1 is the worst. */
        highest_level: number;
      } | null;
      /** @description The median if companies count by the lower median of their medians in the pillars. */
      each_pillar_once: {
        /** @description Id of the band. */
        median_band: string;
        /** @description Level of that band; 1 is the worst. */
        median_level: number;
        distribution: components["schemas"]["Distribution"];
      } | null;
      /** @description The ranks that are possible if `re_rated` companies were re-rated by one band and all others stayed. Not the tie (`tie_first`, `tie_last`). */
      rank_range: {
        /** @description The best rank. */
        best: number;
        /** @description The worst. */
        worst: number;
        /** @description A tenth of its judged companies, at least one. */
        re_rated: number;
      } | null;
      /** @description Judgements that are counted. */
      judgements: number;
      /** @description Those without a date. */
      undated: number;
      /** @description Those older than two years at the day of the release; undated ones are not. */
      older_than_two_years: number;
      /** @description The same in words, as far as it says something. */
      sentences: string[];
      reasons: {
        /** @enum {string} */
        bounds?: "no_companies";
        /** @enum {string} */
        each_pillar_once?: "not_judged";
        /** @enum {string} */
        rank_range?: "too_few_companies" | "not_judged" | "only_countries";
      };
    };
    CountryDetail: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /** @description Standard competition rank (1, 1, 3 …) by the median band alone, best first. */
      rank: number | null;
      /** @description How many others have the same rank. */
      tied_with: number | null;
      /** @description First position of the tie; the same as `rank`. */
      tie_first: number | null;
      /** @description Last position of the tie. */
      tie_last: number | null;
      /** @description Share of the judged companies above the median band. */
      share_above: number | null;
      /** @description Share of the judged companies below the median band. */
      share_below: number | null;
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      not_known: components["schemas"]["NotKnown"];
      /**
       * @description `user_assigned`: the codes are in common use but not part of ISO 3166-1 (Kosovo's XK).
       * @enum {string}
       */
      code_status: "official" | "user_assigned";
      region: components["schemas"]["CountryRegion"] | null;
      /** @description How many countries have a rank. */
      ranked_countries: number;
      /** @description Judged companies a country needs to get a rank. */
      minimum_companies: number;
      in_region: components["schemas"]["InRegion"] | null;
      /** @description In the publisher's order. */
      pillars: components["schemas"]["PillarEntry"][];
      /** @description The country's cells: its companies in each sector it has companies in, ordered by sector slug. */
      sectors: components["schemas"]["SectorCell"][];
      /** @description Where to go on. */
      links: {
        /**
         * Format: uri
         * @description URL of this country.
         */
        self: string;
        /**
         * Format: uri
         * @description URL of the page about this country, for people.
         */
        page: string;
        /**
         * Format: uri
         * @description URL of its companies.
         */
        companies: string;
        /**
         * Format: uri
         * @description URL of the ranking of all countries.
         */
        rankings: string;
        /**
         * Format: uri
         * @description URL of the matrix of countries and sectors.
         */
        matrix: string;
        /**
         * Format: uri
         * @description URL of the CSV of all countries.
         */
        data: string;
      };
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        rank?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tied_with?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_first?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_last?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        share_above?: "not_judged";
        /** @enum {string} */
        share_below?: "not_judged";
        /** @enum {string} */
        region?: "in_no_region";
        /** @enum {string} */
        in_region?: "in_no_region";
      };
    };
    /** @description A band with its counts, on the way from the worst band up. */
    DerivationBand: {
      /** @description Id of the band. */
      band: string;
      /** @description Level of the band; 1 is the worst. */
      band_level: number;
      /** @description How many stand in this band, as in `distribution`. */
      count: number;
      /** @description How many stand in this band or a worse one. */
      cumulative: number;
      /** @description Whether the one at position `middle` stands in it: `cumulative` reaches `middle` here first. */
      holds_middle: boolean;
      /**
       * Format: uri
       * @description URL of the list of those in this band, in the release of the figures.
       */
      href: string;
    };
    /** @description The statistics when the judgements in this pillar are left out everywhere. */
    WithoutPillar: {
      /** @description Id of the pillar, as in filters and columns. */
      id: string;
      /** @description The pillar in words. */
      label: string;
      /** @description How many count without this pillar: judged companies, or judgements of a company. */
      count: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description When the judgements were made. */
    JudgementDates: {
      /** @description How many of the judgements have a date. */
      dated: number;
      /** @description How many have none. */
      undated: number;
      /** @description The oldest date. */
      oldest: string | null;
      /** @description The date of the judgement in the middle of those that are dated, oldest first: ceil(n / 2). */
      middle: string | null;
      /** @description The newest date. */
      newest: string | null;
      reasons: {
        /** @enum {string} */
        oldest?: "not_given" | "not_judged";
        /** @enum {string} */
        middle?: "not_given" | "not_judged";
        /** @enum {string} */
        newest?: "not_given" | "not_judged";
      };
    };
    /** @description The one that most of the judgements name; of several the first in text order. */
    LargestOrigin: {
      /** @description The judge, or the URL of the source. */
      name: string;
      /** @description The same as readers see it. */
      label: string;
      /** @description How many of the judgements name it. */
      numerator: number;
      /** @description How many of them name any. */
      denominator: number;
      /** @description Their quotient. */
      share: number;
    };
    /** @description The judges of the judgements, or their sources by URL. */
    JudgementOrigins: {
      /** @description How many of the judgements name one. */
      named: number;
      /** @description How many name none. */
      unnamed: number;
      /** @description How many different ones they name. */
      different: number | null;
      largest: components["schemas"]["LargestOrigin"] | null;
      reasons: {
        /** @enum {string} */
        different?: "not_given" | "not_judged";
        /** @enum {string} */
        largest?: "not_given" | "not_judged";
      };
    };
    /** @description A judged company at its position in the line. */
    CompanyInLine: {
      /** @description Its position in the line, from 1. */
      position: number;
      /** @description The company in a path. */
      slug: string;
      /** @description The company's name. */
      name: string;
      /** @description Id of its median band. */
      median_band: string;
      /** @description Level of that band; 1 is the worst. */
      median_level: number;
      /**
       * Format: uri
       * @description URL of the company.
       */
      href: string;
    };
    /** @description The companies in the median band that fewest re-rated judgements would move out of it in this direction. */
    NearestCompanies: {
      /** @description The fewest judgements that would have to be re-rated before a company leaves the band in this direction: its own `flips_to_lower` or `flips_to_higher`. */
      flips: number;
      /** @description How many companies need as few; none of them stands out. */
      count: number;
      /**
       * Format: uri
       * @description URL of the list of all companies in the median band, those that need fewest first.
       */
      href: string;
    };
    CountryDerivation: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /** @description Standard competition rank (1, 1, 3 …) by the median band alone, best first. */
      rank: number | null;
      /** @description How many others have the same rank. */
      tied_with: number | null;
      /** @description First position of the tie; the same as `rank`. */
      tie_first: number | null;
      /** @description Last position of the tie. */
      tie_last: number | null;
      /** @description Share of the judged companies above the median band. */
      share_above: number | null;
      /** @description Share of the judged companies below the median band. */
      share_below: number | null;
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      not_known: components["schemas"]["NotKnown"];
      /** @description Position of the company in the middle when all judged companies stand in a line, worst band first: ceil(n / 2). The band it stands in is the median band. */
      middle: number | null;
      /** @description Every band, worst first. */
      bands: components["schemas"]["DerivationBand"][];
      /** @description What is left without each of the pillars, in the publisher's order. */
      without_pillar: components["schemas"]["WithoutPillar"][];
      /** @description Whether the median band depends on one pillar, in words. */
      without_pillar_summary: string | null;
      /** @description The last five companies in the line below the median band. */
      below: components["schemas"]["CompanyInLine"][];
      /** @description The company at position `middle`, with two before and two after it in the same band. */
      around_middle: components["schemas"]["CompanyInLine"][];
      /** @description The first five companies in the line above the median band. */
      above: components["schemas"]["CompanyInLine"][];
      nearest_to_lower: components["schemas"]["NearestCompanies"] | null;
      nearest_to_higher: components["schemas"]["NearestCompanies"] | null;
      /** @description The current judgements of its companies. */
      judgement_count: number;
      judged_on: components["schemas"]["JudgementDates"];
      judges: components["schemas"]["JudgementOrigins"];
      sources: components["schemas"]["JudgementOrigins"];
      /** @description Where to go on, in the release of the figures. */
      links: {
        /**
         * Format: uri
         * @description URL of this derivation.
         */
        self: string;
        /**
         * Format: uri
         * @description URL of the country or sector.
         */
        area: string;
        /**
         * Format: uri
         * @description URL of the line: its companies by median band, then by name; those that are not judged come last.
         */
        line: string;
        /**
         * Format: uri
         * @description URL of the judgements of its companies.
         */
        judgements: string;
      };
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        rank?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tied_with?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_first?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_last?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        share_above?: "not_judged";
        /** @enum {string} */
        share_below?: "not_judged";
        /** @enum {string} */
        middle?: "not_judged";
        /** @enum {string} */
        without_pillar_summary?: "not_judged" | "too_few_companies";
        /** @enum {string} */
        nearest_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        nearest_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description A country in one release. */
    CountryHistoryEntry: {
      /** @description Id of the release. */
      release: string;
      /**
       * Format: date-time
       * @description When the release was published.
       */
      published_at: string;
      break: components["schemas"]["MethodBreak"] | null;
      scale: components["schemas"]["Scale"];
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Its rank in the ranking of that release. */
      rank: number | null;
      /** @description How many others had the same rank. */
      tied_with: number | null;
      /** @description Id of the median band on the scale of the release. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many re-ratings it takes before the median band drops. */
      flips_to_lower: number | null;
      /** @description How many re-ratings it takes before the median band rises. */
      flips_to_higher: number | null;
      /**
       * Format: uri
       * @description URL of the country in the release.
       */
      href: string | null;
      reasons: {
        /** @enum {string} */
        break?: "first_release" | "same_method";
        /** @enum {string} */
        rank?: "too_few_companies" | "not_judged" | "not_in_release";
        /** @enum {string} */
        tied_with?: "too_few_companies" | "not_judged" | "not_in_release";
        /** @enum {string} */
        median_band?: "not_judged" | "not_in_release";
        /** @enum {string} */
        median_level?: "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        href?: "not_in_release";
      };
    };
    /**
     * @description Why nothing can be said of rise or fall since the entry before: the release is of another dataset, scale or set of pillars, or its figures are computed by another rule.
     * @enum {string}
     */
    MethodBreak: "dataset" | "scale" | "pillars" | "rule";
    CountryHistory: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description The entries of this page in words. */
      summary: string;
      /** @description In the order of the list. */
      items: components["schemas"]["CountryHistoryEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `CountryHistory` with chosen fields of each item. */
    CountryHistoryFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description The entries of this page in words. */
      summary: string;
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["CountryHistoryEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `CountryHistoryEntry`. */
    CountryHistoryEntryFields: {
      /** @description Id of the release. */
      release?: string;
      /**
       * Format: date-time
       * @description When the release was published.
       */
      published_at?: string;
      break?: components["schemas"]["MethodBreak"] | null;
      scale?: components["schemas"]["Scale"];
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies?: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies?: number;
      /** @description Its rank in the ranking of that release. */
      rank?: number | null;
      /** @description How many others had the same rank. */
      tied_with?: number | null;
      /** @description Id of the median band on the scale of the release. */
      median_band?: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level?: number | null;
      distribution?: components["schemas"]["Distribution"];
      /** @description How many re-ratings it takes before the median band drops. */
      flips_to_lower?: number | null;
      /** @description How many re-ratings it takes before the median band rises. */
      flips_to_higher?: number | null;
      /**
       * Format: uri
       * @description URL of the country in the release.
       */
      href?: string | null;
      reasons?: {
        /** @enum {string} */
        break?: "first_release" | "same_method";
        /** @enum {string} */
        rank?: "too_few_companies" | "not_judged" | "not_in_release";
        /** @enum {string} */
        tied_with?: "too_few_companies" | "not_judged" | "not_in_release";
        /** @enum {string} */
        median_band?: "not_judged" | "not_in_release";
        /** @enum {string} */
        median_level?: "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        href?: "not_in_release";
      };
    };
    /** @description A region with counts of its countries. */
    RegionEntry: {
      /** @description Code of M49. */
      code: string;
      /** @description The region in filters. */
      slug: string;
      /** @description The name that the United Nations use. */
      name: string;
      within: components["schemas"]["RegionIdentity"] | null;
      /** @description Countries and territories that lie there, whether the release lists them or not. */
      territories: number;
      /** @description Those that the release lists. */
      listed_countries: number;
      /** @description Those with enough judged companies for a rank. */
      ranked_countries: number;
      countries_by_band: components["schemas"]["Distribution"];
      /**
       * Format: uri
       * @description URL of their ranking among each other.
       */
      rankings: string;
      reasons: {
        /** @enum {string} */
        within?: "is_a_continent";
      };
    };
    Regions: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description What the regions are, and what they are not. */
      note: string;
      /** @description In the order of the list. */
      items: components["schemas"]["RegionEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description A country of a ranking, with the statistics it is ranked by. */
    RankingEntry: {
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /** @description Standard competition rank (1, 1, 3 …) by the median band alone, best first. */
      rank: number | null;
      /** @description How many others have the same rank. */
      tied_with: number | null;
      /** @description First position of the tie; the same as `rank`. */
      tie_first: number | null;
      /** @description Last position of the tie. */
      tie_last: number | null;
      /** @description Share of the judged companies above the median band. */
      share_above: number | null;
      /** @description Share of the judged companies below the median band. */
      share_below: number | null;
      /** @description The figures in words, where `fields` asks for it. */
      summary?: string;
      /**
       * Format: uri
       * @description URL of the country.
       */
      href: string;
      /**
       * Format: uri
       * @description URL of the page about the country, for people.
       */
      page: string;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        rank?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tied_with?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_first?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_last?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        share_above?: "not_judged";
        /** @enum {string} */
        share_below?: "not_judged";
      };
    };
    CountryRankings: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description Id of the pillar that the statistics are in. */
      pillar: string | null;
      region: components["schemas"]["RegionIdentity"] | null;
      /** @description What the bands measure, in the publisher's words. */
      measures: string | null;
      /** @description What they must not be taken for, in words. */
      does_not_measure: string[];
      /**
       * @description Order inside a tie: with p the share above and q the share below the median, the larger (p − q) / (1 − p − q) first; then the name, then the code. It orders the list and does not change `rank`.
       * @constant
       */
      tie_order: "usual_judgment";
      /** @description Judged companies a country needs to get a rank in this answer. */
      minimum_companies: number;
      /** @description How many countries have a rank. */
      ranked_countries: number;
      /** @description In the order of the list. */
      items: components["schemas"]["RankingEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        pillar?: "all_pillars";
        /** @enum {string} */
        region?: "whole_world";
        /** @enum {string} */
        measures?: "not_given";
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `CountryRankings` with chosen fields of each item. */
    CountryRankingsFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description Id of the pillar that the statistics are in. */
      pillar: string | null;
      region: components["schemas"]["RegionIdentity"] | null;
      /** @description What the bands measure, in the publisher's words. */
      measures: string | null;
      /** @description What they must not be taken for, in words. */
      does_not_measure: string[];
      /**
       * @description Order inside a tie: with p the share above and q the share below the median, the larger (p − q) / (1 − p − q) first; then the name, then the code. It orders the list and does not change `rank`.
       * @constant
       */
      tie_order: "usual_judgment";
      /** @description Judged companies a country needs to get a rank in this answer. */
      minimum_companies: number;
      /** @description How many countries have a rank. */
      ranked_countries: number;
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["RankingEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        pillar?: "all_pillars";
        /** @enum {string} */
        region?: "whole_world";
        /** @enum {string} */
        measures?: "not_given";
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `RankingEntry`. */
    RankingEntryFields: {
      /** @description The country in a path. */
      slug?: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2?: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3?: string;
      /** @description English short name. */
      name?: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies?: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies?: number;
      /** @description Id of the lower median band of the distribution. */
      median_band?: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level?: number | null;
      distribution?: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower?: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher?: number | null;
      /** @description Standard competition rank (1, 1, 3 …) by the median band alone, best first. */
      rank?: number | null;
      /** @description How many others have the same rank. */
      tied_with?: number | null;
      /** @description First position of the tie; the same as `rank`. */
      tie_first?: number | null;
      /** @description Last position of the tie. */
      tie_last?: number | null;
      /** @description Share of the judged companies above the median band. */
      share_above?: number | null;
      /** @description Share of the judged companies below the median band. */
      share_below?: number | null;
      /** @description The figures in words, where `fields` asks for it. */
      summary?: string;
      /**
       * Format: uri
       * @description URL of the country.
       */
      href?: string;
      /**
       * Format: uri
       * @description URL of the page about the country, for people.
       */
      page?: string;
      reasons?: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        rank?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tied_with?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_first?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        tie_last?: "too_few_companies" | "not_judged";
        /** @enum {string} */
        share_above?: "not_judged";
        /** @enum {string} */
        share_below?: "not_judged";
      };
    };
    /** @description The companies of one country in one sector. */
    MatrixCell: {
      /** @description Slug of the sector. */
      sector: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
      };
    };
    MatrixRow: {
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /**
       * Format: uri
       * @description URL of the country.
       */
      href: string;
      /** @description One per sector, in the order of `sectors`, empty ones included. */
      cells: components["schemas"]["MatrixCell"][];
    };
    CountrySectorMatrix: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description Id of the pillar that the statistics are in. */
      pillar: string | null;
      region: components["schemas"]["RegionIdentity"] | null;
      /** @description The sectors of the cells, ordered by slug. */
      sectors: components["schemas"]["SectorIdentity"][];
      /** @description In the order of the list. */
      items: components["schemas"]["MatrixRow"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        pillar?: "all_pillars";
        /** @enum {string} */
        region?: "whole_world";
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description A country with the statistics it is compared by. */
    ComparedCountry: {
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /**
       * Format: uri
       * @description URL of the country.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description A share of all pairs, exactly and as a number. */
    PairShare: {
      /** @description How many of the pairs. */
      numerator: number;
      /** @description How many pairs there are. */
      denominator: number;
      /** @description Their quotient. */
      share: number;
    };
    /** @description Of all pairs of one judged company from each country, the shares in which the one of `first` stands in a higher band, in the same, and in a lower one. */
    PairShares: {
      higher: components["schemas"]["PairShare"];
      same: components["schemas"]["PairShare"];
      lower: components["schemas"]["PairShare"];
    };
    /**
     * @description The country that has, at every band, at least as large a share of its judged companies at or above it as the other one, and at some band a larger share. Every reading of the scale that keeps its order then agrees.
     * @enum {string}
     */
    Dominance: "first" | "second" | "neither";
    /** @description Two countries compared. */
    CountryComparison: {
      /** @description Slug of the first country. */
      first: string;
      /** @description Slug of the second country. */
      second: string;
      /**
       * @description How `first` stands against `second`, by their median bands alone.
       * @enum {string}
       */
      by_median: "higher" | "lower" | "cannot_be_told_apart";
      /**
       * @description Why `by_median` says so. Countries that share a median band, or of which one has too few judged companies for a rank, cannot be told apart, nor those that are judged in no pillar in common.
       * @enum {string}
       */
      reason: "different_median_bands" | "same_median_band" | "too_few_companies" | "not_judged" | "different_pillars";
      pairs: components["schemas"]["PairShares"] | null;
      dominance: components["schemas"]["Dominance"] | null;
      /** @description How many companies, of either country, would have to be re-rated at least before both medians are in the same band; 0 where they are. */
      flips_to_tie: number | null;
      /** @description The comparison in words. */
      summary: string;
      reasons: {
        /** @enum {string} */
        pairs?: "not_judged";
        /** @enum {string} */
        dominance?: "not_judged" | "too_few_companies";
        /** @enum {string} */
        flips_to_tie?: "not_judged" | "too_few_companies";
      };
    };
    CountryComparisons: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description Id of the pillar that the statistics are in. */
      pillar: string | null;
      /** @description Slugs of the sectors whose companies count. */
      sectors: string[] | null;
      /** @description Judged companies a country needs to be told apart from another by its median band. */
      minimum_companies: number;
      /** @description The countries, in the order of the request. */
      countries: components["schemas"]["ComparedCountry"][];
      /** @description Why names of the request are not compared, a sentence each; empty without `partial`. */
      not_compared: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["CountryComparison"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        pillar?: "all_pillars";
        /** @enum {string} */
        sectors?: "all_sectors";
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Where a figure can be looked up. */
    ClaimEvidence: {
      /**
       * @description What can be looked up there: a figure of the answer, or what it counts.
       * @enum {string}
       */
      shows: "subject" | "than" | "before" | "companies" | "judgements" | "ranking";
      /**
       * Format: uri
       * @description URL of it, in the release of the figures.
       */
      href: string;
    };
    /** @description A subject with its figures. The distribution counts judged companies; that of a company, judgements. For `countries` it counts those with a rank by their median bands, and `listed_companies` all listed countries. */
    ClaimFigures: {
      /**
       * @description What it is.
       * @enum {string}
       */
      type: "country" | "sector" | "company" | "countries";
      /** @description The country, sector or company in a path. */
      slug: string;
      /** @description Its name or label. */
      name: string;
      /** @description Id of the release that the figures are of. */
      release: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number | null;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /** @description Rank of the country, as in the ranking. */
      rank: number | null;
      /** @description How many others have the same rank. */
      tied_with: number | null;
      /**
       * Format: uri
       * @description URL of it, in that release.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        listed_companies?: "one_company";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        rank?: "too_few_companies" | "not_judged" | "only_countries";
        /** @enum {string} */
        tied_with?: "too_few_companies" | "not_judged" | "only_countries";
      };
    };
    /**
     * @description Whether the claim may be printed. `misleading`: it is true as arithmetic and false as readers take it; print `say_instead`. What cannot be told must not be printed either.
     * @enum {string}
     */
    ClaimVerdict: "holds" | "misleading" | "does_not_hold" | "cannot_be_told";
    /**
     * @description Why the claim does not hold: another median band, the same one, another rank, a rank that others share, a rank that none shares, another share, an average, which bands do not have, or, of a claim that is denied, that it holds. Why it is misleading: others share the rank, no other country is ranked, companies or judgements that came or went moved the band, rounding makes none or all of what is neither, or a bound hides that it is none. Or why it cannot be told: no judgements, too few judged companies, another method (scale, pillars or rule) or another dataset; a release that its publisher went back from; no pillar in which both are judged; it is a part of a country; judged companies are no sample of all; the data do not say why something moved.
     * @enum {string}
     */
    VerdictReason:
      | "not_judged"
      | "too_few_companies"
      | "method_change"
      | "other_dataset"
      | "taken_back"
      | "different_pillars"
      | "part_of"
      | "composition"
      | "rounded"
      | "other_median_band"
      | "same_median_band"
      | "other_rank"
      | "shared_rank"
      | "not_shared"
      | "only_ranked"
      | "other_share"
      | "no_average"
      | "no_sample"
      | "no_cause"
      | "opposite_holds";
    /** @description Facts that must stand in the same sentence as the claim. `tie`: others share the rank. `thin`: fewer companies are judged than the release asks for. `coverage`: some are listed and not judged, or have no rank. `narrow`: few re-ratings undo the lead. `opposite_pairs`: in more pairs the other one is rated higher. `composition`: companies or judgements came or went between the releases. `common_pillars`: the two are compared over the pillars that both are judged in. */
    ClaimCompanions: ("tie" | "thin" | "coverage" | "narrow" | "opposite_pairs" | "composition" | "common_pillars")[];
    CheckedClaim: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The claim that was checked, as a sentence, true or not. */
      claim: string;
      /** @description Id of the pillar that the statistics are in. */
      pillar: string | null;
      region: components["schemas"]["RegionIdentity"] | null;
      verdict: components["schemas"]["ClaimVerdict"];
      companions: components["schemas"]["ClaimCompanions"];
      reason: components["schemas"]["VerdictReason"] | null;
      /** @description The figures in words. */
      because: string;
      /** @description How many companies would have to be re-rated at least to turn the verdict; for a company, how many judgements. For a rank, companies of the country itself; since a release, those of the later one. */
      flips_to_change: number | null;
      /** @description A true sentence to print instead. */
      say_instead: string | null;
      /** @description What the bands measure, in the publisher's words. */
      measures: string | null;
      /** @description What they must not be taken for, in words. */
      does_not_measure: string[];
      /** @description Judged companies a country needs; with fewer, nothing can be said about it. */
      minimum_companies: number;
      /** @description How many countries have a rank, in the region where one is given. */
      ranked_countries: number;
      subject: components["schemas"]["ClaimFigures"];
      than: components["schemas"]["ClaimFigures"] | null;
      before: components["schemas"]["ClaimFigures"] | null;
      /** @description Where the figures can be looked up. */
      evidence: components["schemas"]["ClaimEvidence"][];
      reasons: {
        /** @enum {string} */
        pillar?: "all_pillars";
        /** @enum {string} */
        region?: "whole_world";
        /** @enum {string} */
        reason?: "claim_holds";
        /** @enum {string} */
        flips_to_change?: "cannot_be_told" | "no_re_rating";
        /** @enum {string} */
        say_instead?: "claim_holds";
        /** @enum {string} */
        measures?: "not_given";
        /** @enum {string} */
        than?: "not_given";
        /** @enum {string} */
        before?: "not_given" | "no_companies";
      };
    };
    StatementList: {
      /** @description What to check. */
      statements: (
        | string
        | {
            /** @description As in `GET`. */
            subject: string;
            /**
             * @description As in `GET`.
             * @enum {string}
             */
            is:
              | "band"
              | "at_least"
              | "at_most"
              | "above"
              | "below"
              | "alike"
              | "companies_better"
              | "companies_worse"
              | "rank"
              | "rank_alone"
              | "shares_rank"
              | "best"
              | "worst"
              | "none_above"
              | "none_below"
              | "most"
              | "most_at_least"
              | "most_at_most"
              | "share"
              | "share_at_least"
              | "share_at_most"
              | "average"
              | "risen"
              | "fallen"
              | "unchanged"
              | "moved"
              | "caused";
            /** @description As in `GET`. */
            value?: string;
            /** @description As in `GET`. */
            percent?: string;
            /** @description As in `GET`. */
            than?: string;
            /** @description As in `GET`. */
            since?: string;
            /** @description As in `GET`. */
            pillar?: string;
            /** @description As in `GET`. */
            region?: string;
            /** @description Whether its opposite is claimed. */
            negated?: boolean;
          }
      )[];
    };
    CheckedStatement: {
      /** @description The sentence as it was sent. */
      text: string | null;
      verdict: components["schemas"]["ClaimVerdict"] | null;
      /** @description The claims that the statement makes; most make one. None of a sentence of the service itself, which holds. */
      checks: {
        /** @description The claim that was checked, as a sentence, true or not. */
        claim: string;
        /** @description Id of the pillar that the statistics are in. */
        pillar: string | null;
        region: components["schemas"]["RegionIdentity"] | null;
        verdict: components["schemas"]["ClaimVerdict"];
        companions: components["schemas"]["ClaimCompanions"];
        reason: components["schemas"]["VerdictReason"] | null;
        /** @description The figures in words. */
        because: string;
        /** @description How many companies would have to be re-rated at least to turn the verdict; for a company, how many judgements. For a rank, companies of the country itself; since a release, those of the later one. */
        flips_to_change: number | null;
        /** @description A true sentence to print instead. */
        say_instead: string | null;
        /** @description As in the statement. */
        negated: boolean;
        /** @description Names of companies in these sentences, as the publisher writes them: any text at all. */
        company_names: string[];
        /**
         * Format: uri
         * @description URL of the check of the claim, not negated, with its figures.
         */
        href: string;
        reasons: {
          /** @enum {string} */
          pillar?: "all_pillars";
          /** @enum {string} */
          region?: "whole_world";
          /** @enum {string} */
          reason?: "claim_holds";
          /** @enum {string} */
          flips_to_change?: "cannot_be_told" | "no_re_rating";
          /** @enum {string} */
          say_instead?: "claim_holds";
        };
      }[];
      /** @description Why it was not checked. */
      problem: {
        /**
         * @description A code of the API, or why a sentence was not understood: `unknown_words`; `unclear`, words that no claim puts together so; `no_time`, a move without since when; or what no claim can say: a `number`, a `score`, a `cause`, a `forecast`, a `qualifier` such as “probably”, a `region`.
         * @enum {string}
         */
        code:
          | "unknown_words"
          | "unclear"
          | "no_time"
          | "number"
          | "cause"
          | "forecast"
          | "score"
          | "region"
          | "qualifier"
          | "invalid_request"
          | "country_not_found"
          | "sector_not_found"
          | "company_not_found"
          | "release_not_found"
          | "release_withdrawn"
          | "release_removed"
          | "unavailable";
        /** @description What was found, and what to do. */
        detail: string;
        /** @description What was not understood of a sentence. */
        words: string[];
      } | null;
      reasons: {
        /** @enum {string} */
        text?: "encoded";
        /** @enum {string} */
        verdict?: "not_checked";
        /** @enum {string} */
        problem?: "checked";
      };
    };
    CheckedStatements: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description What the bands measure, in the publisher's words. */
      measures: string | null;
      /** @description What they must not be taken for, in words. */
      does_not_measure: string[];
      /** @description In the order of the statements. */
      items: components["schemas"]["CheckedStatement"][];
      reasons: {
        /** @enum {string} */
        measures?: "not_given";
      };
    };
    /** @description A release that is compared, with the scale of its bands. */
    ComparedRelease: {
      /** @description Send it as `from`, `to` or `release`. */
      id: string;
      /**
       * Format: date-time
       * @description When it was published.
       */
      published_at: string;
      scale: components["schemas"]["Scale"];
      /**
       * Format: uri
       * @description URL of its preview of countries.
       */
      href: string;
    };
    /** @description How many companies changed; one can be reclassified and re-rated at once. */
    CompanyCounts: {
      /** @description Listed in the later release alone. */
      added: number;
      /** @description Listed in the earlier release alone. */
      removed: number;
      /** @description Listed in both releases with another name. */
      renamed: number;
      /** @description Filed in another country or sector. */
      reclassified: number;
      /** @description Listed in both releases with another median band, or judged in one of them alone. */
      moved_median: number | null;
      /** @description Listed in both releases with the same median band, and another one in a pillar. */
      pillar_moved: number | null;
      /** @description Listed in both releases with the same median bands, and other judgements: bands, criteria, judges, dates or sources. */
      judgements_changed: number | null;
      /** @description Listed in both releases with other sectors besides the one they are counted in. */
      other_sectors_changed: number;
      /** @description Listed in both releases, and a reply, or that they were asked, is new, differs or is gone; or added with a reply. */
      reply_changed: number;
      /** @description Listed in both releases with another website, LEI, other names, products or path. */
      details_changed: number;
      reasons: {
        /** @enum {string} */
        moved_median?: "method_change";
        /** @enum {string} */
        pillar_moved?: "method_change";
        /** @enum {string} */
        judgements_changed?: "method_change";
      };
    };
    /**
     * @description Why it cannot be told: no release before is kept, the title is that of another dataset, or neither release lists a company where the filter looks.
     * @enum {string}
     */
    NotComparedReason: "no_release_before" | "other_dataset" | "not_listed";
    /** @description The figures of some companies in one release, on the scale of that release. */
    FiguresThen: {
      /** @description The companies that the distribution counts. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
      };
    };
    /** @description The figures of some companies in two releases. */
    BeforeAndAfterFigures: {
      before: components["schemas"]["FiguresThen"];
      after: components["schemas"]["FiguresThen"];
    };
    /** @description What happened to the judged companies of the country or sector; each is counted once. */
    MoveCounts: {
      /** @description Companies that are judged there in both releases. */
      judged_in_both: number;
      /** @description Those of them with another median band. */
      re_rated: number | null;
      /** @description Listed there in both releases, and judged in the later one alone. */
      first_judged: number;
      /** @description Listed there in both releases, and judged in the earlier one alone. */
      no_longer_judged: number;
      /** @description Judged there in the later release, and not listed at all in the earlier one. */
      added: number;
      /** @description Judged there in the earlier release, and not listed at all in the later one. */
      removed: number;
      /** @description Judged there in the later release, and filed elsewhere in the earlier one. */
      filed_here: number;
      /** @description Judged there in the earlier release, and filed elsewhere in the later one. */
      filed_elsewhere: number;
      reasons: {
        /** @enum {string} */
        re_rated?: "method_change";
      };
    };
    /**
     * @description Whether the median band rose or fell: it is a higher or a lower one than before, and so is that of the companies judged in both releases.
     * @enum {string}
     */
    Trend: "higher" | "lower";
    /** @description A country whose median band is another one. `in_both` counts the companies filed there in both releases and `rest` the others; together they are `before` and `after`. */
    CountryMove: {
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description Why the median band is another one: companies re-judged, added, removed or reclassified (filed in another country or sector), or the method changed (scale, pillars or rule). */
      causes: ("re_judged" | "company_added" | "company_removed" | "reclassified" | "method_change")[];
      trend: components["schemas"]["Trend"] | null;
      before: components["schemas"]["FiguresThen"];
      after: components["schemas"]["FiguresThen"];
      in_both: components["schemas"]["BeforeAndAfterFigures"];
      rest: components["schemas"]["BeforeAndAfterFigures"];
      counts: components["schemas"]["MoveCounts"];
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      /**
       * Format: uri
       * @description URL of the list of its companies that something happened to.
       */
      companies_href: string;
      /**
       * Format: uri
       * @description URL of it, in the later release that has it.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        trend?: "method_change" | "not_judged" | "too_few_companies" | "composition" | "taken_back";
      };
    };
    /** @description A sector whose median band is another one. `in_both` counts the companies filed there in both releases and `rest` the others; together they are `before` and `after`. */
    SectorMove: {
      /** @description The sector in a path. */
      slug: string;
      /** @description The sector in words. */
      label: string;
      /** @description Why the median band is another one: companies re-judged, added, removed or reclassified (filed in another country or sector), or the method changed (scale, pillars or rule). */
      causes: ("re_judged" | "company_added" | "company_removed" | "reclassified" | "method_change")[];
      trend: components["schemas"]["Trend"] | null;
      before: components["schemas"]["FiguresThen"];
      after: components["schemas"]["FiguresThen"];
      in_both: components["schemas"]["BeforeAndAfterFigures"];
      rest: components["schemas"]["BeforeAndAfterFigures"];
      counts: components["schemas"]["MoveCounts"];
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      /**
       * Format: uri
       * @description URL of the list of its companies that something happened to.
       */
      companies_href: string;
      /**
       * Format: uri
       * @description URL of it, in the later release that has it.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        trend?: "method_change" | "not_judged" | "too_few_companies" | "composition" | "taken_back";
      };
    };
    /** @description The countries that differ between the two releases. */
    CountryChanges: {
      /** @description With a listed company in the later release alone. */
      added: components["schemas"]["CountryIdentity"][];
      /** @description With a listed company in the earlier release alone. */
      removed: components["schemas"]["CountryIdentity"][];
      /** @description Those whose median band is another one, by ISO2. */
      moved: components["schemas"]["CountryMove"][];
    };
    /** @description The sectors that differ between the two releases. */
    SectorChanges: {
      /** @description With a listed company in the later release alone. */
      added: components["schemas"]["SectorIdentity"][];
      /** @description With a listed company in the earlier release alone. */
      removed: components["schemas"]["SectorIdentity"][];
      /** @description Those whose median band is another one, by slug. */
      moved: components["schemas"]["SectorMove"][];
    };
    /** @description A band or a pillar that the two releases call differently. */
    ChangedLabel: {
      /**
       * @description What is called differently.
       * @enum {string}
       */
      of: "band" | "pillar";
      /** @description Id of the band or the pillar. */
      id: string;
      /** @description Its label in the earlier release. */
      before: string;
      /** @description Its label in the later release. */
      after: string;
    };
    /** @description Where a release files a company, its median band on the release's scale, and whether it replied. */
    CompanyThen: {
      /** @description Its name in that release. */
      name: string;
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      /** @description Sectors that the company names besides `sector`, ordered by slug. It is counted in none of them; `any_sector` of the lists finds it by each. */
      other_sectors: components["schemas"]["SectorIdentity"][];
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      /**
       * @description The furthest status of its replies; `/api/v2/replies` has them.
       * @enum {string|null}
       */
      reply_status: "asked" | "no_answer" | "answered" | "corrected" | null;
      reasons: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        reply_status?: "not_asked";
      };
    };
    /** @description A company that something happened to between two releases. */
    ChangedCompanyEntry: {
      /** @description The publisher's own id, by which both releases know it. */
      id: string;
      /** @description The company in a path. */
      slug: string;
      /** @description Its name, as the later release that lists it has it. */
      name: string;
      /** @description What happened to it. `added` and `removed`: listed in one release only; `reclassified`: filed in another country or sector; `re_rated`: another median band; `first_judged` and `no_longer_judged`: listed in both, judged in one; `other_sectors_changed`: other sectors besides its own; `reply_changed`: a reply of the company, or that it was asked, is new, differs or is gone; of a company that was added, that it has one; `renamed`: another name; `pillar_moved`: the same median band, another one in a pillar; `judgements_changed`: the same median bands, other judgements; `details_changed`: another website, LEI, other names, products or path. */
      changes: (
        | "added"
        | "removed"
        | "reclassified"
        | "re_rated"
        | "first_judged"
        | "no_longer_judged"
        | "other_sectors_changed"
        | "reply_changed"
        | "renamed"
        | "pillar_moved"
        | "judgements_changed"
        | "details_changed"
      )[];
      before: components["schemas"]["CompanyThen"] | null;
      after: components["schemas"]["CompanyThen"] | null;
      /**
       * Format: uri
       * @description URL of the company, in the later release that lists it.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        before?: "not_in_release";
        /** @enum {string} */
        after?: "not_in_release";
      };
    };
    ReleaseChangeList: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      from: components["schemas"]["ComparedRelease"] | null;
      to: components["schemas"]["ComparedRelease"];
      /**
       * @description Whether it can be told what changed.
       * @enum {string}
       */
      verdict: "compared" | "cannot_be_told";
      reason: components["schemas"]["NotComparedReason"] | null;
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      /** @description What of the method differs: the scale, the pillars or the rule. If anything does, no trend is told. */
      method_change: ("scale" | "pillars" | "rule")[] | null;
      companies: components["schemas"]["CompanyCounts"] | null;
      countries: components["schemas"]["CountryChanges"] | null;
      sectors: components["schemas"]["SectorChanges"] | null;
      /** @description Bands and pillars that the releases call differently. */
      labels: components["schemas"]["ChangedLabel"][] | null;
      /** @description In the order of the list. */
      items: components["schemas"]["ChangedCompanyEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        from?: "no_release_before";
        /** @enum {string} */
        reason?: "releases_compared";
        /** @enum {string} */
        method_change?: "not_compared";
        /** @enum {string} */
        companies?: "not_compared";
        /** @enum {string} */
        countries?: "not_compared" | "following_page";
        /** @enum {string} */
        sectors?: "not_compared" | "following_page";
        /** @enum {string} */
        labels?: "not_compared";
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `ReleaseChangeList` with chosen fields of each item. */
    ReleaseChangeListFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      from: components["schemas"]["ComparedRelease"] | null;
      to: components["schemas"]["ComparedRelease"];
      /**
       * @description Whether it can be told what changed.
       * @enum {string}
       */
      verdict: "compared" | "cannot_be_told";
      reason: components["schemas"]["NotComparedReason"] | null;
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      /** @description What of the method differs: the scale, the pillars or the rule. If anything does, no trend is told. */
      method_change: ("scale" | "pillars" | "rule")[] | null;
      companies: components["schemas"]["CompanyCounts"] | null;
      countries: components["schemas"]["CountryChanges"] | null;
      sectors: components["schemas"]["SectorChanges"] | null;
      /** @description Bands and pillars that the releases call differently. */
      labels: components["schemas"]["ChangedLabel"][] | null;
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["ChangedCompanyEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        from?: "no_release_before";
        /** @enum {string} */
        reason?: "releases_compared";
        /** @enum {string} */
        method_change?: "not_compared";
        /** @enum {string} */
        companies?: "not_compared";
        /** @enum {string} */
        countries?: "not_compared" | "following_page";
        /** @enum {string} */
        sectors?: "not_compared" | "following_page";
        /** @enum {string} */
        labels?: "not_compared";
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `ChangedCompanyEntry`. */
    ChangedCompanyEntryFields: {
      /** @description The publisher's own id, by which both releases know it. */
      id?: string;
      /** @description The company in a path. */
      slug?: string;
      /** @description Its name, as the later release that lists it has it. */
      name?: string;
      /** @description What happened to it. `added` and `removed`: listed in one release only; `reclassified`: filed in another country or sector; `re_rated`: another median band; `first_judged` and `no_longer_judged`: listed in both, judged in one; `other_sectors_changed`: other sectors besides its own; `reply_changed`: a reply of the company, or that it was asked, is new, differs or is gone; of a company that was added, that it has one; `renamed`: another name; `pillar_moved`: the same median band, another one in a pillar; `judgements_changed`: the same median bands, other judgements; `details_changed`: another website, LEI, other names, products or path. */
      changes?: (
        | "added"
        | "removed"
        | "reclassified"
        | "re_rated"
        | "first_judged"
        | "no_longer_judged"
        | "other_sectors_changed"
        | "reply_changed"
        | "renamed"
        | "pillar_moved"
        | "judgements_changed"
        | "details_changed"
      )[];
      before?: components["schemas"]["CompanyThen"] | null;
      after?: components["schemas"]["CompanyThen"] | null;
      /**
       * Format: uri
       * @description URL of the company, in the later release that lists it.
       */
      href?: string;
      reasons?: {
        /** @enum {string} */
        before?: "not_in_release";
        /** @enum {string} */
        after?: "not_in_release";
      };
    };
    SectorList: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description In the order of the list. */
      items: components["schemas"]["SectorEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `SectorList` with chosen fields of each item. */
    SectorListFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["SectorEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `SectorEntry`. */
    SectorEntryFields: {
      /** @description The sector in a path. */
      slug?: string;
      /** @description The sector in words. */
      label?: string;
      /** @description Companies that name the sector after another, in which they are counted. No other figure of the sector counts them; `any_sector` of the lists finds them. */
      also_named_by?: number;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies?: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies?: number;
      /** @description Id of the lower median band of the distribution. */
      median_band?: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level?: number | null;
      distribution?: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower?: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher?: number | null;
      /** @description The figures in words, where `fields` asks for it. */
      summary?: string;
      /**
       * Format: uri
       * @description URL of the sector.
       */
      href?: string;
      /**
       * Format: uri
       * @description URL of the page about the sector, for people.
       */
      page?: string;
      reasons?: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description The companies of a sector in one country. */
    CountryCell: {
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /**
       * Format: uri
       * @description URL of the country.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    SectorDetail: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The sector in a path. */
      slug: string;
      /** @description The sector in words. */
      label: string;
      /** @description Companies that name the sector after another, in which they are counted. No other figure of the sector counts them; `any_sector` of the lists finds them. */
      also_named_by: number;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      not_known: components["schemas"]["NotKnown"];
      /** @description With fewer judged companies, figures say little. */
      minimum_companies: number;
      /** @description In the publisher's order. */
      pillars: components["schemas"]["PillarEntry"][];
      /** @description The sector's cells: its companies in each country it has companies in, ordered by ISO 3166-1 alpha-3. */
      countries: components["schemas"]["CountryCell"][];
      /** @description Where to go on. */
      links: {
        /**
         * Format: uri
         * @description URL of this sector.
         */
        self: string;
        /**
         * Format: uri
         * @description URL of the page about this sector, for people.
         */
        page: string;
        /**
         * Format: uri
         * @description URL of its companies.
         */
        companies: string;
        /**
         * Format: uri
         * @description URL of all sectors.
         */
        sectors: string;
        /**
         * Format: uri
         * @description URL of the matrix of countries and sectors.
         */
        matrix: string;
      };
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    SectorDerivation: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The sector in a path. */
      slug: string;
      /** @description The sector in words. */
      label: string;
      /** @description Companies that name the sector after another, in which they are counted. No other figure of the sector counts them; `any_sector` of the lists finds them. */
      also_named_by: number;
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      not_known: components["schemas"]["NotKnown"];
      /** @description Position of the company in the middle when all judged companies stand in a line, worst band first: ceil(n / 2). The band it stands in is the median band. */
      middle: number | null;
      /** @description Every band, worst first. */
      bands: components["schemas"]["DerivationBand"][];
      /** @description What is left without each of the pillars, in the publisher's order. */
      without_pillar: components["schemas"]["WithoutPillar"][];
      /** @description Whether the median band depends on one pillar, in words. */
      without_pillar_summary: string | null;
      /** @description The last five companies in the line below the median band. */
      below: components["schemas"]["CompanyInLine"][];
      /** @description The company at position `middle`, with two before and two after it in the same band. */
      around_middle: components["schemas"]["CompanyInLine"][];
      /** @description The first five companies in the line above the median band. */
      above: components["schemas"]["CompanyInLine"][];
      nearest_to_lower: components["schemas"]["NearestCompanies"] | null;
      nearest_to_higher: components["schemas"]["NearestCompanies"] | null;
      /** @description The current judgements of its companies. */
      judgement_count: number;
      judged_on: components["schemas"]["JudgementDates"];
      judges: components["schemas"]["JudgementOrigins"];
      sources: components["schemas"]["JudgementOrigins"];
      /** @description Where to go on, in the release of the figures. */
      links: {
        /**
         * Format: uri
         * @description URL of this derivation.
         */
        self: string;
        /**
         * Format: uri
         * @description URL of the country or sector.
         */
        area: string;
        /**
         * Format: uri
         * @description URL of the line: its companies by median band, then by name; those that are not judged come last.
         */
        line: string;
        /**
         * Format: uri
         * @description URL of the judgements of its companies.
         */
        judgements: string;
      };
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        middle?: "not_judged";
        /** @enum {string} */
        without_pillar_summary?: "not_judged" | "too_few_companies";
        /** @enum {string} */
        nearest_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        nearest_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description A sector in one release. */
    SectorHistoryEntry: {
      /** @description Id of the release. */
      release: string;
      /**
       * Format: date-time
       * @description When the release was published.
       */
      published_at: string;
      break: components["schemas"]["MethodBreak"] | null;
      scale: components["schemas"]["Scale"];
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Id of the median band on the scale of the release. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many re-ratings it takes before the median band drops. */
      flips_to_lower: number | null;
      /** @description How many re-ratings it takes before the median band rises. */
      flips_to_higher: number | null;
      /**
       * Format: uri
       * @description URL of the sector in the release.
       */
      href: string | null;
      reasons: {
        /** @enum {string} */
        break?: "first_release" | "same_method";
        /** @enum {string} */
        median_band?: "not_judged" | "not_in_release";
        /** @enum {string} */
        median_level?: "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        href?: "not_in_release";
      };
    };
    SectorHistory: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The sector in a path. */
      slug: string;
      /** @description The sector in words. */
      label: string;
      /** @description The entries of this page in words. */
      summary: string;
      /** @description In the order of the list. */
      items: components["schemas"]["SectorHistoryEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `SectorHistory` with chosen fields of each item. */
    SectorHistoryFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The sector in a path. */
      slug: string;
      /** @description The sector in words. */
      label: string;
      /** @description The entries of this page in words. */
      summary: string;
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["SectorHistoryEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `SectorHistoryEntry`. */
    SectorHistoryEntryFields: {
      /** @description Id of the release. */
      release?: string;
      /**
       * Format: date-time
       * @description When the release was published.
       */
      published_at?: string;
      break?: components["schemas"]["MethodBreak"] | null;
      scale?: components["schemas"]["Scale"];
      /** @description Companies of the release that are filed there, judged or not. */
      listed_companies?: number;
      /** @description The companies that the distribution counts, each once, by its median band. */
      judged_companies?: number;
      /** @description Id of the median band on the scale of the release. */
      median_band?: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level?: number | null;
      distribution?: components["schemas"]["Distribution"];
      /** @description How many re-ratings it takes before the median band drops. */
      flips_to_lower?: number | null;
      /** @description How many re-ratings it takes before the median band rises. */
      flips_to_higher?: number | null;
      /**
       * Format: uri
       * @description URL of the sector in the release.
       */
      href?: string | null;
      reasons?: {
        /** @enum {string} */
        break?: "first_release" | "same_method";
        /** @enum {string} */
        median_band?: "not_judged" | "not_in_release";
        /** @enum {string} */
        median_level?: "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        href?: "not_in_release";
      };
    };
    CompanyList: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description URIs of an item by its `slug`, as templates (RFC 6570). */
      links: {
        /** @description Of the company. */
        href: string;
        /** @description Of its page for people. */
        page: string;
      };
      /** @description In the order of the list. */
      items: components["schemas"]["CompanyEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `CompanyList` with chosen fields of each item. */
    CompanyListFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description URIs of an item by its `slug`, as templates (RFC 6570). */
      links: {
        /** @description Of the company. */
        href: string;
        /** @description Of its page for people. */
        page: string;
      };
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["CompanyEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `CompanyEntry`. */
    CompanyEntryFields: {
      /** @description The publisher's own id. */
      id?: string;
      /** @description The company in a path. */
      slug?: string;
      /** @description The company's name, as the publisher writes it. */
      name?: string;
      country?: components["schemas"]["CountryIdentity"] | null;
      sector?: components["schemas"]["SectorIdentity"];
      /** @description Sectors that the company names besides `sector`, ordered by slug. It is counted in none of them; `any_sector` of the lists finds it by each. */
      other_sectors?: components["schemas"]["SectorIdentity"][];
      /** @description Its current judgements, which the distribution counts. */
      judgement_count?: number;
      /** @description Id of the lower median band of the distribution. */
      median_band?: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level?: number | null;
      distribution?: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower?: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher?: number | null;
      /**
       * @description The furthest status of its replies.
       * @enum {string|null}
       */
      reply_status?: "asked" | "no_answer" | "answered" | "corrected" | null;
      /** @description The figures in words, where `fields` asks for it. */
      summary?: string;
      /**
       * Format: uri
       * @description URL of the company.
       */
      href?: string;
      /**
       * Format: uri
       * @description URL of the page about the company, for people.
       */
      page?: string;
      reasons?: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        reply_status?: "not_asked";
      };
    };
    /** @description A company's current judgements in one pillar. */
    CompanyPillar: {
      /** @description Id of the pillar, as in filters and columns. */
      id: string;
      /** @description The pillar in words. */
      label: string;
      /** @description Its current judgements in this pillar. */
      judgement_count: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description A product of the company. Products are not judged themselves. */
    Product: {
      /** @description The publisher's own id. */
      id: string | null;
      /** @description The name in lower case, for links. */
      slug: string;
      /** @description The product's name. */
      name: string;
      /** @description The name it is sold under. */
      brand: string | null;
      /** @description Other names that people use. */
      aliases: string[];
      reasons: {
        /** @enum {string} */
        id?: "not_given";
        /** @enum {string} */
        brand?: "not_given";
      };
    };
    /** @description The newest judgement of a pillar, criterion and judge. */
    Judgement: {
      /** @description Id of the pillar. */
      pillar: string;
      /** @description Id of the band. */
      band: string;
      /** @description Level of the band; 1 is the worst. */
      band_level: number;
      /** @description What was looked at within the pillar. */
      criterion: string | null;
      /** @description Who judged. */
      judge: string | null;
      /** @description Date of the judgement, as far as it is known. */
      judged_on: string | null;
      /** @description URL of the evidence. */
      source_url: string | null;
      /** @description URL of an archived copy of the evidence, which stays when the source moves or goes. */
      archived_url: string | null;
      /** @description The criterion as readers see it. */
      criterion_label: string | null;
      /** @description The judge as readers see it. */
      judge_label: string | null;
      /**
       * @description Status of the company's reply to this judgement, or to those of its pillar; `/api/v2/replies` has the reply.
       * @enum {string|null}
       */
      reply_status: "asked" | "no_answer" | "answered" | "corrected" | null;
      reasons: {
        /** @enum {string} */
        criterion?: "not_given";
        /** @enum {string} */
        judge?: "not_given";
        /** @enum {string} */
        judged_on?: "not_given";
        /** @enum {string} */
        source_url?: "not_given";
        /** @enum {string} */
        archived_url?: "not_given";
        /** @enum {string} */
        criterion_label?: "not_given";
        /** @enum {string} */
        judge_label?: "not_given";
        /** @enum {string} */
        reply_status?: "not_asked";
      };
    };
    /** @description A reply of the company, or the publisher's request for one. */
    Reply: {
      /** @description Id of the pillar whose judgements it answers. */
      pillar: string | null;
      /** @description Date of the one judgement that it answers, as given there. It may no longer be current. */
      judged_on: string | null;
      /**
       * @description `asked`: the publisher asked the company, and has no answer yet. `no_answer`: it was asked and did not answer, which admits nothing. `answered`: it replied. `corrected`: it replied, and the publisher corrected the judgement after that.
       * @enum {string}
       */
      status: "asked" | "no_answer" | "answered" | "corrected";
      /**
       * Format: date
       * @description Day of the reply.
       */
      replied_on: string | null;
      /** @description What the company said, in its own words: plain text of up to 2,000 characters, with line breaks. */
      text: string | null;
      /** @description Where the reply, or the request for it, can be read: an http or https URL. */
      url: string | null;
      /** @description What the status means, in words, without the text of the reply. */
      summary: string;
      reasons: {
        /** @enum {string} */
        pillar?: "whole_company";
        /** @enum {string} */
        judged_on?: "whole_company" | "whole_pillar";
        /** @enum {string} */
        replied_on?: "not_answered" | "not_given";
        /** @enum {string} */
        text?: "not_answered" | "not_given";
        /** @enum {string} */
        url?: "not_given";
      };
    };
    CompanyDetail: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The publisher's own id. */
      id: string;
      /** @description The company in a path. */
      slug: string;
      /** @description The company's name, as the publisher writes it. */
      name: string;
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      /** @description Sectors that the company names besides `sector`, ordered by slug. It is counted in none of them; `any_sector` of the lists finds it by each. */
      other_sectors: components["schemas"]["SectorIdentity"][];
      /** @description Its current judgements, which the distribution counts. */
      judgement_count: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /**
       * @description The furthest status of its replies.
       * @enum {string|null}
       */
      reply_status: "asked" | "no_answer" | "answered" | "corrected" | null;
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      /** @description URL of the company's website. */
      website: string | null;
      /** @description Legal Entity Identifier (ISO 17442). */
      lei: string | null;
      /** @description Other names that people use. */
      aliases: string[];
      /** @description In the publisher's order. */
      pillars: components["schemas"]["CompanyPillar"][];
      /** @description Its products, by name. */
      products: components["schemas"]["Product"][];
      /** @description All current judgements with their sources. */
      judgements: components["schemas"]["Judgement"][];
      /** @description What the company said to its judgements, or that it was asked: the general reply first, then by pillar. */
      replies: components["schemas"]["Reply"][];
      /** @description Where to go on. */
      links: {
        /**
         * Format: uri
         * @description URL of this company.
         */
        self: string;
        /**
         * Format: uri
         * @description URL of the page about this company, for people.
         */
        page: string;
        /**
         * Format: uri
         * @description URL of its country.
         */
        country: string | null;
        /**
         * Format: uri
         * @description URL of its sector.
         */
        sector: string;
        reasons: {
          /** @enum {string} */
          country?: "filed_in_no_country";
        };
      };
      reasons: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        reply_status?: "not_asked";
        /** @enum {string} */
        website?: "not_given";
        /** @enum {string} */
        lei?: "not_given";
      };
    };
    /** @description A judgement at its position in the line. */
    JudgementInLine: {
      /** @description Its position in the line, from 1. */
      position: number;
      /** @description Id of the pillar. */
      pillar: string;
      /** @description Id of the band. */
      band: string;
      /** @description Level of the band; 1 is the worst. */
      band_level: number;
      /** @description What was looked at within the pillar. */
      criterion: string | null;
      /** @description Who judged. */
      judge: string | null;
      /** @description Date of the judgement, as far as it is known. */
      judged_on: string | null;
      /** @description URL of the evidence. */
      source_url: string | null;
      /** @description URL of an archived copy of the evidence, which stays when the source moves or goes. */
      archived_url: string | null;
      /** @description The criterion as readers see it. */
      criterion_label: string | null;
      /** @description The judge as readers see it. */
      judge_label: string | null;
      /**
       * @description Status of the company's reply to this judgement, or to those of its pillar; `/api/v2/replies` has the reply.
       * @enum {string|null}
       */
      reply_status: "asked" | "no_answer" | "answered" | "corrected" | null;
      reasons: {
        /** @enum {string} */
        criterion?: "not_given";
        /** @enum {string} */
        judge?: "not_given";
        /** @enum {string} */
        judged_on?: "not_given";
        /** @enum {string} */
        source_url?: "not_given";
        /** @enum {string} */
        archived_url?: "not_given";
        /** @enum {string} */
        criterion_label?: "not_given";
        /** @enum {string} */
        judge_label?: "not_given";
        /** @enum {string} */
        reply_status?: "not_asked";
      };
    };
    CompanyDerivation: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The publisher's own id. */
      id: string;
      /** @description The company in a path. */
      slug: string;
      /** @description The company's name, as the publisher writes it. */
      name: string;
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      /** @description Sectors that the company names besides `sector`, ordered by slug. It is counted in none of them; `any_sector` of the lists finds it by each. */
      other_sectors: components["schemas"]["SectorIdentity"][];
      /** @description Its current judgements, which the distribution counts. */
      judgement_count: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /**
       * @description The furthest status of its replies.
       * @enum {string|null}
       */
      reply_status: "asked" | "no_answer" | "answered" | "corrected" | null;
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      /** @description Position of the judgement in the middle when all judgements stand in a line, worst band first: ceil(n / 2). The band it stands in is the median band. */
      middle: number | null;
      /** @description Every band, worst first. */
      bands: components["schemas"]["DerivationBand"][];
      /** @description What is left without each of the pillars, in the publisher's order. */
      without_pillar: components["schemas"]["WithoutPillar"][];
      /** @description Whether the median band depends on one pillar, in words. */
      without_pillar_summary: string | null;
      /** @description The last five judgements in the line below the median band. */
      below: components["schemas"]["JudgementInLine"][];
      /** @description The judgement at position `middle`, with two before and two after it in the same band. */
      around_middle: components["schemas"]["JudgementInLine"][];
      /** @description The first five judgements in the line above the median band. */
      above: components["schemas"]["JudgementInLine"][];
      judged_on: components["schemas"]["JudgementDates"];
      judges: components["schemas"]["JudgementOrigins"];
      sources: components["schemas"]["JudgementOrigins"];
      /** @description Where to go on, in the release of the figures. */
      links: {
        /**
         * Format: uri
         * @description URL of this derivation.
         */
        self: string;
        /**
         * Format: uri
         * @description URL of the company.
         */
        company: string;
        /**
         * Format: uri
         * @description URL of the line: its judgements by band, then by pillar, criterion and judge.
         */
        line: string;
      };
      reasons: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        reply_status?: "not_asked";
        /** @enum {string} */
        middle?: "not_judged";
        /** @enum {string} */
        without_pillar_summary?: "not_judged";
      };
    };
    /** @description A company in one release. */
    CompanyHistoryEntry: {
      /** @description Id of the release. */
      release: string;
      /**
       * Format: date-time
       * @description When the release was published.
       */
      published_at: string;
      break: components["schemas"]["MethodBreak"] | null;
      scale: components["schemas"]["Scale"];
      /** @description Its current judgements, which the distribution counts. */
      judgement_count: number;
      /** @description Id of the median band on the scale of the release. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many re-ratings it takes before the median band drops. */
      flips_to_lower: number | null;
      /** @description How many re-ratings it takes before the median band rises. */
      flips_to_higher: number | null;
      /**
       * Format: uri
       * @description URL of the company in the release.
       */
      href: string | null;
      reasons: {
        /** @enum {string} */
        break?: "first_release" | "same_method";
        /** @enum {string} */
        median_band?: "not_judged" | "not_in_release";
        /** @enum {string} */
        median_level?: "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        href?: "not_in_release";
      };
    };
    CompanyHistory: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The publisher's own id. */
      id: string;
      /** @description The company in a path. */
      slug: string;
      /** @description The company's name, as the publisher writes it. */
      name: string;
      /** @description The entries of this page in words. */
      summary: string;
      /** @description In the order of the list. */
      items: components["schemas"]["CompanyHistoryEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `CompanyHistory` with chosen fields of each item. */
    CompanyHistoryFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The publisher's own id. */
      id: string;
      /** @description The company in a path. */
      slug: string;
      /** @description The company's name, as the publisher writes it. */
      name: string;
      /** @description The entries of this page in words. */
      summary: string;
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["CompanyHistoryEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `CompanyHistoryEntry`. */
    CompanyHistoryEntryFields: {
      /** @description Id of the release. */
      release?: string;
      /**
       * Format: date-time
       * @description When the release was published.
       */
      published_at?: string;
      break?: components["schemas"]["MethodBreak"] | null;
      scale?: components["schemas"]["Scale"];
      /** @description Its current judgements, which the distribution counts. */
      judgement_count?: number;
      /** @description Id of the median band on the scale of the release. */
      median_band?: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level?: number | null;
      distribution?: components["schemas"]["Distribution"];
      /** @description How many re-ratings it takes before the median band drops. */
      flips_to_lower?: number | null;
      /** @description How many re-ratings it takes before the median band rises. */
      flips_to_higher?: number | null;
      /**
       * Format: uri
       * @description URL of the company in the release.
       */
      href?: string | null;
      reasons?: {
        /** @enum {string} */
        break?: "first_release" | "same_method";
        /** @enum {string} */
        median_band?: "not_judged" | "not_in_release";
        /** @enum {string} */
        median_level?: "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged" | "not_in_release";
        /** @enum {string} */
        href?: "not_in_release";
      };
    };
    /** @description A company as somebody's list names it. */
    ListRow: {
      /** @description The caller's own id of the row, returned unchanged. */
      id?: string;
      /** @description The name of the company. May be missing where an identifier is given. */
      name?: string;
      /** @description Its country: a slug, ISO 3166-1 code or name. Only companies there are found by the name. */
      country?: string;
      /** @description Its Legal Entity Identifier (ISO 17442). */
      lei?: string;
      /** @description The publisher's own id of the company. */
      company_id?: string;
      /** @description The slug of the company. */
      slug?: string;
    };
    PortfolioList: {
      /** @description The list. */
      rows: components["schemas"]["ListRow"][];
    };
    /**
     * @description What the company was found by. `name`: an equal name of this company alone; `name_without_legal_form`: equal apart from the legal form.
     * @enum {string}
     */
    MatchedBy: "company_id" | "slug" | "lei" | "name" | "name_without_legal_form";
    /**
     * @description Why no company is certain. `identifiers_disagree`: the identifiers, or one of them and the name, mean different companies; `several_companies`: several have the name or LEI; `similar_names`: none has the name, some have a similar one; `country_unclear`: the country of the row can be several ones, or is none, and the name alone decides nothing.
     * @enum {string}
     */
    Ambiguity: "identifiers_disagree" | "several_companies" | "similar_names" | "country_unclear";
    /** @description The company that a row of the list means. */
    MatchedCompany: {
      /** @description The publisher's own id. */
      id: string;
      /** @description The company in a path. */
      slug: string;
      /** @description The company's name, as the publisher writes it. */
      name: string;
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      /**
       * Format: uri
       * @description URL of the company.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
      };
    };
    /** @description A company that a row of the list may mean. */
    MatchCandidate: {
      /** @description The publisher's own id. */
      id: string;
      /** @description The company in a path. */
      slug: string;
      /** @description The company's name, as the publisher writes it. */
      name: string;
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      /**
       * Format: uri
       * @description URL of the company.
       */
      href: string;
      /** @description The alias that was compared with the row, if it is not the company's own name. */
      matched_name: string | null;
      /** @description How alike the names are, without legal forms: twice the pairs of neighbouring characters they share, divided by the pairs of both. 1 for equal names and identifiers alone. */
      score: number;
      reasons: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        matched_name?: "own_name";
      };
    };
    /** @description A row of the list, with the company it means. */
    PortfolioRow: {
      /** @description Number of the row in the list; the header is not counted. */
      row: number;
      /** @description The caller's own id of the row. */
      id: string | null;
      /** @description The name in the row. */
      name: string | null;
      /**
       * @description Whether one company is meant for certain.
       * @enum {string}
       */
      status: "matched" | "ambiguous" | "unmatched";
      matched_by: components["schemas"]["MatchedBy"] | null;
      /** @description The alias that was compared with the row, if it is not the company's own name. */
      matched_name: string | null;
      company: components["schemas"]["MatchedCompany"] | null;
      /** @description The first row that means the same company, which counts once. */
      duplicate_of: number | null;
      ambiguity: components["schemas"]["Ambiguity"] | null;
      /** @description Of an ambiguous row: the companies that may be meant, at most five, best first. */
      candidates: components["schemas"]["MatchCandidate"][];
      /** @description What happened to the company since the release `since`, as in `/api/v2/changes`; `removed` if that release lists it and this one does not, so that the row is not matched. */
      changes:
        | (
            | "added"
            | "removed"
            | "reclassified"
            | "re_rated"
            | "first_judged"
            | "no_longer_judged"
            | "other_sectors_changed"
            | "reply_changed"
            | "renamed"
            | "pillar_moved"
            | "judgements_changed"
            | "details_changed"
          )[]
        | null;
      before: components["schemas"]["CompanyThen"] | null;
      reasons: {
        /** @enum {string} */
        id?: "not_given";
        /** @enum {string} */
        name?: "not_given";
        /** @enum {string} */
        matched_by?: "ambiguous" | "unmatched";
        /** @enum {string} */
        matched_name?: "own_name";
        /** @enum {string} */
        company?: "ambiguous" | "unmatched";
        /** @enum {string} */
        duplicate_of?: "first_row" | "ambiguous" | "unmatched";
        /** @enum {string} */
        ambiguity?: "matched" | "unmatched";
        /** @enum {string} */
        changes?: "not_compared" | "ambiguous" | "unmatched";
        /** @enum {string} */
        before?: "not_compared" | "not_in_release" | "ambiguous" | "unmatched";
      };
    };
    /** @description The companies of the list in one country. */
    PortfolioCountry: {
      /** @description The country in a path. */
      slug: string;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description English short name. */
      name: string;
      /** @description Different companies that rows are matched with, judged or not. */
      companies: number;
      /** @description Those of them that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Those of them that have no current judgement. */
      unjudged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /**
       * Format: uri
       * @description URL of the country.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    /** @description The companies of the list in one sector. */
    PortfolioSector: {
      /** @description The sector in a path. */
      slug: string;
      /** @description The sector in words. */
      label: string;
      /** @description Different companies that rows are matched with, judged or not. */
      companies: number;
      /** @description Those of them that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Those of them that have no current judgement. */
      unjudged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /**
       * Format: uri
       * @description URL of the sector.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
      };
    };
    Portfolio: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The figures in words: one English text made from them alone. */
      summary: string;
      /** @description The release that `since` names, by its id. */
      since: string | null;
      /** @description What of the method differs since: with anything in it no company is called re-rated. */
      method_change: ("scale" | "pillars" | "rule")[] | null;
      /** @description Rows that are matched with one company. */
      matched: number;
      /** @description Rows with candidates only. They count nowhere. */
      ambiguous: number;
      /** @description Rows without any. They count nowhere. */
      unmatched: number;
      /** @description Matched rows whose company an earlier row means, too. */
      duplicates: number;
      /** @description Different companies that rows are matched with, judged or not. */
      companies: number;
      /** @description Those of them that the distribution counts, each once, by its median band. */
      judged_companies: number;
      /** @description Those of them that have no current judgement. */
      unjudged_companies: number;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /** @description How many of them would have to be re-rated below the median band before it drops. */
      flips_to_lower: number | null;
      /** @description How many of them would have to be re-rated above the median band before it rises. */
      flips_to_higher: number | null;
      /** @description The same companies in each pillar, in the publisher's order. */
      pillars: components["schemas"]["PillarEntry"][];
      /** @description By country, in the order of their ISO 3166-1 alpha-3 codes. */
      countries: components["schemas"]["PortfolioCountry"][];
      /** @description By sector, in the order of their slugs. */
      sectors: components["schemas"]["PortfolioSector"][];
      /** @description In the order of the list. */
      items: components["schemas"]["PortfolioRow"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        since?: "not_compared";
        /** @enum {string} */
        method_change?: "not_compared";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
        /** @enum {string} */
        flips_to_lower?: "scale_end" | "not_judged";
        /** @enum {string} */
        flips_to_higher?: "scale_end" | "not_judged";
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description A product with the company it is of. */
    ProductEntry: {
      /** @description The publisher's own id. */
      id: string | null;
      /** @description The name in lower case, for links. */
      slug: string;
      /** @description The product's name. */
      name: string;
      /** @description The name it is sold under. */
      brand: string | null;
      /** @description Other names that people use. */
      aliases: string[];
      /** @description The company it belongs to. */
      company: {
        /** @description The publisher's own id. */
        id: string;
        /** @description The company in a path. */
        slug: string;
        /** @description The company's name. */
        name: string;
        /**
         * Format: uri
         * @description URL of the company.
         */
        href: string;
      };
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      reasons: {
        /** @enum {string} */
        id?: "not_given";
        /** @enum {string} */
        brand?: "not_given";
        /** @enum {string} */
        country?: "filed_in_no_country";
      };
    };
    ProductList: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description In the order of the list. */
      items: components["schemas"]["ProductEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `ProductList` with chosen fields of each item. */
    ProductListFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["ProductEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `ProductEntry`. */
    ProductEntryFields: {
      /** @description The publisher's own id. */
      id?: string | null;
      /** @description The name in lower case, for links. */
      slug?: string;
      /** @description The product's name. */
      name?: string;
      /** @description The name it is sold under. */
      brand?: string | null;
      /** @description Other names that people use. */
      aliases?: string[];
      /** @description The company it belongs to. */
      company?: {
        /** @description The publisher's own id. */
        id: string;
        /** @description The company in a path. */
        slug: string;
        /** @description The company's name. */
        name: string;
        /**
         * Format: uri
         * @description URL of the company.
         */
        href: string;
      };
      country?: components["schemas"]["CountryIdentity"] | null;
      sector?: components["schemas"]["SectorIdentity"];
      reasons?: {
        /** @enum {string} */
        id?: "not_given";
        /** @enum {string} */
        brand?: "not_given";
        /** @enum {string} */
        country?: "filed_in_no_country";
      };
    };
    /** @description A current judgement with the company it is of. */
    JudgementEntry: {
      /** @description The company it belongs to. */
      company: {
        /** @description The publisher's own id. */
        id: string;
        /** @description The company in a path. */
        slug: string;
        /** @description The company's name. */
        name: string;
        /**
         * Format: uri
         * @description URL of the company.
         */
        href: string;
      };
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      /** @description Id of the pillar. */
      pillar: string;
      /** @description Id of the band. */
      band: string;
      /** @description Level of the band; 1 is the worst. */
      band_level: number;
      /** @description What was looked at within the pillar. */
      criterion: string | null;
      /** @description Who judged. */
      judge: string | null;
      /** @description Date of the judgement, as far as it is known. */
      judged_on: string | null;
      /** @description URL of the evidence. */
      source_url: string | null;
      /** @description URL of an archived copy of the evidence, which stays when the source moves or goes. */
      archived_url: string | null;
      /** @description The criterion as readers see it. */
      criterion_label: string | null;
      /** @description The judge as readers see it. */
      judge_label: string | null;
      /**
       * @description Status of the company's reply to this judgement, or to those of its pillar; `/api/v2/replies` has the reply.
       * @enum {string|null}
       */
      reply_status: "asked" | "no_answer" | "answered" | "corrected" | null;
      reasons: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        criterion?: "not_given";
        /** @enum {string} */
        judge?: "not_given";
        /** @enum {string} */
        judged_on?: "not_given";
        /** @enum {string} */
        source_url?: "not_given";
        /** @enum {string} */
        archived_url?: "not_given";
        /** @enum {string} */
        criterion_label?: "not_given";
        /** @enum {string} */
        judge_label?: "not_given";
        /** @enum {string} */
        reply_status?: "not_asked";
      };
    };
    JudgementList: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description In the order of the list. */
      items: components["schemas"]["JudgementEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `JudgementList` with chosen fields of each item. */
    JudgementListFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["JudgementEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `JudgementEntry`. */
    JudgementEntryFields: {
      /** @description The company it belongs to. */
      company?: {
        /** @description The publisher's own id. */
        id: string;
        /** @description The company in a path. */
        slug: string;
        /** @description The company's name. */
        name: string;
        /**
         * Format: uri
         * @description URL of the company.
         */
        href: string;
      };
      country?: components["schemas"]["CountryIdentity"] | null;
      sector?: components["schemas"]["SectorIdentity"];
      /** @description Id of the pillar. */
      pillar?: string;
      /** @description Id of the band. */
      band?: string;
      /** @description Level of the band; 1 is the worst. */
      band_level?: number;
      /** @description What was looked at within the pillar. */
      criterion?: string | null;
      /** @description Who judged. */
      judge?: string | null;
      /** @description Date of the judgement, as far as it is known. */
      judged_on?: string | null;
      /** @description URL of the evidence. */
      source_url?: string | null;
      /** @description URL of an archived copy of the evidence, which stays when the source moves or goes. */
      archived_url?: string | null;
      /** @description The criterion as readers see it. */
      criterion_label?: string | null;
      /** @description The judge as readers see it. */
      judge_label?: string | null;
      /**
       * @description Status of the company's reply to this judgement, or to those of its pillar; `/api/v2/replies` has the reply.
       * @enum {string|null}
       */
      reply_status?: "asked" | "no_answer" | "answered" | "corrected" | null;
      reasons?: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        criterion?: "not_given";
        /** @enum {string} */
        judge?: "not_given";
        /** @enum {string} */
        judged_on?: "not_given";
        /** @enum {string} */
        source_url?: "not_given";
        /** @enum {string} */
        archived_url?: "not_given";
        /** @enum {string} */
        criterion_label?: "not_given";
        /** @enum {string} */
        judge_label?: "not_given";
        /** @enum {string} */
        reply_status?: "not_asked";
      };
    };
    /** @description A reply, or a request for one, with the company it is of. */
    ReplyEntry: {
      /** @description The company it belongs to. */
      company: {
        /** @description The publisher's own id. */
        id: string;
        /** @description The company in a path. */
        slug: string;
        /** @description The company's name. */
        name: string;
        /**
         * Format: uri
         * @description URL of the company.
         */
        href: string;
      };
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      /** @description Id of the pillar whose judgements it answers. */
      pillar: string | null;
      /** @description Date of the one judgement that it answers, as given there. It may no longer be current. */
      judged_on: string | null;
      /**
       * @description `asked`: the publisher asked the company, and has no answer yet. `no_answer`: it was asked and did not answer, which admits nothing. `answered`: it replied. `corrected`: it replied, and the publisher corrected the judgement after that.
       * @enum {string}
       */
      status: "asked" | "no_answer" | "answered" | "corrected";
      /**
       * Format: date
       * @description Day of the reply.
       */
      replied_on: string | null;
      /** @description What the company said, in its own words: plain text of up to 2,000 characters, with line breaks. */
      text: string | null;
      /** @description Where the reply, or the request for it, can be read: an http or https URL. */
      url: string | null;
      /** @description What the status means, in words, without the text of the reply. */
      summary: string;
      reasons: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        pillar?: "whole_company";
        /** @enum {string} */
        judged_on?: "whole_company" | "whole_pillar";
        /** @enum {string} */
        replied_on?: "not_answered" | "not_given";
        /** @enum {string} */
        text?: "not_answered" | "not_given";
        /** @enum {string} */
        url?: "not_given";
      };
    };
    ReplyList: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description In the order of the list. */
      items: components["schemas"]["ReplyEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `ReplyList` with chosen fields of each item. */
    ReplyListFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["ReplyEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `ReplyEntry`. */
    ReplyEntryFields: {
      /** @description The company it belongs to. */
      company?: {
        /** @description The publisher's own id. */
        id: string;
        /** @description The company in a path. */
        slug: string;
        /** @description The company's name. */
        name: string;
        /**
         * Format: uri
         * @description URL of the company.
         */
        href: string;
      };
      country?: components["schemas"]["CountryIdentity"] | null;
      sector?: components["schemas"]["SectorIdentity"];
      /** @description Id of the pillar whose judgements it answers. */
      pillar?: string | null;
      /** @description Date of the one judgement that it answers, as given there. It may no longer be current. */
      judged_on?: string | null;
      /**
       * @description `asked`: the publisher asked the company, and has no answer yet. `no_answer`: it was asked and did not answer, which admits nothing. `answered`: it replied. `corrected`: it replied, and the publisher corrected the judgement after that.
       * @enum {string}
       */
      status?: "asked" | "no_answer" | "answered" | "corrected";
      /**
       * Format: date
       * @description Day of the reply.
       */
      replied_on?: string | null;
      /** @description What the company said, in its own words: plain text of up to 2,000 characters, with line breaks. */
      text?: string | null;
      /** @description Where the reply, or the request for it, can be read: an http or https URL. */
      url?: string | null;
      /** @description What the status means, in words, without the text of the reply. */
      summary?: string;
      reasons?: {
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        pillar?: "whole_company";
        /** @enum {string} */
        judged_on?: "whole_company" | "whole_pillar";
        /** @enum {string} */
        replied_on?: "not_answered" | "not_given";
        /** @enum {string} */
        text?: "not_answered" | "not_given";
        /** @enum {string} */
        url?: "not_given";
      };
    };
    ScaleDetail: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description What the bands measure, in the publisher's words. */
      measures: string | null;
      /** @description What they must not be taken for, in words. */
      does_not_measure: string[];
      /** @description Date of the newest judgement, as it was given. */
      newest_judgement: string | null;
      /** @description The bands with what they mean, worst first. */
      bands: {
        /** @description As in `median_band` and in distributions. */
        id: string;
        /** @description 1 is the worst band. Only the order has meaning: never add or average levels. */
        level: number;
        /** @description The band in words. */
        label: string;
        /** @description What it means, as the publisher says. */
        description: string | null;
        reasons: {
          /** @enum {string} */
          description?: "not_given";
        };
      }[];
      /** @description The aspects under which companies are judged, in the publisher's order. */
      pillars: {
        /** @description As in `pillar` and in columns. */
        id: string;
        /** @description The pillar in words. */
        label: string;
        /** @description What it means, as the publisher says. */
        description: string | null;
        reasons: {
          /** @enum {string} */
          description?: "not_given";
        };
      }[];
      /** @description How medians and ranks come about. */
      method: {
        /** @description The method by which the statistics of the release were computed. */
        id: string;
        /**
         * @description The rule of medians; see `scale.median`.
         * @constant
         */
        median: "lower";
        /**
         * @description The order of countries with the same rank.
         * @constant
         */
        tie_order: "usual_judgment";
        /** @description Judged companies a country needs to get a rank. */
        minimum_companies: number;
      };
      reasons: {
        /** @enum {string} */
        measures?: "not_given";
        /** @enum {string} */
        newest_judgement?: "undated";
      };
    };
    /** @description A part of the name, from `start` up to but not including `end`, in UTF-16 code units as in `slice` of JavaScript. It never splits a character, or a letter from its accent. */
    Highlight: {
      /** @description Where the part begins. */
      start: number;
      /** @description The position after its end. */
      end: number;
    };
    /** @description A company or a product. A product has the country, sector, median band and distribution of its company. */
    SearchHit: {
      /**
       * @description What was found.
       * @enum {string}
       */
      type: "company" | "product";
      /** @description The publisher's own id. */
      id: string | null;
      /** @description Of a company, as in a path. */
      slug: string;
      /** @description The name of the company or product. */
      name: string;
      /** @description The parts of the name that match the query, in order and without overlaps. */
      highlights: components["schemas"]["Highlight"][];
      /** @description The alias or brand that matches the query better than the name. */
      matched_name: string | null;
      /**
       * @description Which of its names matches the query best: its own, its initials included, an alias that its publisher gives, or the brand of a product.
       * @enum {string}
       */
      matched: "name" | "alias" | "brand";
      /**
       * @description What matches the query. `name`: the name, an alias or the brand is equal to it, apart from legal forms. `words`: the names have all its words. `part`: they begin with its last word, or with its letters. `similar`: words are misspelled or missing.
       * @enum {string}
       */
      likeness: "name" | "words" | "part" | "similar";
      country: components["schemas"]["CountryIdentity"] | null;
      sector: components["schemas"]["SectorIdentity"];
      /** @description Sectors that the company names besides `sector`, ordered by slug. It is counted in none of them; `any_sector` of the lists finds it by each. */
      other_sectors: components["schemas"]["SectorIdentity"][];
      /** @description The company of a product. */
      company: {
        /** @description The publisher's own id. */
        id: string;
        /** @description The company in a path. */
        slug: string;
        /** @description The company's name. */
        name: string;
        /**
         * Format: uri
         * @description URL of the company.
         */
        href: string;
      } | null;
      /** @description Id of the lower median band of the distribution. */
      median_band: string | null;
      /** @description Level of that band; 1 is the worst. */
      median_level: number | null;
      distribution: components["schemas"]["Distribution"];
      /**
       * Format: uri
       * @description URL of the company; for a product, of its company.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        id?: "not_given";
        /** @enum {string} */
        matched_name?: "name_matched";
        /** @enum {string} */
        country?: "filed_in_no_country";
        /** @enum {string} */
        company?: "is_a_company";
        /** @enum {string} */
        median_band?: "not_judged" | "no_companies";
        /** @enum {string} */
        median_level?: "not_judged" | "no_companies";
      };
    };
    /** @description Number of hits on all pages by value, largest first. As exact as `total`. */
    SearchFacets: {
      /** @description By type. */
      type: {
        /**
         * @description What was found.
         * @enum {string}
         */
        type: "company" | "product";
        /** @description Number of hits. */
        count: number;
      }[];
      /** @description By country. */
      country: {
        country: components["schemas"]["CountryIdentity"];
        /** @description Number of hits. */
        count: number;
      }[];
      /** @description By sector. */
      sector: {
        sector: components["schemas"]["SectorIdentity"];
        /** @description Number of hits. */
        count: number;
      }[];
    };
    SearchResults: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description The query, after trimming and NFKC normalisation. */
      query: string;
      facets: components["schemas"]["SearchFacets"];
      /** @description Best first. */
      items: components["schemas"]["SearchHit"][];
      /** @description Number of hits on all pages. */
      total: number;
      /**
       * @description Whether `total` and the facets count all hits, or only the first 10,000.
       * @enum {string}
       */
      total_relation: "exact" | "at_least";
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    ReleaseEntry: {
      /** @description Send it as `release` to get its data. */
      id: string;
      /**
       * Format: date-time
       * @description When it was published.
       */
      published_at: string;
      /** @description Whether it is the current release. */
      is_current: boolean;
      /** @description When it became the current release, oldest first: more than once if the publisher went back to it. It stayed current until another one became it. */
      became_current: string[];
      /** @description `superseded`: another release became current after it. `withdrawn`: the publisher went back from it to an older one. `draft`: it is not published, and listed for those alone who know its secret name. */
      status: "current" | "superseded" | "withdrawn" | "draft";
      /** @description When the publisher went back from it to an older release, oldest first; empty if that never happened. */
      withdrawn_at: string[];
      /** @description Date of its newest judgement, as far as it is known. */
      newest_judgement: string | null;
      /** @description SHA-256 of its canonical content. */
      fingerprint: string;
      /** @description The method by which its statistics were computed. */
      method: string;
      /** @description The publisher's title of the dataset. */
      title: string;
      /** @description Who publishes the dataset. */
      publisher: string;
      /** @description SPDX identifier. */
      license: string;
      /** @description The scale of its bands; bands of two scales cannot be compared. */
      scale_id: string;
      /** @description How much the release holds. */
      counts: {
        /** @description Countries in the release. */
        countries: number;
        /** @description Sectors in the release. */
        sectors: number;
        /** @description Listed companies in the release. */
        companies: number;
        /** @description Those of them that count in their sector, and in no country, in the release. */
        companies_without_country: number;
        /** @description Companies with a current judgement in the release. */
        judged_companies: number;
        /** @description Products in the release. */
        products: number;
        /** @description Current judgements in the release. */
        judgements: number;
        /** @description Replies of companies and requests for them in the release. */
        replies: number;
        /** @description Replies that stand from an earlier release, because nothing has replaced them. */
        carried_replies: number;
        /** @description Companies that were asked for a reply in the release. */
        asked_companies: number;
        /** @description Those of them that answered in the release. */
        answered_companies: number;
      };
      /** @description Rows of the publisher's files that the release does not hold. */
      left_out: {
        /** @description Rows with an error, which the publisher chose to leave out. */
        skipped_rows: {
          /** @description Rows of companies. */
          companies: number;
          /** @description Rows of products. */
          products: number;
          /** @description Rows of judgements. */
          judgements: number;
          /** @description Rows of replies. */
          replies: number;
        };
        /** @description Why they were left out, table by table, the most frequent reason first. */
        skipped_because: {
          /** @description `companies`, `products`, `judgements` or `replies`. */
          table: string;
          /** @description Kind of the problem, as `check` reports it; `company_left_out` where only its company had one. */
          kind: string;
          /** @description The problem in words: `country missing`. */
          problem: string;
          /** @description How many rows. One with several problems counts under the first of them. */
          rows: number;
        }[];
        /** @description Rows that repeat another one, which counts once. */
        duplicate_rows: {
          /** @description Rows of companies. */
          companies: number;
          /** @description Rows of products. */
          products: number;
          /** @description Rows of judgements. */
          judgements: number;
          /** @description Rows of replies. */
          replies: number;
        };
        /** @description Judgements that a newer one of the same company, pillar, criterion and judge replaced. */
        superseded_judgements: number;
      };
      /** @description What the publisher corrects in it, oldest first. */
      errata: {
        /**
         * Format: date-time
         * @description When the publisher wrote it.
         */
        at: string;
        /** @description What is wrong with the release, in the words of the publisher. */
        text: string;
      }[];
      /**
       * Format: uri
       * @description URL of its preview of countries.
       */
      href: string;
      reasons: {
        /** @enum {string} */
        newest_judgement?: "undated";
      };
    };
    ReleaseList: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description In the order of the list. */
      items: components["schemas"]["ReleaseEntry"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description `ReleaseList` with chosen fields of each item. */
    ReleaseListFields: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["ScaleInShort"];
      /** @description The fields that each item has, where the item has them. Only a list asked for with `fields` has this. */
      fields: string[];
      /** @description In the order of the list. */
      items: components["schemas"]["ReleaseEntryFields"][];
      /** @description Exact number of matching items on all pages. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page, in the same release; null on the last page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description Some fields of `ReleaseEntry`. */
    ReleaseEntryFields: {
      /** @description Send it as `release` to get its data. */
      id?: string;
      /**
       * Format: date-time
       * @description When it was published.
       */
      published_at?: string;
      /** @description Whether it is the current release. */
      is_current?: boolean;
      /** @description When it became the current release, oldest first: more than once if the publisher went back to it. It stayed current until another one became it. */
      became_current?: string[];
      /** @description `superseded`: another release became current after it. `withdrawn`: the publisher went back from it to an older one. `draft`: it is not published, and listed for those alone who know its secret name. */
      status?: "current" | "superseded" | "withdrawn" | "draft";
      /** @description When the publisher went back from it to an older release, oldest first; empty if that never happened. */
      withdrawn_at?: string[];
      /** @description Date of its newest judgement, as far as it is known. */
      newest_judgement?: string | null;
      /** @description SHA-256 of its canonical content. */
      fingerprint?: string;
      /** @description The method by which its statistics were computed. */
      method?: string;
      /** @description The publisher's title of the dataset. */
      title?: string;
      /** @description Who publishes the dataset. */
      publisher?: string;
      /** @description SPDX identifier. */
      license?: string;
      /** @description The scale of its bands; bands of two scales cannot be compared. */
      scale_id?: string;
      /** @description How much the release holds. */
      counts?: {
        /** @description Countries in the release. */
        countries: number;
        /** @description Sectors in the release. */
        sectors: number;
        /** @description Listed companies in the release. */
        companies: number;
        /** @description Those of them that count in their sector, and in no country, in the release. */
        companies_without_country: number;
        /** @description Companies with a current judgement in the release. */
        judged_companies: number;
        /** @description Products in the release. */
        products: number;
        /** @description Current judgements in the release. */
        judgements: number;
        /** @description Replies of companies and requests for them in the release. */
        replies: number;
        /** @description Replies that stand from an earlier release, because nothing has replaced them. */
        carried_replies: number;
        /** @description Companies that were asked for a reply in the release. */
        asked_companies: number;
        /** @description Those of them that answered in the release. */
        answered_companies: number;
      };
      /** @description Rows of the publisher's files that the release does not hold. */
      left_out?: {
        /** @description Rows with an error, which the publisher chose to leave out. */
        skipped_rows: {
          /** @description Rows of companies. */
          companies: number;
          /** @description Rows of products. */
          products: number;
          /** @description Rows of judgements. */
          judgements: number;
          /** @description Rows of replies. */
          replies: number;
        };
        /** @description Why they were left out, table by table, the most frequent reason first. */
        skipped_because: {
          /** @description `companies`, `products`, `judgements` or `replies`. */
          table: string;
          /** @description Kind of the problem, as `check` reports it; `company_left_out` where only its company had one. */
          kind: string;
          /** @description The problem in words: `country missing`. */
          problem: string;
          /** @description How many rows. One with several problems counts under the first of them. */
          rows: number;
        }[];
        /** @description Rows that repeat another one, which counts once. */
        duplicate_rows: {
          /** @description Rows of companies. */
          companies: number;
          /** @description Rows of products. */
          products: number;
          /** @description Rows of judgements. */
          judgements: number;
          /** @description Rows of replies. */
          replies: number;
        };
        /** @description Judgements that a newer one of the same company, pillar, criterion and judge replaced. */
        superseded_judgements: number;
      };
      /** @description What the publisher corrects in it, oldest first. */
      errata?: {
        /**
         * Format: date-time
         * @description When the publisher wrote it.
         */
        at: string;
        /** @description What is wrong with the release, in the words of the publisher. */
        text: string;
      }[];
      /**
       * Format: uri
       * @description URL of its preview of countries.
       */
      href?: string;
      reasons?: {
        /** @enum {string} */
        newest_judgement?: "undated";
      };
    };
    /** @description A file of a release. */
    ReleaseFile: {
      /** @description The table and its format. */
      name: string;
      /**
       * Format: uri
       * @description URL of the file.
       */
      href: string;
      /** @description Its media type. */
      media_type: string;
      /** @description Its size. */
      bytes: number;
      /** @description Its checksum. */
      sha256: string;
    };
    ReleaseDetail: {
      meta: components["schemas"]["Meta"];
      scale: components["schemas"]["Scale"];
      /** @description Send it as `release` to get its data. */
      id: string;
      /**
       * Format: date-time
       * @description When it was published.
       */
      published_at: string;
      /** @description Whether it is the current release. */
      is_current: boolean;
      /** @description When it became the current release, oldest first: more than once if the publisher went back to it. It stayed current until another one became it. */
      became_current: string[];
      /** @description `superseded`: another release became current after it. `withdrawn`: the publisher went back from it to an older one. `draft`: it is not published, and listed for those alone who know its secret name. */
      status: "current" | "superseded" | "withdrawn" | "draft";
      /** @description When the publisher went back from it to an older release, oldest first; empty if that never happened. */
      withdrawn_at: string[];
      /** @description Date of its newest judgement, as far as it is known. */
      newest_judgement: string | null;
      /** @description SHA-256 of its canonical content. */
      fingerprint: string;
      /** @description The method by which its statistics were computed. */
      method: string;
      /** @description The publisher's title of the dataset. */
      title: string;
      /** @description Who publishes the dataset. */
      publisher: string;
      /** @description SPDX identifier. */
      license: string;
      /** @description The scale of its bands; bands of two scales cannot be compared. */
      scale_id: string;
      /** @description How much the release holds. */
      counts: {
        /** @description Countries in the release. */
        countries: number;
        /** @description Sectors in the release. */
        sectors: number;
        /** @description Listed companies in the release. */
        companies: number;
        /** @description Those of them that count in their sector, and in no country, in the release. */
        companies_without_country: number;
        /** @description Companies with a current judgement in the release. */
        judged_companies: number;
        /** @description Products in the release. */
        products: number;
        /** @description Current judgements in the release. */
        judgements: number;
        /** @description Replies of companies and requests for them in the release. */
        replies: number;
        /** @description Replies that stand from an earlier release, because nothing has replaced them. */
        carried_replies: number;
        /** @description Companies that were asked for a reply in the release. */
        asked_companies: number;
        /** @description Those of them that answered in the release. */
        answered_companies: number;
      };
      /** @description Rows of the publisher's files that the release does not hold. */
      left_out: {
        /** @description Rows with an error, which the publisher chose to leave out. */
        skipped_rows: {
          /** @description Rows of companies. */
          companies: number;
          /** @description Rows of products. */
          products: number;
          /** @description Rows of judgements. */
          judgements: number;
          /** @description Rows of replies. */
          replies: number;
        };
        /** @description Why they were left out, table by table, the most frequent reason first. */
        skipped_because: {
          /** @description `companies`, `products`, `judgements` or `replies`. */
          table: string;
          /** @description Kind of the problem, as `check` reports it; `company_left_out` where only its company had one. */
          kind: string;
          /** @description The problem in words: `country missing`. */
          problem: string;
          /** @description How many rows. One with several problems counts under the first of them. */
          rows: number;
        }[];
        /** @description Rows that repeat another one, which counts once. */
        duplicate_rows: {
          /** @description Rows of companies. */
          companies: number;
          /** @description Rows of products. */
          products: number;
          /** @description Rows of judgements. */
          judgements: number;
          /** @description Rows of replies. */
          replies: number;
        };
        /** @description Judgements that a newer one of the same company, pillar, criterion and judge replaced. */
        superseded_judgements: number;
      };
      /** @description What the publisher corrects in it, oldest first. */
      errata: {
        /**
         * Format: date-time
         * @description When the publisher wrote it.
         */
        at: string;
        /** @description What is wrong with the release, in the words of the publisher. */
        text: string;
      }[];
      /**
       * Format: uri
       * @description URL of its preview of countries.
       */
      href: string;
      /** @description Every table as CSV and Parquet. */
      files: components["schemas"]["ReleaseFile"][];
      /**
       * Format: uri
       * @description URL of all of it in one ZIP file.
       */
      archive_href: string;
      /**
       * Format: uri
       * @description URL of the checksums, which are signed.
       */
      checksums_href: string;
      /**
       * Format: uri
       * @description URL of their signature.
       */
      signature_href: string | null;
      /** @description The key that signed them, for `minisign -P`. Compare it with the one that the publisher gives elsewhere: who can change files can change it. */
      public_key: string | null;
      reasons: {
        /** @enum {string} */
        newest_judgement?: "undated";
        /** @enum {string} */
        signature_href?: "not_signed";
        /** @enum {string} */
        public_key?: "not_signed";
      };
    };
    /** @description The borders that were used. */
    Boundaries: {
      /** @description Source of the borders. */
      source: string;
      /** @description Date of the newest source. */
      date: string;
      /** @description SPDX identifier of the licence of the borders. The bands have their own. */
      license: string;
      /** @description How to name the source. */
      attribution: string;
      /** @description Version of the list of disputes. */
      policy: string;
      /**
       * Format: uri
       * @description URL of the list of disputes, with its sources.
       */
      policy_href: string;
    };
    /** @description A dispute over land that the policy names. */
    Dispute: {
      /** @description Stable id of the dispute. */
      id: string;
      /** @description Common names of the land. They imply no opinion. */
      name: string;
      /**
       * @description `decided`: a court or a tribunal has decided, and a party has not carried the decision out or does not accept it. Disputes that their parties have ended are not listed.
       * @enum {string}
       */
      status: "open" | "decided";
      /** @description Who administers it, named as claimants are; several where it is divided or shared, empty where nobody does. */
      administrators: string[];
      /** @description Who claims it: names of territories, and of claimants that have no code of ISO 3166-1. */
      claimants: string[];
      /** @description For each claimant a document that claims it, or on which the claim rests. */
      documents: {
        /** @description One of `claimants`. */
        claimant: string;
        /** @description The document. */
        title: string;
        /** @description Its date, ISO 8601, as exactly as it is known. */
        date: string;
      }[];
      /** @description How it stands, in words of neither side. */
      basis: string;
      /** @description Why the location has the country it has: the rule of the policy, or the exception that the policy states. */
      rule: string;
    };
    /**
     * @description `territory`: land, inland waters or territorial sea (12 nautical miles). `border_gap`: between the outlines of two neighbours that do not quite meet; the country is the nearest one. `antarctic`: south of 60° S, under the Antarctic Treaty. `open_sea`: beyond every territorial sea. `unclaimed_land`: land that no state claims.
     * @enum {string}
     */
    LocationZone: "territory" | "border_gap" | "antarctic" | "open_sea" | "unclaimed_land";
    ReverseGeocoding: {
      /** @description Latitude in decimal degrees (WGS 84), north positive. */
      lat: number;
      /** @description Longitude in decimal degrees (WGS 84), east positive. */
      lng: number;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string | null;
      /** @description ISO 3166-1 alpha-3. */
      iso3: string | null;
      /** @description The country in a path. */
      slug: string | null;
      /** @description English short name. */
      name: string | null;
      zone: components["schemas"]["LocationZone"];
      /** @description True if a dispute of the policy covers the location. Never false: no list is complete. */
      disputed: boolean | null;
      /** @description The disputes of the policy that cover the location. Outlines that overlap by some metres, and a territory within the outline of its state, are not disputes. */
      disputes: components["schemas"]["Dispute"][];
      /** @description Every territory and state with a code whose outline or claim contains the location, that of the country first. */
      claims: string[];
      /** @description In the open sea and on unclaimed land: the nearest territory within 370 km, its territorial sea included, and the point where it is nearest. */
      nearest: {
        /** @description ISO 3166-1 alpha-2. */
        iso2: string;
        /** @description ISO 3166-1 alpha-3. */
        iso3: string;
        /** @description The country in a path. */
        slug: string;
        /** @description English short name. */
        name: string;
        /** @description Great-circle kilometres on a sphere of 6371.0088 km, to the metre. */
        distance_km: number;
        /** @description Its latitude, to about a metre. */
        lat: number;
        /** @description Its longitude, to about a metre. */
        lng: number;
      } | null;
      /** @description Kilometres to the nearest border of the territory, on land or at sea, if less than one or than `border_within_km`. */
      border_distance_km: number | null;
      /** @description The point where that border is nearest. */
      border_point: {
        /** @description Its latitude, to about a metre. */
        lat: number;
        /** @description Its longitude, to about a metre. */
        lng: number;
      } | null;
      /** @description The territory on the other side of that border. */
      neighbour: {
        /** @description ISO 3166-1 alpha-2. */
        iso2: string;
        /** @description ISO 3166-1 alpha-3. */
        iso3: string;
        /** @description The country in a path. */
        slug: string;
        /** @description English short name. */
        name: string;
      } | null;
      /**
       * Format: uri
       * @description URL of the country's statistics. A release without companies there has none (404).
       */
      href: string | null;
      boundaries: components["schemas"]["Boundaries"];
      reasons: {
        /** @enum {string} */
        iso2?: "open_sea" | "unclaimed_land";
        /** @enum {string} */
        iso3?: "open_sea" | "unclaimed_land";
        /** @enum {string} */
        slug?: "open_sea" | "unclaimed_land";
        /** @enum {string} */
        name?: "open_sea" | "unclaimed_land";
        /** @enum {string} */
        disputed?: "not_listed" | "antarctic_treaty";
        /** @enum {string} */
        nearest?: "in_a_territory" | "too_far";
        /** @enum {string} */
        border_distance_km?: "too_far" | "no_country";
        /** @enum {string} */
        border_point?: "too_far" | "no_country";
        /** @enum {string} */
        neighbour?: "too_far" | "no_country" | "open_sea";
        /** @enum {string} */
        href?: "no_country";
      };
    };
    PointList: {
      /** @description The locations to look up. */
      points: {
        /** @description Latitude in decimal degrees (WGS 84), north positive. */
        lat: number;
        /** @description Longitude in decimal degrees (WGS 84), east positive. */
        lng: number;
        /** @description The caller's id of the point, returned unchanged. */
        id?: string;
      }[];
    };
    /** @description A point with what `reverse_geocode` answers, or with what is wrong with it. */
    GeocodedPoint: {
      /** @description The caller's id of the point, returned unchanged. */
      id: string | null;
      /** @description ISO 3166-1 alpha-2. */
      iso2: string | null;
      zone: components["schemas"]["LocationZone"] | null;
      /** @description Every territory and state with a code whose outline or claim contains the location, that of the country first. */
      claims: string[];
      /** @description The disputes of the policy that cover the location. */
      disputes: {
        /** @description Stable id of the dispute. */
        id: string;
      }[];
      /** @description The nearest territory. */
      nearest: {
        /** @description ISO 3166-1 alpha-2. */
        iso2: string;
        /** @description Great-circle kilometres on a sphere of 6371.0088 km, to the metre. */
        distance_km: number;
        /** @description Its latitude, to about a metre. */
        lat: number;
        /** @description Its longitude, to about a metre. */
        lng: number;
      } | null;
      /** @description Kilometres to the nearest border of the territory, on land or at sea, if less than one or than `border_within_km`. */
      border_distance_km: number | null;
      /** @description The point where that border is nearest. */
      border_point: {
        /** @description Its latitude, to about a metre. */
        lat: number;
        /** @description Its longitude, to about a metre. */
        lng: number;
      } | null;
      /** @description The territory beyond that border. */
      neighbour: {
        /** @description ISO 3166-1 alpha-2. */
        iso2: string;
      } | null;
      /** @description What is wrong with the point. */
      problem: {
        /**
         * @description As in a problem document.
         * @constant
         */
        code: "invalid_request";
        /** @description What the code means. */
        title: string;
        /** @description What was found and what was expected. */
        detail: string;
        /** @description Every error of the point. */
        errors: {
          /** @description JSON Pointer into the body of the request, as a URI fragment (RFC 6901 §6). */
          pointer: string;
          /** @description What is wrong there. */
          detail: string;
        }[];
      } | null;
      reasons: {
        /** @enum {string} */
        id?: "not_given";
        /** @enum {string} */
        iso2?: "open_sea" | "unclaimed_land" | "not_located";
        /** @enum {string} */
        zone?: "not_located";
        /** @enum {string} */
        nearest?: "in_a_territory" | "too_far" | "not_located";
        /** @enum {string} */
        border_distance_km?: "too_far" | "no_country" | "not_located";
        /** @enum {string} */
        border_point?: "too_far" | "no_country" | "not_located";
        /** @enum {string} */
        neighbour?: "too_far" | "no_country" | "open_sea" | "not_located";
        /** @enum {string} */
        problem?: "located";
      };
    };
    NamedTerritory: {
      /** @description ISO 3166-1 alpha-3. */
      iso3: string;
      /** @description The country in a path. */
      slug: string;
      /** @description English short name. */
      name: string;
      /**
       * Format: uri
       * @description URL of the country's statistics. A release without companies there has none (404).
       */
      href: string;
    };
    ReverseGeocodingList: {
      boundaries: components["schemas"]["Boundaries"];
      /** @description In the order of the points. */
      items: components["schemas"]["GeocodedPoint"][];
      /** @description Every territory that an item names, by its `iso2`. */
      territories: {
        [key: string]: components["schemas"]["NamedTerritory"];
      };
      /** @description Every dispute that an item names. */
      disputes: components["schemas"]["Dispute"][];
    };
    /** @description All tables of a release as a Data Package 2.0 (https://datapackage.org). */
    DataPackage: {
      /** @description The Data Package standard it follows. */
      $schema: string;
      /** @description The publisher's title of the dataset. */
      title: string;
      /** @description Id of the release. */
      version: string;
      /** @description The files of the package. */
      resources: ({
        /** @description Name of the file within the package. */
        name: string;
        /** @description The table in words. */
        title: string;
        /** @description What its rows are. */
        description: string;
        /** @description Permanent URL with this release. */
        path: string;
        /** @description `csv` or `parquet`. */
        format: string;
        /** @description Its size. */
        bytes: number;
        /** @description `sha256:` and the SHA-256 of its bytes. */
        hash: string;
        /** @description Its columns and keys (Table Schema). */
        schema: {
          /** @description Its columns, in the order of the file. */
          fields: ({
            /** @description Name of the column. */
            name: string;
            /** @description `string`, `integer`, `number` or `date`. */
            type: string;
            /** @description What its values are. */
            description: string;
          } & {
            [key: string]: unknown;
          })[];
        } & {
          [key: string]: unknown;
        };
      } & {
        [key: string]: unknown;
      })[];
    } & {
      [key: string]: unknown;
    };
    /** @description A release in JSON-LD. */
    DatasetAsJsonLd: {
      /** @description Every term that is used, so that nothing has to be fetched. */
      "@context": {
        [key: string]: unknown;
      };
      /**
       * Format: uri
       * @description URL of the description.
       */
      "@id": string;
      /** @description Its class. */
      "@type": string;
    } & {
      [key: string]: unknown;
    };
    /** @description One dataset in CSL-JSON (https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html). */
    CslItems: {
      [key: string]: unknown;
    }[];
    /** @description A file `CITATION.cff` (Citation File Format 1.2.0). */
    CitationFile: {
      /** @description Version of the format. */
      "cff-version": string;
      /** @description What it asks of readers. */
      message: string;
      /** @description `dataset`, and `data` in what is to be cited. */
      type: string;
      /** @description Title of the dataset. */
      title: string;
      /** @description Id of the release. */
      version: string;
      /**
       * Format: uri
       * @description The page of the release.
       */
      url: string;
      /** @description Who made it. */
      authors: {
        /** @description Its publisher. */
        name: string;
      }[];
      /** @description What the dataset is, in a sentence. */
      abstract: string;
      /**
       * Format: date
       * @description The day of the release.
       */
      "date-released": string;
      /** @description An SPDX identifier; without one there is a `license-url`. */
      license?: string;
      /**
       * Format: uri
       * @description The licence.
       */
      "license-url"?: string;
      /** @description What is to be cited. */
      "preferred-citation": {
        /** @description `dataset`, and `data` in what is to be cited. */
        type: string;
        /** @description Title of the dataset. */
        title: string;
        /** @description Id of the release. */
        version: string;
        /**
         * Format: uri
         * @description The page of the release.
         */
        url: string;
        /** @description Who made it. */
        authors: {
          /** @description Its publisher. */
          name: string;
        }[];
        /** @description Year of the dataset. */
        year: number;
      };
    };
    /** @description Who needs a key, and for what. Other fields are errors. */
    SignUpRequest: {
      /** @description an e-mail address such as name@example.org, at most 254 characters. */
      email: string;
      /** @description what the key is for, in your own words: 1 to 500 characters, without control characters other than tabs and line ends, and without marks that override the direction of text. */
      use_case: string;
    };
    /** @description A new API key. */
    IssuedKey: {
      /** @description The API key. It is shown only once. */
      api_key: string;
      /** @description The first characters of the key. */
      key_prefix: string;
      /**
       * @description The tier of the key, or `anonymous`.
       * @enum {string}
       */
      tier: "anonymous" | "free" | "pro" | "enterprise";
      /**
       * @description Whether the e-mail address of the key is confirmed. A `pending` key works like any other. `not_required`: the service sent no mails when it issued the key, or there is no key.
       * @enum {string}
       */
      email_confirmation: "not_required" | "pending" | "confirmed";
      /** @description The rate limits of the key. */
      limits: {
        /** @description Requests per clock hour. */
        per_hour: number;
        /** @description Requests per UTC day. */
        per_day: number;
      };
      /**
       * Format: date-time
       * @description When the key was issued.
       */
      created_at: string;
      /**
       * @description The header to send it in.
       * @constant
       */
      header: "X-SVC-API-Key";
    };
    /** @description Requests per clock hour and per UTC day. */
    QuotaLimits: {
      /** @description Requests per clock hour. */
      per_hour: number | null;
      /** @description Requests per UTC day. */
      per_day: number | null;
      reasons: {
        /** @enum {string} */
        per_hour?: "unlimited";
        /** @enum {string} */
        per_day?: "unlimited";
      };
    };
    /** @description Requests of one operation. */
    OperationUsage: {
      /** @description Its `operationId`; `unknown` for paths without an endpoint. */
      operation: string;
      /** @description How many there were. */
      requests: number;
      /**
       * Format: date-time
       * @description When it was last requested, to the minute.
       */
      last_at: string;
    };
    /** @description A deprecated endpoint that is still used. */
    DeprecatedUsage: {
      /** @description Its `operationId`. */
      operation: string;
      /** @description Its path, with placeholders. */
      path: string;
      /** @description How many requests it had. */
      requests: number;
      /**
       * Format: date-time
       * @description When it was last requested, to the minute.
       */
      last_at: string;
      /** @description The path of its successor, with placeholders. */
      successor: string;
      /**
       * Format: date-time
       * @description When it ends.
       */
      sunset: string;
      /** @description Days until then, rounded up. */
      days_left: number;
    };
    /** @description Everything stored about one key. Of the key itself only a SHA-256 is stored. */
    StoredKey: {
      /** @description What the publisher calls the key. */
      id: string;
      /** @description The first of the keys that replaced one another: they share quota and usage. */
      counted_as: string;
      /** @description The first characters of the key. */
      key_prefix: string;
      /**
       * @description The tier of the key, or `anonymous`.
       * @enum {string}
       */
      tier: "anonymous" | "free" | "pro" | "enterprise";
      /**
       * @description Whether the e-mail address of the key is confirmed. A `pending` key works like any other. `not_required`: the service sent no mails when it issued the key, or there is no key.
       * @enum {string}
       */
      email_confirmation: "not_required" | "pending" | "confirmed";
      limits: components["schemas"]["QuotaLimits"];
      /** @description What the key is for, as it was given at sign-up. */
      use_case: string;
      /**
       * Format: date-time
       * @description When it was issued.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it stopped working, or will.
       */
      ends_at: string | null;
      /** @description Counts of requests; client addresses are not stored with them. */
      usage: {
        /** @description The last 60 minutes, to the minute. */
        last_hour: number;
        /** @description The last 24 hours, to five minutes. */
        last_day: number;
        /** @description Since the key was issued. */
        total: number;
        /** @description Most used first. */
        operations: components["schemas"]["OperationUsage"][];
      };
      reasons: {
        /** @enum {string} */
        ends_at?: "no_end_known";
      };
    };
    /**
     * @description `gone`: its receiver answered 410. `attempts_failed`: every attempt to deliver an event failed, over more than a day.
     * @enum {string}
     */
    DisabledBecause: "gone" | "attempts_failed";
    /**
     * @description How the last attempt ended. `delivered`: with a status from 200 to 299. `gone`: with 410. `redirected`: with a status from 300 to 399, which is not followed. `refused`: with any other. `timed_out`: there was no response within 15 seconds. `no_connection`: the host could not be connected to, or its certificate is not valid. `no_public_address`: the host has no address, or one that is not on the public internet.
     * @enum {string}
     */
    AttemptOutcome:
      "delivered" | "gone" | "redirected" | "refused" | "timed_out" | "no_connection" | "no_public_address";
    /** @description One event for one webhook, and what became of it. */
    WebhookDelivery: {
      /** @description Sent as `webhook-id`, the same with each attempt. */
      id: string;
      /**
       * @description The event.
       * @enum {string}
       */
      type: "release.published" | "release.withdrawn" | "country.moved" | "webhook.test";
      /**
       * @description `failed`: given up after the last attempt, or because the webhook was disabled.
       * @enum {string}
       */
      state: "pending" | "delivered" | "failed";
      /**
       * Format: date-time
       * @description When the event was noticed.
       */
      created_at: string;
      /** @description Attempts so far, one under way included. */
      attempts: number;
      /**
       * Format: date-time
       * @description When the last attempt ended.
       */
      last_attempt_at: string | null;
      outcome: components["schemas"]["AttemptOutcome"] | null;
      /** @description Status of the last response. */
      status: number | null;
      /**
       * Format: date-time
       * @description When it is tried next.
       */
      next_attempt_at: string | null;
      reasons: {
        /** @enum {string} */
        last_attempt_at?: "not_attempted";
        /** @enum {string} */
        outcome?: "not_attempted";
        /** @enum {string} */
        status?: "not_attempted" | "no_response";
        /** @enum {string} */
        next_attempt_at?: "no_attempt_follows";
      };
    };
    /** @description A webhook and its deliveries. */
    LoggedWebhook: {
      /** @description Id of the webhook. */
      id: string;
      /**
       * Format: uri
       * @description Where events are sent.
       */
      url: string;
      /** @description The events it receives. */
      events: ("release.published" | "release.withdrawn" | "country.moved")[];
      /** @description The countries whose `country.moved` it receives. */
      countries: string[];
      /**
       * @description A disabled webhook receives nothing.
       * @enum {string}
       */
      state: "enabled" | "disabled";
      /**
       * Format: date-time
       * @description When it was registered.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was disabled.
       */
      disabled_at: string | null;
      disabled_because: components["schemas"]["DisabledBecause"] | null;
      /** @description Newest first: what is pending, and the last 100 finished ones of 30 days; the dashboard has five. */
      deliveries: components["schemas"]["WebhookDelivery"][];
      reasons: {
        /** @enum {string} */
        disabled_at?: "working";
        /** @enum {string} */
        disabled_because?: "working";
      };
    };
    /** @description The usage of one caller, and what is left. */
    Dashboard: {
      /**
       * @description Whether the usage is that of a key or of a client address.
       * @enum {string}
       */
      subject: "key" | "address";
      /**
       * @description The tier of the key, or `anonymous`.
       * @enum {string}
       */
      tier: "anonymous" | "free" | "pro" | "enterprise";
      /** @description The first characters of the key. */
      key_prefix: string | null;
      /**
       * Format: date-time
       * @description When the key was issued.
       */
      created_at: string | null;
      /**
       * @description Whether the e-mail address of the key is confirmed. A `pending` key works like any other. `not_required`: the service sent no mails when it issued the key, or there is no key.
       * @enum {string}
       */
      email_confirmation: "not_required" | "pending" | "confirmed";
      /** @description Counted requests. */
      usage: {
        /** @description The last 60 minutes, to the minute. */
        last_hour: number;
        /** @description The last 24 hours, to five minutes. */
        last_day: number;
        /** @description Since the key was issued. */
        total: number | null;
        reasons: {
          /** @enum {string} */
          total?: "addresses_are_not_kept";
        };
      };
      limits: components["schemas"]["QuotaLimits"];
      /** @description What is left in the current clock hour and UTC day. */
      remaining: {
        /** @description In the clock hour. */
        hour: number | null;
        /** @description In the UTC day. */
        day: number | null;
        reasons: {
          /** @enum {string} */
          hour?: "unlimited";
          /** @enum {string} */
          day?: "unlimited";
        };
      };
      /** @description When the next window begins. */
      resets_at: {
        /**
         * Format: date-time
         * @description When the next hour begins.
         */
        hour: string;
        /**
         * Format: date-time
         * @description When the next day begins.
         */
        day: string;
      };
      /** @description Most used first; `requests` are those of the history. */
      operations: components["schemas"]["OperationUsage"][];
      /** @description Deprecated endpoints that are still used, by `operation`. */
      deprecated: components["schemas"]["DeprecatedUsage"][];
      /** @description The e-mail address, as it was given at sign-up. */
      email: string | null;
      /** @description Whose keys and webhooks these are. `email_address`: all of the e-mail address, which is confirmed. `key`: this key and those it replaced. */
      scope: string | null;
      /** @description In order of creation, those that ended included: all keys of the e-mail address if that is confirmed, else this one and those it replaced. None without a key. */
      keys: components["schemas"]["StoredKey"][];
      /** @description The webhooks of these keys and their deliveries, without the secrets; none without a key. */
      webhooks: components["schemas"]["LoggedWebhook"][];
      /**
       * Format: date-time
       * @description When the usage was read.
       */
      read_at: string;
      reasons: {
        /** @enum {string} */
        key_prefix?: "no_key";
        /** @enum {string} */
        created_at?: "no_key";
        /** @enum {string} */
        email?: "no_key";
        /** @enum {string} */
        scope?: "no_key";
      };
    };
    /** @description How to replace the key. */
    RotateRequest: {
      /**
       * @description How long the old key still works: 0 to 86400 seconds; 0 ends it at once.
       * @default 0
       */
      keep_old_for_seconds: number;
    };
    /** @description A key that another one replaces. */
    ReplacedKey: {
      /** @description The first characters of the key. */
      key_prefix: string;
      /**
       * Format: date-time
       * @description When it stops working.
       */
      ends_at: string;
    };
    /** @description A new API key, and the one it replaces. */
    RotatedKey: {
      /** @description The API key. It is shown only once. */
      api_key: string;
      /** @description The first characters of the key. */
      key_prefix: string;
      /**
       * @description The tier of the key, or `anonymous`.
       * @enum {string}
       */
      tier: "anonymous" | "free" | "pro" | "enterprise";
      /**
       * @description Whether the e-mail address of the key is confirmed. A `pending` key works like any other. `not_required`: the service sent no mails when it issued the key, or there is no key.
       * @enum {string}
       */
      email_confirmation: "not_required" | "pending" | "confirmed";
      limits: components["schemas"]["QuotaLimits"];
      /**
       * Format: date-time
       * @description When the key was issued.
       */
      created_at: string;
      /**
       * @description The header to send it in.
       * @constant
       */
      header: "X-SVC-API-Key";
      old_key: components["schemas"]["ReplacedKey"];
    };
    /** @description A key that does not work any more. */
    RevokedKey: {
      /** @description The first characters of the key. */
      key_prefix: string;
      /**
       * Format: date-time
       * @description Since when it does not work.
       */
      revoked_at: string;
    };
    /** @description What was erased, and what remains. */
    ErasedAccount: {
      /**
       * @description `email_address`: everything stored about the e-mail address, which is confirmed. `key`: this key and those it replaced.
       * @enum {string}
       */
      scope: "key" | "email_address";
      /** @description How many keys there were, those that had ended included. */
      keys_erased: number;
      /**
       * Format: date-time
       * @description When they were erased.
       */
      erased_at: string;
      /** @description What the service cannot erase, in a sentence. */
      remains: string;
    };
    /** @description Where to send what. Other fields are errors. */
    WebhookRequest: {
      /** @description Where events are sent: an `https` URL of at most 2,048 characters on port 443 or 8443, without user name, password and fragment, whose host is on the public internet. */
      url: string;
      /** @description The events to receive. */
      events: ("release.published" | "release.withdrawn" | "country.moved")[];
      /** @description With `country.moved`: the countries to follow, by slug, code or name, 1 to 50. */
      countries?: string[];
    };
    /** @description A webhook that was registered, and its secret. */
    NewWebhook: {
      /** @description Id of the webhook. */
      id: string;
      /**
       * Format: uri
       * @description Where events are sent.
       */
      url: string;
      /** @description The events it receives. */
      events: ("release.published" | "release.withdrawn" | "country.moved")[];
      /** @description The countries whose `country.moved` it receives. */
      countries: string[];
      /**
       * @description A disabled webhook receives nothing.
       * @enum {string}
       */
      state: "enabled" | "disabled";
      /**
       * Format: date-time
       * @description When it was registered.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was disabled.
       */
      disabled_at: string | null;
      disabled_because: components["schemas"]["DisabledBecause"] | null;
      /** @description What its deliveries are signed with. It is shown only once. */
      secret: string;
      reasons: {
        /** @enum {string} */
        disabled_at?: "working";
        /** @enum {string} */
        disabled_because?: "working";
      };
    };
    /** @description A webhook of the key of the caller. */
    Webhook: {
      /** @description Id of the webhook. */
      id: string;
      /**
       * Format: uri
       * @description Where events are sent.
       */
      url: string;
      /** @description The events it receives. */
      events: ("release.published" | "release.withdrawn" | "country.moved")[];
      /** @description The countries whose `country.moved` it receives. */
      countries: string[];
      /**
       * @description A disabled webhook receives nothing.
       * @enum {string}
       */
      state: "enabled" | "disabled";
      /**
       * Format: date-time
       * @description When it was registered.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was disabled.
       */
      disabled_at: string | null;
      disabled_because: components["schemas"]["DisabledBecause"] | null;
      reasons: {
        /** @enum {string} */
        disabled_at?: "working";
        /** @enum {string} */
        disabled_because?: "working";
      };
    };
    /** @description The webhooks of the key of the caller. */
    WebhookList: {
      /** @description In order of registration. */
      items: components["schemas"]["Webhook"][];
      /** @description How many there are. */
      total: number;
      /**
       * Format: uri
       * @description URL of the next page.
       */
      next: string | null;
      reasons: {
        /** @enum {string} */
        next?: "last_page";
      };
    };
    /** @description A webhook that is not there any more. */
    DeletedWebhook: {
      /** @description Id of the webhook. */
      id: string;
      /**
       * Format: date-time
       * @description When it was deleted.
       */
      deleted_at: string;
    };
    /** @description A test that is about to be sent. */
    WebhookTest: {
      /** @description Sent as `webhook-id`. */
      id: string;
      /**
       * @description The event.
       * @constant
       */
      type: "webhook.test";
      /** @description Id of the webhook. */
      webhook: string;
      /**
       * Format: uri
       * @description URL of the webhook with its deliveries.
       */
      href: string;
    };
    /** @description How to replace the secret. */
    RotateSecretRequest: {
      /**
       * @description How long deliveries are signed with the old secret as well: 0 to 604800 seconds.
       * @default 86400
       */
      keep_old_for_seconds: number;
    };
    /** @description The new secret of a webhook. */
    RotatedSecret: {
      /** @description Id of the webhook. */
      id: string;
      /** @description What its deliveries are signed with. It is shown only once. */
      secret: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When deliveries are no longer signed with the old one.
       */
      old_secret_ends_at: string;
    };
    /** @description An error response (RFC 9457). */
    Problem: {
      /**
       * Format: uri
       * @description URL of a page that explains the code; for `rate_limited`, the registered problem type of an exceeded quota.
       */
      type: string;
      /** @description What the code means, in a few words. */
      title: string;
      /** @description The status of the response. */
      status: number;
      /** @description What was found, what was expected, what to do. */
      detail: string;
      /** @description `urn:uuid:` of the request; the same id as in `X-Request-Id`. */
      instance: string;
      /**
       * @description What is wrong, for programs. Codes are never renamed.
       * @enum {string}
       */
      code:
        | "invalid_request"
        | "unknown_parameter"
        | "conflicting_credentials"
        | "invalid_json"
        | "unknown_api_key"
        | "insecure_transport"
        | "foreign_origin"
        | "not_found"
        | "country_not_found"
        | "company_not_found"
        | "sector_not_found"
        | "release_not_found"
        | "signature_not_found"
        | "webhook_not_found"
        | "method_not_allowed"
        | "not_acceptable"
        | "request_timeout"
        | "webhook_disabled"
        | "gone"
        | "release_withdrawn"
        | "release_removed"
        | "precondition_failed"
        | "payload_too_large"
        | "uri_too_long"
        | "unsupported_media_type"
        | "range_not_satisfiable"
        | "expectation_failed"
        | "rate_limited"
        | "headers_too_large"
        | "internal_error"
        | "not_implemented"
        | "unavailable"
        | "version_not_supported";
      /** @description What is wrong with the request: the first errors. */
      errors?: {
        /** @description What was found and what was expected. */
        detail: string;
        /** @description The invalid path or query parameter. */
        parameter?: string;
        /** @description JSON Pointer to the invalid field, as a URI fragment (RFC 6901 §6). */
        pointer?: string;
      }[];
      /** @description How many errors the request has; `errors` has at most 50 of them. */
      errors_total?: number;
      /** @description For `rate_limited`: the windows that are used up, `hour` or `day`. */
      "violated-policies"?: string[];
      /** @description For `rate_limited`: seconds until a retry can succeed. */
      retry_after?: number;
      /**
       * @description The tier of the key, or `anonymous`.
       * @enum {string}
       */
      tier?: "anonymous" | "free" | "pro" | "enterprise";
      /**
       * Format: uri
       * @description For `rate_limited`, if there is one: the URL that returns the data of the caller's recent requests in one response.
       */
      bulk_url?: string;
    };
    /** @description Text in UTF-8, of the stated media type. */
    Text: string;
    /** @description The bytes of a file. */
    Bytes: string;
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  preview_countries: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CountriesPreview"];
        };
      };
    };
  };
  get_country: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description Slug of a country. ISO 3166-1 codes, names and former names are redirected to it. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CountryDetail"];
        };
      };
    };
  };
  derive_country: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description Slug of a country. ISO 3166-1 codes, names and former names are redirected to it. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CountryDerivation"];
        };
      };
    };
  };
  get_country_history: {
    parameters: {
      query?: {
        /** @description The first release: its id, `current` or `previous`, or a date or time at which it was in force. The first one there is by default, and for a time before it. */
        from?: string;
        /** @description The last release: its id, `current` or `previous`, or a date or time at which it was in force. The current one by default. */
        to?: string;
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: (
          | "release"
          | "published_at"
          | "break"
          | "scale"
          | "listed_companies"
          | "judged_companies"
          | "rank"
          | "tied_with"
          | "median_band"
          | "median_level"
          | "distribution"
          | "flips_to_lower"
          | "flips_to_higher"
          | "href"
          | "reasons"
        )[];
      };
      header?: never;
      path: {
        /** @description Slug of a country. ISO 3166-1 codes, names and former names are redirected to it. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CountryHistory"] | components["schemas"]["CountryHistoryFields"];
        };
      };
    };
  };
  list_regions: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Regions"];
        };
      };
    };
  };
  rank_countries: {
    parameters: {
      query?: {
        /** @description Judged companies a country needs to get a rank; the minimum of the publisher by default. */
        min_companies?: number;
        /** @description Count the companies judged in this pillar, by their median band in it; all pillars together by default. Id or label, in any case. Pillars of the release of the examples: `governance`, `labour_rights`, `environment`, `product_safety`, `privacy`, `transparency`. */
        pillar?: string;
        /** @description Only the countries of this region of the United Nations (M49), ranked among each other; the whole world by default. Slug, code of M49 or name, in any case. */
        region?: string;
        /** @description Countries: slugs, ISO 3166-1 codes or names; `none` for companies whose country the publisher does not give. In any case; several are separated by commas, and any of them matches. */
        country?: string[];
        /** @description Countries with one of these median bands; with `pillar`, in that pillar. Ids or labels. In any case; several are separated by commas, and any of them matches. Bands, worst first, of the release of the examples: `very_low`, `low`, `moderate`, `high`, `very_high`. */
        band?: string[];
        /** @description Best first, or last; countries without a rank come after both. */
        sort?: "rank" | "-rank";
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: (
          | "slug"
          | "iso2"
          | "iso3"
          | "name"
          | "listed_companies"
          | "judged_companies"
          | "median_band"
          | "median_level"
          | "distribution"
          | "flips_to_lower"
          | "flips_to_higher"
          | "rank"
          | "tied_with"
          | "tie_first"
          | "tie_last"
          | "share_above"
          | "share_below"
          | "summary"
          | "href"
          | "page"
          | "reasons"
        )[];
        /** @description The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` apply to JSON only. */
        format?: "json" | "csv" | "xlsx";
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CountryRankings"] | components["schemas"]["CountryRankingsFields"];
          "text/csv": components["schemas"]["Text"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  get_country_sector_matrix: {
    parameters: {
      query?: {
        /** @description Count the companies judged in this pillar, by their median band in it; all pillars together by default. Id or label, in any case. Pillars of the release of the examples: `governance`, `labour_rights`, `environment`, `product_safety`, `privacy`, `transparency`. */
        pillar?: string;
        /** @description Only the countries of this region of the United Nations (M49), ranked among each other; the whole world by default. Slug, code of M49 or name, in any case. */
        region?: string;
        /** @description The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` apply to JSON only. */
        format?: "json" | "csv" | "xlsx";
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CountrySectorMatrix"];
          "text/csv": components["schemas"]["Text"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  compare_countries: {
    parameters: {
      query: {
        /** @description Different countries, separated by commas: slugs, ISO 3166-1 codes or names, in any case. */
        countries: string[];
        /** @description Sectors in which companies are counted: slugs or labels. In any case; several are separated by commas, and any of them matches. Sectors of the release of the examples: `agriculture`, `apparel-and-textiles`, `chemicals`, `construction`, `electronics`, `energy`, `finance`, `food-and-drink`, `health-care`, `mining-and-metals`, `retail`, `transport`. */
        sector?: string[];
        /** @description Count the companies judged in this pillar, by their median band in it; all pillars together by default. Id or label, in any case. Pillars of the release of the examples: `governance`, `labour_rights`, `environment`, `product_safety`, `privacy`, `transparency`. */
        pillar?: string;
        /** @description Whether names that mean no country of the release are left out, and named in `not_compared`, as long as two countries are left; otherwise they are an error. */
        partial?: boolean;
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CountryComparisons"];
        };
      };
    };
  };
  check_claim: {
    parameters: {
      query: {
        /** @description What the claim is about: `country:`, `sector:` or `company:` with a slug, code, id or name, in any case. A bare value is a country. `countries:ranked` are all countries with a rank, of which shares are claimed. */
        subject: string;
        /** @description The claim; it is completed by `value`, `than` or `since`. */
        is:
          | "band"
          | "at_least"
          | "at_most"
          | "above"
          | "below"
          | "alike"
          | "companies_better"
          | "companies_worse"
          | "rank"
          | "rank_alone"
          | "shares_rank"
          | "best"
          | "worst"
          | "none_above"
          | "none_below"
          | "most"
          | "most_at_least"
          | "most_at_most"
          | "share"
          | "share_at_least"
          | "share_at_most"
          | "average"
          | "risen"
          | "fallen"
          | "unchanged"
          | "moved"
          | "caused";
        /** @description A band by its id or label, for `band`, `at_least`, `at_most`, `most`, `most_at_least`, `most_at_most` and `share…`; a number for `rank`, `rank_alone`, `shares_rank` and `average`. */
        value?: string;
        /** @description For `share…`: how many percent of the judged companies stand in the band `value`, or at least or at most there: a number from 0 to 100, a fraction such as `2/3`, a count such as `36_of_all` or `36_of_103`, each also after `<`, `<=`, `>` or `>=`, or `all_but_1`. A number alone is a percentage, compared as rounded as it is written. */
        percent?: string;
        /** @description For `above`, `below`, `alike`, `companies_better` and `companies_worse`: another subject of the same kind, written like it. The prefix may be left out. */
        than?: string;
        /** @description For `risen`, `fallen`, `unchanged`, `moved` and `caused`: an earlier release. Its id, `previous`, or a date or time at which it was in force. */
        since?: string;
        /** @description Count the companies judged in this pillar, by their median band in it; all pillars together by default. Id or label, in any case. Pillars of the release of the examples: `governance`, `labour_rights`, `environment`, `product_safety`, `privacy`, `transparency`. */
        pillar?: string;
        /** @description For `rank…`, `shares_rank`, `best`, `worst`, `none_above` and `none_below`: rank the countries of this region of the United Nations (M49) among each other. Slug, code of M49 or name, in any case. */
        region?: string;
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CheckedClaim"];
        };
      };
    };
  };
  check_claims: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 65536 bytes. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["StatementList"];
      };
    };
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CheckedStatements"];
        };
      };
    };
  };
  list_changes: {
    parameters: {
      query?: {
        /** @description The earlier release; by default the one that was current before `to`. Its id, `current`, `previous`, or a date or time at which it was in force. */
        from?: string;
        /** @description The later release; by default the current one. Its id, `current`, `previous`, or a date or time at which it was in force. */
        to?: string;
        /** @description Countries: slugs, ISO 3166-1 codes or names; `none` for companies whose country the publisher does not give. In any case; several are separated by commas, and any of them matches. */
        country?: string[];
        /** @description Regions of the United Nations (M49), continents or their parts: slugs such as `eastern-africa`, codes or names. With `country`, those of these countries that lie there. In any case; several are separated by commas, and any of them matches. */
        region?: string[];
        /** @description Sectors in which companies are counted: slugs or labels. In any case; several are separated by commas, and any of them matches. Sectors of the release of the examples: `agriculture`, `apparel-and-textiles`, `chemicals`, `construction`, `electronics`, `energy`, `finance`, `food-and-drink`, `health-care`, `mining-and-metals`, `retail`, `transport`. */
        sector?: string[];
        /** @description Companies that one of these happened to, separated by commas. `added` and `removed`: listed in one release only; `reclassified`: filed in another country or sector; `re_rated`: another median band; `first_judged` and `no_longer_judged`: listed in both, judged in one; `other_sectors_changed`: other sectors besides its own; `reply_changed`: a reply of the company, or that it was asked, is new, differs or is gone; of a company that was added, that it has one; `renamed`: another name; `pillar_moved`: the same median band, another one in a pillar; `judgements_changed`: the same median bands, other judgements; `details_changed`: another website, LEI, other names, products or path. */
        change?: (
          | "added"
          | "removed"
          | "reclassified"
          | "re_rated"
          | "first_judged"
          | "no_longer_judged"
          | "other_sectors_changed"
          | "reply_changed"
          | "renamed"
          | "pillar_moved"
          | "judgements_changed"
          | "details_changed"
        )[];
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: ("id" | "slug" | "name" | "changes" | "before" | "after" | "href" | "reasons")[];
        /** @description The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` apply to JSON only. */
        format?: "json" | "csv" | "xlsx";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            components["schemas"]["ReleaseChangeList"] | components["schemas"]["ReleaseChangeListFields"];
          "text/csv": components["schemas"]["Text"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  download_country_data: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The countries table of the release. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/csv": components["schemas"]["Text"];
        };
      };
    };
  };
  list_sectors: {
    parameters: {
      query?: {
        /** @description `-median_band` lists the best first. Sectors without a judged company come last in both orders. */
        sort?: "slug" | "-slug" | "median_band" | "-median_band" | "judged_companies" | "-judged_companies";
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: (
          | "slug"
          | "label"
          | "also_named_by"
          | "listed_companies"
          | "judged_companies"
          | "median_band"
          | "median_level"
          | "distribution"
          | "flips_to_lower"
          | "flips_to_higher"
          | "summary"
          | "href"
          | "page"
          | "reasons"
        )[];
        /** @description The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` apply to JSON only. */
        format?: "json" | "csv" | "xlsx";
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SectorList"] | components["schemas"]["SectorListFields"];
          "text/csv": components["schemas"]["Text"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  get_sector: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description Slug of a sector. Its label is redirected to it. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SectorDetail"];
        };
      };
    };
  };
  derive_sector: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description Slug of a sector. Its label is redirected to it. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SectorDerivation"];
        };
      };
    };
  };
  get_sector_history: {
    parameters: {
      query?: {
        /** @description The first release: its id, `current` or `previous`, or a date or time at which it was in force. The first one there is by default, and for a time before it. */
        from?: string;
        /** @description The last release: its id, `current` or `previous`, or a date or time at which it was in force. The current one by default. */
        to?: string;
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: (
          | "release"
          | "published_at"
          | "break"
          | "scale"
          | "listed_companies"
          | "judged_companies"
          | "median_band"
          | "median_level"
          | "distribution"
          | "flips_to_lower"
          | "flips_to_higher"
          | "href"
          | "reasons"
        )[];
      };
      header?: never;
      path: {
        /** @description Slug of a sector. Its label is redirected to it. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SectorHistory"] | components["schemas"]["SectorHistoryFields"];
        };
      };
    };
  };
  list_companies: {
    parameters: {
      query?: {
        /** @description Countries: slugs, ISO 3166-1 codes or names; `none` for companies whose country the publisher does not give. In any case; several are separated by commas, and any of them matches. */
        country?: string[];
        /** @description Regions of the United Nations (M49), continents or their parts: slugs such as `eastern-africa`, codes or names. With `country`, those of these countries that lie there. In any case; several are separated by commas, and any of them matches. */
        region?: string[];
        /** @description Sectors in which companies are counted: slugs or labels. In any case; several are separated by commas, and any of them matches. Sectors of the release of the examples: `agriculture`, `apparel-and-textiles`, `chemicals`, `construction`, `electronics`, `energy`, `finance`, `food-and-drink`, `health-care`, `mining-and-metals`, `retail`, `transport`. */
        sector?: string[];
        /** @description Sectors that companies name, first or after another: slugs or labels. A company is counted in its first sector alone, so `sector` lists what the figures of a sector count, and `any_sector` may list more. In any case; several are separated by commas, and any of them matches. */
        any_sector?: string[];
        /** @description Companies: slugs, the publisher's ids, LEIs (ISO 17442), or names that one company alone has. In any case; several are separated by commas, and any of them matches. */
        company?: string[];
        /** @description Bands: companies with one of these median bands, over all pillars or in a pillar of `pillar`. Ids or labels. In any case; several are separated by commas, and any of them matches. Bands, worst first, of the release of the examples: `very_low`, `low`, `moderate`, `high`, `very_high`. */
        band?: string[];
        /** @description Pillars: companies judged in one of them; with `band`, by their median band there. Ids or labels. In any case; several are separated by commas, and any of them matches. Pillars of the release of the examples: `governance`, `labour_rights`, `environment`, `product_safety`, `privacy`, `transparency`. */
        pillar?: string[];
        /** @description `-median_band` lists the best first. Companies without a value, such as those that are not judged, come last in both orders; equal ones are in the order of their names. */
        sort?:
          | "name"
          | "-name"
          | "median_band"
          | "-median_band"
          | "judgement_count"
          | "-judgement_count"
          | "flips_to_lower"
          | "-flips_to_lower"
          | "flips_to_higher"
          | "-flips_to_higher";
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: (
          | "id"
          | "slug"
          | "name"
          | "country"
          | "sector"
          | "other_sectors"
          | "judgement_count"
          | "median_band"
          | "median_level"
          | "distribution"
          | "flips_to_lower"
          | "flips_to_higher"
          | "reply_status"
          | "summary"
          | "href"
          | "page"
          | "reasons"
        )[];
        /** @description The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` apply to JSON only. */
        format?: "json" | "csv" | "xlsx";
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CompanyList"] | components["schemas"]["CompanyListFields"];
          "text/csv": components["schemas"]["Text"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  get_company: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description Slug of a company. The publisher's id, and a slug that it had before, are redirected to it. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CompanyDetail"];
        };
      };
    };
  };
  derive_company: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description Slug of a company. The publisher's id, and a slug that it had before, are redirected to it. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CompanyDerivation"];
        };
      };
    };
  };
  get_company_history: {
    parameters: {
      query?: {
        /** @description The first release: its id, `current` or `previous`, or a date or time at which it was in force. The first one there is by default, and for a time before it. */
        from?: string;
        /** @description The last release: its id, `current` or `previous`, or a date or time at which it was in force. The current one by default. */
        to?: string;
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: (
          | "release"
          | "published_at"
          | "break"
          | "scale"
          | "judgement_count"
          | "median_band"
          | "median_level"
          | "distribution"
          | "flips_to_lower"
          | "flips_to_higher"
          | "href"
          | "reasons"
        )[];
      };
      header?: never;
      path: {
        /** @description Slug of a company. The publisher's id, and a slug that it had before, are redirected to it. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CompanyHistory"] | components["schemas"]["CompanyHistoryFields"];
        };
      };
    };
  };
  match_portfolio: {
    parameters: {
      query?: {
        /** @description The format of the answer. Without it `Accept` decides, by default for JSON. */
        format?: "json" | "csv";
        /** @description An earlier release: what happened to each company since is answered, too. Its id, `previous`, or a date at which it was in force. */
        since?: string;
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON or CSV in UTF-8, at most 4194304 bytes. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["PortfolioList"];
        "text/csv": string;
      };
    };
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Portfolio"];
          "text/csv": components["schemas"]["Text"];
        };
      };
    };
  };
  list_products: {
    parameters: {
      query?: {
        /** @description Countries: slugs, ISO 3166-1 codes or names; `none` for companies whose country the publisher does not give. In any case; several are separated by commas, and any of them matches. */
        country?: string[];
        /** @description Regions of the United Nations (M49), continents or their parts: slugs such as `eastern-africa`, codes or names. With `country`, those of these countries that lie there. In any case; several are separated by commas, and any of them matches. */
        region?: string[];
        /** @description Sectors in which companies are counted: slugs or labels. In any case; several are separated by commas, and any of them matches. Sectors of the release of the examples: `agriculture`, `apparel-and-textiles`, `chemicals`, `construction`, `electronics`, `energy`, `finance`, `food-and-drink`, `health-care`, `mining-and-metals`, `retail`, `transport`. */
        sector?: string[];
        /** @description Sectors that companies name, first or after another: slugs or labels. A company is counted in its first sector alone, so `sector` lists what the figures of a sector count, and `any_sector` may list more. In any case; several are separated by commas, and any of them matches. */
        any_sector?: string[];
        /** @description Companies: slugs, the publisher's ids, LEIs (ISO 17442), or names that one company alone has. In any case; several are separated by commas, and any of them matches. */
        company?: string[];
        /** @description By the name of the company, then of the product; or reversed. */
        sort?: "company" | "-company";
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: ("id" | "slug" | "name" | "brand" | "aliases" | "company" | "country" | "sector" | "reasons")[];
        /** @description The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` apply to JSON only. */
        format?: "json" | "csv" | "xlsx";
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProductList"] | components["schemas"]["ProductListFields"];
          "text/csv": components["schemas"]["Text"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  list_judgements: {
    parameters: {
      query?: {
        /** @description Countries: slugs, ISO 3166-1 codes or names; `none` for companies whose country the publisher does not give. In any case; several are separated by commas, and any of them matches. */
        country?: string[];
        /** @description Regions of the United Nations (M49), continents or their parts: slugs such as `eastern-africa`, codes or names. With `country`, those of these countries that lie there. In any case; several are separated by commas, and any of them matches. */
        region?: string[];
        /** @description Sectors in which companies are counted: slugs or labels. In any case; several are separated by commas, and any of them matches. Sectors of the release of the examples: `agriculture`, `apparel-and-textiles`, `chemicals`, `construction`, `electronics`, `energy`, `finance`, `food-and-drink`, `health-care`, `mining-and-metals`, `retail`, `transport`. */
        sector?: string[];
        /** @description Sectors that companies name, first or after another: slugs or labels. A company is counted in its first sector alone, so `sector` lists what the figures of a sector count, and `any_sector` may list more. In any case; several are separated by commas, and any of them matches. */
        any_sector?: string[];
        /** @description Companies: slugs, the publisher's ids, LEIs (ISO 17442), or names that one company alone has. In any case; several are separated by commas, and any of them matches. */
        company?: string[];
        /** @description Bands of the judgement. Ids or labels. In any case; several are separated by commas, and any of them matches. Bands, worst first, of the release of the examples: `very_low`, `low`, `moderate`, `high`, `very_high`. */
        band?: string[];
        /** @description Pillars of the judgement. Ids or labels. In any case; several are separated by commas, and any of them matches. Pillars of the release of the examples: `governance`, `labour_rights`, `environment`, `product_safety`, `privacy`, `transparency`. */
        pillar?: string[];
        /** @description Judged on this day (`2026-03-01`) or later; a month or a year counts as its last day. Undated judgements are left out. */
        judged_from?: string;
        /** @description Judged on this day or earlier; a month or a year counts as its last day. Undated judgements are left out. */
        judged_to?: string;
        /** @description `company` is by the name of the company, then pillar, criterion and judge; equal ones keep that order. `-judged_on` lists the newest first, `band` the worst first. Undated judgements come last by date. */
        sort?: "company" | "-company" | "judged_on" | "-judged_on" | "band" | "-band";
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: (
          | "company"
          | "country"
          | "sector"
          | "pillar"
          | "band"
          | "band_level"
          | "criterion"
          | "judge"
          | "judged_on"
          | "source_url"
          | "archived_url"
          | "criterion_label"
          | "judge_label"
          | "reply_status"
          | "reasons"
        )[];
        /** @description The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` apply to JSON only. */
        format?: "json" | "csv" | "xlsx";
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["JudgementList"] | components["schemas"]["JudgementListFields"];
          "text/csv": components["schemas"]["Text"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  list_replies: {
    parameters: {
      query?: {
        /** @description Countries: slugs, ISO 3166-1 codes or names; `none` for companies whose country the publisher does not give. In any case; several are separated by commas, and any of them matches. */
        country?: string[];
        /** @description Regions of the United Nations (M49), continents or their parts: slugs such as `eastern-africa`, codes or names. With `country`, those of these countries that lie there. In any case; several are separated by commas, and any of them matches. */
        region?: string[];
        /** @description Sectors in which companies are counted: slugs or labels. In any case; several are separated by commas, and any of them matches. Sectors of the release of the examples: `agriculture`, `apparel-and-textiles`, `chemicals`, `construction`, `electronics`, `energy`, `finance`, `food-and-drink`, `health-care`, `mining-and-metals`, `retail`, `transport`. */
        sector?: string[];
        /** @description Sectors that companies name, first or after another: slugs or labels. A company is counted in its first sector alone, so `sector` lists what the figures of a sector count, and `any_sector` may list more. In any case; several are separated by commas, and any of them matches. */
        any_sector?: string[];
        /** @description Companies: slugs, the publisher's ids, LEIs (ISO 17442), or names that one company alone has. In any case; several are separated by commas, and any of them matches. */
        company?: string[];
        /** @description Pillars whose judgements are answered; replies to all that a company is judged by are left out. Ids or labels. In any case; several are separated by commas, and any of them matches. Pillars of the release of the examples: `governance`, `labour_rights`, `environment`, `product_safety`, `privacy`, `transparency`. */
        pillar?: string[];
        /** @description What became of the request; several are separated by commas, and any of them matches. */
        status?: ("asked" | "no_answer" | "answered" | "corrected")[];
        /** @description `company` is by the name of the company, then pillar and date of the judgement. `-replied_on` lists the newest first; undated ones come last by date. */
        sort?: "company" | "-company" | "replied_on" | "-replied_on";
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: (
          | "company"
          | "country"
          | "sector"
          | "pillar"
          | "judged_on"
          | "status"
          | "replied_on"
          | "text"
          | "url"
          | "summary"
          | "reasons"
        )[];
        /** @description The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` apply to JSON only. */
        format?: "json" | "csv" | "xlsx";
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReplyList"] | components["schemas"]["ReplyListFields"];
          "text/csv": components["schemas"]["Text"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  get_scale: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ScaleDetail"];
        };
      };
    };
  };
  search: {
    parameters: {
      query: {
        /** @description The query: 1 to 200 characters, before and after trimming and NFKC normalisation. The last word may be unfinished, unless a space follows it. */
        q: string;
        /** @description Return only companies, or only products. */
        type?: "company" | "product";
        /** @description Countries: slugs, ISO 3166-1 codes or names; `none` for companies whose country the publisher does not give. In any case; several are separated by commas, and any of them matches. */
        country?: string[];
        /** @description Regions of the United Nations (M49), continents or their parts: slugs such as `eastern-africa`, codes or names. With `country`, those of these countries that lie there. In any case; several are separated by commas, and any of them matches. */
        region?: string[];
        /** @description Sectors in which companies are counted: slugs or labels. In any case; several are separated by commas, and any of them matches. Sectors of the release of the examples: `agriculture`, `apparel-and-textiles`, `chemicals`, `construction`, `electronics`, `energy`, `finance`, `food-and-drink`, `health-care`, `mining-and-metals`, `retail`, `transport`. */
        sector?: string[];
        /** @description Sectors that companies name, first or after another: slugs or labels. A company is counted in its first sector alone, so `sector` lists what the figures of a sector count, and `any_sector` may list more. In any case; several are separated by commas, and any of them matches. */
        any_sector?: string[];
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SearchResults"];
        };
      };
    };
  };
  list_releases: {
    parameters: {
      query?: {
        /** @description Newest or oldest first. */
        sort?: "-published_at" | "published_at";
        /** @description Maximum number of items. A value above the maximum is an error; it is never reduced. */
        limit?: number;
        /** @description The next page: taken from `next` of the previous one. Valid for one release, one sort order and one set of filters. */
        cursor?: string;
        /** @description Fields of each item, separated by commas. Where one of them can be null, `reasons` comes with it. */
        fields?: (
          | "id"
          | "published_at"
          | "is_current"
          | "became_current"
          | "status"
          | "withdrawn_at"
          | "newest_judgement"
          | "fingerprint"
          | "method"
          | "title"
          | "publisher"
          | "license"
          | "scale_id"
          | "counts"
          | "left_out"
          | "errata"
          | "href"
          | "reasons"
        )[];
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReleaseList"] | components["schemas"]["ReleaseListFields"];
        };
      };
    };
  };
  get_release: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a release, `current` or `previous`. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReleaseDetail"];
        };
      };
    };
  };
  reverse_geocode: {
    parameters: {
      query: {
        /** @description Latitude in decimal degrees (WGS 84), north positive. */
        lat: number;
        /** @description Longitude in decimal degrees (WGS 84), east positive. */
        lng: number;
        /** @description How far the border of the country may be to be reported, in kilometres. */
        border_within_km?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReverseGeocoding"];
        };
      };
    };
  };
  reverse_geocode_points: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 1048576 bytes. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["PointList"];
      };
    };
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReverseGeocodingList"];
        };
      };
    };
  };
  download_table: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description The table and its format. */
        file:
          | "countries.csv"
          | "sectors.csv"
          | "matrix.csv"
          | "companies.csv"
          | "products.csv"
          | "judgements.csv"
          | "replies.csv"
          | "countries.parquet"
          | "sectors.parquet"
          | "matrix.parquet"
          | "companies.parquet"
          | "products.parquet"
          | "judgements.parquet"
          | "replies.parquet"
          | "countries.xlsx"
          | "sectors.xlsx"
          | "matrix.xlsx"
          | "companies.xlsx"
          | "products.xlsx"
          | "judgements.xlsx"
          | "replies.xlsx";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The table of the release. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/csv": components["schemas"]["Text"];
          "application/vnd.apache.parquet": components["schemas"]["Bytes"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  download_checksums: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A line for each file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/plain": components["schemas"]["Text"];
        };
      };
    };
  };
  download_signature: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A signature of minisign, four lines. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/plain": components["schemas"]["Text"];
        };
      };
    };
  };
  download_country_history: {
    parameters: {
      query?: {
        /** @description The first release: its id, `current` or `previous`, or a date or time at which it was in force. The first one there is by default, and for a time before it. */
        from?: string;
        /** @description The last release: its id, `current` or `previous`, or a date or time at which it was in force. The current one by default. */
        to?: string;
        /** @description Countries: slugs, ISO 3166-1 codes or names; `none` for companies whose country the publisher does not give. In any case; several are separated by commas, and any of them matches. */
        country?: string[];
      };
      header?: never;
      path: {
        /** @description The format. */
        format: "csv" | "xlsx";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One row per country and release, releases oldest first, the countries of each by ISO 3166-1 alpha-3. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/csv": components["schemas"]["Text"];
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Bytes"];
        };
      };
    };
  };
  download_everything: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A ZIP file with one folder. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": components["schemas"]["Bytes"];
        };
      };
    };
  };
  get_dataset: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description The vocabulary. */
        format: "datapackage.json" | "jsonld" | "dcat.jsonld";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/vnd.datapackage+json": components["schemas"]["DataPackage"];
          "application/ld+json": components["schemas"]["DatasetAsJsonLd"];
        };
      };
    };
  };
  cite: {
    parameters: {
      query?: {
        /** @description Id of a release, as listed at `/api/v2/releases`; with it, the figures never change. Or `previous`: the release that was current before the current one. The current one (`current`) by default. */
        release?: string;
        /** @description Choose the release that was in force at this time: a date, which means the end of that day in UTC, or a time as in RFC 3339. Not together with `release`. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description The form of the citation. */
        format: "txt" | "bib" | "csl.json" | "cff";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One line. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/plain": components["schemas"]["Text"];
          "application/x-bibtex": components["schemas"]["Text"];
          "application/vnd.citationstyles.csl+json": components["schemas"]["CslItems"];
          "application/yaml": components["schemas"]["CitationFile"];
        };
      };
    };
  };
  sign_up: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 16384 bytes. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignUpRequest"];
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["IssuedKey"];
        };
      };
    };
  };
  get_dashboard: {
    parameters: {
      query?: {
        /** @description Sends the answer as a file to save, `account.json`. */
        format?: "json";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Dashboard"];
        };
      };
    };
  };
  rotate_key: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 1024 bytes. */
    requestBody?: {
      content: {
        "application/json": components["schemas"]["RotateRequest"];
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RotatedKey"];
        };
      };
    };
  };
  revoke_key: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RevokedKey"];
        };
      };
    };
  };
  erase_account: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErasedAccount"];
        };
      };
    };
  };
  list_webhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookList"];
        };
      };
    };
  };
  register_webhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 16384 bytes. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookRequest"];
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewWebhook"];
        };
      };
    };
  };
  get_webhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LoggedWebhook"];
        };
      };
    };
  };
  delete_webhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletedWebhook"];
        };
      };
    };
  };
  test_webhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookTest"];
        };
      };
    };
  };
  rotate_webhook_secret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 1024 bytes. */
    requestBody?: {
      content: {
        "application/json": components["schemas"]["RotateSecretRequest"];
      };
    };
    responses: {
      /** @description The response. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RotatedSecret"];
        };
      };
    };
  };
}
