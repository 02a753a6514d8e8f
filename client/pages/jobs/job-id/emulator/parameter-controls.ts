import type { EmulatorStore } from "./emulator-store.ts";

/** What the row of one parameter needs of a store: its value, whether that is outside the training data, and its moves. */
export type ParameterControls = Pick<
  EmulatorStore,
  "useParameter" | "useInputIsOutside" | "drag" | "move" | "release"
>;
