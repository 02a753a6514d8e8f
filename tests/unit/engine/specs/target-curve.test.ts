import { checkTargets } from "@understudy/engine/specs/score-functions.ts";
import { assert, suite } from "../../../harness.ts";
import { soundManifest } from "../../../support/specs/spec-fixtures.ts";

const it = suite("a target curve");

const manifest = soundManifest(
  new Map([
    [
      "spec.json",
      JSON.stringify({
        variables: [{ name: "w", type: "Scalar", default_val: 1 }],
        coordinates: [{ name: "f", grid: { from: 1e3, to: 1e6, points: 4, spacing: "log" } }],
        outputs: [{ name: "gain", type: "Vector", coordinate: "f" }],
        run: { command: ["x"] },
      }),
    ],
  ]),
);

const FREQUENCIES_HZ = [1e3, 1e4, 1e5, 1e6];
function findProblem(
  points: readonly (readonly [number, number])[],
  range = { min: 10, max: 90 },
  tolerance = 0,
): string | null {
  const inputs = {
    output: { type: "Output Vector", output_name: "gain" },
    target: { type: "File", text: points.map((point) => point.join(",")).join("\n") },
    tolerance: { type: "Scalar", value: tolerance },
  } as const;
  return checkTargets(manifest, { name: "Match target curve", inputs }, { gain: range }).target ?? null;
}
const curve = (y: number, factor = 1) => FREQUENCIES_HZ.map((f) => [f * factor, y] as const);

it("is refused where fewer than half of its points lie where the output has values, as kHz for Hz", () => {
  assert.is(findProblem(curve(50)), null);
  assert.is(
    findProblem(curve(50, 1e-3)),
    "Only 1 of the 4 points of the target lie where gain has values: f goes from 1000 to 1e6, in the file from 1 to 1000. Is the file in another unit?",
  );
  assert.match(findProblem(curve(50, 1e-6)) ?? "", /^None of the 4 points/);
  assert.is(
    findProblem([
      [1e3, 50],
      [1e6, 50],
      [1e7, 50],
      [1e8, 50],
    ]),
    null,
    "half of them are enough",
  );
});

it("is refused where its values are those of another unit, whichever is the larger", () => {
  assert.match(
    findProblem(curve(50_000)) ?? "",
    /^The values of the target are about 50000, but those of gain go from 10 to 90\./,
  );
  assert.match(findProblem(curve(0.05)) ?? "", /^The values of the target are about 0.05/);
  assert.is(findProblem(curve(500)), null, "beyond what is known, but not by a prefix");
});

it("may be small, or zero, where the output reaches zero and that is said by a tolerance", () => {
  const signed = { min: -5, max: 5 };
  assert.match(findProblem(curve(1e-3), signed) ?? "", /If it is meant so, choose a tolerance\.$/);
  assert.is(findProblem(curve(1e-3), signed, 1e-3), null);
  assert.is(findProblem(curve(0), signed), null);
});
