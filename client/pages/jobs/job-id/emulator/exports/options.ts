/** What is chosen in the dialog that exports an emulator. */
import type { ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { EXPORT_FORMATS } from "@understudy/shared/domain/export-format.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { EXPORTS } from "@understudy/shared/limits.ts";

export type ShapeKind = ExportOptions["shape"]["kind"];

export type Choice = {
  format: ExportFormat;
  /** Names, in the order of the emulator's outputs. */
  outputs: readonly string[];
  hasAllOutputs: boolean;
  withBounds: boolean;
  /** Inputs are held within their ranges unless the circuit says otherwise. */
  clips: boolean;
  shape: ShapeKind;
  /** The curve of a device; null: none is chosen. */
  curve: string | null;
  /** Of the emulator's own error, in percent. */
  wantedPercent: number;
};

/** What the emulator answers for. */
export const emulated = ({ outputs, emulator_outputs }: JobConfig): readonly OutputDefinition[] =>
  outputs.filter(({ name }) => emulator_outputs.includes(name));

/** Those that a two-terminal device may follow. */
export const curvesOf = (config: JobConfig): readonly OutputDefinition[] =>
  emulated(config).filter(({ type, grid_columns }) => type === "Vector" && grid_columns === null);

export function initialChoice(format: ExportFormat, config: JobConfig): Choice {
  return {
    format,
    outputs: emulated(config).map(({ name }) => name),
    hasAllOutputs: true,
    withBounds: true,
    clips: true,
    shape: "parameters",
    curve: curvesOf(config)[0]?.name ?? null,
    wantedPercent: 100 * EXPORTS.share,
  };
}

export function optionsOf(choice: Choice): ExportOptions {
  const { format, outputs, hasAllOutputs, withBounds, clips, shape, curve, wantedPercent } = choice;
  const { isCircuit } = EXPORT_FORMATS[format];
  const isDevice = isCircuit && shape === "device" && curve !== null;
  return {
    outputs: isDevice ? [curve] : hasAllOutputs ? null : [...outputs],
    with_bounds: withBounds && !isDevice,
    shape: isDevice
      ? { kind: "device", output: curve }
      : { kind: isCircuit && shape === "ports" ? "ports" : "parameters" },
    clips: clips || !isCircuit,
    wanted_share: isCircuit ? wantedPercent / 100 : EXPORTS.share,
  };
}
