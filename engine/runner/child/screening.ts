/** Approximate densities of designs that servers may not have to simulate. */
import { readFile } from "node:fs/promises";
import { UserError } from "@understudy/shared/user-error.ts";
import { locateValues } from "../../designs/axes.ts";
import { restoreEmulator } from "../../models/restore.ts";
import { compileGoals } from "../../specs/job-goals.ts";
import { outputGrids } from "../../specs/output-grids.ts";
import type { JobSpace } from "../../tasks/optimization/servers/job-space.ts";
import { createEmulatorDensity } from "../../tasks/sampling/emulator-density.ts";
import { snap } from "../../tasks/search-space.ts";
import type { ServerSamplingWork } from "../sampling-ports.ts";
import { valuesPerDesign } from "./scan.ts";

export interface Screening {
  /** Approximate log densities of points of the servers' cube; not a number where there is none. */
  approximate(points: readonly Float64Array[]): Float64Array;
  /** See `scanOnEmulator`. */
  valuesPerDesign: number;
}

/** Null where the job has no emulator, or one that does not fit its variables: then every design is simulated. */
export async function openScreening(
  { screeningEmulator, model, score, variables }: ServerSamplingWork,
  space: JobSpace,
): Promise<Screening | null> {
  if (screeningEmulator === null) return null;
  const emulator = restoreEmulator(await readFile(screeningEmulator));
  const { goals } = compileGoals(model, score, []);
  try {
    // Its uncertainty enters: where the emulator knows little, it rejects little.
    const density = createEmulatorDensity(emulator, variables, goals, outputGrids(model), {
      isUncertain: true,
      isInSpecOnly: false,
    });
    const { axes } = density.objective.space;
    return {
      approximate: (points) => {
        const places = points.map((point) => snap(axes, locateValues(axes, space.valuesAt(point))));
        const scores = density.scores(places);
        // The values at an infeasible point are those of the point that it is folded to, so its density is not that one.
        return Float64Array.from(points, (point, at) =>
          (space.follower?.isFeasible(point) ?? true) ? (scores[at] ?? Number.NaN) : Number.NaN,
        );
      },
      valuesPerDesign: valuesPerDesign(emulator),
    };
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
