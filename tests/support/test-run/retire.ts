/** For what changes its process for good: the next test file then runs in another one. */
let reason: string | null = null;

/** @param change what is no longer as it was, e.g. "the log goes to a file" */
export function retireProcess(change: string): void {
  reason = change;
}

export const readRetireReason = (): string | null => reason;
