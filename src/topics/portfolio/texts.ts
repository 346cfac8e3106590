import { counted, digits } from "../../ask/grammar.ts";

/** What the page of somebody's own list says apart from its figures, in English. */
export const portfolioTexts = {
  title: "Your own list",
  emptyTitle: "Where does your list of companies stand?",
  empty:
    "Suppliers, an index, the members of an association: give their names. You read which companies of the dataset they are for certain, which they may be, and where they stand together.",
  promise:
    "Nothing of your list is kept: it is answered and forgotten, and stands in no log, cache or file of this service.",
  form: "Your list",
  list: "Names, one in each line, or rows copied from a spreadsheet or a CSV file",
  listHint:
    "With a header row, it can have the columns name, country, lei, company_id, slug and id. Of several companies with one name, the country finds yours.",
  file: "Or a CSV file, chosen or dropped here",
  fileHint: (rows: string): string =>
    `Saved as “CSV UTF-8”, with at most ${rows} rows. Other columns than those are refused: send no more than is needed.`,
  submit: "Match the list",
  faultTitle: "The list cannot be read as it stands",
  faultNote: "Nothing was matched. Correct what is named beside the list, and send it again.",
  noList: "There is no list. Paste names, or choose a file.",
  notUtf8: "The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.",
  namesHint: "For names alone, write one in each line, without a header row and without commas in the first line.",
  moreFaults: (count: number): string => `And ${counted(count, "more fault", "more faults")}.`,
  save: { csv: "Save as CSV", excel: "Save as CSV for Excel" },
  filename: "matched-companies.csv",
  distribution: "The companies of the list",
  distributionNote:
    "Every judged company once, worst to best. The line marks the middle one; the colour under it is the median band.",
  distributionThin: "Every judged company once, worst to best. There are too few for a middle that means much.",
  rows: "rows",
  matched: "matched for certain",
  ambiguous: "to decide",
  unmatched: "not found",
  duplicates: "meant twice",
  byPillar: "By pillar",
  byCountry: "By country",
  bySector: "By sector",
  part: "Part",
  decide: "To decide",
  decideNote:
    "Similar is not the same. If a candidate is the company you mean, send its slug instead of the name: it is the end of the link.",
  row: "Row",
  yours: "In your list",
  candidates: "Candidates",
  company: "Company",
  country: "Country",
  noCountry: "no country given",
  band: "Median band",
  becauses: {
    identifiers_disagree: "what the row says means different companies",
    several_companies: "several companies have this name",
    similar_names: "no company has exactly this name",
  },
  notFound: "Not found",
  notFoundNote: "No company of the dataset has such a name, or one like it.",
  certain: "Matched for certain",
  certainNote:
    "By an identifier, or because the name is equal to that of this company alone. A name is no proof: check it before you print anything.",
  again: (row: number): string => `again, as in row ${row}`,
  more: (count: number): string =>
    `${digits(count)} more ${count === 1 ? "is" : "are"} in the file, which has every row.`,
  nameless: (row: number): string => `row ${row}`,
  edit: "Change the list",
  sample: "Try it with these",
  sampleNote: "Companies of the dataset, one of them misspelt, and a name that is none.",
  sampleSubmit: "Match these",
  stranger: "Nobody Knows Them Ltd",
  guide: "How rows are matched, and the same for programs",
} as const;
