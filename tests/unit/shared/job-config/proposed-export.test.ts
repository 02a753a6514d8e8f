/** The options that an export proposes for currents over voltages. */
import { exportShape } from "@understudy/shared/api/emulator-export.ts";
import { proposedDevice, proposedOptions } from "@understudy/shared/job-config/proposed-export.ts";
import { assert, suite } from "../../../harness.ts";
import { makeCoordinate, makeOutput } from "../../../support/factories.ts";

const it = suite("the proposal for an export");

function columns(
  current: string,
  voltage: string | null,
  { units = ["", ""], scalars = [] as string[] } = {},
) {
  const [unit = "", coordinateUnit = ""] = units;
  const curve = makeOutput(current, { type: "Vector", length: 21, unit, coordinate_name: voltage });
  const coordinate = makeCoordinate(voltage ?? "", { unit: coordinateUnit, max: 2, length: 21 });
  return {
    outputs: [curve, ...scalars.map((name) => makeOutput(name))],
    coordinates: voltage === null ? [] : [coordinate],
    emulator_outputs: [current, ...scalars],
  };
}

const PROPOSED_DEVICES = [
  ["Id", "Vgs", ["d", "s", "g"]],
  ["I_D", "V_GS (V)", ["d", "s", "g"]],
  ["Id", "Vds", ["d", "s", null]],
  ["Ic", "Vbe", ["c", "e", "b"]],
  ["Id", "Vg", ["d", "s", "g"]],
  ["Ia", "Vak", ["a", "k", null]],
  ["I", "V", ["p", "n", null]],
  ["Idd", "Vdd", ["p", "n", null]],
] as const;
for (const [current, voltage, terminals] of PROPOSED_DEVICES)
  it(`is a device of ${current} over ${voltage}`, () => {
    const config = columns(current, voltage);
    const { shape, outputs, with_bounds } = proposedOptions(config);
    if (shape.kind !== "device") throw new Error(`It is ${shape.kind}.`);
    assert.equal([shape.positive, shape.negative, shape.control], terminals);
    assert.equal([outputs, with_bounds], [[current], false]);
    assert.ok(exportShape.safeParse(shape).success);
  });

it("goes by units where there are any, a current for each length among them", () => {
  const byUnits = proposedOptions(columns("drain", "bias", { units: ["A/um", "mV"] }));
  assert.equal(byUnits.shape, {
    kind: "device",
    output: "drain",
    positive: "p",
    negative: "n",
    control: null,
  });
  assert.is(proposedOptions(columns("Id", "Vgs", { units: ["V", "V"] })).shape.kind, "parameters");
});

it("is no device of other curves, of numbers beside the curve, or without a coordinate", () => {
  for (const config of [
    columns("gain", "frequency"),
    columns("intensity", "voltage"),
    columns("Id", null),
    columns("Id", "Vgs", { scalars: ["gain"] }),
  ])
    assert.is(proposedOptions(config).shape.kind, "parameters");
  const columnsWithGain = columns("Id", "Vgs", { scalars: ["gain"] });
  const [curve] = columnsWithGain.outputs;
  if (curve === undefined) throw new Error("There is no curve.");
  assert.is(
    proposedDevice(curve, columnsWithGain).control,
    "g",
    "once it is chosen, its terminals are named",
  );
});

it("has terminals of different names alone", () => {
  const device = { kind: "device", output: "Id", positive: "d", negative: "D", control: null };
  assert.not(exportShape.safeParse(device).success);
  assert.not(exportShape.safeParse({ ...device, negative: "1s" }).success);
  assert.ok(exportShape.safeParse({ kind: "device", output: "Id" }).success, "as it was stored before");
});
