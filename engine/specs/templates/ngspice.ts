/** An ngspice netlist: `.param` lines become variables, `.meas` results and chosen vectors become outputs. */
import { STDOUT_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import type { WrittenCoordinate, WrittenOutput } from "../check/written.ts";
import type { Netlist } from "../netlists/netlist.ts";
import { parseNgspice } from "../netlists/ngspice.ts";
import { readTimeout, TIMEOUT_FIELD } from "./common-fields.ts";
import { declareAll } from "./declarations.ts";
import {
  chosenParameters,
  createVariables,
  PARAMETERS_FIELD,
  placeholderEdits,
} from "./netlist-variables.ts";
import { type ChosenVector, chooseVector, createCoordinate, createOutput } from "./ngspice-curves.ts";
import { ngspiceFiles } from "./ngspice-files.ts";
import { type Fields, fileField, filesField, type Template, textField } from "./template.ts";

export const NGSPICE_TEMPLATE: Template = {
  key: "ngspice",
  name: "ngspice netlist",
  fields: [
    fileField(
      "netlist",
      "Netlist",
      "Parameters that .param lines set to a number become variables, and results of .meas lines become outputs. A .control block in the netlist is kept.",
    ),
    filesField("files", "Further files", "Models and other files that the netlist includes."),
    PARAMETERS_FIELD,
    textField(
      "vectors",
      "Curves",
      "Vectors that become outputs, one per line: v(out), or gain_db = db(v(out)) [dB] in ac. Name the analysis if there are several.",
    ),
    textField(
      "points",
      "Points of a curve",
      "The number of points of each curve. The default is that of the analysis.",
    ),
    TIMEOUT_FIELD,
  ],
  make: (fields) => {
    const file = fields.files("netlist")[0] ?? "";
    fields.read("netlist", file);
    const netlist = parseNgspice(file, fields.texts);
    for (const problem of netlist.problems)
      fields.report("netlist", `${problem.file}, line ${problem.line}: ${problem.message}`);
    if (netlist.analyses.length === 0) fields.report("netlist", "It has no analysis, such as .ac or .tran");
    reportSpreadAnalyses(file, netlist, fields);
    const chosen = chosenParameters(netlist, fields);
    if (chosen.length === 0)
      fields.report("netlist", "It sets no parameter to a number: expected a line such as .param w=10u");
    const vectors = declareAll(
      fields.text("vectors"),
      (item) => chooseVector(item, netlist.analyses),
      (message) => fields.report("vectors", message),
    );
    const measured = measuredOutputs(netlist);
    if (measured.length === 0 && fields.text("vectors") === "")
      fields.report("vectors", "The netlist has no .meas line: choose at least one vector");
    const variables = createVariables(chosen, netlist);
    const taken = new Set([...variables, ...measured, ...vectors].map(({ name }) => name));
    const curves = createCurves(vectors, netlist, taken, fields);
    const edits = placeholderEdits(chosen);
    const files = ngspiceFiles({ file, netlist, vectors, edits, texts: fields.texts });
    return {
      manifest: {
        format: 1,
        variables,
        coordinates: curves.coordinates,
        outputs: [...measured, ...curves.outputs],
        run: {
          command: ["ngspice", "-b", files.main],
          templates: [...files.templates.keys()],
          ...readTimeout(fields),
        },
      },
      added: new Map([...files.templates, ...files.plain]),
      fieldOf: { variables: "netlist", outputs: "vectors", coordinates: "points", run: "netlist" },
    };
  },
};

/** Analyses that run one after the other are parted by taking out lines of the netlist, not of what it includes. */
function reportSpreadAnalyses(file: string, { analyses, measures, control }: Netlist, fields: Fields): void {
  const types = new Set(analyses.map(({ type }) => type));
  const elsewhere = [...analyses, ...measures].find((statement) => statement.file !== file);
  if (control.within !== null || types.size < 2 || elsewhere === undefined) return;
  fields.report(
    "netlist",
    `${elsewhere.file}, line ${elsewhere.line}: if there are several analyses, they and their .meas lines must be in ${file} itself`,
  );
}

/** ngspice prints what it measured, a line each; of a name that comes again the last. */
function measuredOutputs({ measures }: Netlist): WrittenOutput[] {
  const names = [...new Set(measures.map(({ name }) => name))];
  return names.map((name) => ({ name, type: "Scalar", source: { file: STDOUT_FILE, format: "keyvalue" } }));
}

function createCurves(
  vectors: readonly ChosenVector[],
  { analyses }: Netlist,
  taken: ReadonlySet<string>,
  fields: Fields,
) {
  const pointsText = fields.text("points");
  const points = pointsText === "" ? null : Number(pointsText);
  if (points !== null && !(Number.isInteger(points) && points >= 2)) {
    fields.report("points", "Must be a whole number of at least 2");
  }
  const coordinates: WrittenCoordinate[] = [];
  const outputs: WrittenOutput[] = [];
  for (const [sweep, sweepVectors] of Map.groupBy(vectors, (vector) => vector.sweep)) {
    const coordinate = createCoordinate(sweep, analyses, points, taken);
    if ("problem" in coordinate) {
      fields.report("vectors", coordinate.problem);
      continue;
    }
    coordinates.push(coordinate.declared);
    outputs.push(...sweepVectors.map((vector) => createOutput(vector, coordinate.declared.name)));
  }
  return { coordinates, outputs };
}
