/** Texts of the links below headlines and charts, in English. */
export const exitTexts = {
  read: "How to read this",
  check: "Check a sentence",
  copy: "Copy citation",
  copied: "Citation copied",
  follow: "Follow",
  data: "Download the data",
  picture: "Download picture:",
  png: "PNG",
  large: "PNG 2×",
  svg: "SVG",
} as const;
