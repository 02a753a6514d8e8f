/** Takes the steps of `adam-cases.ts` on a GPU and on the processor, and prints how far they differ. */
import { NoGpu, openGpu } from "@understudy/engine/math/gpu/gpu.ts";
import type { Tile } from "@understudy/engine/math/gpu/shaders.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import {
  createGpuTrainer,
  GpuAdamFitter,
  uploadTable,
} from "@understudy/engine/models/network/gpu-adam-fit.ts";
import type { NetworkShape } from "@understudy/engine/models/network/network.ts";
import {
  CASE_SHAPES,
  createShares,
  drawColumns,
  fitOnProcessor,
  ORDER_SEED,
  ROW_COUNT,
  rateAt,
  relativeDifference,
  startFit,
} from "./adam-cases.ts";
import { printResult } from "./software-gpu.ts";

const STEP_COUNT = 3;
const MEMBER_SEEDS = [2, 3];
const ALL_ROWS = Int32Array.from({ length: ROW_COUNT }, (_, row) => row);

async function measure(): Promise<void> {
  const gpu = await openGpu({ acceptsSoftware: true });
  const values: Record<string, number> = {};
  const compare = async (shape: NetworkShape, tiles: readonly Tile[]): Promise<void> => {
    const trainer = createGpuTrainer({ ...gpu, tiles });
    const members = MEMBER_SEEDS.map((seed) => ({
      fit: startFit(shape, seed),
      rows: ALL_ROWS,
      random: createRandom(ORDER_SEED),
    }));
    const table = uploadTable(trainer, drawColumns(shape), ROW_COUNT);
    const fitter = await GpuAdamFitter.create(trainer, shape, table, createShares(shape), members);
    const losses = await fitter.advance(STEP_COUNT, [rateAt, rateAt]);
    members.forEach(({ fit }, at) => {
      const expected = startFit(shape, MEMBER_SEEDS[at]);
      const { loss } = fitOnProcessor(shape, expected, STEP_COUNT);
      const name = `${shape.hidden.length} hidden layers, tile ${tiles[0]}, member ${at}`;
      values[`${name}: loss`] = Math.abs((losses[at] ?? Number.NaN) / loss - 1);
      for (const part of ["parameters", "first", "second"] as const)
        values[`${name}: ${part}`] = relativeDifference(fit[part], expected[part]);
      values[`${name}: step`] = Math.abs(fit.step - STEP_COUNT);
    });
    fitter.destroy();
  };
  for (const shape of CASE_SHAPES) await compare(shape, [16]);
  const deepest = CASE_SHAPES.at(-1);
  for (const tile of gpu.tiles) if (deepest !== undefined && tile > 16) await compare(deepest, [tile]);
  printResult({ messages: [gpu.name], values });
}

await measure().catch((error: unknown) => {
  if (!(error instanceof NoGpu)) throw error;
  printResult({ messages: [error.message], values: {} });
});
