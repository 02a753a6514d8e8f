/** Texts about the platform itself, which only admins read; the first page of the client does without them. */
export const PLATFORM_MESSAGES = {
  processNotFound: "This process does not run any more.",
  loadingPlatform: "The state of the platform could not be loaded",
} as const;
