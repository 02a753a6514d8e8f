import { readdirSync } from "node:fs";
import { createStorage } from "@understudy/server/files/storage.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { owner, server } from "../support/api/stored-jobs.ts";
import { uploadText } from "../support/api/upload.ts";
import { generatedName } from "../support/factories.ts";

const storage = createStorage(server.config.dataDir);
const SPEC_LABELS = { verbose_name: "From a template", help_text: "For the tests" };
const DIVIDER_NETLIST = `* divider
.param upper=1k
.param lower=2k
v1 in 0 1
r1 in out {upper}
r2 out 0 {lower}
.op
.meas op gain find v(out)
.end
`;

const it = suite("a spec template");
it("is offered to people, with its fields", async () => {
  const { available_spec_templates: offered } = await owner.call("getUser");
  assert.equal(
    offered.map(({ key }) => key),
    ["ngspice", "spectre_nnva", "command_line"],
  );
  for (const { key, name } of offered) {
    const template = await owner.call("getSpecTemplate", { params: { spec_template_id: key } });
    assert.is(template.name, name);
    assert.ok(template.fields.length > 0);
  }
  const unknown = await owner.refused("getSpecTemplate", { params: { spec_template_id: "hspice" } });
  assert.is(unknown.status, 404);
});
it("makes a spec of a netlist, named by the form, with the netlist among its files", async () => {
  const netlist = await uploadText(owner, generatedName("divider.cir"), DIVIDER_NETLIST);
  const { id } = await owner.call("createSpecFromTemplate", {
    params: { spec_template_id: "ngspice" },
    body: { ...SPEC_LABELS, netlist },
  });
  const version = await owner.call("getSpecVersion", { params: { spec_version_id: id } });
  assert.is(version.from_template, "ngspice");
  assert.is(version.name, "From a template");
  assert.is(version.number, 1);
  assert.equal(version.variables.map(({ name }) => name).sort(), ["lower", "upper"]);
  assert.equal(
    version.outputs.map(({ name }) => name),
    ["gain"],
  );
  assert.ok(version.files.some(({ path }) => path === "divider.cir"));
  const { id: next } = await owner.call("createSpecVersion", {
    body: {
      source: "form-params",
      source_spec_version_id: id,
      variables: version.variables,
      outputs: version.outputs,
    },
  });
  const edited = await owner.call("getSpecVersion", { params: { spec_version_id: next } });
  assert.is(edited.from_template, "ngspice");
});
it("makes a spec of a program and what it takes and gives", async () => {
  const files = await Promise.all(
    ["model.py", "data.csv"].map((name) => uploadText(owner, generatedName(name), "1\n")),
  );
  const { id } = await owner.call("createSpecFromTemplate", {
    params: { spec_template_id: "command_line" },
    body: {
      ...SPEC_LABELS,
      files,
      command: "python3 model.py {{width}}",
      variables: "width = 2 in 1 .. 3 [m]\ncorner = slow | fast",
      outputs: "area [m2]",
      format: "keyvalue",
    },
  });
  const {
    variables,
    outputs,
    files: specFiles,
  } = await owner.call("getSpecVersion", {
    params: { spec_version_id: id },
  });
  assert.equal(
    variables.map(({ name, unit, options }) => ({ name, unit, options })),
    [
      { name: "width", unit: "m", options: null },
      { name: "corner", unit: "", options: ["slow", "fast"] },
    ],
  );
  assert.equal(
    outputs.map(({ name, unit }) => [name, unit]),
    [["area", "m2"]],
  );
  assert.equal(
    specFiles.map(({ path }) => path),
    ["data.csv", "model.py", "spec.json"],
  );
});
it("says what is wrong by field, and leaves nothing behind", async () => {
  const missing = await owner.refused("createSpecFromTemplate", {
    params: { spec_template_id: "ngspice" },
    body: { ...SPEC_LABELS, colour: "blue" },
  });
  assert.is(missing.status, 400);
  assert.equal(missing.errors, { netlist: [MESSAGES.fileRequired], colour: ["There is no such field"] });
  const empty = await uploadText(owner, generatedName("empty.cir"), "* nothing\n.end\n");
  const nothing = await owner.refused("createSpecFromTemplate", {
    params: { spec_template_id: "ngspice" },
    body: { ...SPEC_LABELS, netlist: empty },
  });
  assert.is(nothing.status, 400);
  assert.ok((nothing.errors.netlist ?? []).length > 0, JSON.stringify(nothing.errors));
  assert.equal(readdirSync(storage.staging), []);
});
