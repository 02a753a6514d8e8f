/**
 * Emulator files of versions 5 to 7, which lack what later ones hold; those of version 4 also have other names (earlier-names.ts).
 * What is not complete stays as it is, and is refused when it is read.
 */
import { z } from "zod";
import { Matrix } from "../../math/matrix.ts";
import { chooseReferenceRows } from "../extrapolation/reference-rows.ts";

/** Up to version 5 reference rows were not whitened, bounds did not grow with the distance from them, and no input followed another. */
const parts5Schema = z.looseObject({
  inputs: z.array(z.looseObject({ kind: z.string() })),
  features: z.array(z.unknown()),
  referenceRows: z.looseObject({ rows: z.instanceof(Float64Array) }),
  outputs: z.array(z.looseObject({})),
});

/** The parts of an emulator of version 5 as those of version 6. */
export function fromEmulator5(stored: unknown): unknown {
  const read = parts5Schema.safeParse(stored);
  if (!read.success) return stored;
  const { inputs, features, referenceRows, outputs, ...rest } = read.data;
  const width = features.length;
  const count = width === 0 ? 0 : referenceRows.rows.length / width;
  const standardised = new Matrix(count, width, referenceRows.rows).transposed();
  const { indices: _, ...indexFreeRows } = chooseReferenceRows(standardised);
  return {
    ...rest,
    inputs: inputs.map((input) =>
      input.kind === "continuous" ? { ...input, followers: [], gap: null } : input,
    ),
    features,
    referenceRows: indexFreeRows,
    outputs: outputs.map((output) => ({ ...output, extrapolationModel: null })),
  };
}

/** Up to version 6 means stayed where models put them, and leverage counted for nothing. */
const parts6Schema = z.looseObject({
  outputs: z.array(z.looseObject({ extrapolationModel: z.looseObject({}).nullable() })),
});

const UNMEASURED_EXTRAPOLATION = { leverageWeight: 0, returnSpan: 0 };

/** The parts of an emulator of version 6 as those of version 7. */
export function fromEmulator6(stored: unknown): unknown {
  const read = parts6Schema.safeParse(stored);
  if (!read.success) return stored;
  return {
    ...read.data,
    leverage: null,
    outputs: read.data.outputs.map((output) => ({
      ...output,
      extrapolationModel: output.extrapolationModel && {
        ...output.extrapolationModel,
        ...UNMEASURED_EXTRAPOLATION,
      },
    })),
  };
}

/** Up to version 7 bounds were held between the limits of the means, and did not grow by a factor where a mean lies outside the range. */
const parts7Schema = z.looseObject({
  outputs: z.array(
    z.looseObject({
      lowest: z.number(),
      highest: z.number(),
      extrapolationModel: z.looseObject({}).nullable(),
    }),
  ),
});

/** The parts of an emulator of version 7 as those of version 8. */
export function fromEmulator7(stored: unknown): unknown {
  const read = parts7Schema.safeParse(stored);
  if (!read.success) return stored;
  const outputs = read.data.outputs.map((output) => ({
    ...output,
    lowestBound: output.lowest,
    highestBound: output.highest,
    extrapolationModel: output.extrapolationModel && { ...output.extrapolationModel, excessGrowth: 0 },
  }));
  return { ...read.data, outputs };
}
