import { startRunner as startEngineRunner } from "@understudy/engine/runner/runner.ts";
import { createRunnerPorts } from "./commands/runner-ports.ts";
import type { Config } from "./config.ts";
import { log } from "./log.ts";
import { openPlatform } from "./platform.ts";

/** A runner process: takes jobs from the queues and has them worked on in child processes. Any number may run. */
export async function startRunner(config: Config): Promise<{ close(): Promise<void> }> {
  const platform = await openPlatform(config);
  const runner = await startEngineRunner({
    ports: createRunnerPorts(platform),
    concurrency: config.runnerConcurrency,
    redisUrl: config.redisUrl,
    prefix: config.redisPrefix,
    log,
  });
  return {
    close: async () => {
      await runner.close();
      await platform.close();
    },
  };
}
