import type { MachineRecord } from "../models/machine.ts";

export const presentStuckMachine = ({ name, job_id, release_problem }: MachineRecord) => ({
  name,
  job_id,
  problem: release_problem ?? "",
});
