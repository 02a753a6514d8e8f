/** The program of an emulator predicts what the emulator predicts: for all families of models, scales and kinds of inputs. */
import { suite } from "../../../harness.ts";
import { emulatorOf, familiesOf, polynomials, processes, smallNetworks, together, wideNetworks } from "../../../support/engine/gradients.ts";
import { farthest, loweredOf } from "../../../support/engine/lowered.ts";
import { syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("the program of an emulator", { timeout: 60_000 });
const smooth = syntheticTable(90, 3, {
  y: ([a = 0, b = 0, c = 0], random) => Math.sin(4 * a + b) + b * b * c + 0.01 * random.normal(),
});
for (const kind of ["rough", "smooth", "product", "any"] as const) {
  it(`process ${kind}`, () => {
    const emulator = emulatorOf(smooth, processes(kind));
    console.log(kind, familiesOf(emulator), farthest(emulator, loweredOf(emulator)), farthest(emulator, loweredOf(emulator, false)));
  });
}
it("others", () => {
  for (const plan of [smallNetworks, wideNetworks, polynomials, together(processes("rough"), processes("smooth"), smallNetworks, polynomials)]) {
    const emulator = emulatorOf(smooth, plan);
    const program = loweredOf(emulator);
    console.log(familiesOf(emulator), farthest(emulator, program), program.instructions.length);
  }
});
