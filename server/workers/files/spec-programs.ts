import { specVersionRecord } from "../../models/spec.ts";
import type { Records } from "../../platform/platform.ts";

const MAX_SPECS = 500;
const versionRun = specVersionRecord.pick({ _id: true, name: true, manifest: true });

/** The programs that the specs of the platform run as they are now, each with the names of its specs. */
export async function programsOfSpecs({ store }: Records) {
  const specs = await store.specs.find({}, { sort: { _id: -1 }, limit: MAX_SPECS });
  const ids = specs.map(({ latest_version_id }) => latest_version_id);
  const versions = await store.specVersions.find({ _id: { $in: ids } }, {}, versionRun);
  const byProgram = Map.groupBy(versions, ({ manifest }) => manifest.run?.command[0] ?? "");
  return [...byProgram]
    .map(([name, programVersions]) => ({
      name,
      specs: programVersions.map((version) => version.name).sort(),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
