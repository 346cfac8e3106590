/** What a browser may bring: the kinds of files that tables are read from. */
const KIND = /\.(?:csv|tsv|txt|json|jsonl|ndjson|ya?ml|parquet|xlsx|xlsm)(?:\.(?:gz|zst))?$/iu;
/** Files that mean something else in the folder of a dataset. */
const RESERVED = new Set(["dataset.json", "mapping.json", "dataset.schema.json"]);
const LENGTH_MAX = 200;

/**
 * The name under which a file that was sent is kept: its last part. Or why it is not taken, in a
 * sentence.
 */
export function fileNameOf(sent: string): { readonly name: string } | { readonly refused: string } {
  const name = (sent.split(/[\\/]/u).at(-1) ?? "").normalize("NFC").trim();
  const refused = (why: string): { readonly refused: string } => ({ refused: `“${name}” is not taken: ${why}.` });
  if (name === "" || name.startsWith(".") || name.startsWith("~$")) return refused("it has no name, or a hidden one");
  if (/[\p{Cc}\p{Cf}<>:"|?*]/u.test(name)) return refused("its name has characters that names of files do not have");
  if (name.length > LENGTH_MAX) return refused(`its name has more than ${LENGTH_MAX} characters`);
  if (RESERVED.has(name.toLowerCase())) return refused("the desk writes a file of this name itself");
  if (!KIND.test(name))
    return refused("it is no CSV, TSV, XLSX, JSON, NDJSON, YAML or Parquet file; save it as one of them");
  return { name };
}
