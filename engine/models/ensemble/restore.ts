import type { Emulator } from "../emulator.ts";
import { readEmulatorFile } from "./file.ts";
import { createEmulator } from "./joined-emulator.ts";

/**
 * The emulator that `serialise` wrote.
 * @throws UserError when the bytes are damaged or of a version this program does not know.
 */
export function restoreEmulator(bytes: Uint8Array): Emulator {
  return createEmulator(readEmulatorFile(bytes));
}
