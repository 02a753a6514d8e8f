import type { Emulator } from "./emulator.ts";
import { createEnsemble } from "./ensemble.ts";
import { readEnsemble } from "./ensemble-file.ts";

/**
 * The emulator that `serialise` wrote.
 * @throws Error, a sentence for the user, when the bytes are damaged or of a version this program does not know.
 */
export function restoreEmulator(bytes: Uint8Array): Emulator {
  return createEnsemble(readEnsemble(bytes));
}
