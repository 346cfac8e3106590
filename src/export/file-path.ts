/** The extensions of the media types that addresses are answered in. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/json": ".json",
  "text/html": ".html",
};

/**
 * Returns the file of an address, relative to the folder of the export: the path, with the
 * extension of its media type unless it names a file itself. So no file stands where another
 * address needs a folder. `path` is escaped and begins with a slash.
 */
export function filePathOf(path: string, contentType: string): string {
  const segments = path.slice(1).split("/").map(decodeURIComponent);
  if (segments.some((segment) => segment === ".." || segment === "." || /[\0/\\]/u.test(segment)))
    throw new Error(`${path} is no path of a file`);
  const name = segments.join("/");
  if (name === "") return "index.html";
  const extension = EXTENSIONS[contentType.split(";", 1)[0]!.trim()] ?? "";
  return name.endsWith(extension) ? name : name + extension;
}
