/** Machines of trainings that stay as a test stores them. */
import type { Store } from "@understudy/server/models/store.ts";
import { eventually } from "../../harness.ts";

const HOUR_MS = 3_600_000;

/**
 * Takes the care of machines from the web processes: they would delete a machine whose job does not ask for it, at their next
 * look. Call it well before the first machine is stored, as a look that has begun goes on.
 */
export async function holdMachinesRole({ processRoles }: Pick<Store, "processRoles">): Promise<void> {
  const claim = { holder: "these tests", until: new Date(Date.now() + HOUR_MS) };
  // The web process may claim the role between the two.
  await eventually(
    "the role is taken",
    async () =>
      (await processRoles.update({ _id: "machines" }, claim)) ??
      (await processRoles.insert({ _id: "machines", ...claim }).catch(() => null)),
  );
}
