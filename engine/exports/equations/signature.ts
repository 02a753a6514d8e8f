/** The inputs and outputs of a distilled model: coordinates of curves are inputs. */
import type { ExportedInput, ExportedModel, ExportedOutput } from "../exported-model.ts";
import { uniqueIdentifiers } from "../identifiers.ts";

export interface Signature {
  /** Those of the emulator, then the coordinates. */
  inputs: readonly ExportedInput[];
  outputs: readonly ExportedOutput[];
  /** The knots of each input that is a coordinate. */
  knots: readonly Float64Array[];
}

/** Curves over the same coordinate share one input. */
export function makeSignature({ inputs, outputs }: ExportedModel): Signature {
  const curveOutputs: ExportedOutput[] = [];
  const findCoordinate = (output: ExportedOutput): number => {
    const index = curveOutputs.findIndex((curveOutput) => hasSameCoordinate(curveOutput, output));
    return index >= 0 ? index : curveOutputs.push(output) - 1;
  };
  const coordinates = outputs.map((output) => (output.curve === null ? null : findCoordinate(output)));
  const names = [...inputs, ...outputs].map(({ identifier }) => identifier);
  const identifiers = uniqueIdentifiers([
    ...names,
    ...curveOutputs.map(({ curve }) => curve?.identifier ?? ""),
  ]).slice(names.length);
  const added = curveOutputs.flatMap(({ curve }, at) =>
    curve === null ? [] : [coordinateInput(curve, identifiers[at])],
  );
  return {
    inputs: [...inputs, ...added],
    knots: curveOutputs.flatMap(({ curve }) => curve?.knots ?? []),
    outputs: outputs.map((output, at) => {
      const coordinate = coordinates[at];
      if (output.curve === null || coordinate === null) return output;
      const curve = {
        ...output.curve,
        identifier: identifiers[coordinate],
        input: inputs.length + coordinate,
      };
      return { ...output, size: 1, curve };
    }),
  };
}

function hasSameCoordinate({ curve }: ExportedOutput, { curve: other }: ExportedOutput): boolean {
  if (curve === null || other === null || curve.name !== other.name || curve.unit !== other.unit)
    return false;
  return curve.knots.length === other.knots.length && curve.knots.every((knot, k) => knot === other.knots[k]);
}

function coordinateInput(
  { name, unit, knots }: NonNullable<ExportedOutput["curve"]>,
  identifier: string,
): ExportedInput {
  return {
    kind: "continuous",
    name,
    identifier,
    description: "",
    unit,
    minimum: knots[0],
    maximum: knots[knots.length - 1],
    initial: knots[Math.floor((knots.length - 1) / 2)],
  };
}
