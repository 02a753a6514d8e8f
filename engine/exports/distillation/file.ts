/** The file of the equations that stand for an emulator in a circuit, for further exports of the same emulator. */
import { z } from "zod";
import { packPlain, unpackPlain } from "../../models/plain-data.ts";
import type { Instruction } from "../program.ts";
import type { CircuitEquations } from "./distillation.ts";

const FILE_KIND = "distillation";
const FILE_VERSION = 2;

const doubles = z.instanceof(Float64Array);
const columns = z.int();
const value = z.int();

const instruction: z.ZodType<Instruction> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("inputs"), columns }),
  z.strictObject({ kind: z.literal("constant"), columns, values: doubles }),
  z.strictObject({
    kind: z.literal("unary"),
    columns,
    name: z.enum(["exp", "log", "sqrt", "tanh", "abs", "negate"]),
    of: value,
  }),
  z.strictObject({
    kind: z.literal("binary"),
    columns,
    name: z.enum(["add", "subtract", "multiply", "divide", "minimum", "maximum", "less", "equal"]),
    left: value,
    right: value,
  }),
  z.strictObject({ kind: z.literal("select"), columns, condition: value, chosen: value, otherwise: value }),
  z.strictObject({ kind: z.literal("product"), columns, of: value, matrix: doubles, isPacked: z.boolean() }),
  z.strictObject({ kind: z.literal("squared-distances"), columns, of: value, rows: doubles }),
  z.strictObject({ kind: z.literal("reduce"), columns, name: z.enum(["sum", "minimum"]), of: value }),
  z.strictObject({ kind: z.literal("pick"), columns, of: value, indices: z.instanceof(Int32Array) }),
  z.strictObject({ kind: z.literal("join"), columns, of: z.array(value) }),
]);

const values = z.strictObject({ mean: doubles, lower: doubles.nullable(), upper: doubles.nullable() });

const distillation = z.strictObject({
  program: z.strictObject({
    instructions: z.array(instruction),
    results: z.array(z.strictObject({ mean: value, lower: value.nullable(), upper: value.nullable() })),
  }),
  hidden: z.array(z.int()),
  ownOutputs: z.array(z.boolean()),
  comparedPoints: z.int(),
  accuracies: z.array(
    z.strictObject({
      share: z.number().nullable(),
      typical: z.number(),
      largest: z.number(),
      bounds: z.number().nullable(),
      range: z.number(),
    }),
  ),
  vectors: z.strictObject({
    points: doubles,
    count: z.int(),
    emulator: z.array(values),
    program: z.array(values).nullable(),
  }),
});

const equations = z.strictObject({
  networks: distillation.nullable(),
  withOwnEquations: distillation.nullable(),
});
const file = z.strictObject({ request: z.string(), equations });

/** @param request a text that differs whenever another distillation was asked for. */
export const writeEquations = (request: string, equations: CircuitEquations): Uint8Array =>
  packPlain(FILE_KIND, FILE_VERSION, { request, equations });

/** Null where the bytes are damaged, of another version, or the answer to another request. */
export function readEquations(request: string, bytes: Uint8Array): CircuitEquations | null {
  const { data } = file.safeParse(unpackPlain(FILE_KIND, FILE_VERSION, bytes));
  return data?.request === request ? data.equations : null;
}
