import {
  pickShown,
  proposeGoal,
  readProfilerSettings,
  writeProfilerSettings,
} from "@understudy/client/features/emulator/profiler-settings.ts";
import type { Parameter } from "@understudy/client/predictions/parameters.ts";
import {
  countPoints,
  createColumnAxis,
  planProfile,
} from "@understudy/client/predictions/profile-request.ts";
import { FEW_POINTS } from "@understudy/engine/prediction/prediction.ts";
import { computeDesirability, GOAL_KINDS, outputGoal } from "@understudy/shared/domain/desirability.ts";
import { PROFILE_LIMITS } from "@understudy/shared/limits.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the profiler of the emulator page");

const slider = (name: string, isInteger = false, max = 10): Parameter => ({
  kind: "slider",
  name,
  isInteger,
  min: 0,
  max,
  start: 0,
});
const size: Parameter = { kind: "list", name: "size", values: ["small", "large"], start: "small" };
const column = (parameter: Parameter) => ({ name: parameter.name, axis: createColumnAxis(parameter) });
const move = (name: string, value: string | number) => ({ [name]: value });

it("asks for curves of up to 23 inputs in one call of few points, and keeps the limits with any number", () => {
  for (let count = 1; count <= 20; count++) {
    const columns = Array.from({ length: count }, (_, at) => column(slider(`x${at}`)));
    const { variations } = planProfile({ columns }, move);
    assert.ok(1 + variations.length <= FEW_POINTS, `${count} inputs: ${variations.length}`);
    assert.ok(variations.length <= PROFILE_LIMITS.variations && countPoints(count) >= 11);
  }
});

it("varies one input after the other, and says where the curve of each stands in the answer", () => {
  const { variations, columns } = planProfile(
    { columns: [column(slider("x")), column(size), column(slider("ribs", true, 3))] },
    move,
  );
  for (const [name, { x, from }] of Object.entries(columns))
    assert.equal(
      variations.slice(from - 1, from - 1 + x.length),
      x.map((value) => ({ [name]: value })),
    );
  assert.equal(columns.ribs?.x, [0, 1, 2, 3]);
  assert.equal(columns.size?.x, ["small", "large"]);
});

it("moves what follows an input along its curve", () => {
  const { variations } = planProfile({ columns: [column(slider("x"))] }, (name, value) => ({
    [name]: value,
    y: 2 * Number(value),
  }));
  assert.equal(variations.at(-1), { x: 10, y: 20 });
});

it("draws options and few whole numbers as steps, and many whole numbers as a curve", () => {
  assert.is(createColumnAxis(size).kind, "steps");
  assert.equal(createColumnAxis(slider("ribs", true, 4)), { kind: "steps", values: [0, 1, 2, 3, 4] });
  assert.is(createColumnAxis(slider("turns", true, 500)).kind, "numbers");
});

it("reads its settings back from the address, and the usual ones from anything else", () => {
  const usual = readProfilerSettings(null);
  assert.is(writeProfilerSettings(usual), null);
  const chosen = {
    ...usual,
    locked: ["x"],
    outputs: ["gain"],
    goals: { gain: { kind: "limits", low: null, high: 3 } },
    overlay: "y",
  } as const;
  const settings = { ...chosen, locked: [...chosen.locked], outputs: [...chosen.outputs] };
  assert.equal(readProfilerSettings(writeProfilerSettings(settings)), settings);
  for (const text of ["", "[", "7", '{"goals":{"gain":{"kind":"maximise","low":2,"high":1}}}'])
    assert.equal(readProfilerSettings(text), usual);
});

it("shows what was chosen in the order of the columns, and the first ones where nothing of it exists", () => {
  const items = Array.from({ length: 30 }, (_, at) => ({ name: `x${at}` }));
  const shown = (chosen: string[] | null) => pickShown(items, chosen, "inputs").map(({ name }) => name);
  assert.equal(shown(["x3", "x1", "gone"]), ["x1", "x3"]);
  assert.is(shown(null).length, 12);
  assert.equal(shown(["gone"]), shown(null));
});

it("proposes goals over the values of the data, which make sense for every kind", () => {
  for (const range of [
    { min: 2, max: 8 },
    { min: 3, max: 3 },
    { min: null, max: null },
  ])
    for (const kind of GOAL_KINDS) assert.ok(outputGoal.safeParse(proposeGoal(kind, range)).success, kind);
  assert.is(computeDesirability(proposeGoal("target", { min: 2, max: 8 }), 5), 1);
});
