/**
 * Collects the points at which a search on an emulator begins: the initial values if they are requested, known rows
 * within the ranges, and extra data.
 */
import { readFile } from "node:fs/promises";
import { type SimulationInputs, simulationInputs } from "@understudy/shared/domain/simulation.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { z } from "zod";
import { type Axis, isWithin, locateValues } from "../../designs/axes.ts";
import { configOfSpec } from "../../specs/job-config.ts";
import { gridValues } from "../../specs/language/grid.ts";
import type { EmulatorSpace } from "../../tasks/optimization/emulator/emulator-space.ts";
import { createKey, snap } from "../../tasks/search-space.ts";
import type { EmulatorSearchWork } from "../contract/search-ports.ts";
import { readExtraRows } from "./extra-rows.ts";

/** Rows of extra data. */
const MAX_EXTRA = 512;

/** @throws UserError where extra data cannot be read */
export async function startingPoints(
  work: EmulatorSearchWork,
  space: EmulatorSpace,
): Promise<Float64Array[]> {
  const { axes, initialPoint } = space;
  const earlierRows = [...(await knownRows(work)), ...(await extraRows(work))];
  const points = earlierRows.flatMap((inputs) => findPoint(axes, inputs) ?? []);
  const candidatePoints = work.warmStart ? [initialPoint, ...points] : points;
  return [...new Map(candidatePoints.map((point) => [createKey(axes, point), point])).values()];
}

async function knownRows({ starts }: EmulatorSearchWork): Promise<SimulationInputs[]> {
  if (starts === null) return [];
  return z.array(simulationInputs).parse(JSON.parse(await readFile(starts, "utf8")));
}

/** Returns null where a value lies outside its range, or is none of the options. */
function findPoint(axes: readonly Axis[], inputs: SimulationInputs): Float64Array | null {
  const point = locateValues(axes, inputs);
  return isWithin(point) ? snap(axes, point) : null;
}

async function extraRows({
  extraData: file,
  model,
  variables,
}: EmulatorSearchWork): Promise<SimulationInputs[]> {
  const config = configOfSpec(model, variables);
  const grids = new Map(model.coordinates.map(({ name, grid }) => [name, gridValues(grid)]));
  const read = await readExtraRows(
    { file, config, grids, variables, maximum: MAX_EXTRA },
    (inputs) => inputs,
  );
  if ("rows" in read) return read.rows;
  const [problem] = Object.values(read.errors).flat();
  throw new UserError(problem ?? `${file?.name} cannot be read.`);
}
