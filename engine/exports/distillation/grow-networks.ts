/** Grows the networks of all targets side by side, until each is accurate enough or the time is over. */
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import type { DistilledOutput } from "./distilled-output.ts";
import type { GrowingNetwork } from "./growing-network.ts";
import type { Pace } from "./pace.ts";

/** @param margin of what is wanted, the part to be reached: the points of the check are few. */
export async function growNetworks(
  outputs: readonly DistilledOutput[],
  margin: number,
  pace: Pace,
): Promise<void> {
  const kernels = new LayerKernels();
  const networks = outputs.flatMap((output) => output.networks);
  for (;;) {
    // Each network gets its first steps, without which there is none.
    const mayAdvance = (network: GrowingNetwork): boolean => !network.isFitted || !pace.isOver();
    const waiting = networks.filter((network) => network.isWorthSteps(margin) && mayAdvance(network));
    if (waiting.length === 0) return;
    for (const network of waiting) {
      pace.text = network.description;
      for (const _ of network.advance(kernels)) {
        await pace.pause();
        if (!mayAdvance(network)) break;
      }
    }
  }
}
