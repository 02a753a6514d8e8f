import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { admin, colleague, owner, params, storeJob } from "../support/api/stored-jobs.ts";
import { makeConfig, makeCoordinate, makeInput, makeOutput } from "../support/factories.ts";

const configuring = suite("a job's config");
const withCurves = () =>
  makeConfig({
    inputs: [
      makeInput("length", { unique_values: [0, 0.5, 1] }),
      makeInput("width"),
      makeInput("corner", { type: "MultiSelect", min: null, max: null, values: ["ff", "ss"], initval: "ff" }),
    ],
    outputs: [
      makeOutput("f", { type: "Vector", length: 5, min: 10, max: 50 }),
      makeOutput("s21", { type: "Vector", length: 5 }),
      makeOutput("gain"),
    ],
    coordinates: [makeCoordinate("f", { min: 10, max: 50 })],
  });
configuring("changes what is named and keeps the rest", async () => {
  const job = await storeJob({ config: withCurves() });
  const config = await owner.call("updateJobConfig", {
    ...params(job),
    body: {
      inputs: [{ name: "length", display: "Gate length", unit: "nm", multiplier: 1e-9, initval: 0.25 }],
      outputs: [{ name: "gain", ignored: true }],
      coordinate_name: "f",
      training: { effort: "thorough" },
    },
  });
  const [length, width] = config.inputs;
  assert.equal(
    [length?.display, length?.unit, length?.multiplier, length?.initval, width],
    ["Gate length", "nm", 1e-9, 0.25, makeInput("width")],
  );
  assert.equal(config.emulator_outputs, ["s21"]);
  assert.is(config.coordinate_name, "f");
  assert.is(config.training.effort, "thorough");
  assert.is(config.training.validation_percentage, 20);
  assert.equal(await owner.call("getJobConfig", params(job)), config);
});
configuring("groups its rows by inputs that it has, until it is to follow the data again", async () => {
  const job = await storeJob({ config: withCurves() });
  const groupBy = (group_by: string[] | null) => ({ ...params(job), body: { training: { group_by } } });
  assert.is((await owner.call("getJobConfig", params(job))).training.group_by, null);
  for (const chosen of [["length", "corner"], [], null]) {
    const { training } = await owner.call("updateJobConfig", groupBy(chosen));
    assert.equal([training.group_by, training.effort], [chosen, "standard"]);
  }
  const { training } = await owner.call("updateJobConfig", groupBy(["width"]));
  assert.equal(training.group_by, ["width"]);
  // What a change does not name stays.
  const other = await owner.call("updateJobConfig", {
    ...params(job),
    body: { training: { effort: "quick" } },
  });
  assert.equal(other.training.group_by, ["width"]);
  const refusal = await owner.refused("updateJobConfig", groupBy(["gain"]));
  assert.equal(refusal.errors, { "training.group_by": [MESSAGES.noSuchColumn("gain")] });
});
configuring(
  "takes focus regions only on top of those that were read, and names who changed them",
  async () => {
    const job = await storeJob({ config: { ...withCurves(), coordinate_name: "f" } });
    const [first, second] = [
      [{ range: [10, 20] as [number, number], number_of_sections: 2 }],
      [{ range: [30, 50] as [number, number], number_of_sections: 1 }],
    ];
    const change = (regions: typeof first, base: typeof first) => ({
      ...params(job),
      body: { regions, base: { regions: base } },
    });
    await admin.call("updateFocusRegions", change(first, []));
    const refused = await owner.refused("updateFocusRegions", change(second, []));
    assert.is(refused.status, 409);
    const { name } = await admin.call("getUser");
    assert.equal(refused.errors, {
      regions: [MESSAGES.fieldChanged(name, "Focus regions", "“10 to 20 in 2 sections”")],
    });
    const { regions } = await owner.call("getFocusRegions", params(job));
    assert.equal(regions, first);
    await owner.call("updateFocusRegions", change(first, []));
    const { field_edits } = await owner.call("getJobConfig", params(job));
    assert.equal(
      field_edits.map(({ key, by }) => [key, by.name]),
      [["focus_regions", name]],
      "what is stored already overwrites nothing",
    );
    await owner.call("updateFocusRegions", change(second, first));
    await owner.call("updateFocusRegions", { ...params(job), body: { regions: [] } });
  },
);
configuring("makes a parameter discrete and back again, where its values allow it", async () => {
  const job = await storeJob({ config: withCurves() });
  const asType = (name: string, type: "MultiSelect" | "Scalar") => ({
    ...params(job),
    body: { inputs: [{ name, type }] },
  });
  const discrete = await owner.call("updateJobConfig", asType("length", "MultiSelect"));
  assert.equal([discrete.inputs[0]?.type, discrete.inputs[0]?.values], ["MultiSelect", [0, 0.5, 1]]);
  const back = await owner.call("updateJobConfig", asType("length", "Scalar"));
  assert.equal([back.inputs[0]?.type, back.inputs[0]?.values], ["Scalar", null]);
  const refusal = await owner.refused("updateJobConfig", asType("width", "MultiSelect"));
  assert.equal(refusal.errors, { "inputs.width": [MESSAGES.cannotBecome("width", "MultiSelect")] });
});
configuring(
  "gives no unit and no multiplier to categories, and takes away those that they have",
  async () => {
    const start = withCurves();
    const [length, width, corner] = start.inputs;
    if (length === undefined || width === undefined || corner === undefined) throw new Error("No inputs");
    const config = { ...start, inputs: [length, width, { ...corner, unit: "V", multiplier: 1e3 }] };
    const job = await storeJob({ config });
    const change = (name: string, part: { unit?: string; multiplier?: number; type?: "MultiSelect" }) => ({
      ...params(job),
      body: { inputs: [{ name, ...part }] },
    });
    for (const part of [{ unit: "A" }, { multiplier: 1e-3 }]) {
      const refusal = await owner.refused("updateJobConfig", change("corner", part));
      assert.equal(refusal.errors, { "inputs.corner": [MESSAGES.unitOfCategories("corner")] });
    }
    await owner.refused("updateJobConfig", change("length", { type: "MultiSelect", multiplier: 1e3 }));
    const cleared = await owner.call("updateJobConfig", change("corner", { unit: "", multiplier: 1 }));
    assert.equal([cleared.inputs[2]?.unit, cleared.inputs[2]?.multiplier], ["", 1]);
  },
);
configuring("reports numbers in the words of their fields", async () => {
  const job = await storeJob({ config: withCurves() });
  const refusal = await owner.attempt("updateFocusRegions", {
    ...params(job),
    body: {
      regions: [
        { range: [10, 50], number_of_sections: 0 },
        { range: [10, 50], number_of_sections: 3.4 },
      ],
    },
  });
  assert.equal(JSON.parse(await refusal.text()).errors, {
    "regions.0.number_of_sections": [MESSAGES.atLeast(1)],
    "regions.1.number_of_sections": [MESSAGES.wholeNumber],
  });
});
configuring("is refused whole when any of it is wrong, naming every column", async () => {
  const job = await storeJob({ config: withCurves() });
  const refusal = await owner.refused("updateJobConfig", {
    ...params(job),
    body: {
      inputs: [
        { name: "length", initval: 7 },
        { name: "corner", initval: "tt" },
        { name: "nonsense", display: "x" },
        { name: "width", display: "Width" },
      ],
      outputs: [{ name: "s21", coordinate_name: "gain" }],
    },
  });
  assert.is(refusal.status, 400);
  assert.equal(refusal.errors, {
    "inputs.length": [MESSAGES.initialValueRange("0 to 1")],
    "inputs.corner": [MESSAGES.initialValueChoice],
    "inputs.nonsense": [MESSAGES.noSuchColumn("nonsense")],
    "outputs.s21": [MESSAGES.notACoordinate("gain")],
  });
  assert.equal(await owner.call("getJobConfig", params(job)), withCurves());
});
configuring("makes a vector a field on a grid that its values fill, at any time", async () => {
  const field = makeOutput("u", { type: "Vector", length: 2_500 });
  const config = makeConfig({ outputs: [field, makeOutput("gain")] });
  const job = await storeJob({ config, status: "Complete" });
  const asGrid = (name: string, grid_columns: number | null) => ({
    ...params(job),
    body: { outputs: [{ name, grid_columns }] },
  });
  const { outputs } = await owner.call("updateJobConfig", asGrid("u", 50));
  assert.equal(outputs, [{ ...field, grid_columns: 50 }, makeOutput("gain")]);
  const shown = await owner.call("updateJobConfig", {
    ...params(job),
    body: { outputs: [{ name: "u", unit: "V" }] },
  });
  assert.is(shown.outputs[0]?.grid_columns, 50, "another change leaves it alone");
  for (const [name, length] of [
    ["u", 2_500],
    ["gain", 1],
  ] as const) {
    const refusal = await owner.refused("updateJobConfig", asGrid(name, 7));
    assert.equal(refusal.errors, { [`outputs.${name}`]: [MESSAGES.notAGrid(length)] });
  }
  assert.is((await owner.refused("updateJobConfig", asGrid("u", 1))).status, 400);
  assert.is((await owner.call("updateJobConfig", asGrid("u", null))).outputs[0]?.grid_columns, null);
});
configuring("refuses multipliers that are not offered and fields that do not exist", async () => {
  const job = await storeJob({ config: withCurves() });
  const odd = await owner.refused("updateJobConfig", {
    ...params(job),
    body: { inputs: [{ name: "length", multiplier: 3 }] },
  });
  assert.equal(Object.keys(odd.errors), ["inputs.0.multiplier"]);
  const response = await owner.attempt("updateJobConfig", { ...params(job), body: { status: "Complete" } });
  assert.is(response.status, 400);
  assert.equal(Object.keys(JSON.parse(await response.text()).errors), ["status"]);
});
configuring("lets how things look change at any time, but what is trained on only before", async () => {
  for (const status of ["Training", "Complete"] satisfies JobStatus[]) {
    const job = await storeJob({ status, config: withCurves() });
    await owner.call("updateJobConfig", {
      ...params(job),
      body: { inputs: [{ name: "length", unit: "nm" }] },
    });
    const body = { inputs: [{ name: "length", fixed: true }] };
    const { status: refused, message } = await owner.refused("updateJobConfig", { ...params(job), body });
    assert.equal([refused, message], [409, MESSAGES.trainingConfigFixed], status);
  }
});
configuring(
  "lets what is trained on change while the first simulations run, until it is configured",
  async () => {
    const body = { inputs: [{ name: "length", fixed: true }], training: { effort: "quick" as const } };
    const job = await storeJob({ status: "Running", config: withCurves() });
    const { inputs, training } = await owner.call("updateJobConfig", { ...params(job), body });
    assert.equal([inputs[0]?.fixed, training.effort], [true, "quick"]);
    const configured = { ...withCurves(), has_been_configured: true };
    for (const other of [{ config: configured }, { objective: "Sampling" as const, config: withCurves() }]) {
      const fixed = await storeJob({ status: "Running", ...other });
      assert.is((await owner.refused("updateJobConfig", { ...params(fixed), body })).status, 409);
    }
  },
);
configuring("keeps both of two changes that are made at once", async () => {
  const job = await storeJob({ config: withCurves() });
  const change = (name: string) =>
    owner.call("updateJobConfig", {
      ...params(job),
      body: { inputs: [{ name, display: name.toUpperCase() }] },
    });
  await Promise.all([change("length"), change("width")]);
  const config = await owner.call("getJobConfig", params(job));
  assert.equal(
    config.inputs.slice(0, 2).map(({ display }) => display),
    ["LENGTH", "WIDTH"],
  );
});

configuring(
  "is never saved over a newer value that was not seen: the answer says it, and who chose it",
  async () => {
    const job = await storeJob({ config: withCurves() });
    const rename = (display: string, base: string, by: Caller = owner) => ({
      by,
      request: {
        ...params(job),
        body: {
          inputs: [{ name: "length", display }],
          training: { effort: "quick" as const },
          base: { inputs: [{ name: "length", display: base }] },
        },
      },
    });
    const first = rename("Theirs", "", admin);
    const { field_edits } = await first.by.call("updateJobConfig", first.request);
    const field = field_edits.find(({ key }) => key === "display");
    assert.equal([field?.part, field?.name], ["inputs", "length"]);
    const blind = rename("Mine", "");
    const refused = await blind.by.refused("updateJobConfig", blind.request);
    assert.equal([refused.status, refused.message], [409, MESSAGES.fieldsChangedMeanwhile]);
    const text = MESSAGES.fieldChanged(field?.by.name ?? "", "Display name of length", "“Theirs”");
    assert.equal(refused.errors, { "inputs.length.display": [text] });
    assert.is((await owner.call("getJobConfig", params(job))).inputs[0]?.display, "Theirs");
    const aware = rename("Mine", "Theirs");
    assert.is((await aware.by.call("updateJobConfig", aware.request)).inputs[0]?.display, "Mine");
    const again = rename("Mine", "");
    await again.by.call("updateJobConfig", again.request);
  },
);

const regions = suite("focus regions");
regions("are kept where they lie on the coordinate, and refused by region where they do not", async () => {
  const job = await storeJob({ config: { ...withCurves(), coordinate_name: "f" } });
  const put = (list: { range: [number, number]; number_of_sections: number }[]) =>
    ({ ...params(job), body: { regions: list } }) as const;
  const good = [{ range: [15, 30] as [number, number], number_of_sections: 3 }];
  assert.equal(await owner.call("updateFocusRegions", put(good)), { regions: good, max_sections: 4 });
  const bad = await owner.refused(
    "updateFocusRegions",
    put([
      { range: [5, 60], number_of_sections: 4 },
      { range: [30, 20], number_of_sections: 1 },
    ]),
  );
  assert.equal(bad.errors, {
    "regions.0.from": [MESSAGES.regionStart(10)],
    "regions.0.to": [MESSAGES.regionEnd(50)],
    "regions.1.to": [MESSAGES.regionOrder],
    regions: [MESSAGES.maximumSections(4)],
  });
  assert.equal((await colleague.call("getFocusRegions", params(job))).regions, good);
  const overlapping = await owner.refused(
    "updateFocusRegions",
    put([
      { range: [15, 30], number_of_sections: 1 },
      { range: [25, 40], number_of_sections: 1 },
    ]),
  );
  assert.equal(overlapping.errors, {
    "regions.0.to": [MESSAGES.regionOverlap(2)],
    "regions.1.from": [MESSAGES.regionOverlap(1)],
  });
  assert.equal((await colleague.call("getFocusRegions", params(job))).regions, good);
});
regions("are refused once a training uses them or has used them, as other structure is", async () => {
  const body = { regions: [{ range: [15, 30] as [number, number], number_of_sections: 3 }] };
  const config = { ...withCurves(), coordinate_name: "f" };
  for (const status of ["Training", "Complete"] satisfies JobStatus[]) {
    const job = await storeJob({ status, config });
    const refusal = await owner.refused("updateFocusRegions", { ...params(job), body });
    assert.equal([refusal.status, refusal.message], [409, MESSAGES.trainingConfigFixed], status);
  }
  const running = await storeJob({ status: "Running", config });
  assert.equal((await owner.call("updateFocusRegions", { ...params(running), body })).regions, body.regions);
});
