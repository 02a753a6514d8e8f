/** Texts about the platform itself, which only admins read; the first page of the client does without them. */
export const PLATFORM_MESSAGES = {
  processNotFound: "This process does not run any more.",
  diskFault:
    "The disk is full or cannot be written: nothing new can be stored, and jobs wait. They go on by themselves once there is room.",
  redisFault:
    "Redis does not answer, or its memory is full: jobs wait. They go on by themselves once it stores data again.",
  personChanged: (name: string, field: string, value: string) =>
    `${name} changed ${field} to ${value} meanwhile. Save again to replace it.`,
  personChangedMeanwhile: "Somebody has just changed this user. Please try again.",
  noticeChanged: (name: string, value: string) =>
    `${name} changed the notice to ${value} meanwhile. Press the button again to replace it.`,
  loadingPlatform: "The state of the platform could not be loaded",
} as const;
