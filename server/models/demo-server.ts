import { z } from "zod";

/** A demo server that somebody has asked for; without a record there is none. */
export const demoServerRecord = z.object({
  /** The person's: everybody has one at most. */
  _id: z.int(),
  /** The web process that runs it, by a name made up at its start. */
  holder: z.string(),
  /** When its holder is taken for dead, unless it renews its claim before: another process then starts it again. */
  until: z.date(),
  asked_time: z.date(),
  /** It was asked for at the start of the platform (`--demo`): it stays even if it is not used. */
  stays: z.boolean(),
  /** Why it was given up; null: it was not. */
  error: z.string().nullable(),
});
export type DemoServerRecord = z.infer<typeof demoServerRecord>;
