/** A Markdown file of `docs/` that is shown as a page. */
export interface Guide {
  /** Of the page. */
  readonly path: string;
  /** Relative to `docs/`. */
  readonly file: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** Where lists show it. */
  readonly kind: "start" | "use" | "data" | "run";
}

/** Every guide, in the order lists show them. */
export const GUIDES: readonly Guide[] = [
  guide(
    "start",
    "quick-start",
    "guides/quick-start.md",
    "Quick start",
    "First requests with curl, JavaScript, Python and R.",
  ),
  guide(
    "use",
    "authentication",
    "guides/authentication.md",
    "Authentication",
    "Get a key, send it, and what the errors mean.",
  ),
  guide(
    "use",
    "quotas",
    "guides/quotas.md",
    "Rate limits",
    "How many requests are allowed, and the headers that say what is left.",
  ),
  guide("use", "errors", "guides/errors.md", "Errors", "What an error response contains, and when to retry."),
  guide("use", "reasons", "reasons.md", "Reasons", "Why a value is null: every code with its meaning."),
  guide("use", "lists", "guides/lists.md", "Lists", "Filters, pages and fields, in JSON or as CSV."),
  guide("use", "search", "guides/search.md", "Search", "Find companies and products by name."),
  guide(
    "use",
    "openrefine",
    "guides/openrefine.md",
    "OpenRefine",
    "Match your own list of companies, and add their bands to it.",
  ),
  guide(
    "use",
    "derivation",
    "guides/derivation.md",
    "Why is it this band?",
    "How a median band is found, step by step, and what it rests on.",
  ),
  guide(
    "use",
    "comparing",
    "guides/comparing.md",
    "Comparing countries",
    "Whether one country stands above another, and how firmly.",
  ),
  guide(
    "use",
    "changes",
    "guides/changes.md",
    "What changed?",
    "Which countries, sectors and companies changed from one release to the next, and why.",
  ),
  guide(
    "use",
    "claims",
    "guides/claims.md",
    "Checking a claim",
    "Whether a sentence may be printed, and what is true.",
  ),
  guide(
    "use",
    "portfolios",
    "guides/portfolios.md",
    "Your own list",
    "Which companies of your list are judged, and where they stand together.",
  ),
  guide(
    "use",
    "history",
    "guides/history.md",
    "How it developed",
    "A country, sector or company in one release after the other.",
  ),
  guide(
    "use",
    "webhooks",
    "guides/webhooks.md",
    "Being told",
    "Webhooks that tell you of a new release, and of countries that moved.",
  ),
  guide(
    "use",
    "feeds",
    "guides/feeds.md",
    "Following changes",
    "Feeds that tell when a release or a country changes, and when a release was withdrawn.",
  ),
  guide(
    "use",
    "versioning",
    "guides/versioning.md",
    "Versioning",
    "What may change within a version, and how deprecations are announced.",
  ),
  guide(
    "use",
    "migration",
    "migration.md",
    "From version 1 to version 2",
    "The successor of every endpoint, parameter and field of version 1.",
  ),
  guide(
    "use",
    "caching",
    "guides/caching.md",
    "Caching and releases",
    "Conditional requests, and data that stays the same.",
  ),
  guide(
    "use",
    "geocoding",
    "guides/geocoding.md",
    "Reverse geocoding",
    "The country of a location, of many locations at once, and how disputed land is treated.",
  ),
  guide(
    "use",
    "disputed-land",
    "disputed-land.md",
    "Disputed land",
    "The disputes over land that reverse geocoding knows, with their claimants.",
  ),
  guide("data", "methodology", "methodology.md", "Methodology", "How judgements become published bands."),
  guide("data", "citing", "guides/citing.md", "Citing", "How to cite the data, its licence, and how to describe it."),
  guide(
    "data",
    "downloads",
    "downloads.md",
    "Downloads",
    "Every table as CSV and Parquet, with examples for R, pandas, DuckDB and spreadsheets.",
  ),
  guide(
    "data",
    "data-format",
    "data-format.md",
    "Data format",
    "The files of a dataset, and the columns of the downloads.",
  ),
  guide(
    "run",
    "operating",
    "guides/operating.md",
    "Operating",
    "Publish data, run the service, manage keys, collect metrics and logs.",
  ),
  guide(
    "run",
    "many-nodes",
    "many-nodes.md",
    "Many nodes",
    "Run the service on several machines, with PostgreSQL and Redis.",
  ),
  guide("run", "settings", "settings.md", "Settings", "Every setting with its default."),
];

function guide(kind: Guide["kind"], name: string, file: string, title: string, description: string): Guide {
  return { path: `/docs/${name}`, file, title, description, kind };
}
