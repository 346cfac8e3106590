/** The parts of the documentation, in the order lists show them. */
export const DOCS_GROUPS = [
  { id: "start", title: "Start here" },
  { id: "read", title: "Read the data" },
  { id: "build", title: "Build with it" },
  { id: "publish", title: "Publish" },
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

  guide("read", "lists", "Lists and releases", "Filters, pages and fields of lists, and the same data again later."),
  guide(
    "read",
    "changes",
    "Changes, history, comparison",
    "Why a country has its band, whether it moved, and whether it is above another.",
  ),
  guide("read", "claims", "Checking a claim", "Whether a sentence may be printed, and what is true."),
  guide(
    "read",
    "finding-companies",
    "Finding companies",
    "One by its name, a list of your own, or a list in OpenRefine.",
  ),
  guide(
    "read",
    "reverse-geocoding",
    "Reverse geocoding",
    "The country of a location, of many locations at once, and how disputed land is treated.",
  ),
  guide(
    "read",
    "downloads",
    "Downloads",
    "Every table as CSV and Parquet, with examples for R, pandas, DuckDB and spreadsheets.",
    { file: "downloads.md" },
  ),
  guide("read", "reasons", "Missing values and reasons", "Why a value is null: every code with its meaning.", {
    file: "reasons.md",
  }),
  guide(
    "read",
    "disputed-land",
    "Disputed land",
    "The disputes over land that reverse geocoding knows, with their claimants.",
    { file: "disputed-land.md" },
  ),

  {
    group: "build",
    path: "/docs/reference",
    title: "API reference",
    description: "Every endpoint with its parameters, the fields of its answers, and examples to send.",
  },
  guide(
    "build",
    "errors-and-limits",
    "Errors, limits and keys",
    "What an error contains, how many requests are free, and how to get and send a key.",
  ),
  {
    group: "build",
    path: "/problems",
    file: "problems.md",
    title: "Error codes",
    description: "Every problem a caller can meet, with its status and code.",
  },
  guide("build", "clients", "Typed clients", "Clients with types, pages, retries and one release for all calls."),
  guide("build", "feeds", "Feeds and webhooks", "How to be told of releases, and of countries that moved."),
  guide(
    "build",
    "embeds",
    "Embedding and citing",
    "Charts in an article, badges, pictures, and how to cite the data and its licence.",
  ),
  guide("build", "agents", "Agents", "Ask the service from an agent over the Model Context Protocol (MCP)."),
  guide("build", "agent-tools", "Tools for agents", "What an agent can ask, and what the answers hold.", {
    file: "agent-tools.md",
  }),
  guide(
    "build",
    "migration",
    "Migration from version 1",
    "The successor of every endpoint, parameter and field of version 1.",
    { file: "migration.md" },
  ),

  guide(
    "publish",
    "first-release",
    "Your first release",
    "From a spreadsheet to a published release, step by step, with pictures.",
  ),
  guide(
    "publish",
    "cookbook",
    "Cookbook",
    "Recipes for files of other shapes: wide tables, points, JSON maps, preambles, years, Excel, encodings.",
  ),
  guide(
    "publish",
    "data-format",
    "Data format",
    "The files of a dataset that you publish, and the columns of the downloads.",
    { file: "data-format.md" },
  ),
  guide("publish", "branding", "Colour, logo and texts", "Give the site your accent, your logo and your own pages."),
  guide(
    "publish",
    "before-publishing",
    "Before you press publish",
    "Which changes are refused, drafts and embargoes, and the replies of companies.",
  ),
  guide(
    "publish",
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
  guide("run", "several-nodes", "Running several nodes", "Publish once for several machines, lose one, upgrade them.", {
    file: "guides/running-several-nodes.md",
  }),
  guide("run", "exporting", "Exporting as files", "A release for hosts that run no program: nginx, a bucket, a CDN."),
  guide("run", "verifying", "Checking a file", "How to find out whether a file is the one its publisher signed."),
  guide("run", "settings", "Settings", "Every environment variable with its default.", { file: "settings.md" }),
];

/** The pages that are made from a Markdown file. */
export const GUIDES: readonly Guide[] = DOCS_ENTRIES.filter((entry) => "file" in entry);

function guide(
  group: Guide["group"],
  name: string,
  title: string,
  description: string,
  more: Partial<Pick<Guide, "file">> = {},
): Guide {
  return { path: `/docs/${name}`, file: `guides/${name}.md`, title, description, group, ...more };
}
