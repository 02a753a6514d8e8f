/** Grows all networks, each for its share of the time, until they are accurate enough or the time is over. */
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import type { DistilledOutput } from "./distilled-output.ts";
import type { GrowingNetwork } from "./growing-network.ts";
import type { Pace } from "./pace.ts";

/**
 * All networks together have at most this many parameters, and so do those of bounds. Circuit simulators read long
 * programs slowly.
 */
const MAX_PARAMETERS = 12_000;
const MAX_FOR_BOUNDS = 2500;
/** Networks of bounds get a third of the time that those of means get. */
const BOUNDS_COST = 3;

/** @param margin of what is wanted, the part to be reached: the points of the check are few. */
export async function growNetworks(
  outputs: readonly DistilledOutput[],
  margin: number,
  pace: Pace,
): Promise<void> {
  const kernels = new LayerKernels();
  const networks = outputs.flatMap((output) => output.networks);
  const forBounds = networks.some(({ part }) => part === "bounds") ? MAX_FOR_BOUNDS : 0;
  const most = { mean: MAX_PARAMETERS - forBounds, bounds: forBounds };
  const seconds = new Map(networks.map((network) => [network, 0]));
  for (;;) {
    // Each network gets its first steps, without which there is none.
    const mayAdvance = (network: GrowingNetwork): boolean => !network.isFitted || !pace.isOver();
    const waiting = networks.filter((network) => network.isWorthSteps(margin) && mayAdvance(network));
    const spent = (network: GrowingNetwork): number =>
      (seconds.get(network) ?? 0) * (network.part === "bounds" ? BOUNDS_COST : 1);
    const [next] = waiting.sort((a, b) => spent(a) - spent(b));
    if (next === undefined) return;
    pace.text = next.description;
    const before = pace.elapsed();
    const siblings = networks.filter((network) => network !== next && network.part === next.part);
    const taken = siblings.reduce((sum, { parameters }) => sum + parameters, 0);
    for (const _ of next.advance(kernels, most[next.part] - taken)) {
      await pace.pause();
      if (!mayAdvance(next)) break;
    }
    seconds.set(next, (seconds.get(next) ?? 0) + pace.elapsed() - before);
  }
}
