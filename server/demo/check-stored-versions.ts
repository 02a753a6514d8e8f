import { log } from "../log.ts";
import { isOfSpec } from "../models/spec.ts";
import type { ReadingPlatform } from "../reading/reader.ts";

/** Checks the spec versions for demo servers that were stored before there was such a check, one after the other. */
export async function checkStoredVersions({ store, storage, reader }: ReadingPlatform): Promise<void> {
  const unchecked = await store.specVersions.find(
    { demo_problem: { $exists: false } },
    { sort: { _id: -1 } },
  );
  for (const { _id, spec_id, creator, manifest, files } of unchecked.filter(isOfSpec)) {
    const request = { folder: storage.specVersionDir(spec_id, _id), files, manifest };
    try {
      const demo_problem = await reader.perform(creator.id, "checkConfinement", request);
      await store.specVersions.update({ _id }, { demo_problem });
    } catch (err) {
      log.warn({ err, specVersion: _id }, "a spec could not be checked for demo servers");
    }
  }
}
