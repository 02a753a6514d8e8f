/** The op-amp that comes with a demo server: one of the specs in fixtures, as if a person had uploaded it. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkManifest, describeProblem } from "@understudy/engine/specs/check-manifest.ts";
import { specFingerprint } from "@understudy/engine/specs/fingerprint.ts";
import { MANIFEST_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import { createSpec } from "../commands/specs/create-spec.ts";
import { uploadFile } from "../commands/uploads/upload-file.ts";
import type { SpecVersionRecord } from "../models/spec.ts";
import type { User } from "../models/user.ts";
import type { Records } from "../platform/platform.ts";
import type { ReadingPlatform } from "../reading/reader.ts";

const DEMO_FOLDER = join(import.meta.dirname, "../../fixtures/specs/opamp");
const DEMO_SPEC_NAME = "Op-amp (demo)";

type DemoFiles = {
  readonly names: readonly string[];
  /** The hash of each file but the manifest, in hexadecimal digits. */
  readonly sums: readonly string[];
  readonly fingerprint: string;
  readonly help_text: string;
};
let demoFiles: Promise<DemoFiles> | null = null;

/** Read once: they do not change while the platform runs. */
function readDemoFiles(): Promise<DemoFiles> {
  demoFiles ??= readThem();
  demoFiles.catch(() => {
    demoFiles = null;
  });
  return demoFiles;
}

async function readThem(): Promise<DemoFiles> {
  const names = await readdir(DEMO_FOLDER);
  const contents = new Map<string, Buffer>();
  for (const name of names) contents.set(name, await readFile(join(DEMO_FOLDER, name)));
  const checked = checkManifest(contents);
  if (!("manifest" in checked)) throw new Error(checked.problems.map(describeProblem).join("\n"));
  contents.delete(MANIFEST_FILE);
  const files = [...contents].map(([path, content]) => ({
    path,
    sha256: createHash("sha256").update(content).digest("hex"),
  }));
  const { manifest } = checked;
  const fingerprint = specFingerprint(manifest, files);
  return { names, sums: files.map(({ sha256 }) => sha256), fingerprint, help_text: manifest.help_text };
}

/** The latest version of that spec among theirs, whatever they have made of its names and ranges. */
export async function findDemoSpec({ store }: Records, userId: number) {
  const { fingerprint, sums } = await readDemoFiles();
  const specs = await store.specs.find({ "creator.id": userId }, { sort: { _id: -1 } });
  const ids = specs.map(({ latest_version_id }) => latest_version_id);
  const alike = { _id: { $in: ids }, "files.sha256": { $all: [...sums] } };
  const versions = await store.specVersions.find(alike, { sort: { _id: -1 } });
  return versions.find(({ manifest, files }) => specFingerprint(manifest, files) === fingerprint) ?? null;
}

/** The same; uploads it when there is none. */
export async function ensureDemoSpec(platform: ReadingPlatform, user: User): Promise<SpecVersionRecord> {
  const spec = await findDemoSpec(platform, user._id);
  if (spec !== null) return spec;
  const { names, help_text } = await readDemoFiles();
  const file = [];
  for (const name of names) {
    const { _id } = await uploadFile(platform, user._id, join(DEMO_FOLDER, name));
    file.push({ id: _id, name });
  }
  return await createSpec(platform, user, { verbose_name: DEMO_SPEC_NAME, help_text, file });
}
