/** The choices in the dialog that exports an emulator. */
import {
  type CircuitEquationsChoice,
  type ExportOptions,
  exportShape,
} from "@understudy/shared/api/emulator-export.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { EXPORT_FORMATS } from "@understudy/shared/domain/export-format.ts";
import {
  type DeviceShape,
  emulatedOutputs,
  exportableCurves,
  proposedDevice,
  proposedOptions,
} from "@understudy/shared/job-config/proposed-export.ts";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";

export type ShapeKind = ExportOptions["shape"]["kind"];

export type Terminals = Pick<DeviceShape, "positive" | "negative" | "control">;

export type Choice = {
  format: ExportFormat;
  /** Names, in the order of the emulator's outputs. */
  outputs: readonly string[];
  hasAllOutputs: boolean;
  withBounds: boolean;
  /** A web page holds training rows. */
  withRows: boolean;
  /** Inputs are held within their ranges unless the circuit says otherwise. */
  clips: boolean;
  shape: ShapeKind;
  /** The curve of a device; null: none is chosen. */
  curve: string | null;
  terminals: Terminals;
  equations: CircuitEquationsChoice;
  /** The tolerated error of the exported equations, in percent of the emulator's own error. */
  wantedPercent: number;
};

const TWO_TERMINALS: Terminals = { positive: "p", negative: "n", control: null };

/** The terminals that are proposed for a device of this curve. */
export function proposeTerminals(name: string | null, config: JobConfig): Terminals {
  const curve = exportableCurves(config).find((candidate) => candidate.name === name);
  if (curve === undefined) return TWO_TERMINALS;
  const { positive, negative, control } = proposedDevice(curve, config);
  return { positive, negative, control };
}

export function initialChoice(format: ExportFormat, config: JobConfig): Choice {
  const curve = exportableCurves(config)[0]?.name ?? null;
  return {
    format,
    outputs: emulatedOutputs(config).map(({ name }) => name),
    hasAllOutputs: true,
    withBounds: true,
    withRows: false,
    clips: true,
    shape: proposedOptions(config).shape.kind,
    curve,
    terminals: proposeTerminals(curve, config),
    equations: "automatic",
    wantedPercent: 100 * EXPORT_LIMITS.share,
  };
}

export function createOptions(choice: Choice): ExportOptions {
  const { format, outputs, hasAllOutputs, withBounds, withRows, clips, shape, wantedPercent, equations } =
    choice;
  const { isCircuit } = EXPORT_FORMATS[format];
  const device = createDevice(choice);
  return {
    outputs: device !== null ? [device.output] : hasAllOutputs ? null : [...outputs],
    with_bounds: withBounds && device === null,
    with_rows: format === "page" && withRows,
    shape: device ?? { kind: isCircuit && shape === "ports" ? "ports" : "parameters" },
    clips: clips || !isCircuit,
    equations: isCircuit ? equations : "automatic",
    wanted_share: isCircuit ? wantedPercent / 100 : EXPORT_LIMITS.share,
  };
}

/** The device of the choice; null where none is chosen. */
function createDevice({ format, shape, curve, terminals }: Choice): DeviceShape | null {
  if (!EXPORT_FORMATS[format].isCircuit || shape !== "device" || curve === null) return null;
  return { kind: "device", output: curve, ...terminals };
}

/** Names the problem of each terminal that has one. */
export function terminalProblems(choice: Choice): Partial<Record<keyof Terminals, string>> {
  const device = createDevice(choice);
  const issues = device === null ? [] : (exportShape.safeParse(device).error?.issues ?? []);
  const fields = ["positive", "negative", "control"] as const;
  return Object.fromEntries(
    issues.map(({ path, message }) => [fields.find((field) => field === path[0]) ?? "negative", message]),
  );
}
