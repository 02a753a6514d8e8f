import { MESSAGES } from "../messages/messages.ts";
import { CONFINED_NGSPICE } from "../worker-parts.ts";

type Server = { readonly name: string; readonly only: readonly string[] | null };
type Spec = { readonly fingerprint: string; readonly demo_problem: string | null };

/**
 * Says in a sentence why a server does not simulate a version of a spec; null: it does. A server may have been started for some
 * specs alone.
 */
export function problemOfSpecOn({ name, only }: Server, { fingerprint, demo_problem }: Spec): string | null {
  if (only === null || only.includes(fingerprint)) return null;
  if (!only.includes(CONFINED_NGSPICE)) return MESSAGES.resourceForOtherSpecs(name);
  return demo_problem === null ? null : MESSAGES.resourceConfined(name, demo_problem);
}
