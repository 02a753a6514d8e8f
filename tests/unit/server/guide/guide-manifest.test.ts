/** The guide's manifest reference names every field of spec.json, and no other. */
import {
  EXPRESSION_CONSTANTS,
  EXPRESSION_FUNCTIONS,
} from "@understudy/engine/specs/expressions/functions.ts";
import { readGuidePage } from "@understudy/server/guide/guide.ts";
import {
  coordinateGrid,
  MANIFEST_VARIABLE_TYPES,
  manifestCoordinate,
  manifestGraph,
  manifestOutput,
  manifestRun,
  manifestScoreFunction,
  manifestVariable,
  outputSource,
  scoreInput,
  specManifest,
} from "@understudy/shared/domain/spec-manifest.ts";
import { MANIFEST_LIMITS, MAX_GRID_POINTS, SPEC_FILES } from "@understudy/shared/limits.ts";
import { assert, suite } from "../../../harness.ts";

const text = (await readGuidePage("manifest")) ?? "";

/** Reads the text from a heading up to the next one. */
function readSection(heading: string): string {
  const [, section = ""] = text.split(new RegExp(`^#+ ${heading}$`, "m"));
  return section.split(/^#/m)[0] ?? "";
}
/** The names in the first column of the first table. */
function listFields(heading: string): string[] {
  const [table = ""] = readSection(heading)
    .trim()
    .split(/\n\n(?!\|)/);
  const [first = ""] = table.split("\n\n");
  return first
    .split("\n")
    .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""));
}

const keys = (...shapes: Readonly<Record<string, unknown>>[]): string[] =>
  [...new Set(shapes.flatMap((shape) => Object.keys(shape)))].sort();
const [grid] = coordinateGrid.options;

const FIELDS_BY_HEADING: Readonly<Record<string, string[]>> = {
  "Top level": keys(specManifest.shape),
  Variables: keys(...manifestVariable.options.map(({ shape }) => shape)),
  "Variable groups": keys(specManifest.shape.variable_groups.element.shape),
  Coordinates: keys(manifestCoordinate.shape),
  Grid: keys(grid.shape),
  Outputs: keys(...manifestOutput.options.map(({ shape }) => shape)),
  Source: keys(...outputSource.options.map(({ shape }) => shape)),
  "Score functions": keys(manifestScoreFunction.shape),
  "Score inputs": keys(scoreInput.shape),
  Graphs: keys(manifestGraph.shape),
  Run: keys(manifestRun.shape),
  "Limits of a simulation": keys(manifestRun.shape.limits.shape),
};

const it = suite("the manifest reference of the guide");
it("names every field of each part of spec.json, and no other", () => {
  for (const [heading, fields] of Object.entries(FIELDS_BY_HEADING))
    assert.equal(listFields(heading).sort(), fields, heading);
});
it("names every type of variables, every format of outputs and every type of graphs", () => {
  for (const type of MANIFEST_VARIABLE_TYPES) assert.match(readSection("Variables"), `| \`${type}\` |`);
  for (const { shape } of outputSource.options)
    assert.match(readSection("Source"), `| \`${shape.format.value}\` |`);
  for (const type of manifestGraph.shape.type.options) assert.match(readSection("Graphs"), `\`${type}\``);
});
it("names every function of expressions, and no other", () => {
  const rows = readSection("Expressions")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)/g)].map(([, name]) => name),
  );
  assert.equal(named.sort(), [...EXPRESSION_FUNCTIONS.keys()].sort());
  for (const name of EXPRESSION_CONSTANTS.keys()) assert.match(readSection("Expressions"), `\`${name}\``);
});
it("states the limits as they are", () => {
  const limits = readSection("Limits");
  const shown = (value: number) => value.toLocaleString("en");
  for (const row of [
    `${shown(MANIFEST_LIMITS.maxCharacters)} characters, ${MANIFEST_LIMITS.maxDepth} levels`,
    `| variables | ${shown(MANIFEST_LIMITS.variables)}; elements of all Vectors ${shown(MANIFEST_LIMITS.vectorElements)} |`,
    `| variable groups | ${MANIFEST_LIMITS.groups} |`,
    `| coordinates | ${MANIFEST_LIMITS.coordinates} |`,
    `| outputs | ${shown(MANIFEST_LIMITS.outputs)} |`,
    `| score functions | ${MANIFEST_LIMITS.scoreFunctions}, each with ${MANIFEST_LIMITS.scoreInputs} inputs |`,
    `| graphs | ${MANIFEST_LIMITS.graphs} |`,
    `| templates | ${MANIFEST_LIMITS.templates} |`,
    `| items of the command | ${MANIFEST_LIMITS.commandItems}, each of ${shown(MANIFEST_LIMITS.commandItemLength)} characters |`,
    `| kept files | ${MANIFEST_LIMITS.keptFiles} |`,
    `| success exit codes | ${MANIFEST_LIMITS.exitCodes} |`,
    `| files of a version | ${shown(SPEC_FILES.maxFiles)}, together ${SPEC_FILES.maxText} |`,
  ])
    assert.match(limits, row);
  assert.match(readSection("Graphs"), `a list of up to ${MANIFEST_LIMITS.graphLines}`);
  assert.match(readSection("Grid"), `2 to ${shown(MAX_GRID_POINTS)}`);
});
