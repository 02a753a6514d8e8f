/**
 * Data whose thorough training takes minutes on any machine, and on which the first steps learn much: what depends on a
 * training being under way must not depend on how fast it is.
 */
import { createRandom } from "../../../engine/math/random.ts";

const ROW_COUNT = 3500;
const INPUT_NAMES = ["a", "b", "c", "d", "e"];

export function stubbornTables(): { parameters: string; outputs: string } {
  const random = createRandom(5);
  const parameters = [INPUT_NAMES.join(",")];
  const outputs = ["y,z"];
  for (let row = 0; row < ROW_COUNT; row++) {
    const point = INPUT_NAMES.map(() => random.uniform());
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = point;
    const y = 4 * a + 2 * b + Math.sin(9 * a * b) + Math.sin(12 * c + 5 * d) * e + 0.1 * random.normal();
    const z = 3 * c - 4 * d + Math.cos(8 * a * e) * Math.sin(7 * b + 3 * c) + 0.1 * random.normal();
    parameters.push(point.map((value) => value.toFixed(6)).join(","));
    outputs.push(`${y.toFixed(6)},${z.toFixed(6)}`);
  }
  return { parameters: `${parameters.join("\n")}\n`, outputs: `${outputs.join("\n")}\n` };
}
