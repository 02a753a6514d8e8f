/** Texts of what is on every page. */
export const EVERYWHERE_MESSAGES = {
  nothingFound: "Nothing found.",
} as const;
