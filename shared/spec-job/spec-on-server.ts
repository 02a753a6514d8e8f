import { MESSAGES } from "../messages.ts";
import { CONFINED_NGSPICE } from "../worker-parts.ts";

type Server = { readonly name: string; readonly only: readonly string[] | null };
type Spec = { readonly fingerprint: string; readonly demo_problem: string | null };

/** Why a server does not simulate a version of a spec, as a sentence; null: it does. One may have been started for some alone. */
export function problemOfSpecOn({ name, only }: Server, { fingerprint, demo_problem }: Spec): string | null {
  if (only === null || only.includes(fingerprint)) return null;
  if (!only.includes(CONFINED_NGSPICE)) return MESSAGES.resourceForOtherSpecs(name);
  return demo_problem === null ? null : MESSAGES.resourceConfined(name, demo_problem);
}
