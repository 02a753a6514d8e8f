import type { WriteOutcome } from "@understudy/engine/runner/contract/claim.ts";
import { Problem } from "../../core/problem.ts";

/** A runner that may no longer write gets "refused" rather than an error; anything else that is thrown is an error. */
export async function outcome(write: () => Promise<unknown>): Promise<WriteOutcome> {
  try {
    await write();
    return "applied";
  } catch (error) {
    if (error instanceof Problem) return "refused";
    throw error;
  }
}
