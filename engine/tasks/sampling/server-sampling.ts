/** A sampling whose designs are simulated: half of the walkers at a time. What is stored of it is replayed, so that it needs no other state. */
import { UserError } from "@understudy/shared/user-error.ts";
import { locateValues, type VariedValues } from "../../designs/axes.ts";
import type { DesignValues } from "../../designs/simulation-design.ts";
import type { Proposal } from "../ask-tell.ts";
import type { Goals } from "../optimization/emulator/goals.ts";
import type { JobSpace } from "../optimization/servers/job-space.ts";
import {
  type RatedSimulation,
  rateResult,
  type SearchedSimulation,
} from "../optimization/servers/rated-simulation.ts";
import type { SamplingRun } from "./sampling-run.ts";

/** `index`: the number of the evaluation, and of the simulation. */
export interface ProposedDesign {
  index: number;
  inputs: DesignValues;
}

interface Advance {
  proposed: ProposedDesign[];
  rated: RatedSimulation[];
  isReplaying: boolean;
}

/** The relative rounding error of a stored value, as a share of an axis. */
const ROUNDING_TOLERANCE = 1e-9;

export class ServerSampling {
  readonly run: SamplingRun;
  readonly #space: JobSpace;
  readonly #density: { goals: Goals; isInSpecOnly: boolean };
  /** The simulations of the job as they are stored, by number. */
  readonly #simulations: Map<number, SearchedSimulation>;
  /** The simulations that were proposed or stored and have not ended, by number. */
  readonly #open = new Map<number, Proposal>();

  /** @param density isInSpecOnly: designs with a negative score have no density */
  constructor(
    run: SamplingRun,
    space: JobSpace,
    density: { goals: Goals; isInSpecOnly: boolean },
    storedSimulations: readonly SearchedSimulation[],
  ) {
    this.run = run;
    this.#space = space;
    this.#density = density;
    this.#simulations = new Map(storedSimulations.map((simulation) => [simulation.index, simulation]));
  }

  /** Nothing more is to be simulated, and nothing is awaited. */
  get isOver(): boolean {
    return this.#open.size === 0 && this.run.stopReason !== null;
  }
  /** Finds the outputs of a simulation that has ended. */
  findOutputs(index: number): SearchedSimulation["outputs"] {
    return this.#simulations.get(index)?.outputs ?? null;
  }

  /** Simulations that have ended; what was not asked for is passed over. @returns those with a result, rated */
  tell(simulations: readonly SearchedSimulation[]): RatedSimulation[] {
    const rated: RatedSimulation[] = [];
    for (const simulation of simulations) {
      const proposal = this.#open.get(simulation.index);
      if (proposal === undefined || simulation.state === "open") continue;
      this.#open.delete(simulation.index);
      this.#simulations.set(simulation.index, simulation);
      const result = this.#rate(simulation);
      if (result !== null) rated.push(result);
      const score = result?.score ?? null;
      const isExcluded = this.#density.isInSpecOnly && score !== null && score < 0;
      this.run.tell([{ proposal, score: isExcluded ? Number.NEGATIVE_INFINITY : score }]);
    }
    return rated;
  }

  /**
   * The designs of the half that moves now which are not stored yet. What is stored already moves the walkers on, at most so many
   * halves; `isReplaying`: more is stored.
   * @throws UserError where a stored simulation is not the one that the chain goes on with
   */
  advance(halves = Number.POSITIVE_INFINITY): Advance {
    const proposed: ProposedDesign[] = [];
    const rated: RatedSimulation[] = [];
    for (let half = 0; half < halves; half++) {
      const proposals = this.run.ask();
      const ended: SearchedSimulation[] = [];
      for (const proposal of proposals) {
        const stored = this.#simulations.get(proposal.id);
        this.#open.set(proposal.id, proposal);
        const inputs = this.#space.valuesAt(proposal.point);
        if (stored !== undefined && !this.#isSame(stored.inputs, inputs))
          throw new UserError(otherChain(proposal.id));
        if (stored === undefined) proposed.push({ index: proposal.id, inputs });
        else if (stored.state !== "open") ended.push(stored);
      }
      if (ended.length === 0) return { proposed, rated, isReplaying: false };
      rated.push(...this.tell(ended));
    }
    return { proposed, rated, isReplaying: true };
  }

  #isSame(stored: VariedValues, proposed: VariedValues): boolean {
    const { axes } = this.#space;
    const places = locateValues(axes, proposed);
    return locateValues(axes, stored).every(
      (place, a) => !(Math.abs(place - places[a]) > ROUNDING_TOLERANCE),
    );
  }

  #rate({ index, inputs, state, outputs }: SearchedSimulation): RatedSimulation | null {
    if (state !== "complete" || outputs === null) return null;
    return rateResult(this.#density.goals, this.#space, index, inputs, outputs);
  }
}

const otherChain = (index: number): string =>
  `The chain cannot continue: from simulation number ${index + 1} on, the stored designs do not follow from the results before them. Delete the simulations from there on, then retry.`;
