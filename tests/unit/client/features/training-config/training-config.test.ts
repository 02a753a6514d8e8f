/**
 * The settings before a job is trained: where it is trained, the fields of its config, and the regions of a curve.
 */

import { mergeChanges } from "@understudy/client/features/training-config/use-config-editor.ts";
import {
  findProblems,
  newRegion,
  type RegionDraft,
  regionsProblem,
  toStored,
} from "@understudy/client/features/training-config/vector-outputs/region-rules.ts";
import { availableLocation, ON_PLATFORM, trainingServers } from "@understudy/client/job/training-location.ts";
import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { applyConfigChange } from "@understudy/shared/job-config/apply-change.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeConfig, makeCoordinate, makeInput, makeOutput } from "../../../../support/factories.ts";

const places = suite("where to train");
const lab = {
  id: 1,
  name: "lab 1",
  role: "All" as const,
  cores: 8,
  running: 0,
  held_back: null,
  is_own: true,
};
places("is the server that was chosen, another where that is away, and the platform without any", () => {
  const chosen = { train_on: "server" as const, resource_id: 2 };
  const lab2 = { ...lab, id: 2 };
  assert.equal(availableLocation(chosen, null), chosen);
  assert.equal(availableLocation(chosen, [lab, lab2]), chosen);
  assert.equal(availableLocation(chosen, [lab]), { ...chosen, resource_id: 1 });
  assert.equal(availableLocation(chosen, [{ ...lab2, held_back: "It failed." }, lab]), {
    ...chosen,
    resource_id: 1,
  });
  assert.equal(availableLocation(chosen, []), ON_PLATFORM);
  assert.equal(availableLocation(ON_PLATFORM, [lab]), ON_PLATFORM);
});
places(
  "are one's own servers that train, not those for simulations alone, those that others share, nor machines",
  () => {
    const ownServer = { is_own: true, machine: null };
    const all = (["Simulations", "Training", "All"] as const).map((role) => ({ role, ...ownServer }));
    const shared = { role: "All", is_own: false, machine: null } as const;
    const machine = { role: "Training", is_own: true, machine: { job_id: 7 } } as const;
    assert.equal(trainingServers([...all, shared, machine]), all.slice(1));
  },
);

const changes = suite("edits of a config");

changes("of the same field count in their order, of different fields together", () => {
  const merged = mergeChanges(
    { inputs: [{ name: "length", unit: "m" }], training: { effort: "quick" } },
    {
      inputs: [
        { name: "length", unit: "mm", display: "L" },
        { name: "kind", fixed: true },
      ],
    },
  );
  assert.equal(merged.inputs, [
    { name: "length", unit: "mm", display: "L" },
    { name: "kind", fixed: true },
  ]);
  assert.equal(merged.training, { effort: "quick" });
});

changes("of one output's coordinate give way to a coordinate that is chosen later for all", () => {
  const merged = mergeChanges(
    { outputs: [{ name: "s21", coordinate_name: null, ignored: true }] },
    { coordinate_name: "f" },
  );
  assert.equal(merged, { outputs: [{ name: "s21", ignored: true }], coordinate_name: "f" });
  const after = mergeChanges({ coordinate_name: "f" }, { outputs: [{ name: "s21", coordinate_name: null }] });
  assert.equal(after, { coordinate_name: "f", outputs: [{ name: "s21", coordinate_name: null }] });
});

const config = makeConfig({
  inputs: [makeInput("length", { initval: 0.2, unique_values: [0, 0.5, 1] }), makeInput("kind")],
  outputs: [
    makeOutput("f", { type: "Vector", length: 5 }),
    makeOutput("s21", { type: "Vector", length: 5 }),
    makeOutput("trace", { type: "Vector", length: 3 }),
    makeOutput("gain"),
  ],
  coordinates: [makeCoordinate("f")],
});
const edited = (change: JobConfigChange) => applyConfigChange(config, change);

changes("leave the rows that they do not touch as they are, so that these are not drawn again", () => {
  const changed = edited({ inputs: [{ name: "length", unit: "mm" }] }).config;
  assert.is(changed.inputs[0]?.unit, "mm");
  assert.is(changed.inputs[0]?.initval, 0.2);
  assert.is(changed.inputs[1], config.inputs[1]);
  assert.is(changed.outputs, config.outputs);
});
changes("give a coordinate to the vectors of its length alone", () => {
  const { outputs } = edited({ coordinate_name: "f" }).config;
  assert.equal(
    outputs.map(({ coordinate_name }) => coordinate_name),
    [null, "f", null, null],
  );
});
changes("change what follows from them, too", () => {
  const { config: ignoring } = edited({ coordinate_name: "f", outputs: [{ name: "trace", ignored: true }] });
  assert.equal([ignoring.emulator_outputs, ignoring.coordinate_name], [["s21", "gain"], "f"]);
  const [length] = edited({ inputs: [{ name: "length", type: "MultiSelect" }] }).config.inputs;
  assert.equal([length?.values, length?.unique_values, length?.initval], [[0, 0.5, 1], null, 0]);
});
changes("to Integer are for columns whose values may all be whole", () => {
  const inputs = [
    makeInput("fingers", { min: 1, max: 4, unique_values: [1, 2, 4], initval: 2.4 }),
    makeInput("length", { min: 0, max: 1, unique_values: [0, 0.5, 1] }),
    makeInput("share", { min: 0, max: 1 }),
    makeInput("turns", { min: 1, max: 90, initval: 4 }),
  ];
  const config = makeConfig({ inputs });
  const makeInteger = ({ name }: { name: string }) => {
    const { config: changed, errors } = applyConfigChange(config, { inputs: [{ name, is_integer: true }] });
    const changedInput = changed.inputs.find((input) => input.name === name);
    return [changedInput?.is_integer, changedInput?.initval, Object.values(errors).flat()[0] ?? null];
  };
  assert.equal(inputs.map(makeInteger), [
    [true, 2, null],
    [false, inputs[1]?.initval, MESSAGES.cannotBecome("length", "Integer")],
    [false, inputs[2]?.initval, MESSAGES.cannotBecome("share", "Integer")],
    [true, 4, null],
  ]);
  const fractional = { inputs: [{ name: "turns", is_integer: true, initval: 4.5 }] };
  assert.equal(applyConfigChange(config, fractional).errors["inputs.turns"], [MESSAGES.wholeNumber]);
  const { config: discrete } = applyConfigChange(
    applyConfigChange(config, { inputs: [{ name: "fingers", is_integer: true }] }).config,
    {
      inputs: [{ name: "fingers", type: "MultiSelect" }],
    },
  );
  assert.equal([discrete.inputs[0]?.values, discrete.inputs[0]?.is_integer], [[1, 2, 4], false]);
});
changes("that are refused are left out, and named", () => {
  const { config: unchanged, errors } = edited({ inputs: [{ name: "length", initval: 7, unit: "mm" }] });
  assert.is(unchanged.inputs[0], config.inputs[0]);
  assert.equal(Object.keys(errors), ["inputs.length"]);
});

const regions = suite("focus regions");
const span = { min: 0, max: 2, multiplier: 1e-3 };
const region = (from: number, to: number, sections = 5): RegionDraft => ({ key: from, from, to, sections });

regions("say in the specified words what is wrong with them", () => {
  const problemsWith = (draft: RegionDraft) => findProblems([draft], span)[0];
  assert.is(problemsWith(region(-1, 1))?.from, "Must be at least the coordinate lower bound (0)");
  assert.is(problemsWith(region(0, 3))?.to, "Must be at most the coordinate upper bound (2)");
  assert.ok(problemsWith(region(1, 1))?.to);
  assert.ok(problemsWith(region(0, 1, 0))?.sections);
  assert.ok(problemsWith(region(0, 1, 1.5))?.sections);
});

regions("may be saved only when each is sound and all together have sections enough", () => {
  assert.is(regionsProblem([region(0, 1), region(1, 2)], span, 10), null);
  assert.is(regionsProblem([region(0, 1), region(1, 2)], span, 9), MESSAGES.maximumSections(9));
  assert.is(regionsProblem([region(0, 3)], span, 10), `Region 1: ${MESSAGES.regionEnd(2)}`);
  const overlapping = [region(0, 1), region(0.5, 2)];
  assert.is(regionsProblem(overlapping, span, 10), `Region 1: ${MESSAGES.regionOverlap(2)}`);
});

regions("a new one lies in the widest gap, and there is none when no section is left", () => {
  const added = newRegion([region(0, 0.5)], span, 20, 9);
  assert.ok(added !== null && added.from > 0.5 && added.to < 2);
  assert.is(added?.sections, 10);
  assert.is(newRegion([region(0, 1, 19)], span, 20, 9)?.sections, 1);
  assert.is(newRegion([region(0, 1, 20)], span, 20, 9), null);
});

regions("are stored in the coordinate's own units, never past its ends by rounding", () => {
  assert.equal(toStored(region(0, 2), span), { range: [0, 0.002], number_of_sections: 5 });
});
