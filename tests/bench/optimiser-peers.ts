/** Optimisers that are measured beside each other, each with the same evaluations of the same function. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createRandom } from "../../engine/math/random.ts";
import type { AskTell } from "../../engine/tasks/ask-tell.ts";
import { BayesianOptimiser } from "../../engine/tasks/optimization/bayesian/optimiser.ts";
import { CmaEs } from "../../engine/tasks/optimization/cma-es/optimiser.ts";
import { unitAxis } from "../../engine/tasks/search-space.ts";
import { PYTHON_PROGRAM, readVersion } from "./peers.ts";

/** A function of a point of the unit cube, to be minimised. */
export type UnitFunction = (point: readonly number[]) => number;

export interface Attempt {
  dimensions: number;
  evaluations: number;
  seed: number;
  /** Evaluations that are under way at a time. */
  slots?: number;
}

/** A function that may take its time. */
export type Evaluate = (point: readonly number[]) => number | Promise<number>;

export type Method = (evaluate: Evaluate, attempt: Attempt) => Promise<void>;

const askAndTell =
  <Checkpoint extends object>(create: (attempt: Attempt) => AskTell<Checkpoint>): Method =>
  async (evaluate, attempt) => {
    const optimiser = create(attempt);
    const { slots = 1 } = attempt;
    while (optimiser.stopReason === null || optimiser.pending.length > 0) {
      optimiser.ask(slots - optimiser.pending.length);
      // Whichever was asked for first is evaluated first: the others stay pending.
      const [first] = optimiser.pending;
      if (first === undefined) return;
      optimiser.tell([{ ...first, score: -(await evaluate([...first.point])) }]);
    }
  };

const makeSpace = ({ dimensions }: Attempt) => Array.from({ length: dimensions }, () => unitAxis());

/** A method of peers/optimise.py. */
const peer =
  (method: string): Method =>
  async (evaluate, { dimensions, evaluations, seed }) => {
    const program = join(import.meta.dirname, "peers", "optimise.py");
    const args = ["-W", "ignore", program, method, String(dimensions), String(evaluations), String(seed)];
    const { stdin, stdout } = spawn(PYTHON_PROGRAM, args, { stdio: ["pipe", "pipe", "inherit"] });
    for await (const line of createInterface({ input: stdout }))
      stdin.write(`${await evaluate(line.split(" ").map(Number))}\n`);
  };

const ours = {
  "Bayesian, ours": askAndTell(
    (attempt) =>
      new BayesianOptimiser(makeSpace(attempt), { seed: attempt.seed, maxEvaluations: attempt.evaluations }),
  ),
  "CMA-ES, ours": askAndTell(
    (attempt) => new CmaEs(makeSpace(attempt), { seed: attempt.seed, maxEvaluations: attempt.evaluations }),
  ),
} satisfies Record<string, Method>;

/** The methods of each package of Debian, `python3-` before its name. */
const PEER_METHODS: Readonly<Record<string, Readonly<Record<string, Method>>>> = {
  openturns: { "OpenTURNS, EGO": peer("openturns-ego") },
  deap: { "DEAP, CMA-ES": peer("deap-cma") },
  optuna: { "Optuna, TPE": peer("optuna-tpe") },
  nlopt: { "NLopt, MLSL and BOBYQA": peer("nlopt-mlsl"), "NLopt, DIRECT-L": peer("nlopt-direct") },
  scipy: {
    "SciPy, dual annealing": peer("dual-annealing"),
    "SciPy, differential evolution": peer("differential-evolution"),
  },
};

/** Ours and those of the packages that are installed; says of the others that they are left out. */
export function availableMethods(): Record<string, Method> {
  const installed = Object.entries(PEER_METHODS).flatMap(([name, methods]) => {
    if (readVersion(name) !== null) return Object.entries(methods);
    console.log(`python3-${name} is not installed: ${Object.keys(methods).join(" and ")} left out.`);
    return [];
  });
  return { ...ours, ...Object.fromEntries(installed) };
}

export const bayesian: Method = ours["Bayesian, ours"];
/** Ours with several evaluations under way at a time. */
export const BATCH_METHODS: Readonly<Record<string, Method>> = {
  "Bayesian, ours, 8 at a time": (evaluate, attempt) => bayesian(evaluate, { ...attempt, slots: 8 }),
};

export const random: Method = async (evaluate, { dimensions, evaluations, seed }) => {
  const generator = createRandom(seed, 77);
  for (let i = 0; i < evaluations; i++)
    await evaluate(Array.from({ length: dimensions }, () => generator.uniform()));
};

/** The lowest of as many random points. */
export function bestOfRandom(evaluate: UnitFunction, { dimensions, evaluations, seed }: Attempt): number {
  const random = createRandom(seed, 77);
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < evaluations; i++) {
    best = Math.min(best, evaluate(Array.from({ length: dimensions }, () => random.uniform())));
  }
  return best;
}

/** The lowest value after each evaluation. */
export async function descent(method: Method, evaluate: Evaluate, attempt: Attempt): Promise<number[]> {
  const lowest: number[] = [];
  await method(async (point) => {
    const value = await evaluate(point);
    lowest.push(Math.min(value, lowest.at(-1) ?? value));
    return value;
  }, attempt);
  return lowest;
}
