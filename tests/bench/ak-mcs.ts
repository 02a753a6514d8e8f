/** AK-MCS on scikit-learn's Gaussian process: peers/ak_mcs.py. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import type { NormalState } from "./failure-probabilities.ts";
import { PYTHON_PROGRAM, readVersion } from "./peers.ts";

const answer = z.object({
  /** The failing share of the peer's own samples, by the function itself. */
  truth: z.number(),
  runs: z.array(z.array(z.object({ simulations: z.int(), probability: z.number() }))),
});

type Asked = Pick<NormalState, "state" | "k" | "dimensions" | "samples" | "most" | "first" | "every">;

/**
 * Runs AK-MCS once for each seed. @returns for each seed the failure probability after each simulation; null where
 * scikit-learn is not installed
 */
export function akMcs(problem: Asked, seeds: readonly number[]): z.infer<typeof answer> | null {
  if (readVersion("sklearn") === null) {
    console.log("python3-sklearn is not installed: AK-MCS left out.");
    return null;
  }
  const program = join(import.meta.dirname, "peers", "ak_mcs.py");
  const { stdout, stderr, status } = spawnSync(PYTHON_PROGRAM, ["-W", "ignore", program], {
    input: JSON.stringify({ ...problem, seeds }),
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(stderr);
  return answer.parse(JSON.parse(stdout));
}
