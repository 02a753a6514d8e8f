/** AK-MCS on scikit-learn's Gaussian process: peers/ak_mcs.py. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { PYTHON, versionOf } from "./peers.ts";

const runs = z.array(z.array(z.object({ simulations: z.int(), probability: z.number() })));

interface Asked {
  k: number;
  samples: readonly (readonly [number, number])[];
  seeds: readonly number[];
  most: number;
  first: number;
}

/** Of each seed the failure probability after each simulation; null where scikit-learn is not installed. */
export function akMcs(asked: Asked): z.infer<typeof runs> | null {
  if (versionOf("sklearn") === null) {
    console.log("python3-sklearn is not installed: AK-MCS left out.");
    return null;
  }
  const program = join(import.meta.dirname, "peers", "ak_mcs.py");
  const { stdout, stderr, status } = spawnSync(PYTHON, ["-W", "ignore", program], {
    input: JSON.stringify(asked),
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(stderr);
  return runs.parse(JSON.parse(stdout));
}
