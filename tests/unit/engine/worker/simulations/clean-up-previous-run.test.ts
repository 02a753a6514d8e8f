/** The starts of a worker client that have used the same folder before. */
import { openFolder } from "@understudy/engine/worker/files/folder.ts";
import { cleanUpPreviousRun } from "@understudy/engine/worker/simulations/clean-up-previous-run.ts";
import { MAX_EARLIER_INSTANCES } from "@understudy/shared/worker/worker-protocol.ts";
import { assert, suite } from "../../../../harness.ts";
import { temporaryFolder } from "../../../../support/cleanup.ts";

const starts = suite("the starts of a client");
starts("are remembered in its folder, the last one first, and only so many", async () => {
  const folder = openFolder(temporaryFolder("starts"));
  const instances = Array.from({ length: MAX_EARLIER_INSTANCES + 3 }, (_, start) =>
    start.toString(16).padStart(24, "0"),
  );
  for (const [start, instance] of instances.entries()) {
    const earlier = instances.slice(0, start).reverse().slice(0, MAX_EARLIER_INSTANCES);
    assert.equal(await cleanUpPreviousRun(folder, instance), earlier);
  }
  folder.close();
});
