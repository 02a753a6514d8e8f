import type { Objective } from "@understudy/shared/domain/objectives.ts";

/** What the form of a new job says differently for each objective. */
type ObjectiveTexts = {
  /** Explains the maximum: a search on an emulator evaluates far more designs than it records as simulations. */
  readonly maximum: string;
  /** What the maximum counts where the job runs on an emulator. */
  readonly unitOnEmulator: "recorded design" | "simulation";
  /** The use of the rows of an Extra Data file, where that is not the use of the simulations; it follows a sentence. */
  readonly extraData: string;
  /** What the servers do beside the emulator of the job with this name. */
  readonly serversBeside: (emulator: string) => string;
};

const SIMULATED: ObjectiveTexts = {
  maximum: "The run ends after this number of simulations",
  unitOnEmulator: "simulation",
  extraData: "",
  serversBeside: () => "On your connected servers.",
};
const SEARCH: ObjectiveTexts = {
  maximum:
    "On servers the run ends after this number; on an emulator it limits how many designs are recorded, not how many are evaluated",
  unitOnEmulator: "recorded design",
  extraData: " The search begins at these rows, too.",
  serversBeside: SIMULATED.serversBeside,
};

export const OBJECTIVE_TEXTS: Readonly<Record<Objective, ObjectiveTexts>> = {
  Training: SIMULATED,
  Optimization: SEARCH,
  Sampling: {
    maximum:
      "How many designs are evaluated, each one move of a walker; the run ends earlier once the chain has converged",
    unitOnEmulator: "simulation",
    extraData: " A sampling does not read these rows: every design of a chain is evaluated.",
    serversBeside: (emulator) =>
      `On your connected servers: designs that the emulator of ${emulator} rejects are not simulated.`,
  },
  "Out of Spec": {
    ...SEARCH,
    serversBeside: (emulator) =>
      `On your connected servers: they verify what the emulator of ${emulator} predicts.`,
  },
  "Single Run": SIMULATED,
};
