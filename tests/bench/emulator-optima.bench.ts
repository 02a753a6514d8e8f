/**
 * Optimization on emulators of the sets (engine.md, section 4): the best score against that of random points whose best one is
 * polished by small random steps. `--rows` is the number of random points, `--only` names the sets.
 */
import { createRandom } from "../../engine/math/random.ts";
import { runToEnd } from "../../engine/math/run-to-end.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import { optimizeOnEmulator } from "../../engine/tasks/optimization/emulator/optimize.ts";
import { bench, type Row } from "./bench.ts";
import { makeVariables } from "./data/emulator-jobs.ts";
import { findSet } from "./data/sets.ts";
import { options } from "./options.ts";
import { trainOn } from "./ours.ts";

const SET_NAMES = options.only ?? ["cardiac6", "engineering1", "borehole"];
const AT_ONCE = 4096;
const POLISH_ROUNDS = 60;

/** The largest of `sign` times an output at random points, after small steps from the best of them. */
function randomAndPolish(emulator: Emulator, output: string, sign: number, count: number): number {
  const random = createRandom(1);
  const width = emulator.inputs.length;
  const place = (draw: (at: number) => number): Float64Array =>
    Float64Array.from(emulator.inputs, (input, at) => {
      if (input.kind === "categorical") return Math.floor(random.uniform() * input.levels.length);
      const { minimum, maximum } = input;
      return Math.min(maximum, Math.max(minimum, minimum + draw(at) * (maximum - minimum)));
    });
  const best: { value: number; point: Float64Array } = {
    value: Number.NEGATIVE_INFINITY,
    point: new Float64Array(width),
  };
  const tryAll = (points: Float64Array[]): void => {
    const flat = new Float64Array(points.length * width);
    points.forEach((point, i) => {
      flat.set(point, i * width);
    });
    emulator.means(flat, points.length, output).forEach((value, i) => {
      if (sign * value <= best.value) return;
      best.value = sign * value;
      best.point = points[i] ?? best.point;
    });
  };
  for (let done = 0; done < count; done += AT_ONCE)
    tryAll(Array.from({ length: Math.min(AT_ONCE, count - done) }, () => place(() => random.uniform())));
  for (let round = 0; round < POLISH_ROUNDS; round++) {
    const from = emulator.inputs.map((input, at) => {
      if (input.kind === "categorical" || input.maximum <= input.minimum) return 0;
      return ((best.point[at] ?? 0) - input.minimum) / (input.maximum - input.minimum);
    });
    const step = 0.1 * 0.75 ** round;
    tryAll(
      Array.from({ length: 256 }, () =>
        place((at) => (from[at] ?? 0) + (random.uniform() < 0.5 ? 0 : step * random.normal())),
      ),
    );
  }
  return best.value;
}

bench(
  `On an emulator: the best score against ${options.rows} random points and polish`,
  async (): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const name of SET_NAMES) {
      const split = await findSet(name)?.split(1);
      if (split === undefined) continue;
      const { emulator } = await trainOn(split);
      for (const { name: output, size } of emulator.outputs.slice(0, 2)) {
        if (size > 1) continue;
        for (const sign of [1, -1]) {
          const started = performance.now();
          const work = optimizeOnEmulator({
            emulator,
            variables: makeVariables(emulator),
            goals: { score: (_, outputs) => sign * Number(outputs[output]) },
            options: { seed: 1 },
            clock: () => performance.now(),
          });
          const optimum = runToEnd(work);
          const seconds = (performance.now() - started) / 1000;
          const ours = optimum.maxima[0]?.score ?? Number.NaN;
          const theirs = randomAndPolish(emulator, output, sign, options.rows);
          const gain = (ours - theirs) / Math.max(1e-300, Math.abs(theirs));
          const evaluations = optimum.evaluations + optimum.otherEvaluations;
          rows.push({
            set: name,
            score: `${sign > 0 ? "" : "-"}${output}`,
            ours,
            random: theirs,
            gain,
            evaluations,
            s: seconds,
          });
        }
      }
    }
    return rows;
  },
);
