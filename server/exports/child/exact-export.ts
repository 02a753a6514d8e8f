/** An emulator as its exact program, compared with itself. */
import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import {
  COMPARED_POINTS,
  largestDifferences,
  makeTestVectors,
} from "@understudy/engine/exports/assembly/comparison.ts";
import { exactModel, withOutputs } from "@understudy/engine/exports/assembly/exact-model.ts";
import { spaceFillingPoints } from "@understudy/engine/exports/assembly/points.ts";
import type { ExportedModel, TestVectors } from "@understudy/engine/exports/exported-model.ts";
import { countNumbers } from "@understudy/engine/exports/program-size.ts";
import { computeRanges } from "@understudy/engine/exports/test-vectors.ts";
import { joined } from "@understudy/engine/math/joined.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { readEmulatorFile } from "@understudy/engine/models/ensemble/file.ts";
import { createEmulator } from "@understudy/engine/models/ensemble/joined-emulator.ts";
import type { EmulatorParts } from "@understudy/engine/models/ensemble/parts.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { ExportOrder } from "../messages.ts";
import type { ExportSteps } from "./export-steps.ts";
import { readJobRows } from "./job-rows.ts";

/** An emulator of many models is compared at fewer points, and says at how many. */
const COMPARISON_MS = 20_000;
/** The numbers of points in the file's own test: points that fill the ranges, and rows of the training. */
const TEST_POINTS = 200;
const TEST_ROWS = 20;
/** The number of values in the test: long curves are tested at fewer points. */
const MAX_TEST_VALUES = 1_000_000;
const COMPARING_TEXT = "Comparing the file with the emulator";
/** In texts they are some hundred megabytes. */
const MAX_NUMBERS = 20_000_000;

/** An emulator that is about to be exported. */
export interface OpenedEmulator {
  /** The contents of the emulator's file. */
  bytes: Uint8Array;
  parts: EmulatorParts;
  /** With the outputs that are exported. */
  emulator: Emulator;
  names: readonly string[];
  /** Training rows that may stand in files: count x inputs, row-major; none for a web page without training rows. */
  rows: Float64Array;
  /** Its largest differences are not measured yet. */
  exact: ExportedModel;
}

/** A model with the vectors of its test, as it is written to files. */
export interface ModelWithVectors {
  model: ExportedModel;
  vectors: TestVectors;
  /** At which its largest differences were measured. */
  comparedPoints: number;
  /** One an output, in its unit. */
  differences: readonly MeasuredDifferences[];
}

/** Null where it was not measured. */
export type MeasuredDifferences = { typical: number | null; bounds: number | null; range: number };

/** @throws UserError where it is damaged, has no such output, or is too large for any file */
export async function openEmulator(order: ExportOrder, bytes: Uint8Array): Promise<OpenedEmulator> {
  const { format, options, emulator_version } = order;
  const parts = withOutputs(readEmulatorFile(bytes), options.outputs);
  const emulator = createEmulator(parts);
  const { points: rows, errors } = await readJobRows(order.work_dir, emulator);
  const facts = {
    title: order.title,
    jobId: order.job_id,
    version: `${emulator_version} (${createHash("sha256").update(bytes).digest("hex").slice(0, 12)})`,
    createdAt: order.created_at,
    columns: order.columns,
  };
  const exact = exactModel(parts, facts, { withBounds: options.with_bounds, errors });
  if (countNumbers(exact.program) > MAX_NUMBERS)
    throw new UserError(
      "This emulator is too large to be exported as it is. Choose fewer outputs, or leave out the bounds.",
    );
  const isWithoutRows = format === "page" && !options.with_rows;
  return {
    ...{ bytes, parts, emulator, exact },
    names: emulator.outputs.map(({ name }) => name),
    rows: isWithoutRows ? new Float64Array(0) : rows,
  };
}

/** The exact model, with how far its means are from the emulator's. */
export async function exactExport(
  { emulator, names, rows, exact }: OpenedEmulator,
  steps: ExportSteps,
): Promise<ModelWithVectors> {
  steps.plan(["read", "compare", "write"]);
  steps.begin("compare", COMPARING_TEXT);
  const { inputs, outputs } = emulator;
  const values = outputs.reduce((sum, { size }) => sum + 6 * size, 0);
  const share = Math.min(1, MAX_TEST_VALUES / values / (TEST_POINTS + TEST_ROWS));
  const points = joined([
    spaceFillingPoints(inputs, Math.max(1, Math.floor(share * TEST_POINTS)), COMPARED_POINTS),
    spreadRows(rows, inputs.length, Math.floor(share * TEST_ROWS)),
  ]);
  const vectors = makeTestVectors(emulator, names, exact.program, points, exact.hasBounds);
  const comparison = largestDifferences(
    emulator,
    names,
    exact.program,
    spaceFillingPoints(inputs, COMPARED_POINTS, 0),
    { clock: () => performance.now(), timeLimitMs: COMPARISON_MS },
  );
  const started = performance.now();
  for (let step = comparison.next(); ; step = comparison.next()) {
    if (step.done) {
      const { differences, points: comparedPoints } = step.value;
      const compared = exact.outputs.map((output, at) => ({
        ...output,
        largestDifference: differences[at] ?? 0,
      }));
      const ranges = computeRanges(vectors);
      return {
        model: { ...exact, outputs: compared },
        vectors,
        comparedPoints,
        differences: ranges.map((range) => ({ typical: null, bounds: null, range })),
      };
    }
    const elapsed = performance.now() - started;
    const share = Math.max(step.value, elapsed / COMPARISON_MS);
    steps.report("compare", { share, remainingMs: (elapsed * (1 - share)) / share, text: COMPARING_TEXT });
    // What is reported is sent in between.
    await turn();
  }
}

/** So many of the rows, evenly spread over them. */
function spreadRows(rows: Float64Array, width: number, maxCount: number): Float64Array {
  const count = Math.min(maxCount, rows.length / width);
  const step = Math.floor(rows.length / width / count);
  return Float64Array.from({ length: count * width }, (_, at) => {
    const row = step * Math.floor(at / width);
    return rows[row * width + (at % width)] ?? 0;
  });
}
