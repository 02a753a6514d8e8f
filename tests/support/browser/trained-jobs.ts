/** A server with two jobs that were really trained: once for all test files of a run that look at their pages. */
import type { Config } from "@understudy/server/core/config.ts";
import { z } from "zod";
import type { Caller } from "../api/caller.ts";
import { prepareOnce } from "../processes/saved-state.ts";
import { startTestRunner, startTestServer } from "../processes/stack.ts";
import { addPerson } from "./people.ts";
import { callerOf, fixture, stoppedJob, trainedJob } from "./real-jobs.ts";

const account = z.object({ id: z.number(), name: z.string(), email: z.string(), password: z.string() });
const trainedJobs = z.object({
  ada: account,
  /** Two scalar outputs. */
  heartId: z.number(),
  /** One curve over four decades; its training was stopped after a few steps. */
  transistorId: z.number(),
});

type ServerWithJobs = z.infer<typeof trainedJobs> & { baseURL: string; config: Config; caller: Caller };

/** Starts the server; nothing computes on it. */
export async function startWithTrainedJobs(): Promise<ServerWithJobs> {
  const { config, result } = await prepareOnce("trained-jobs", trainedJobs, trainBoth);
  const { url } = await startTestServer(config);
  return { ...result, baseURL: url, config, caller: await callerOf(url, result.ada) };
}

async function trainBoth(config: Config): Promise<z.infer<typeof trainedJobs>> {
  const server = await startTestServer(config);
  const runner = await startTestRunner(config);
  const ada = await addPerson(config, "Ada Lovelace");
  const caller = await callerOf(server.url, ada);
  const heartId = await trainedJob(caller, "Heart", fixture("cardiac6"));
  const transistorId = await stoppedJob(caller, "Transistor", fixture("ingaas_idvg"));
  await runner.close();
  await server.close();
  return { ada, heartId, transistorId };
}
