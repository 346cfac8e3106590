/** The English texts of the list of error codes besides those of the codes. */
export const errorCodesTexts = {
  title: "Error codes",
  bounds: "How much one request may hold",
  boundsNote: "The length of a body is bounded by each endpoint. Beside it, a request may hold at most",
  description: "Every problem a caller can meet, with its status and code.",
};
