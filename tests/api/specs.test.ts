import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sweepSpecs } from "@understudy/server/commands/specs/sweep-specs.ts";
import { openSpecVersion } from "@understudy/server/files/specs/open.ts";
import { openPlatform } from "@understudy/server/platform/platform.ts";
import { objective } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { admin, colleague, owner, server, store } from "../support/api/stored-jobs.ts";
import { uploadText } from "../support/api/upload.ts";
import {
  createDivider,
  download,
  fetchSpecVersion,
  listZipEntries,
  makeUnchangedEdit,
  nothingStaged,
  SPEC_LABELS,
  storage,
  uploadAll,
  uploadZip,
} from "../support/api/uploaded-specs.ts";
import { atEnd } from "../support/cleanup.ts";
import { generatedName, makeJob } from "../support/factories.ts";
import { DIVIDER, dividerFiles } from "../support/specs/specs.ts";

/** Creates a spec of files that are refused. @returns the errors of the field of the files */
async function refusedFiles(file: Awaited<ReturnType<typeof uploadAll>> | string[]): Promise<string[]> {
  const { status, message, errors } = await owner.refused("createSpec", { body: { ...SPEC_LABELS, file } });
  assert.is(status, 400);
  assert.is(message, MESSAGES.invalidBody);
  assert.equal(Object.keys(errors), ["file"]);
  return errors.file ?? [];
}
const create = suite("a spec");
create("is made from a zip, its top folder left out, and named by the form", async () => {
  const file = [await uploadZip(listZipEntries(dividerFiles(), "divider/"))];
  const { id, spec_version_id } = await owner.call("createSpec", { body: { ...SPEC_LABELS, file } });
  const version = await fetchSpecVersion(spec_version_id);
  assert.is(version.spec_id, id);
  assert.is(version.number, 1);
  assert.is(version.name, "My divider");
  assert.is(version.description, "For the tests");
  assert.is(version.from_template, null);
  assert.is(version.latest_version_id, spec_version_id);
  assert.equal(
    version.variables.map(({ name, type, unit }) => [name, type, unit]),
    [
      ["r1", "Scalar", "Ohm"],
      ["r2", "Scalar", "Ohm"],
      ["corner", "MultiSelect", ""],
    ],
  );
  assert.equal(
    version.outputs.map(({ name }) => name),
    ["gain", "power"],
  );
  assert.equal(
    version.files.map(({ path }) => path),
    ["divider.cir.tmpl", "lib/models.lib", "spec.json"],
  );
  assert.ok(version.score_function_options.length > 0);
  assert.is(await store.uploads.count({ _id: { $in: file } }), 0, "the upload is used up");
  nothingStaged();
});
create("is made from loose files just as well", async () => {
  const file = await uploadAll(dividerFiles());
  const { spec_version_id } = await owner.call("createSpec", { body: { ...SPEC_LABELS, file } });
  assert.equal(
    (await fetchSpecVersion(spec_version_id)).files.map(({ path }) => path),
    ["divider.cir.tmpl", "lib/models.lib", "spec.json"],
  );
});
create("gives back what was uploaded, byte by byte, with the name that it was given", async () => {
  const files = dividerFiles();
  const { id, spec_version_id } = await createDivider(files);
  const downloaded = await download(id, spec_version_id);
  const { "spec.json": manifest = "", ...rest } = downloaded;
  const { "spec.json": uploaded = "", ...uploadedRest } = files;
  assert.equal(rest, uploadedRest);
  assert.is(
    manifest,
    uploaded.replace('"Divider"', '"My divider"').replace("Two resistors", "For the tests"),
  );
  const opened = await openSpecVersion({ store, storage }, spec_version_id);
  assert.is(opened.folder, storage.specVersionDir(id, spec_version_id));
  assert.equal(opened.files.map(({ path }) => path).sort(), Object.keys(files).sort());
  const head = await owner.fetch(`/static/specs/${id}/${spec_version_id}.zip`, { method: "HEAD" });
  assert.is(head.status, 200);
});
create("needs a name, a description and files", async () => {
  const { message, errors } = await owner.refused("createSpec", {
    body: { verbose_name: " ", help_text: "", file: [] },
  });
  assert.is(message, MESSAGES.invalidBody);
  assert.equal(errors, {
    verbose_name: ["Name is required"],
    help_text: ["Description is required"],
    file: ["Spec files are required."],
  });
});
create("is refused with every problem of its manifest, each with its place", async () => {
  const [variable, ...furtherVariables] = DIVIDER.variables;
  const broken = {
    ...DIVIDER,
    variables: [{ ...variable, default_min: 1000 }, { name: "r1", type: "Scaler" }, ...furtherVariables],
    variable_groups: [{ name: "Resistors", variable_names: ["r3"] }],
  };
  const problems = await refusedFiles([await uploadZip(listZipEntries(dividerFiles(broken)))]);
  for (const place of [
    "variables[0].default_",
    "variables[1].type",
    "variable_groups[0].variable_names[0]",
  ]) {
    assert.ok(
      problems.some((problem) => problem.startsWith("spec.json, line ") && problem.includes(place)),
      `${place}: ${problems.join("\n")}`,
    );
  }
  nothingStaged();
});
create(
  "is refused without a spec.json, with one that is no JSON, and with unknown placeholders",
  async () => {
    assert.match((await refusedFiles(await uploadAll({ "a.cir": "x" }))).join(), /spec\.json/);
    const noJson = await refusedFiles(await uploadAll(dividerFiles('{ "format": 1, }')));
    assert.match(noJson.join(), /^spec\.json, line 1/);
    const files = { ...dividerFiles(), "divider.cir.tmpl": "R1 in out {{r9}}\n" };
    const unknown = await refusedFiles(await uploadAll(files));
    assert.match(unknown.join(), /^divider\.cir\.tmpl.*r9/);
    nothingStaged();
  },
);
create("never leaves its folder, whatever a zip says", async () => {
  const problems = await refusedFiles([
    await uploadZip([
      ...listZipEntries(dividerFiles()),
      { name: "../../../escaped.txt", data: "out" },
      { name: "link", data: "/etc/passwd", mode: 0o120777 },
      { name: "SPEC.JSON", data: "{}" },
    ]),
  ]);
  assert.equal(problems, [
    "model.zip: ../../../escaped.txt leads out of the spec's folder",
    "model.zip: link is a link or a device, not a file",
    "spec.json and SPEC.JSON cannot lie in one folder on every system: rename one of them",
  ]);
  assert.not.ok(existsSync(join(storage.dataDir, "../escaped.txt")));
  nothingStaged();
});
create("is not made from a bomb, from a broken zip, or from somebody else's upload", async () => {
  const bomb = await uploadZip([
    ...listZipEntries(dividerFiles()),
    { name: "zeros", data: Buffer.alloc(80 * 1024 ** 2) },
  ]);
  assert.equal(await refusedFiles([bomb]), ["model.zip unpacks to more than 200 times its size"]);
  const liar = await uploadZip([
    ...listZipEntries(dividerFiles()),
    { name: "liar", data: "x".repeat(5_000), claimed: 10 },
  ]);
  assert.equal(await refusedFiles([liar]), ["liar is damaged"]);
  const colleaguesFile = await uploadText(colleague, generatedName("spec.json"), "{}");
  assert.equal(await refusedFiles([colleaguesFile, "no-such-id"]), [
    `A file: ${MESSAGES.fileNotFound}`,
    `A file: ${MESSAGES.fileNotFound}`,
  ]);
  nothingStaged();
});

const lists = suite("the list of specs");
lists("is searched by name and id, and a spec answers with its versions", async () => {
  const { id, spec_version_id } = await createDivider();
  const specs = await colleague.call("listSpecs", { query: { filter: String(id) } });
  assert.equal(
    specs.items.map((spec) => spec.id),
    [id],
  );
  const name = specs.items[0]?.name ?? "";
  const byName = await colleague.call("listSpecs", { query: { filter: name.slice(1).toUpperCase() } });
  assert.ok(byName.items.some((spec) => spec.id === id));
  assert.is((await colleague.call("listSpecs", { query: { filter: "no such (spec" } })).total_count, 0);
  const spec = await colleague.call("getSpec", { params: { spec_id: id } });
  assert.equal(
    spec.versions.map((version) => [version.id, version.number]),
    [[spec_version_id, 1]],
  );
  assert.is.not(spec.description, "");
  assert.is((await colleague.call("listJobs", { query: { spec_id: id } })).total_count, 0);
  assert.is((await colleague.refused("getSpec", { params: { spec_id: 99_999 } })).status, 404);
});
lists("is paged and sorted, and says who may change what", async () => {
  await createDivider();
  await createDivider();
  const page = await colleague.call("listSpecs", { query: { page_size: 1, page_number: 2 } });
  assert.is(page.items.length, 1);
  assert.ok(page.total_count >= 2);
  assert.is(page.items[0]?.can_be_changed, false);
  assert.is(page.items[0]?.can_be_deleted, false);
  assert.equal(page.items[0]?.objectives, objective.options, "a scalar output can be kept within limits");
  const ids = (await colleague.call("listSpecs")).items.map(({ id }) => id);
  assert.equal(
    ids,
    ids.toSorted((a, b) => b - a),
    "the newest first, unless asked otherwise",
  );
  const byName = await admin.call("listSpecs", { query: { sort_by: "name", sort_order: "ascending" } });
  const names = byName.items.map(({ name }) => name);
  assert.equal(names, names.toSorted());
  assert.ok(byName.items.every(({ can_be_deleted }) => can_be_deleted));
});

const deletion = suite("a deleted spec");
deletion("is gone from the list; its versions live on as long as jobs use them, and go after", async () => {
  const platform = await openPlatform(server.config);
  atEnd("the test's own platform", platform.close);
  const HOUR_MS = 60 * 60 * 1000;
  const { id, spec_version_id: used } = await createDivider();
  const { id: unused } = await owner.call("createSpecVersion", {
    body: makeUnchangedEdit(await fetchSpecVersion(used)),
  });
  const jobId = await store.nextId("jobs");
  await store.jobs.insert(makeJob({ _id: jobId, spec_id: id, spec_version_id: used }));
  const folder = (version: number) => existsSync(storage.specVersionDir(id, version));

  await owner.call("deleteSpecs", { body: { ids: [id] } });
  assert.not.ok((await owner.call("listSpecs")).items.some((spec) => spec.id === id));
  assert.is((await fetchSpecVersion(used)).latest_version_id, null);
  assert.is((await owner.refused("getSpecVersion", { params: { spec_version_id: unused } })).status, 404);
  const version = await fetchSpecVersion(used);
  assert.is((await owner.refused("createSpecVersion", { body: makeUnchangedEdit(version) })).status, 404);

  await sweepSpecs(platform, new Date());
  assert.ok(folder(unused), "somebody may just be making a job from it");
  await sweepSpecs(platform, new Date(Date.now() + 2 * HOUR_MS));
  assert.equal([folder(used), folder(unused)], [true, false]);
  assert.ok(await download(id, used));
  await store.jobs.remove({ _id: jobId });
  await sweepSpecs(platform, new Date(Date.now() + 2 * HOUR_MS));
  assert.not.ok(folder(used));
  assert.is(await store.specVersions.count({ spec_id: id }), 0);
});
deletion("takes what crashes left behind with it, once it is a day old", async () => {
  const platform = await openPlatform(server.config);
  atEnd("the test's own platform", platform.close);
  const { id, spec_version_id } = await createDivider();
  mkdirSync(join(storage.staging, "half"));
  mkdirSync(storage.specVersionDir(id, 99_999));
  await sweepSpecs(platform, new Date());
  assert.equal(readdirSync(storage.staging), ["half"]);
  await sweepSpecs(platform, new Date(Date.now() + 25 * 60 * 60 * 1000));
  nothingStaged();
  assert.equal(readdirSync(storage.specDir(id)), [String(spec_version_id)]);
});
