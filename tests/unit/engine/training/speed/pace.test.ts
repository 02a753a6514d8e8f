/** The pace of a machine, from what was measured and from the times of earlier trainings. */
import { createRandom } from "../../../../../engine/math/random.ts";
import { combinePace } from "../../../../../engine/training/speed/pace.ts";
import { assert, suite } from "../../../../harness.ts";

const pace = suite("the pace of a machine");

/** The share of simulated trainings that lie in the range stated before each. @param ratioCount ratios of earlier trainings at most */
function shareInRange(bias: number, deviation: number, slowdown: number, ratioCount: number): number {
  const random = createRandom(7);
  const ratio = (): number => Math.exp(bias + deviation * random.normal());
  const count = 2000;
  let inside = 0;
  for (let i = 0; i < count; i++) {
    const ratios = Array.from({ length: ratioCount }, ratio);
    const measured = [0, 1, 2].map(() => slowdown * Math.exp(0.1 * random.normal()));
    const real = slowdown * ratio();
    const { low, high } = combinePace(measured, ratios);
    if (real >= low && real <= high) inside += 1;
  }
  return inside / count;
}

pace("covers nine of ten trainings, on machines of all speeds", () => {
  for (const slowdown of [0.4, 1, 5]) {
    const share = shareInRange(0.1, 0.35, slowdown, 0);
    assert.ok(share > 0.85, `${slowdown}: ${share}`);
  }
});
pace("follows earlier trainings that took longer than was expected of them", () => {
  assert.ok(shareInRange(0.8, 0.3, 1, 0) < 0.5, "without them");
  const share = shareInRange(0.8, 0.3, 1, 20);
  assert.ok(share > 0.85, String(share));
});
pace("narrows with trainings that kept to what was expected", () => {
  const width = ({ low, high }: { low: number; high: number }) => high / low;
  const few = width(combinePace([1], [1.1, 0.9]));
  const many = width(combinePace([1], [1.1, 0.9, 1, 1.05, 0.95, 1.1, 0.9, 1, 1.02, 0.98]));
  assert.ok(many < few / 1.3, `${few}, ${many}`);
});
pace("is wider where measurements of the last minute differ, and on a machine with other work", () => {
  const width = (slowdowns: number[]) => {
    const { low, high } = combinePace(slowdowns, []);
    return high / low;
  };
  assert.ok(width([1, 4]) > 1.3 * width([2, 2]));
  assert.ok(width([6]) > width([1]));
});
