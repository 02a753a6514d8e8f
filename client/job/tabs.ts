import type { Job } from "@understudy/shared/api/job.ts";
import { JOB_TABS, type TabName } from "@understudy/shared/api/job-view.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";

export const isTabName = (text: string | null): text is TabName => JOB_TABS.some((name) => name === text);

export type TabFacts = Pick<
  Job,
  | "objective"
  | "status"
  | "has_simulations"
  | "emulator_status"
  | "has_been_configured"
  | "config_is_editable"
>;

/** The tab's text. */
export function tabLabel(name: TabName, { objective }: Pick<Job, "objective">): string {
  switch (name) {
    case "progress":
      return OBJECTIVE_TRAITS[objective].hasTraining ? "Progress" : "Results";
    case "simulations":
      return "Simulations";
    case "emulator":
      return "Emulator";
    case "sensitivity":
      return "Sensitivity";
    case "training-config":
      return "Training Config";
    case "display-config":
      return "Display Config";
  }
}

const wantsConfiguration = ({ objective, status, has_been_configured }: TabFacts): boolean =>
  status === "Awaiting Configuration" ||
  (OBJECTIVE_TRAITS[objective].hasTraining && status === "Running" && !has_been_configured);

/** The tabs of a job, in their order. */
export function listTabs(job: TabFacts, restricted: boolean): TabName[] {
  const emulator = job.emulator_status === "available";
  if (restricted) return emulator ? ["emulator"] : [];
  return JOB_TABS.filter((name) => {
    if (name === "simulations") return job.has_simulations;
    if (name === "emulator" || name === "sensitivity") return emulator;
    if (name === "training-config") return wantsConfiguration(job);
    if (name === "display-config") return job.config_is_editable;
    return true;
  });
}

export function defaultTab(job: TabFacts, restricted: boolean): TabName | null {
  const tabs = listTabs(job, restricted);
  if (OBJECTIVE_TRAITS[job.objective].isSingle && tabs.includes("simulations")) return "simulations";
  return (
    (["training-config", "emulator", "progress"] as const).find((name) => tabs.includes(name)) ??
    tabs[0] ??
    null
  );
}

/**
 * The tab to show now that the job has changed. Nobody is moved from what they look at, but for steps that are what they are
 * waiting for: from the progress, the first emulator of a training and its completion lead to the emulator, and a training that
 * can be configured to its configuration; a tab that is gone leads to the default one.
 */
export function tabAfter(
  current: TabName | null,
  before: TabFacts,
  now: TabFacts,
  restricted: boolean,
): TabName | null {
  const tabs = listTabs(now, restricted);
  if (current === null || !tabs.includes(current)) {
    // Training that was just started is watched, also where an earlier emulator could be.
    return current === "training-config" && tabs.includes("progress")
      ? "progress"
      : defaultTab(now, restricted);
  }
  const completed = before.status !== "Complete" && now.status === "Complete";
  const configurable = !wantsConfiguration(before) && wantsConfiguration(now);
  const hasFirstEmulator =
    before.emulator_status === null && now.emulator_status !== null && now.status === "Training";
  const isAwaited = completed || configurable || hasFirstEmulator;
  return isAwaited && current === "progress" ? defaultTab(now, restricted) : current;
}
