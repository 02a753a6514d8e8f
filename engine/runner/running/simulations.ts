/** The simulations of one job as the runner that looks after it knows them: those that there are, and how to add others. */
import type { SimulationOrigin } from "@understudy/shared/domain/simulation.ts";
import {
  computeValues,
  createSimulationDesign,
  type SimulationDesign,
} from "../../designs/simulation-design.ts";
import type { Claim, WriteOutcome } from "../contract/claim.ts";
import type { RunnerPorts } from "../contract/ports.ts";
import type { RunWork } from "../contract/run-ports.ts";
import { createPoints, type Points } from "./points.ts";

/** Added in one write. */
const AT_ONCE = 1_000;

export type Simulations = {
  readonly points: Points;
  readonly design: SimulationDesign;
  /** The next points of the design. */
  addNext(count: number, origin: SimulationOrigin): Promise<WriteOutcome>;
  /** Chosen points, but for those that were simulated meanwhile. */
  addChosen(points: readonly number[]): Promise<WriteOutcome>;
};

export async function openSimulations(
  claim: Claim,
  { variables, seed, relation }: Pick<RunWork, "variables" | "seed" | "relation">,
  ports: Pick<RunnerPorts, "knownSimulations" | "addSimulations">,
): Promise<Simulations> {
  const design = createSimulationDesign(variables, seed, relation);
  const points = createPoints(design.capacity);
  for await (const part of ports.knownSimulations(claim)) {
    for (const { index, point } of part) points.note(index, point);
  }

  const add = async (chosenPoints: readonly number[], origin: SimulationOrigin): Promise<WriteOutcome> => {
    for (let from = 0; from < chosenPoints.length; from += AT_ONCE) {
      const part = chosenPoints.slice(from, from + AT_ONCE);
      const values = computeValues(design, part);
      const first = points.written;
      const outcome = await ports.addSimulations(
        claim,
        part.map((point, i) => ({ index: first + i, point, origin, inputs: values[i] ?? {} })),
      );
      if (outcome === "refused") return outcome;
      points.take(part);
    }
    return "applied";
  };
  return {
    points,
    design,
    addNext: (count, origin) => add(points.next(count), origin),
    addChosen: (chosen) =>
      add(
        chosen.filter((point) => !points.isTaken(point)),
        "active",
      ),
  };
}
