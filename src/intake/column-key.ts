/** The form in which names of columns, and of sheets, are compared. */
export function columnKey(name: string): string {
  return name.trim().toLowerCase();
}
