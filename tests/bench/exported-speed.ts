/** Measures how fast exported files run: a program, compiled or given to its runtime, that measures itself. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import type { ExportedModel, TestVectors } from "../../engine/exports/exported-model.ts";
import { cFiles } from "../../engine/exports/formats/c/c.ts";
import { onnxFiles } from "../../engine/exports/formats/onnx/onnx.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { writeFiles } from "../support/exports/sample-model.ts";
import { onnxRuntime } from "../support/processes/onnx-runtime.ts";
import { gcc } from "../support/processes/simulators.ts";

/** Seconds a point: the least of some runs, each over all points and of at least 20 ms. */
export async function secondsInC(
  model: ExportedModel,
  vectors: TestVectors,
  { withBounds }: { withBounds: boolean },
): Promise<number> {
  const { identifier, hasBounds, inputs } = model;
  const values = model.outputs.reduce((sum, { size }) => sum + size, 0);
  const bounds = withBounds ? ", lower, upper" : hasBounds ? ", NULL, NULL" : "";
  const main = `#include <stdio.h>
#include <time.h>
#include "${identifier}.h"
static const double points[] = {${Array.from(vectors.points, (value) => value.toExponential()).join(", ")}};
static double scratch[${identifier.toUpperCase()}_SCRATCH], mean[${values}], lower[${values}], upper[${values}];
int main(void)
{
    double least = 1e9, sum = 0.0;
    long repeats = 1;
    int run, i;
    (void)lower, (void)upper;
    for (run = 0; run < 12; run++) {
        clock_t start = clock();
        double seconds;
        long k;
        for (k = 0; k < repeats; k++)
            for (i = 0; i < ${vectors.count}; i++) {
                ${identifier}_predict_in(scratch, points + ${inputs.length} * i, mean${bounds});
                sum += mean[0];
            }
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds < 0.02) { repeats *= 2; run--; continue; }
        if (seconds / repeats / ${vectors.count} < least) least = seconds / repeats / ${vectors.count};
    }
    fprintf(stderr, "%g", sum);
    printf("%.6g", least);
    return 0;
}
`;
  const folder = temporaryFolder("c-speed");
  writeFiles(folder, [...cFiles(model, vectors), { name: "main.c", contents: main }]);
  const sources = ["main.c", `${identifier}.c`];
  execFileSync(await gcc(), ["-std=c99", "-O2", "-o", "main", ...sources, "-lm"], { cwd: folder });
  const printed = execFileSync(join(folder, "main"), {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return Number(printed);
}

const onnxSchema = z.array(z.object({ threads: z.number(), batch: z.number(), seconds: z.number() }));

/** Seconds a point in batches of these sizes, on one thread and on as many as the machine has. */
export async function secondsInOnnx(model: ExportedModel, vectors: TestVectors, batches: readonly number[]) {
  const folder = temporaryFolder("onnx-speed");
  writeFiles(folder, onnxFiles(model, vectors));
  const source = `const { InferenceSession, Tensor } = require("onnxruntime-node");
(async () => {
  const measured = [];
  for (const threads of [1, ${JSON.stringify(Math.max(2, navigator.hardwareConcurrency))}]) {
    const session = await InferenceSession.create(${JSON.stringify(`${model.identifier}.onnx`)}, { intraOpNumThreads: threads });
    for (const batch of ${JSON.stringify(batches)}) {
      const points = Float64Array.from({ length: batch * ${model.inputs.length} }, Math.random);
      const X = new Tensor("float64", points, [batch, ${model.inputs.length}]);
      let seconds = Infinity;
      for (const end = performance.now() + 1500; performance.now() < end; ) {
        const start = performance.now();
        await session.run({ X });
        seconds = Math.min(seconds, (performance.now() - start) / 1000 / batch);
      }
      measured.push({ threads, batch, seconds });
    }
  }
  console.log(JSON.stringify(measured));
})();`;
  const env = { ...process.env, NODE_PATH: await onnxRuntime() };
  const printed = execFileSync(process.execPath, ["-e", source], { cwd: folder, env, encoding: "utf8" });
  return onnxSchema.parse(JSON.parse(printed));
}
