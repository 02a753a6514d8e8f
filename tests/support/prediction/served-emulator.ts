/** A trained emulator, three times as a file, and prediction services that can serve it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "@understudy/engine/math/random.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { train } from "@understudy/engine/training/train.ts";
import { temporaryFolder } from "../cleanup.ts";
import { drawValidationRows, finish, syntheticTable } from "../engine/tables.ts";

const table = syntheticTable(60, 2, {
  y: ([a = 0, b = 0]) => a + b * b,
  curve: ([a = 0]) => Array.from({ length: 11 }, (_, i) => Math.sin(a + i / 3)),
});
const work = train(
  table,
  { effort: "quick", validationRows: drawValidationRows(table) },
  { random: createRandom(1), clock: () => 0 },
);
export const bytes = (await finish(work)).emulator.serialise();
export const emulator = restoreEmulator(bytes);

export const folder = temporaryFolder("prediction");
export const files = ["one", "two", "three"].map((key) => ({ key, path: join(folder, key) }));
for (const { path } of files) writeFileSync(path, bytes);
export const [firstFile = { key: "", path: "" }, secondFile = firstFile, thirdFile = firstFile] = files;
export const ample = {
  workers: 2,
  memory: 1e9,
  deadline: 10_000,
  timeLimitMs: 10_000,
  limits: { maxRequests: 1_000, maxPoints: 1e6, maxValues: 1e7 },
};
/** The settings of a service with a thread that hangs at some emulators. */
export const hanging = {
  ...ample,
  program: new URL("./hanging-worker.ts", import.meta.url),
};
export const point = (a: number, b = 0.5) => ({ points: Float64Array.of(a, b), count: 1 });

/** Points that are evaluated with others come out the same but for this. */
export const ROUNDING_TOLERANCE = 1e-6;
export const measureDifference = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? Number.NaN))), a.length - b.length);
