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
    "The first answers with curl, JavaScript, Python and R.",
  ),
  guide(
    "use",
    "authentication",
    "guides/authentication.md",
    "Authentication",
    "Getting a key, sending it, and what is refused.",
  ),
  guide("use", "quotas", "guides/quotas.md", "Quotas", "How often may be asked, and how an answer says so."),
  guide("use", "errors", "guides/errors.md", "Errors", "What a refusal looks like and what to do about it."),
  guide(
    "use",
    "search",
    "guides/search.md",
    "Search",
    "Companies and products by what somebody types: what is found, in which order, and why.",
  ),
  guide(
    "use",
    "versioning",
    "guides/versioning.md",
    "Versioning",
    "What may change and what may not, and how the end of a version is told.",
  ),
  guide(
    "use",
    "migration",
    "migration.md",
    "From version 1 to version 2",
    "What became of every address, parameter and field of version 1.",
  ),
  guide(
    "use",
    "caching",
    "guides/caching.md",
    "Caching and releases",
    "How to ask again cheaply, and how to keep an answer for good.",
  ),
  guide(
    "use",
    "geocoding",
    "guides/geocoding.md",
    "Countries at places",
    "Which country a place belongs to, many places at once, and the stance on disputed land.",
  ),
  guide(
    "data",
    "methodology",
    "methodology.md",
    "Methodology",
    "The arithmetic between judgements and published bands.",
  ),
  guide(
    "data",
    "citing",
    "guides/citing.md",
    "Citing",
    "How to name the data so that a reader finds the same figures.",
  ),
  guide(
    "data",
    "downloads",
    "downloads.md",
    "Downloads",
    "Every table as CSV and Parquet, and lines for R, pandas, DuckDB and spreadsheets that keep Namibia.",
  ),
  guide(
    "data",
    "data-format",
    "data-format.md",
    "Data format",
    "What a publisher's folder holds, and the columns of the downloads.",
  ),
  guide(
    "run",
    "operating",
    "guides/operating.md",
    "Operating",
    "Running the service: publishing, keys, proxies, watching, logging.",
  ),
  guide(
    "run",
    "many-nodes",
    "many-nodes.md",
    "Many nodes",
    "Several machines behind one address, with PostgreSQL and Redis.",
  ),
  guide("run", "settings", "settings.md", "Settings", "Every setting with its default."),
];

function guide(kind: Guide["kind"], name: string, file: string, title: string, description: string): Guide {
  return { path: `/docs/${name}`, file, title, description, kind };
}
