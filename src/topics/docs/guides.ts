/** The parts of the documentation, in the order lists show them. */
export const DOCS_GROUPS = [
  { id: "start", title: "Start here" },
  { id: "data", title: "Use the data" },
  { id: "explain", title: "Explain a figure" },
  { id: "api", title: "Use the API" },
  { id: "run", title: "Run the service" },
] as const;

/** A page of the documentation, as lists show it. */
export interface DocsEntry {
  readonly path: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  readonly group: (typeof DOCS_GROUPS)[number]["id"];
}

/** A Markdown file of `docs/` that is shown as a page. */
export interface Guide extends DocsEntry {
  /** Relative to `docs/`. */
  readonly file: string;
  /** A path that the page had before, which redirects to it. */
  readonly formerly?: string;
}

/** Every page of the documentation, in the order in which a reader may go through it. */
export const DOCS_ENTRIES: readonly (DocsEntry | Guide)[] = [
  {
    group: "start",
    path: "/docs",
    title: "Overview",
    description: "What the data are, and the endpoints that most readers begin with.",
  },
  guide("start", "quick-start", "Quick start", "First requests with curl, JavaScript, Python and R."),
  guide("start", "methodology", "Methodology", "How judgements become published bands.", { file: "methodology.md" }),
  guide("start", "glossary", "Glossary", "What the words of the data and the API mean.", { file: "glossary.md" }),

  guide(
    "data",
    "downloads",
    "Downloads",
    "Every table as CSV and Parquet, with examples for R, pandas, DuckDB and spreadsheets.",
    { file: "downloads.md" },
  ),
  guide("data", "citing", "Citation and licence", "How to cite the data, its licence, and how to describe it."),
  guide("data", "verifying", "Checking a file", "How to find out whether a file is the one its publisher signed."),
  guide(
    "data",
    "feeds",
    "Feeds",
    "News of releases and countries for feed readers, and what happens when a release is withdrawn.",
  ),
  guide("data", "embedding", "Embedding charts", "Charts in an article, badges, and the pictures of links."),
  guide(
    "data",
    "portfolios",
    "Portfolios",
    "Which companies of your own list are judged, and where they stand together.",
  ),
  guide(
    "data",
    "openrefine",
    "Reconciliation with OpenRefine",
    "Match your own list of companies, and add their bands to it.",
  ),

  guide(
    "explain",
    "derivation",
    "Derivation of a band",
    "How a median band is found, step by step, and what it rests on.",
  ),
  guide("explain", "comparing", "Comparing countries", "Which of two countries is rated higher, and by how little."),
  guide(
    "explain",
    "changes",
    "Changes between releases",
    "Which countries, sectors and companies changed from one release to the next, and why.",
  ),
  guide("explain", "history", "History", "A country, sector or company in one release after the other."),
  guide("explain", "right-of-reply", "Right of reply", "What companies said to their judgements, and who was asked."),
  guide("explain", "claims", "Checking a claim", "Whether a sentence may be printed, and what is true."),
  guide("explain", "reasons", "Missing values and reasons", "Why a value is null: every code with its meaning.", {
    file: "reasons.md",
  }),
  guide(
    "explain",
    "disputed-land",
    "Disputed land",
    "The disputes over land that reverse geocoding knows, with their claimants.",
    { file: "disputed-land.md" },
  ),

  {
    group: "api",
    path: "/docs/reference",
    title: "API reference",
    description: "Every endpoint with its parameters, the fields of its answers, and examples to send.",
  },
  guide("api", "authentication", "Authentication", "Get a key, send it, and what the errors mean."),
  guide(
    "api",
    "rate-limits",
    "Rate limits",
    "The quotas of requests per hour and day, and the headers that say what is left.",
    {
      formerly: "/docs/quotas",
    },
  ),
  guide("api", "errors", "Errors", "What an error response contains, and when to retry."),
  {
    group: "api",
    path: "/problems",
    title: "Error codes",
    description: "Every problem a caller can meet, with its status and code.",
  },
  guide("api", "pagination", "Filters and pagination", "Filters, pages and fields of lists, in JSON or as CSV.", {
    formerly: "/docs/lists",
  }),
  guide("api", "name-search", "Name search", "Find companies and products by name."),
  guide(
    "api",
    "reverse-geocoding",
    "Reverse geocoding",
    "The country of a location, of many locations at once, and how disputed land is treated.",
    { formerly: "/docs/geocoding" },
  ),
  guide(
    "api",
    "webhooks",
    "Webhooks",
    "Requests that the service sends you when there is a release, or a country moved.",
  ),
  guide(
    "api",
    "questions",
    "Eleven questions with curl",
    "What journalists ask, answered by one or two requests each.",
  ),
  guide("api", "agents", "Agents", "Ask the service from an agent over the Model Context Protocol (MCP)."),
  guide("api", "agent-tools", "Tools for agents", "What an agent can ask, and what the answers hold.", {
    file: "agent-tools.md",
  }),
  guide("api", "clients", "Typed clients", "Clients with types, pages, retries and one release for all calls."),
  guide("api", "caching", "Caching and older releases", "Conditional requests, and data that stays the same."),
  guide("api", "versioning", "Versioning", "What may change within a version, and how deprecations are announced."),
  guide(
    "api",
    "migration",
    "Migration from version 1",
    "The successor of every endpoint, parameter and field of version 1.",
    { file: "migration.md" },
  ),

  guide(
    "run",
    "data-format",
    "Data format",
    "The files of a dataset that you publish, and the columns of the downloads.",
    { file: "data-format.md" },
  ),
  guide(
    "run",
    "first-release",
    "Your first release",
    "From a spreadsheet to a published release, step by step, with pictures.",
  ),
  guide(
    "run",
    "cookbook",
    "Cookbook",
    "Recipes for files of other shapes: wide tables, points, JSON maps, preambles, years, Excel, encodings.",
  ),
  guide("run", "branding", "Colour, logo and texts", "Give the site your accent, your logo and your own pages."),
  guide(
    "run",
    "before-publishing",
    "Before you press publish",
    "What changes against the current release, which changes are refused, drafts and embargoes.",
  ),
  guide(
    "run",
    "when-something-went-wrong",
    "When something went wrong",
    "What to type, and what readers see: a wrong release, a wrong figure, a leaked draft, a full disk.",
  ),
  guide("run", "installing", "Installing", "As an npm package, a Debian package, a container, behind a proxy."),
  guide(
    "run",
    "operating",
    "Publishing and operating",
    "Publish data, run the service, manage keys, collect metrics and logs.",
  ),
  guide(
    "run",
    "several-nodes",
    "Running several nodes",
    "Publish once for several machines, lose one, upgrade them: with PostgreSQL and Redis.",
    { file: "guides/running-several-nodes.md", formerly: "/docs/many-nodes" },
  ),
  guide("run", "exporting", "Exporting as files", "A release for hosts that run no program: nginx, a bucket, a CDN."),
  guide("run", "settings", "Settings", "Every environment variable with its default.", { file: "settings.md" }),
];

/** Those that are made from a Markdown file. */
export const GUIDES: readonly Guide[] = DOCS_ENTRIES.filter((entry) => "file" in entry);

function guide(
  group: Guide["group"],
  name: string,
  title: string,
  description: string,
  more: Partial<Pick<Guide, "file" | "formerly">> = {},
): Guide {
  return { path: `/docs/${name}`, file: `guides/${name}.md`, title, description, group, ...more };
}
