import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startingPoints } from "@understudy/engine/runner/child/starting-points.ts";
import type { EmulatorSearchWork } from "@understudy/engine/runner/contract/search-ports.ts";
import { createEmulatorSpace } from "@understudy/engine/tasks/optimization/emulator/emulator-space.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, rejects, suite } from "../../../../harness.ts";
import { temporaryFolder } from "../../../../support/cleanup.ts";
import { continuous } from "../../../../support/engine/function-emulators.ts";
import { MANIFEST } from "../../../../support/specs/simulations.ts";

const it = suite("where a search on an emulator begins");

const number = (initval: number): JobVariable => ({
  type: "Scalar",
  lbound: 0,
  ubound: 1,
  initval,
  fixed: false,
  is_integer: false,
});
const variables = { x: number(0.5), y: number(0.5) };
const space = createEmulatorSpace({ inputs: [continuous("x"), continuous("y")] }, variables);
const folder = temporaryFolder("starts");
function writeStartFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const makeWork = (fields: Partial<EmulatorSearchWork> = {}): EmulatorSearchWork => ({
  workDir: folder,
  emulator: "",
  model: MANIFEST,
  variables,
  score: { name: "Maximise output", inputs: {} },
  furtherGoals: [],
  distributions: {},
  seed: 1,
  maximum: 100,
  warmStart: false,
  relation: null,
  starts: null,
  extraData: null,
  ...fields,
});
const listStartingPoints = async (work: EmulatorSearchWork) =>
  (await startingPoints(work, space)).map((point) => [...point]);

it("is at the initial values if asked, and at the known rows that lie within the ranges, each once", async () => {
  assert.equal(await listStartingPoints(makeWork()), []);
  const knownRows = [
    { x: 0, y: 1 },
    { x: 0.25, y: 0.75 },
    { x: 0, y: 1 },
    { x: 2, y: 0.5 },
    { x: 0.5, y: 0.5 },
  ];
  const starts = writeStartFile("starts.json", JSON.stringify(knownRows));
  assert.equal(await listStartingPoints(makeWork({ starts })), [
    [0, 1],
    [0.25, 0.75],
    [0.5, 0.5],
  ]);
  assert.equal((await listStartingPoints(makeWork({ starts, warmStart: true })))[0], [0.5, 0.5]);
});

it("is at rows of extra data too, spread over a long file", async () => {
  const line = (at: number) => `${at / 2000},${1 - at / 2000},3,"[1, 2, 3]"`;
  const text = (count: number) =>
    `x,y,sum,decay\n${Array.from({ length: count }, (_, at) => line(at)).join("\n")}\n`;
  const few = { path: writeStartFile("few.csv", text(3)), name: "few.csv" };
  assert.equal((await listStartingPoints(makeWork({ extraData: few }))).length, 3);
  const many = { path: writeStartFile("many.csv", text(2000)), name: "many.csv" };
  const points = await listStartingPoints(makeWork({ extraData: many }));
  assert.ok(points.length > 200 && points.length <= 512, `${points.length}`);
  assert.ok(Math.max(...points.map(([x = 0]) => x)) > 0.99);
});

it("is refused with what is wrong with extra data", async () => {
  const extraData = { path: writeStartFile("wrong.csv", "x,sum,decay\n1,2,3\n"), name: "wrong.csv" };
  await rejects(listStartingPoints(makeWork({ extraData })), /no column for the variable/);
});
