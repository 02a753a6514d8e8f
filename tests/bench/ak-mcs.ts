/** AK-MCS on scikit-learn's Gaussian process: peers/ak_mcs.py. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import type { NormalState } from "./failure-probabilities.ts";
import { PYTHON, versionOf } from "./peers.ts";

const answer = z.object({
  /** Of its own samples, by the function itself. */
  truth: z.number(),
  runs: z.array(z.array(z.object({ simulations: z.int(), probability: z.number() }))),
});

type Asked = Pick<NormalState, "state" | "k" | "dimensions" | "samples" | "most" | "first" | "every">;

/** Of each seed the failure probability after each simulation; null where scikit-learn is not installed. */
export function akMcs(asked: Asked, seeds: readonly number[]): z.infer<typeof answer> | null {
  if (versionOf("sklearn") === null) {
    console.log("python3-sklearn is not installed: AK-MCS left out.");
    return null;
  }
  const program = join(import.meta.dirname, "peers", "ak_mcs.py");
  const { stdout, stderr, status } = spawnSync(PYTHON, ["-W", "ignore", program], {
    input: JSON.stringify({ ...asked, seeds }),
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(stderr);
  return answer.parse(JSON.parse(stdout));
}
