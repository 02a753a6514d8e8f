import type { JobVariable } from "../domain/job-variable.ts";

/** The part of a variable that a problem belongs to, as its field of the payload is called. */
export type VariablePart = "type" | "lbound" | "ubound" | "initval" | "options" | "file_id";
export type VariableErrors = Partial<Record<VariablePart, string[]>>;
/** A variable of a job, complete, or what is wrong with what was given of it. */
export type VariableOutcome = { variable: JobVariable } | { errors: VariableErrors };
