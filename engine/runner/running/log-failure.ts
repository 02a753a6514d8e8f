import type { Claim } from "../contract/claim.ts";
import type { RunnerLog, RunnerPorts } from "../contract/ports.ts";

type Context = { readonly ports: Pick<RunnerPorts, "claimState">; readonly log: RunnerLog };
type Failure = { readonly text: string; readonly details: string };

/**
 * Logs why a child could not do its work. That of a job which was deleted meanwhile fails because its files are gone: that is no
 * error.
 */
export async function logFailure(
  claim: Claim,
  { ports, log }: Context,
  { text, details }: Failure,
): Promise<void> {
  const state = await ports.claimState(claim).catch(() => "wanted");
  if (state === "lost") log.info({ ...claim, details }, "work ended with its job");
  else log.error({ ...claim, details }, text);
}
