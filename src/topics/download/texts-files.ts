/** What stands beside files that visitors take away, in English. */
export const fileTexts = {
  as: (name: string): string => `${name} as `,
  csv: "CSV",
  excel: "CSV for Excel",
  xlsx: "XLSX",
  json: "JSON",
  separator: {
    comma: "CSV for Excel has commas between values, as Excel expects where numbers have a decimal point.",
    semicolon: "CSV for Excel has semicolons between values, as Excel expects where numbers have a decimal comma.",
  },
  instead: {
    comma: "Commas instead",
    semicolon: "Semicolons instead",
  },
} as const;
