import type { LiveRecords } from "../../platform/platform.ts";

/**
 * Deletes specs. Their versions go only when no job uses them any more, and an hour later at the earliest (see
 * `sweep-specs.ts`): somebody may be creating a job from one.
 */
export async function deleteSpecs({ store, publish }: LiveRecords, ids: readonly number[]): Promise<void> {
  const idFilter = { $in: [...ids] };
  await store.specVersions.updateAll({ spec_id: idFilter, deleted_time: null }, { deleted_time: new Date() });
  await store.specs.remove({ _id: idFilter });
  publish.specsChanged();
}
