/** Machines of trainings that stay as a test stores them. */
import type { Store } from "@understudy/server/models/store.ts";
import { eventually } from "../../harness.ts";
import { atEnd } from "../cleanup.ts";

/** As a process that has the role: a claim that ends later is shortened. */
const HELD_MS = 15_000;
const RENEWED_EVERY_MS = 1_000;

/**
 * Takes the care of machines from the web processes until the test file is over: they would delete a machine whose job does not ask for it,
 * at their next look. Call it well before the first machine is stored, as a look that has begun goes on.
 */
export async function holdMachinesRole({ processRoles }: Pick<Store, "processRoles">): Promise<void> {
  const claim = () => ({ holder: "these tests", until: new Date(Date.now() + HELD_MS) });
  // The web process may claim the role between the two.
  await eventually(
    "the role is taken",
    async () =>
      (await processRoles.update({ _id: "machines" }, claim())) ??
      (await processRoles.insert({ _id: "machines", ...claim() }).catch(() => null)),
  );
  const renewal = setInterval(
    () => void processRoles.update({ _id: "machines" }, claim()).catch(() => null),
    RENEWED_EVERY_MS,
  );
  atEnd("the care of machines", () => clearInterval(renewal));
}
