import type { EmulatorStore } from "./emulator-store.ts";

/**
 * The part of a store that the row of one parameter needs: its value, whether that is outside the training data, and
 * its moves.
 */
export type ParameterControls = Pick<
  EmulatorStore,
  "useParameter" | "useInputIsOutside" | "drag" | "move" | "release"
>;
