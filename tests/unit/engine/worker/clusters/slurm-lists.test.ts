/** The tables that Slurm's own commands print. */
import { readSacct, readSqueue } from "@understudy/engine/worker/clusters/slurm.ts";
import { assert, suite } from "../../../../harness.ts";

const lists = suite("Slurm's lists");
lists("are read as squeue of Slurm 22.05 prints them", () => {
  const output = `3|0|FAILED|BadConstraints|understudy-1
1|2|PENDING|Resources|understudy-1
2|N/A|CANCELLED|Priority|understudy-1
4|0|PENDING|JobHeldUser|a|b
1|0|RUNNING|None|understudy-1
1|5|REQUEUE_HOLD|launch_failed_requeued_held|understudy-1
1|6|NODE_FAIL|NodeDown|understudy-1
`;
  assert.equal(
    readSqueue(output).map(({ name, task, state }) => [name, task, state.kind, state.id, state.reason]),
    [
      ["understudy-1", 0, "ended", "3_0", "BadConstraints"],
      ["understudy-1", 2, "pending", "1_2", "Resources"],
      ["a|b", 0, "held", "4_0", "JobHeldUser"],
      ["understudy-1", 0, "running", "1_0", ""],
      ["understudy-1", 5, "held", "1_5", "launch_failed_requeued_held"],
      ["understudy-1", 6, "ended", "1_6", "NodeDown"],
    ],
  );
});
lists("are read as sacct prints them, without steps and elements that wait", () => {
  const output =
    "7_1|CANCELLED by 1000|understudy-1\n7_1.batch|CANCELLED|batch\n7_[2-3]|PENDING|understudy-1\n";
  assert.equal(readSacct(output), [
    {
      name: "understudy-1",
      task: 1,
      state: { kind: "ended", id: "7_1", reason: "CANCELLED", end: "cancelled" },
    },
  ]);
});
