import { gridLength } from "@understudy/engine/specs/language/grid.ts";
import { joinReasons } from "@understudy/engine/specs/read-outputs.ts";
import type { SimulationOutputs, UndefinedOutputs } from "@understudy/shared/domain/simulation.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { ownValue } from "@understudy/shared/own-value.ts";

/** The shape that a result must have: the length of each output's curve by name, null for a scalar. */
export type OutputShapes = ReadonlyMap<string, number | null>;

export function outputShapes({
  outputs,
  coordinates,
}: Pick<SpecManifest, "outputs" | "coordinates">): OutputShapes {
  const lengths = new Map(coordinates.map(({ name, grid }) => [name, gridLength(grid)]));
  return new Map(
    outputs.map(({ name, coordinate }): [string, number | null] => [
      name,
      coordinate === null ? null : (lengths.get(coordinate) ?? 0),
    ]),
  );
}

export type SplitOutputs = {
  readonly scalars: Record<string, number>;
  /** Float64, packed. */
  readonly curves: Record<string, Uint8Array<ArrayBuffer>>;
  readonly undefinedOutputs: UndefinedOutputs;
};

/**
 * Servers are other people's programs: whatever a result holds is checked. What the manifest does not name is left out.
 * @returns a sentence where an output is missing without a reason or has the wrong shape, or where none has a value
 */
export function splitOutputs(
  outputs: SimulationOutputs,
  reasons: UndefinedOutputs,
  shapes: OutputShapes,
): SplitOutputs | { readonly error: string } {
  const scalars: Record<string, number> = {};
  const curves: SplitOutputs["curves"] = {};
  const undefinedOutputs: UndefinedOutputs = {};
  for (const [name, length] of shapes) {
    const value = ownValue(outputs, name);
    if (value === undefined) {
      const reason = ownValue(reasons, name);
      if (reason === undefined) return { error: `The server sent no ${name}.` };
      undefinedOutputs[name] = reason;
      continue;
    }
    const values = typeof value === "number" ? [value] : value;
    const isSound = values.length === (length ?? 1) && values.every(Number.isFinite);
    if (!isSound || Array.isArray(value) !== (length !== null)) {
      return { error: `The server sent a ${name} that is not what the spec says of it.` };
    }
    if (length === null) scalars[name] = values[0] ?? 0;
    else curves[name] = new Uint8Array(Float64Array.from(values).buffer);
  }
  const sentences = Object.values(undefinedOutputs);
  if (sentences.length > 0 && sentences.length === shapes.size) return { error: joinReasons(sentences) };
  return { scalars, curves, undefinedOutputs };
}
