/** Specs as the owner uploads them, and what is kept of them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stage } from "@understudy/server/files/specs/stage.ts";
import { openZip } from "@understudy/server/files/specs/zip-sources.ts";
import { createStorage } from "@understudy/server/files/storage.ts";
import { assert } from "../../harness.ts";
import { temporaryFolder } from "../cleanup.ts";
import { generatedName } from "../factories.ts";
import { dividerFiles } from "../specs/specs.ts";
import { makeZip, type ZipEntry } from "../specs/zip-files.ts";
import { owner, server } from "./stored-jobs.ts";
import { uploadBytes, uploadTexts } from "./upload.ts";

export const storage = createStorage(server.config.dataDir);
export const SPEC_LABELS = { verbose_name: "My divider", help_text: "For the tests" };

export const uploadZip = (entries: readonly ZipEntry[]) =>
  uploadBytes(owner, generatedName("model.zip"), new Blob([makeZip(entries)]));
export const listZipEntries = (files: Record<string, string>, top = "") =>
  Object.entries(files).map(([name, data]) => ({ name: `${top}${name}`, data }));
export const uploadAll = (files: Record<string, string>, caller = owner) =>
  uploadTexts(caller, Object.entries(files));

export async function createDivider(
  files = dividerFiles(),
): Promise<{ id: number; spec_version_id: number }> {
  return await owner.call("createSpec", {
    body: { ...SPEC_LABELS, file: [await uploadZip(listZipEntries(files))] },
  });
}
export const fetchSpecVersion = (spec_version_id: number) =>
  owner.call("getSpecVersion", { params: { spec_version_id } });
/** An edit of it that changes nothing. */
export const makeUnchangedEdit = (version: Awaited<ReturnType<typeof fetchSpecVersion>>) => ({
  source: "form-params" as const,
  source_spec_version_id: version.id,
  variables: version.variables,
  outputs: version.outputs,
});

/** Path to text, of a version's zip. */
export async function download(specId: number, versionId: number): Promise<Record<string, string>> {
  const response = await owner.fetch(`/static/specs/${specId}/${versionId}.zip`);
  assert.is(response.headers.get("content-type"), "application/zip");
  const folder = temporaryFolder("download");
  writeFileSync(join(folder, ".zip"), Buffer.from(await response.arrayBuffer()));
  const zip = await openZip(join(folder, ".zip"), "download");
  assert.equal(zip.problems, []);
  const staged = await stage(storage, zip.sources).finally(zip.close);
  const texts = staged.files().map(({ path }) => [path, readFileSync(join(staged.folder, path), "utf8")]);
  await staged.remove();
  return Object.fromEntries(texts);
}
export const nothingStaged = () => assert.equal(readdirSync(storage.staging), []);
