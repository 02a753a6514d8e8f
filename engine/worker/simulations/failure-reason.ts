/** Explains the end of a command in a sentence for people. */
import type { ManifestRun } from "@understudy/shared/domain/spec-manifest.ts";
import type { FailureKind } from "@understudy/shared/worker/worker-simulation.ts";
import type { CommandEnd } from "./run-command.ts";

export type Failure = { readonly kind: FailureKind; readonly reason: string };

const model = (reason: string): Failure => ({ kind: "model", reason });
const infrastructure = (reason: string): Failure => ({ kind: "infrastructure", reason });

/** Sent when a machine is shut down, or by the kernel when its memory is full. */
const FROM_OUTSIDE: readonly NodeJS.Signals[] = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"];
const CANNOT_EXECUTE = 126;

/** Null where the exit reports success. @param program its name in the spec */
export function failureOf(program: string, run: ManifestRun, end: CommandEnd): Failure | null {
  const { limits } = run;
  switch (end.kind) {
    case "exited":
      if (run.success_exit_codes.includes(end.code)) return null;
      return end.code === CANNOT_EXECUTE
        ? infrastructure(`${program} could not be executed on this server (exit code 126).`)
        : model(`${program} ended with exit code ${end.code}.`);
    case "timeout":
      return model(`${program} took longer than ${run.timeout_seconds} s and was ended.`);
    case "memory":
      return model(`${program} used more than ${limits.memory_mb} MB of memory and was ended.`);
    case "cpu":
      return model(`${program} used more than ${limits.cpu_seconds} s of processor time and was ended.`);
    case "signalled":
      if (end.signal === "SIGXCPU")
        return model(`${program} used more than ${limits.cpu_seconds} s of processor time and was ended.`);
      if (end.signal === "SIGXFSZ")
        return model(`${program} wrote a file of more than ${limits.file_mb} MB and was ended.`);
      return FROM_OUTSIDE.includes(end.signal)
        ? infrastructure(`${program} was ended on its server from outside (${end.signal}).`)
        : model(`${program} crashed (${end.signal}).`);
    case "unstartable":
      return infrastructure(`${program} could not be started: ${end.reason}.`);
    case "aborted":
      return infrastructure(`${program} was ended before it was over.`);
  }
}
