/** An optimiser that knows what is stored of a job, whatever its process was doing when it ended. */
import { computeCapacity, type SearchSpace } from "../../search-space.ts";
import { selectModelled } from "../bayesian/modelled.ts";
import type { BayesianCheckpoint, BayesianOptimiser } from "../bayesian/optimiser.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import type { RatedSimulation } from "./rated-simulation.ts";

export type StartOptimiser = (checkpoint?: BayesianCheckpoint) => BayesianOptimiser;

interface Stored {
  space: SearchSpace;
  knownPoints: readonly {
    index: number;
    point: Float64Array;
    isOpen: boolean;
    /** Null where it failed. */
    result: RatedSimulation | null;
  }[];
  givenResults: readonly RatedSimulation[];
  /** The checkpoint of an earlier process; its proposals without a simulation are dropped. */
  checkpoint: BayesianCheckpoint | null;
}

export function restoredOptimiser(start: StartOptimiser, stored: Stored): BayesianOptimiser {
  const { knownPoints, givenResults, checkpoint } = stored;
  const fresh = start().checkpoint();
  const fitted = checkpoint !== null && fits(checkpoint, stored.space) ? checkpoint : fresh;
  const over = knownPoints.filter(({ isOpen }) => !isOpen);
  const evaluations = [
    ...givenResults.map((result) => createEvaluation(null, result.point, result)),
    ...over.map(({ index, point, result }) => createEvaluation(index, point, result)),
  ];
  // The trust region has taken note of the first ones of its record: they stay the first.
  const noted = new Map(
    fitted.record.evaluations.slice(0, fitted.processed).map(({ id }, place) => [id, place]),
  );
  const findPlace = ({ id }: RecordedEvaluation) => noted.get(id) ?? Number.POSITIVE_INFINITY;
  // Of a finite space it knows all, for none of the cells is asked for twice.
  const hasAll = Number.isFinite(computeCapacity(stored.space));
  const ordered = (hasAll ? evaluations : selectModelled(evaluations))
    .map((evaluation, index) => ({ evaluation, at: index, place: findPlace(evaluation) }))
    .sort((a, b) => (a.place === b.place ? a.at - b.at : a.place - b.place));
  const { incumbent } = fitted;
  const isThere = evaluations.some(({ id, score }) => id === incumbent?.id && score !== null);
  return start({
    ...fitted,
    record: {
      nextId: 1 + knownPoints.reduce((last, { index }) => Math.max(last, index), -1),
      pending: knownPoints.filter(({ isOpen }) => isOpen).map(({ index, point }) => ({ id: index, point })),
      evaluations: ordered.map(({ evaluation }) => evaluation),
    },
    processed: ordered.filter(({ place }) => Number.isFinite(place)).length,
    incumbent: isThere ? incumbent : null,
  });
}

const fits = ({ record }: BayesianCheckpoint, space: SearchSpace): boolean =>
  record.evaluations.every(({ point }) => point.length === space.length);

const createEvaluation = (
  id: number | null,
  point: Float64Array,
  result: RatedSimulation | null,
): RecordedEvaluation => {
  const score = result?.score ?? null;
  return { id, point, score, constraints: score === null ? [] : (result?.constraints ?? []) };
};
