/** Sobol' indices of the Ishigami function (engine.md, section 6), of the function itself and of an emulator of 500 runs of it. */

import { createRandom } from "../../engine/math/random.ts";
import { runToEnd } from "../../engine/math/run-to-end.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import { estimateSensitivity } from "../../engine/sensitivity/sensitivity.ts";
import { bench, type Row } from "./bench.ts";
import { ishigami } from "./data/functions.ts";
import { evaluate, latinHypercube } from "./data/sets.ts";
import { trainOn } from "./ours.ts";

const ROW_COUNT = 500;
/** The indices of first order, and total (Ishigami and Homma, 1990). */
const PUBLISHED_INDICES = { x1: [0.3139, 0.5576], x2: [0.4424, 0.4424], x3: [0, 0.2437] } as const;

async function trained(): Promise<Emulator> {
  const random = createRandom(1);
  const training = evaluate(ishigami, latinHypercube(ROW_COUNT, ishigami, random), random);
  return (await trainOn({ set: "ishigami", seed: 1, training, unseen: training, roles: {} })).emulator;
}

bench(
  `Sobol' indices of Ishigami's function from an emulator of ${ROW_COUNT} runs`,
  async (): Promise<Row[]> => {
    const emulator = await trained();
    const cpu = process.cpuUsage();
    const work = estimateSensitivity(
      emulator,
      "y",
      {},
      { random: createRandom(1), clock: () => performance.now() },
    );
    const { inputs, evaluations } = runToEnd(work);
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (user + system) / 1e6;
    return emulator.inputs.map(({ name }, at) => {
      const indices = inputs[at];
      const [first, total] = PUBLISHED_INDICES[name === "x1" ? "x1" : name === "x2" ? "x2" : "x3"];
      if (indices === undefined) throw new Error(`There are no indices of ${name}.`);
      return {
        input: name,
        "first order": indices.firstOrder.value.toFixed(4),
        published: first.toFixed(4),
        total: indices.total.value.toFixed(4),
        "total, published": total.toFixed(4),
        "95 % interval of the total": `${indices.total.lower.toFixed(4)} to ${indices.total.upper.toFixed(4)}`,
        "R2 of the emulator": emulator.outputs[0]?.coefficientOfDetermination.toFixed(6) ?? null,
        evaluations,
        "CPU s": seconds,
      };
    });
  },
);
