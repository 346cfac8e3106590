/** A text of a form that was posted; empty where it is missing or a file. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  // Browsers send line ends as CR LF (HTML §4.10.21.4), and count each as one character.
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}
