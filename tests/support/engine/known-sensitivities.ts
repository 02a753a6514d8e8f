/** Functions whose sensitivity indices are known, and the indices that are found of an emulator. */
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import {
  estimateSensitivity,
  type OutputSensitivity,
  type SensitivityOptions,
} from "@understudy/engine/sensitivity/sensitivity.ts";
import { continuous, functionEmulator, unitInputs } from "./function-emulators.ts";

export function study(emulator: Emulator, options: SensitivityOptions = {}, seed = 1): OutputSensitivity {
  return runToEnd(
    estimateSensitivity(emulator, "y", options, { random: createRandom(seed), clock: () => 0 }),
  );
}
export const totals = ({ inputs }: OutputSensitivity): number[] => inputs.map(({ total }) => total.value);

/** Ishigami and Homma (1990), a = 7, b = 0.1; the indices as in Saltelli et al. (2008). */
const angle = [-Math.PI, Math.PI] as const;
export const ISHIGAMI_EMULATOR = functionEmulator(
  ["x1", "x2", "x3"].map((name) => continuous(name, angle)),
  ([a = 0, b = 0, c = 0]) => Math.sin(a) + 7 * Math.sin(b) ** 2 + 0.1 * c ** 4 * Math.sin(a),
);
export const ISHIGAMI_FIRST = [0.3139, 0.4424, 0];
export const ISHIGAMI_TOTAL = [0.5576, 0.4424, 0.2437];

/** Sobol's g-function (Saltelli and Sobol', 1995), and its indices in closed form. */
export const G_COEFFICIENTS = [0, 1, 4.5, 9, 99, 99, 99, 99];
export const g = functionEmulator(unitInputs(G_COEFFICIENTS.length), (point) =>
  G_COEFFICIENTS.reduce(
    (product, a, at) => (product * (Math.abs(4 * (point[at] ?? 0) - 2) + a)) / (1 + a),
    1,
  ),
);
const parts = G_COEFFICIENTS.map((a) => 1 / 3 / (1 + a) ** 2);
const product = parts.reduce((sum, part) => sum * (1 + part), 1);
export const G_FIRST = parts.map((part) => part / (product - 1));
export const G_TOTAL = parts.map((part) => (part * product) / (1 + part) / (product - 1));
