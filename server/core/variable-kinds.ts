/** The kinds of values that variables of the environment hold. An empty variable counts as absent in each. */
import { z } from "zod";

/** An empty variable (`PORT= npm start`) means the same as an absent one. */
export const blankIsAbsent = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;

export const wholeNumber = (low: number, high: number, fallback: number) =>
  z.preprocess(
    blankIsAbsent,
    z
      .string()
      .trim()
      .regex(/^\d+$/, "must be a whole number")
      .transform(Number)
      .pipe(z.number().min(low, `must be at least ${low}`).max(high, `must be at most ${high}`))
      .optional()
      .transform((value) => value ?? fallback),
  );

export const MAX_PORT = 65_535;
/** The next port is that of the runner's metrics. */
const MAX_METRICS_PORT = MAX_PORT - 1;
export const metricsPort = z
  .string()
  .trim()
  .regex(/^\d+$/, "must be a whole number")
  .transform(Number)
  .pipe(z.number().max(MAX_METRICS_PORT, `must be at most ${MAX_METRICS_PORT}`));

export const flag = (fallback: boolean) =>
  z.preprocess(
    (value) => {
      const input = blankIsAbsent(value);
      return typeof input === "string" ? input.trim().toLowerCase() : input;
    },
    z
      .enum(["1", "0", "true", "false", "yes", "no", "on", "off"], { error: "must be true or false" })
      .optional()
      .transform((value) => (value === undefined ? fallback : ["1", "true", "yes", "on"].includes(value))),
  );

export const text = (fallback: string) =>
  z.preprocess(
    blankIsAbsent,
    z
      .string()
      .trim()
      .optional()
      .transform((value) => value ?? fallback),
  );

export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    blankIsAbsent,
    schema.optional().transform((value) => value ?? null),
  );

export const url = (schemes: string[]) =>
  z
    .string()
    .trim()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
      `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    );

/** A replica set's address names several hosts, which `URL` cannot parse. */
export const mongodbUrl = z
  .string()
  .trim()
  .regex(/^mongodb(\+srv)?:\/\/\S+$/, "must be an address that starts with mongodb:// or mongodb+srv://");

/** `understudy@example.org`, or `Understudy <understudy@example.org>`. */
export const sender = z
  .string()
  .trim()
  .refine(
    (value) => z.email().safeParse(/^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value).success,
    "must be an e-mail address, with or without a name before it: Name <address>",
  );
