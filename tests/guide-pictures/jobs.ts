/** The jobs that the pictures of the guide show: on the sample data, trained and run by the real product. */
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import type { Caller } from "../support/api/caller.ts";
import { createJob, fixture, trainedJob, untilStatus } from "../support/browser/real-jobs.ts";

export type PictureJobs = Record<
  | "configured"
  | "curves"
  | "truss"
  | "optimization"
  | "sampling"
  | "outOfSpec"
  | "bestWithin"
  | "specVersion",
  number
>;

const deflection = { type: "Output Scalar" as const, output_name: "deflection" };
const scalar = (value: number) => ({ type: "Scalar" as const, value });
/** Most rows of the truss keep them. */
const DEFLECTION_LIMITS = { lower: scalar(20), upper: scalar(65) };
const withinLimits = { name: "Within limits", inputs: { output: deflection, ...DEFLECTION_LIMITS } };

const JOB_RUNS = {
  optimization: {
    name: "Lightest truss",
    objective: "Optimization",
    score_function: {
      name: "Minimise output",
      inputs: { output: { type: "Output Scalar", output_name: "weight" } },
    },
    further_goals: [{ kind: "limits", output_name: "deflection", lower: null, upper: 50 }],
  },
  bestWithin: { name: "Safest truss", objective: "Optimization", score_function: withinLimits },
  sampling: {
    name: "Trusses with a deflection of 50",
    objective: "Sampling",
    maximum_simulations: 200_000,
    score_function: {
      name: "Match target value",
      inputs: { output: deflection, target: scalar(50), tolerance: scalar(2) },
    },
  },
  outOfSpec: { name: "Trusses that bend too much", objective: "Out of Spec", score_function: withinLimits },
} as const satisfies Record<string, Partial<CreateSpecJobBody>>;

/** A thread between two people, and one that nobody has answered. */
async function writeComments(caller: Caller, colleague: Caller, job_id: number): Promise<void> {
  const params = { job_id };
  const { id: thread_id } = await colleague.call("createComment", {
    params,
    body: {
      text: "The current rises **earlier** than I expected. Is that in the data, too?",
      key: "picture-1",
    },
  });
  const { id } = await colleague.call("getUser");
  const answer = "@Zoe Noether yes, in the rows with the thinnest barrier.";
  await caller.call("createComment", {
    params,
    body: { text: answer, mentions: [id], key: "picture-2", thread_id },
  });
  await caller.call("createComment", {
    params,
    body: {
      text: "Please check this corner before Friday:\n- leakage\n- threshold",
      key: "picture-3",
      anchor: { kind: "sliders", values: {} },
    },
  });
}

/** Uploads, trains and runs everything. Takes about two minutes. */
export async function makePictureJobs(caller: Caller, colleague: Caller): Promise<PictureJobs> {
  const curves = await trainedJob(caller, "Transistor curves", fixture("ingaas_idvg"));
  await writeComments(caller, colleague, curves);
  const truss = await trainedJob(caller, "Cantilever truss", fixture("engineering1"));
  const configured = await createJob(
    caller,
    "Heating and cooling of buildings",
    fixture("energy_efficiency"),
  );
  await untilStatus(caller, configured, "Awaiting Configuration");
  const { id: specVersion } = await caller.call("getJobSpecVersion", { params: { job_id: truss } });
  const run = async (name: keyof typeof JOB_RUNS): Promise<number> => {
    const body: CreateSpecJobBody = {
      ...JOB_RUNS[name],
      emulator_job_id: truss,
      resources: { type: "emulator" },
    };
    const { id } = await caller.call("createSpecJob", {
      params: { spec_version_id: specVersion },
      body,
    });
    await untilStatus(caller, id, "Complete");
    return id;
  };
  return {
    configured,
    curves,
    truss,
    specVersion,
    optimization: await run("optimization"),
    bestWithin: await run("bestWithin"),
    sampling: await run("sampling"),
    outOfSpec: await run("outOfSpec"),
  };
}
