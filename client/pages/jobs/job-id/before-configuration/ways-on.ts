import type { DataOptions } from "@understudy/shared/api/job-config.ts";

/** The choices that let a job go on with data that is not sound as it is. */
export const WAYS_ON = [
  {
    option: "ignore_failed_runs",
    label: "Ignore failed runs",
    description: "Leave out the rows whose outputs are empty or not finite.",
  },
  {
    option: "number_duplicate_names",
    label: "Number duplicate names",
    description: "Columns with the same name become name, name (2), name (3).",
  },
] as const satisfies readonly { option: keyof DataOptions; label: string; description: string }[];

type Errors = Readonly<Record<string, readonly string[]>>;

/** Those that apply: the report names the choice that would help, and one that was made can be taken back. */
export function waysOn(errors: Errors, chosen: DataOptions | null): (typeof WAYS_ON)[number][] {
  const sentences = Object.values(errors).flat();
  return WAYS_ON.filter(
    ({ option, label }) => chosen?.[option] === true || sentences.some((text) => text.includes(`"${label}"`)),
  );
}

/** The report as text, for an e-mail to whoever made the files. */
export const reportText = (errors: Errors): string =>
  Object.entries(errors)
    .map(([field, sentences]) => [field, ...sentences.map((text) => `  ${text}`)].join("\n"))
    .join("\n\n");
