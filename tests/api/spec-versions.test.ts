/** Edited specs: each edit is another version. */
import { readdirSync } from "node:fs";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { owner } from "../support/api/stored-jobs.ts";
import {
  createDivider,
  download,
  fetchSpecVersion,
  makeUnchangedEdit,
  nothingStaged,
  storage,
  uploadAll,
} from "../support/api/uploaded-specs.ts";

const edit = suite("an edited spec");
edit("is another version; the one before stays as it was, with all of its files", async () => {
  const { id, spec_version_id } = await createDivider();
  const before = await fetchSpecVersion(spec_version_id);
  const filesBefore = await download(id, spec_version_id);
  const variables = before.variables.map((variable) =>
    variable.type === "Scalar" && variable.name === "r1"
      ? { ...variable, verbose_name: "Upper resistor", default_min: 200, default_max: 300, default_val: 250 }
      : variable,
  );
  const next = await owner.call("createSpecVersion", { body: { ...makeUnchangedEdit(before), variables } });
  const after = await fetchSpecVersion(next.id);
  assert.is(after.number, 2);
  assert.is(after.spec_id, id);
  assert.is(after.latest_version_id, next.id);
  assert.equal(after.variables, variables);
  assert.equal(after.outputs, before.outputs);
  assert.equal(await fetchSpecVersion(spec_version_id), { ...before, latest_version_id: next.id });
  assert.equal(await download(id, spec_version_id), filesBefore);
  const { "spec.json": manifest = "", ...rest } = await download(id, next.id);
  const { "spec.json": _, ...restBefore } = filesBefore;
  assert.equal(rest, restBefore);
  assert.equal(JSON.parse(manifest).variables, variables);
  const { items } = await owner.call("listSpecs");
  const row = items.find((spec) => spec.id === id);
  assert.is(row?.latest_version_id, next.id);
  assert.is(row?.download_zip_href, `/static/specs/${id}/${next.id}.zip`);
});
edit("is refused with each problem at its place, and nothing changes", async () => {
  const { id, spec_version_id } = await createDivider();
  const version = await fetchSpecVersion(spec_version_id);
  const variables = version.variables.map((variable) =>
    variable.name === "r1" ? { ...variable, default_val: "much", absolute_min: 5_000 } : variable,
  );
  const { status, errors } = await owner.refused("createSpecVersion", {
    body: {
      ...makeUnchangedEdit(version),
      variables,
      outputs: [],
      variable_groups: [{ name: "Resistors", variable_names: ["r1", "r9"], open_by_default: true }],
    },
  });
  assert.is(status, 400);
  for (const place of ["variables[0].default_val", "outputs", "variable_groups[0].variable_names[1]"]) {
    assert.ok(errors[place], `${place} among ${Object.keys(errors).join(", ")}`);
  }
  assert.is((await fetchSpecVersion(spec_version_id)).latest_version_id, spec_version_id);
  assert.equal(readdirSync(storage.specDir(id)), [String(spec_version_id)]);
  nothingStaged();
});
edit("takes new files; others stay only where that is asked for, spec.json always", async () => {
  const { id, spec_version_id } = await createDivider();
  const files = await uploadAll({ "divider.cir.tmpl": "R1 {{r1}} {{r2}} {{corner}} again\n" });
  const body = { source: "files" as const, files };
  const successor = await owner.call("createSpecVersion", {
    body: { ...body, source_spec_version_id: spec_version_id, keep_others: true },
  });
  assert.equal(Object.keys(await download(id, successor.id)), [
    "divider.cir.tmpl",
    "lib/models.lib",
    "spec.json",
  ]);
  const again = await uploadAll({ "divider.cir.tmpl": "R1 {{r1}} {{r2}} {{corner}} once more\n" });
  const replaced = await owner.call("createSpecVersion", {
    body: { ...body, files: again, source_spec_version_id: successor.id },
  });
  const last = await download(id, replaced.id);
  assert.equal(Object.keys(last), ["divider.cir.tmpl", "spec.json"]);
  assert.match(last["divider.cir.tmpl"] ?? "", /once more/);
  assert.is((await fetchSpecVersion(replaced.id)).name, "My divider");
  const problems = await owner.refused("createSpecVersion", {
    body: { ...body, files: await uploadAll({ "x.txt": "x" }), source_spec_version_id: replaced.id },
  });
  assert.match((problems.errors.file ?? []).join(), /divider\.cir\.tmpl/);
});
edit("has one next version: who comes second learns of it and loses nothing", async () => {
  const { id, spec_version_id } = await createDivider();
  const version = await fetchSpecVersion(spec_version_id);
  await owner.call("createSpecVersion", { body: makeUnchangedEdit(version) });
  const { status, message } = await owner.refused("createSpecVersion", { body: makeUnchangedEdit(version) });
  assert.is(status, 409);
  assert.is(message, MESSAGES.specChangedMeanwhile);
  assert.is(readdirSync(storage.specDir(id)).length, 2);
});
