/** The proposal for an export until a person chooses: the dialog and the file that is made ahead have the same one. */
import { type ExportOptions, type ExportShape, exportOptions } from "../api/emulator-export.ts";
import type { JobConfig } from "../api/job-config.ts";
import type { OutputDefinition } from "../domain/variable.ts";
import { parseUnit } from "../quantities/unit.ts";

type Columns = Pick<JobConfig, "outputs" | "coordinates" | "emulator_outputs">;
export type DeviceShape = Extract<ExportShape, { kind: "device" }>;

/** The emulator answers for these outputs. */
export const emulatedOutputs = ({ outputs, emulator_outputs }: Columns): readonly OutputDefinition[] =>
  outputs.filter(({ name }) => emulator_outputs.includes(name));

/** A device may follow these outputs. */
export const exportableCurves = (columns: Columns): readonly OutputDefinition[] =>
  emulatedOutputs(columns).filter(({ type, grid_columns }) => type === "Vector" && grid_columns === null);

/** A device where the emulator is of nothing but currents over voltages, else parameters and voltages. */
export function proposedOptions(columns: Columns): ExportOptions {
  const options = exportOptions.parse({});
  const [first] = exportableCurves(columns);
  const isDevice = emulatedOutputs(columns).every((output) => isCurrentOverVoltage(output, columns));
  if (first === undefined || !isDevice) return options;
  return { ...options, outputs: [first.name], with_bounds: false, shape: proposedDevice(first, columns) };
}

/** The device of a curve, its terminals named by the letters of its current and of its voltage: Id over Vgs has d, s and g. */
export function proposedDevice(curve: OutputDefinition, columns: Columns): DeviceShape {
  const shape = { kind: "device", output: curve.name } as const;
  const through = terminalsIn(curve.name, "i");
  const across = terminalsIn(curve.coordinate_name ?? "", "v");
  if (!isCurrentOverVoltage(curve, columns) || across === "")
    return { ...shape, positive: "p", negative: "n", control: null };
  const [swept = "p", reference = REFERENCE_TERMINALS[swept] ?? "n"] = across;
  const [positive = swept] = through;
  return { ...shape, positive, negative: reference, control: positive === swept ? null : swept };
}

/** The terminal that a voltage of one letter is measured from. */
const REFERENCE_TERMINALS: Readonly<Record<string, string>> = {
  g: "s",
  d: "s",
  b: "e",
  c: "e",
  a: "k",
  p: "n",
};

/** One or two letters behind that of the quantity, in lower case: `gs` of Vgs, V_GS or vgs (V). */
function terminalsIn(name: string, quantity: "i" | "v"): string {
  const [, letters = ""] = /^([iv][_-]?([a-z]{1,2}))(?![a-z])/i.exec(name)?.slice(1) ?? [];
  return name.toLowerCase().startsWith(quantity) && new Set(letters.toLowerCase()).size === letters.length
    ? letters.toLowerCase()
    : "";
}

/** Tells voltages from currents by their units or, where they have none, by their names. */
function isCurrentOverVoltage(
  { name, type, unit, coordinate_name, grid_columns }: OutputDefinition,
  { coordinates }: Columns,
): boolean {
  if (type !== "Vector" || grid_columns !== null || coordinate_name === null) return false;
  const coordinate = coordinates.find((candidate) => candidate.name === coordinate_name);
  return (
    hasUnit("A", unit, /^i(?![a-z]{3})/i.test(name)) &&
    hasUnit("V", coordinate?.unit ?? "", /^v(?![a-z]{3})/i.test(coordinate_name))
  );
}

/** A current for each length (A/um) is a current, too. */
const hasUnit = (symbol: string, unit: string, isByName: boolean): boolean =>
  unit.trim() === "" ? isByName : parseUnit(unit).symbol === symbol;
