/** Texts about the platform itself, which only admins read; the first page of the client does without them. */
export const PLATFORM_MESSAGES = {
  processNotFound: "This process does not run any more.",
  personChanged: (name: string, field: string, value: string) =>
    `${name} changed ${field} to ${value} meanwhile. Save again to replace it.`,
  personChangedMeanwhile: "Another admin has just changed this user. Please try again.",
  noticeChanged: (name: string, value: string) =>
    `${name} changed the notice to ${value} meanwhile. Press the button again to replace it.`,
  loadingPlatform: "The state of the platform could not be loaded",
} as const;
