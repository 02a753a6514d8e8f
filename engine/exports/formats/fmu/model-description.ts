/** `modelDescription.xml` of an FMU 2.0 for co-simulation. */
import {
  type ExportedInput,
  type ExportedModel,
  type ExportedOutput,
  listParts,
} from "../../exported-model.ts";
import type { ResultPart } from "../../program.ts";
import { oneLine } from "../../user-text.ts";
import { element } from "./xml.ts";

/** @param sources the names of the files in `sources/` that are to be compiled */
export function modelDescription(model: ExportedModel, guid: string, sources: readonly string[]): string {
  const { identifier, title, jobId, version, createdAt } = model;
  const { inputs, outputs } = listVariables(model);
  const levels = inputs
    .filter(({ input }) => input.kind === "categorical")
    .map(({ input }) => writeType(input));
  const units = listUnits(model).map((name) => element("Unit", { name }));
  const unknowns = outputs.map(({ reference }) => element("Unknown", { index: reference + 1 }));
  const root = element(
    "fmiModelDescription",
    {
      fmiVersion: "2.0",
      modelName: title || identifier,
      guid,
      description: `Emulator of Understudy job ${jobId}`,
      version,
      generationTool: "Understudy",
      generationDateAndTime: createdAt,
      variableNamingConvention: "structured",
    },
    [
      element(
        "CoSimulation",
        {
          modelIdentifier: identifier,
          canHandleVariableCommunicationStepSize: true,
          canNotUseMemoryManagementFunctions: true,
        },
        [
          element(
            "SourceFiles",
            {},
            sources.map((name) => element("File", { name })),
          ),
        ],
      ),
      ...(units.length > 0 ? [element("UnitDefinitions", {}, units)] : []),
      ...(levels.length > 0 ? [element("TypeDefinitions", {}, levels)] : []),
      element("ModelVariables", {}, [...inputs.map(inputElement), ...outputs.map(outputElement)]),
      element("ModelStructure", {}, [
        element("Outputs", {}, unknowns),
        element("InitialUnknowns", {}, unknowns),
      ]),
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function listUnits({ inputs, outputs }: ExportedModel): string[] {
  const units = [...inputs, ...outputs].map(({ unit }) => oneLine(unit));
  return [...new Set(units)].filter((unit) => unit !== "");
}

const writeUnit = ({ unit }: { unit: string }): string | undefined => oneLine(unit) || undefined;

const typeName = ({ identifier }: ExportedInput): string => `levels.${identifier}`;

/** Levels by name; two of them may be the same on one line, but items may not. */
function writeType(input: ExportedInput): string {
  const levels = input.kind === "categorical" ? input.levels.map(oneLine) : [];
  const items = levels.map((level, value) => {
    const isUnique = level !== "" && levels.indexOf(level) === levels.lastIndexOf(level);
    return element("Item", { name: isUnique ? level : `${level} (${value})`, value });
  });
  return element("SimpleType", { name: typeName(input) }, [element("Enumeration", {}, items)]);
}

const described = ({ name, description }: { name: string; description: string }): string =>
  description === "" ? name : `${name} (${description})`;

function inputElement({ input, name, reference }: InputVariable): string {
  const { initial: start } = input;
  const isNumber = input.kind === "continuous";
  return element(
    "ScalarVariable",
    {
      name,
      valueReference: reference,
      description: described(input),
      causality: "input",
      variability: isNumber ? "continuous" : "discrete",
    },
    [
      isNumber
        ? element("Real", { unit: writeUnit(input), min: input.minimum, max: input.maximum, start })
        : element("Enumeration", { declaredType: typeName(input), start }),
    ],
  );
}

function outputElement({ output, part, name, reference, knot }: OutputVariable): string {
  const { curve } = output;
  const quantity = part === "mean" ? "" : `${part === "lower" ? "Lower" : "Upper"} 95% bound of `;
  const where = curve === null ? "" : ` at ${curve.name} = ${knot} ${curve.unit}`;
  return element(
    "ScalarVariable",
    {
      name,
      valueReference: reference,
      description: `${quantity}${described(output)}${where}`,
      causality: "output",
      variability: "continuous",
      initial: "calculated",
    },
    [element("Real", { unit: writeUnit(output) })],
  );
}

/** The variables of an FMU: inputs, then of all outputs the means, the lower and the upper bounds; a curve has one a value. */
interface Variable {
  name: string;
  /** Its place among all variables: unlike the standard asks for, unique also between numbers and levels. */
  reference: number;
}
type InputVariable = Variable & { input: ExportedInput };
type OutputVariable = Variable & {
  output: ExportedOutput;
  part: ResultPart;
  /** The coordinate of a curve's value. */
  knot: number | null;
};

/** Names are structured: `gain`, `curve[2]`, `lower.gain`, `upper.curve[2]`. */
function listVariables(model: ExportedModel): { inputs: InputVariable[]; outputs: OutputVariable[] } {
  const inputs = model.inputs.map((input, reference) => ({ input, name: input.identifier, reference }));
  const outputs = listParts(model).flatMap((part) =>
    model.outputs.flatMap((output) => {
      const name = `${part === "mean" ? "" : `${part}.`}${output.identifier}`;
      const { curve } = output;
      return Array.from({ length: output.size }, (_, k) => ({
        output,
        part,
        name: curve === null ? name : `${name}[${k + 1}]`,
        knot: curve === null ? null : curve.knots[k],
      }));
    }),
  );
  return {
    inputs,
    outputs: outputs.map((output, at) => ({ ...output, reference: inputs.length + at })),
  };
}
