/** The English texts beside downloadable files. */
export const fileTexts = {
  as: (name: string): string => `${name} as `,
  csv: "CSV",
  xlsx: "XLSX",
} as const;
