/** The kinds of files that a browser may send: tables are read from them. */
const KIND = /\.(?:csv|tsv|txt|json|jsonl|ndjson|ya?ml|parquet|xlsx|xlsm)(?:\.(?:gz|zst))?$/iu;
/** Files that mean something else in the folder of a dataset. */
const RESERVED = new Set(["dataset.json", "mapping.json", "dataset.schema.json"]);
/** Maximum number of bytes: the file system allows 255, and earlier files get longer names. */
const LENGTH_MAX = 200;
/** Names of devices on Windows, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/**
 * Returns the name under which a file is kept, the last part of its path; or the reason why it is
 * refused, in a sentence.
 */
export function fileNameOf(sent: string): { readonly name: string } | { readonly refused: string } {
  const name = (sent.split(/[\\/]/u).at(-1) ?? "").normalize("NFC").trim();
  const refused = (why: string): { readonly refused: string } => ({ refused: `“${name}” is not taken: ${why}.` });
  if (name === "" || name.startsWith(".") || name.startsWith("~$")) return refused("it has no name, or a hidden one");
  if (/[\p{Cc}\p{Cf}<>:"|?*]/u.test(name)) return refused("its name has characters that names of files do not have");
  if (Buffer.byteLength(name) > LENGTH_MAX) return refused(`its name has more than ${LENGTH_MAX} bytes`);
  if (DEVICE.test(name)) return refused("Windows has a device of this name");
  if (RESERVED.has(name.toLowerCase())) return refused("the desk writes a file of this name itself");
  if (!KIND.test(name))
    return refused("it is no CSV, TSV, XLSX, JSON, NDJSON, YAML or Parquet file; save it as one of them");
  return { name };
}
