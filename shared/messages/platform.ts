/** Texts about the platform itself, which only admins read; the first page of the client does without them. */
export const PLATFORM_MESSAGES = {
  processNotFound: "This process does not run any more.",
  diskFault:
    "The disk is full or cannot be written: nothing new can be stored, and jobs wait. They go on by themselves once there is room.",
  redisFault:
    "Redis does not answer, or its memory is full: jobs wait. They go on by themselves once it stores data again.",
  loadingPlatform: "The state of the platform could not be loaded",
} as const;
