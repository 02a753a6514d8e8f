/** Restores the optimiser of a job from its stored simulations, at whatever step its process ended. */
import { computeCapacity, type SearchSpace } from "../../search-space.ts";
import { selectModelled } from "../bayesian/modelled.ts";
import type { BayesianCheckpoint, BayesianOptimiser } from "../bayesian/optimiser.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import type { RatedSimulation } from "./rated-simulation.ts";

export type StartOptimiser = (checkpoint?: BayesianCheckpoint) => BayesianOptimiser;

interface StoredSearch {
  space: SearchSpace;
  /** The points that were proposed, by their numbers. */
  knownPoints: readonly {
    index: number;
    point: Float64Array;
    isOpen: boolean;
    /** Null where the simulation failed. */
    result: RatedSimulation | null;
  }[];
  /** Results that the search began with. */
  givenResults: readonly RatedSimulation[];
  /** The checkpoint of an earlier process; its proposals without a simulation are dropped. */
  checkpoint: BayesianCheckpoint | null;
}

export function restoreOptimiser(start: StartOptimiser, stored: StoredSearch): BayesianOptimiser {
  const { knownPoints, givenResults, checkpoint } = stored;
  const fresh = start().checkpoint();
  const fitted = checkpoint !== null && fits(checkpoint, stored.space) ? checkpoint : fresh;
  const endedPoints = knownPoints.filter(({ isOpen }) => !isOpen);
  const evaluations = [
    ...givenResults.map((result) => createEvaluation(null, result.point, result)),
    ...endedPoints.map(({ index, point, result }) => createEvaluation(index, point, result)),
  ];
  // The trust region has processed the first evaluations of its record, which therefore stay the first.
  const processedPlaces = new Map(
    fitted.record.evaluations.slice(0, fitted.processed).map(({ id }, place) => [id, place]),
  );
  const findPlace = ({ id }: RecordedEvaluation) => processedPlaces.get(id) ?? Number.POSITIVE_INFINITY;
  // In a finite space all evaluations are kept, so that no cell is proposed twice.
  const hasFiniteSpace = Number.isFinite(computeCapacity(stored.space));
  const ordered = (hasFiniteSpace ? evaluations : selectModelled(evaluations))
    .map((evaluation, index) => ({ evaluation, at: index, place: findPlace(evaluation) }))
    .sort((a, b) => (a.place === b.place ? a.at - b.at : a.place - b.place));
  const { incumbent } = fitted;
  const hasIncumbent = evaluations.some(({ id, score }) => id === incumbent?.id && score !== null);
  return start({
    ...fitted,
    record: {
      nextId: 1 + knownPoints.reduce((last, { index }) => Math.max(last, index), -1),
      pending: knownPoints.filter(({ isOpen }) => isOpen).map(({ index, point }) => ({ id: index, point })),
      evaluations: ordered.map(({ evaluation }) => evaluation),
    },
    processed: ordered.filter(({ place }) => Number.isFinite(place)).length,
    incumbent: hasIncumbent ? incumbent : null,
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
