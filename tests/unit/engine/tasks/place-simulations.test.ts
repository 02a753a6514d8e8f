/** Simulations are placed by emulators of the results so far, also where results lack some of their outputs. */
import { createRandom } from "@understudy/engine/math/random.ts";
import { placeSimulations } from "@understudy/engine/tasks/place-simulations.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the placing of simulations", { timeout: 120_000 });

const ROW_COUNT = 40;
const x = Float64Array.from({ length: ROW_COUNT }, (_, row) => row / (ROW_COUNT - 1));

it("uses the outputs that enough results have, on the rows that have them", async () => {
  const sum = x.map((value) => Math.sin(4 * value));
  const half = x.map((value, row) => (row % 2 === 0 ? value ** 2 : Number.NaN));
  const hardly = x.map((_, row) => (row === 3 ? 1 : Number.NaN));
  const points = Float64Array.of(0.11, 0.31, 0.51, 0.71);
  const { chosen, emulator } = await placeSimulations(
    {
      table: {
        rows: ROW_COUNT,
        inputs: [{ kind: "continuous", name: "x", values: x }],
        outputs: [
          { name: "sum", size: 1, values: sum },
          { name: "half", size: 1, values: half },
          { name: "hardly", size: 1, values: hardly },
        ],
      },
      validationRows: [4, 9, 14, 19, 24, 29, 34, 39],
      points,
      places: points,
      isChoice: [false],
      knownPlaces: new Float64Array(),
      size: 2,
    },
    { random: createRandom(1), clock: () => performance.now(), workers: 1 },
  );
  assert.is(new Set(chosen).size, 2);
  assert.equal(
    emulator.outputs.map(({ name }) => name),
    ["sum", "half"],
  );
});
