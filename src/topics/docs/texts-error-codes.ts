/** What the list of error codes says apart from their own texts, in English. */
export const errorCodesTexts = {
  title: "Error codes",
  description: "Every problem a caller can meet, with its status and code.",
};
