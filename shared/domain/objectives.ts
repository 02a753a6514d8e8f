import { z } from "zod";

export const objective = z.enum(["Training", "Optimization", "Sampling", "Out of Spec", "Single Run"]);
export type Objective = z.infer<typeof objective>;

/** The traits by which the jobs of one objective differ from those of the others. */
export type ObjectiveTraits = {
  /** An emulator is trained on the job's data or simulations. */
  readonly hasTraining: boolean;
  /** The job is one simulation: none of its variables varies. */
  readonly isSingle: boolean;
  /** The run is guided by a score function, and it ends in a result of its own. */
  readonly hasScore: boolean;
  /** Designs that an emulator predicts are verified by simulations after the run. */
  readonly hasVerification: boolean;
  /** The run is a Markov chain of walkers. */
  readonly hasChain: boolean;
  /** A complete job can continue for more simulations with the same settings. */
  readonly canBeExtended: boolean;
  /** The result names one best design, and further goals and earlier simulations take part in the choice of it. */
  readonly hasBestDesign: boolean;
  /** The run can begin at the best designs of an emulator's data. */
  readonly hasWarmStart: boolean;
  /** The designs of the run follow distributions of the inputs. */
  readonly hasDistributions: boolean;
  /** When the designs keep a relation between the inputs of the rows that the job begins with. */
  readonly keepsRelation: "always" | "on emulator" | "never";
  /** The field of a new job that says where the simulations run, and the types of its value. */
  readonly resources: {
    readonly field: "resource" | "resources" | "simulation_resources";
    readonly types: readonly ("server" | "servers" | "emulator")[];
  };
  /** The order of the simulations where none is requested: by their design, or the best first. */
  readonly simulationOrder:
    | { readonly sort_by: "id"; readonly sort_order: "ascending" }
    | { readonly sort_by: "score"; readonly sort_order: "descending" };
};

const BEST_FIRST = { sort_by: "score", sort_order: "descending" } as const;

const SIMPLE_TRAITS = {
  hasTraining: false,
  isSingle: false,
  hasScore: false,
  hasVerification: false,
  hasChain: false,
  canBeExtended: false,
  hasBestDesign: false,
  hasWarmStart: false,
  hasDistributions: false,
} as const;

const SEARCH_TRAITS = {
  ...SIMPLE_TRAITS,
  hasScore: true,
  keepsRelation: "always",
  resources: { field: "resources", types: ["servers", "emulator"] },
  simulationOrder: BEST_FIRST,
} as const;

const TRAITS_BY_OBJECTIVE = {
  Training: {
    ...SIMPLE_TRAITS,
    hasTraining: true,
    keepsRelation: "always",
    resources: { field: "simulation_resources", types: ["servers"] },
    simulationOrder: { sort_by: "id", sort_order: "ascending" },
  },
  Optimization: { ...SEARCH_TRAITS, hasBestDesign: true, hasWarmStart: true },
  Sampling: { ...SEARCH_TRAITS, hasChain: true, canBeExtended: true, hasWarmStart: true },
  // A search for designs out of spec on servers is independent of relations.
  "Out of Spec": {
    ...SEARCH_TRAITS,
    hasVerification: true,
    hasDistributions: true,
    keepsRelation: "on emulator",
  },
  "Single Run": {
    ...SIMPLE_TRAITS,
    isSingle: true,
    keepsRelation: "never",
    resources: { field: "resource", types: ["server", "emulator"] },
    simulationOrder: BEST_FIRST,
  },
} as const satisfies Record<Objective, ObjectiveTraits>;

/**
 * The one table of what depends on a job's objective. Whatever is chosen by objective reads it, or is a record with one entry for each
 * objective, so that a new objective without its row or entry does not compile.
 */
export const OBJECTIVE_TRAITS: Readonly<Record<Objective, ObjectiveTraits>> = TRAITS_BY_OBJECTIVE;

export type ScoredObjective = {
  [Name in Objective]: (typeof TRAITS_BY_OBJECTIVE)[Name]["hasScore"] extends true ? Name : never;
}[Objective];

const isScored = (name: Objective): name is ScoredObjective => OBJECTIVE_TRAITS[name].hasScore;

export const scoredObjective = z.enum(objective.options.filter(isScored));
