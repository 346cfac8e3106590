/** Lays rows out in columns, as Markdown: the first column to the left, the others to the right. */
export function layOutTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(1, title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string => {
    const padded = widths.map((width, column) =>
      column === 0 ? (cells[column] ?? "").padEnd(width) : (cells[column] ?? "").padStart(width),
    );
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}
