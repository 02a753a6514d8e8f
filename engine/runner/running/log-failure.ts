import type { Claim } from "../contract/claim.ts";
import type { RunnerLog, RunnerPorts } from "../contract/ports.ts";

type Context = { readonly ports: Pick<RunnerPorts, "claimState">; readonly log: RunnerLog };
type Failure = {
  readonly text: string;
  readonly details: string;
  readonly isDiskFault?: boolean | undefined;
};

/** A child could not write its files: the work is put back. The message is a sentence for people. */
export class DiskFaultError extends Error {
  override readonly name = "DiskFaultError";
}

/**
 * Logs why a child could not do its work. That of a job which was deleted meanwhile fails because its files are gone: that is no
 * error.
 * @throws DiskFaultError where the child could not write its files
 */
export async function logFailure(
  claim: Claim,
  { ports, log }: Context,
  { text, details, isDiskFault = false }: Failure,
): Promise<void> {
  const state = await ports.claimState(claim).catch(() => "wanted");
  if (state === "lost") log.info({ ...claim, details }, "work ended with its job");
  else log.error({ ...claim, details }, text);
  if (isDiskFault) throw new DiskFaultError(text);
}
