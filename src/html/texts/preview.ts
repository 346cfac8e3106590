/** Texts on the pages of a preview about the changes it would make, in English. */
export const previewTexts = {
  title: "What would change",
  unknown: {
    first_release: "It is a first release: there is nothing to compare with.",
    unchanged: "The dataset is that of the current release: nothing changes.",
    unreadable_release: "The current release cannot be read, so it cannot be said what changes.",
  },
  notices: "Noticed in the dataset:",
  now: "This page as it is now",
  all: "All changes",
} as const;
