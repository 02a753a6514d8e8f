/** Jobs of everyday files with default settings: each gives the right values at new points, or names the cause why it cannot. */
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import type { DataOptions } from "@understudy/shared/api/job-config.ts";
import { findingText } from "@understudy/shared/domain/finding.ts";
import { verdictOf } from "@understudy/shared/domain/verdict.ts";
import { assert, suite } from "../../../harness.ts";
import {
  computeBranin,
  computeOnPlate,
  drawPoints,
  roundDigits,
  writeFiles,
  writeFilters,
  writeSuffixes,
} from "../../../support/engine/everyday-files.ts";
import { type FilePair, measureAnew, readJob, trainJob } from "../../../support/engine/file-jobs.ts";
import { tickingClock } from "../../../support/engine/quick-trainings.ts";

const it = suite("a job of everyday files", { timeout: 120_000 });

async function trainOn(files: FilePair, options: Partial<DataOptions> = {}): Promise<Emulator> {
  const job = await readJob(files, options);
  if ("problems" in job) throw new Error(job.problems.join(" "));
  return await trainJob(job, tickingClock());
}

function readFirstOutput({ outputs }: Emulator) {
  const [output] = outputs;
  if (output === undefined) throw new Error("The emulator has no output.");
  const { coefficientOfDetermination, coverage, findings, validationValues } = output;
  return {
    r2: coefficientOfDetermination,
    verdict: verdictOf(
      { coefficient_of_determination: coefficientOfDetermination, coverage, findings: [...findings] },
      validationValues,
    ),
    findings: findings.map(findingText).join(" "),
  };
}

it("with engineering suffixes is as accurate as with the numbers written out", async () => {
  for (const form of [{}, writeSuffixes]) {
    const emulator = await trainOn(writeFilters(form));
    const truth = ({ R, C, T }: Record<string, string | number>) =>
      (1 - 0.0005 * (Number(T) - 25)) / (2 * Math.PI * Number(R) * Number(C));
    const { error } = measureAnew(emulator, truth);
    assert.ok(error < 1e-3, `${error}`);
  }
});

it("is exact at new points once the marks of failed runs are chosen", async () => {
  const points = drawPoints(100, 3);
  const evaluate = ([a = 0, b = 0, c = 0]: readonly number[]) => 2 + Math.sin(3 * a) + b * c;
  const gains = points.map((point, row) => (row % 17 === 3 ? 1e30 : roundDigits(evaluate(point))));
  const marks = { failed_run_marks: [{ output: "gain", value: 1e30 }] };
  const emulator = await trainOn(writeFiles(["a", "b", "c"], points, gains, "gain"), marks);
  const { error } = measureAnew(emulator, ({ a, b, c }) => evaluate([Number(a), Number(b), Number(c)]));
  assert.ok(error < 1e-3, `${error}`);
  assert.is(readFirstOutput(emulator).verdict, "excellent");
});

it("predicts a level that only one row has, and says how little supports it", async () => {
  const offsets: Record<string, number> = { tt: 0, ff: 1, ss: -1, sf: 4 };
  const points = drawPoints(40, 1).map(([x = 0], row): [string, number] => [
    row === 12 ? "sf" : (["tt", "ff", "ss"][row % 3] ?? ""),
    x,
  ]);
  const evaluate = (corner: string, x: number) => Math.sin(3 * x) + (offsets[corner] ?? 0);
  const files = writeFiles(
    ["corner", "x"],
    points,
    points.map(([corner, x]) => roundDigits(evaluate(corner, x))),
  );
  const emulator = await trainOn(files);
  const { error } = measureAnew(emulator, ({ corner, x }) => evaluate(String(corner), Number(x)));
  assert.ok(error < 0.1, `${error}`);
  assert.match(readFirstOutput(emulator).findings, /corner is sf in only 1 training row/);
});

it("with a run that was repeated is trained on all its different points, and names how few they are", async () => {
  const points = [...Array.from({ length: 8 }, () => [0.5, 0.5]), [0.1, 0.9], [0.8, 0.3]];
  const emulator = await trainOn(
    writeFiles(
      ["a", "b"],
      points,
      points.map(([a = 0, b = 0]) => a + b),
    ),
  );
  assert.match(readFirstOutput(emulator).findings, /trained on only 3 different points/);
  // Many nominal runs among the others take no rows from them.
  const distinctPoints = drawPoints(12, 2);
  const repeated = [...Array.from({ length: 52 }, () => [0.5, 0.5]), ...distinctPoints];
  const larger = await trainOn(
    writeFiles(
      ["a", "b"],
      repeated,
      repeated.map(([a = 0, b = 0]) => a + b),
    ),
  );
  const { error } = measureAnew(larger, ({ a, b }) => Number(a) + Number(b));
  assert.ok(error < 1e-2, `${error}`);
});

it("with an event in one row is not usable, and names that row as the cause", async () => {
  const emulator = await trainOn(
    writeFiles(
      ["a", "b"],
      drawPoints(40, 2),
      Array.from({ length: 40 }, (_, row) => Number(row === 23)),
      "errors",
    ),
  );
  const { verdict, findings } = readFirstOutput(emulator);
  assert.is(verdict, "not usable");
  assert.match(findings, /1 row \(2\.5%\) causes most of the error/);
});

/** A Latin hypercube of Branin's inputs. */
const BRANIN_POINTS = [
  [-3.628, 1.145],
  [7.298, 8.127],
  [6.859, 2.35],
  [4.781, 4.26],
  [-1.602, 7.329],
  [3.413, 12.725],
  [1.854, 5.12],
  [8.893, 9.066],
  [0.574, 11.027],
  [-3.044, 14.561],
];

it("with ten rows of Branin's function is trained on all of them, and names how few they are", async () => {
  const emulator = await trainOn(
    writeFiles(
      ["x1", "x2"],
      BRANIN_POINTS,
      BRANIN_POINTS.map((point) => roundDigits(computeBranin(point))),
    ),
  );
  const { error, inside } = measureAnew(emulator, ({ x1, x2 }) => computeBranin([Number(x1), Number(x2)]));
  assert.ok(error ** 2 < 0.4 && inside > 0.9, `R2 ${1 - error ** 2}, inside ${inside}`);
  assert.match(readFirstOutput(emulator).findings, /trained on only 10 different points/);
});

it("with ten plates of ten rows shows the error that new plates have", async () => {
  const plates = drawPoints(10, 2, 4);
  const points = plates.flatMap((plate) =>
    Array.from({ length: 10 }, (_, at) => [...plate, roundDigits(at / 9)]),
  );
  const emulator = await trainOn(
    writeFiles(
      ["u", "v", "s"],
      points,
      points.map((point) => roundDigits(computeOnPlate(point))),
    ),
  );
  const { error, inside } = measureAnew(emulator, ({ u, v, s }) =>
    computeOnPlate([Number(u), Number(v), Number(s)]),
  );
  const shown = Math.sqrt(1 - readFirstOutput(emulator).r2);
  assert.ok(error < 3 * shown && shown < 3 * error, `error ${error}, shown ${shown}`);
  assert.ok(inside > 0.85, `${inside}`);
});
