import type { Job, JobListItem } from "@understudy/shared/api/job.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { readAddress, updateAddress } from "#job/url-state.ts";
import { numberInAddress } from "#ui/number-in-address.ts";

export type EmulatorChoice = {
  /** The jobs of the same spec that have one, the newest first; null until they are known. */
  readonly emulators: readonly Pick<JobListItem, "id" | "name">[] | null;
  /** Null: there is nothing to compare with, by choice or because nothing was chosen. */
  readonly chosen: number | null;
  readonly choose: (id: number | null) => void;
};

const MAX_LISTED_EMULATORS = 100;
const NO_EMULATOR = "none";

/** The emulator that the job was created with; without one, its own. */
const firstChoice = ({ id, emulator_job_id, emulator_status }: Job): number | null =>
  emulator_job_id ?? (emulator_status === null ? null : id);

function fromAddress(): number | null | undefined {
  const text = readAddress().get("emulator");
  if (text === NO_EMULATOR) return null;
  return numberInAddress(text) ?? undefined;
}

/** The emulator that the simulations of a job are compared with, which a link shows to a colleague too. */
export function useComparedEmulator(job: Job): EmulatorChoice {
  // Undefined: nobody has chosen.
  const [selected, setSelected] = useState(fromAddress);
  const { spec_id } = job;
  const load = useCallback(
    async (signal: AbortSignal) =>
      spec_id === null
        ? []
        : (
            await call("listJobs", {
              query: { emulates_spec_id: spec_id, page_size: MAX_LISTED_EMULATORS },
              signal,
            })
          ).items,
    [spec_id],
  );
  const { value: emulators } = useQuery(load);
  const first = firstChoice(job);
  const choose = (id: number | null) => {
    setSelected(id);
    updateAddress({ emulator: id === first ? null : String(id ?? NO_EMULATOR) });
  };
  return { emulators, chosen: selected === undefined ? first : selected, choose };
}
