import type { Job } from "@understudy/shared/api/job.ts";
import type { TabName } from "@understudy/shared/api/job-view.ts";
import { lazy } from "react";
import { ActivityButton } from "#features/audit/activity/activity-button.tsx";
import { JobHeader } from "#features/job-header/job-header.tsx";
import type { Panel } from "#features/job-status/job-tabs.tsx";
import { ShareButton } from "#features/share/share-button.tsx";
import { DiscussionButtons } from "#features/together/notes/discussion-buttons.tsx";
import { Viewers } from "#features/together/viewers.tsx";
import type { GuideTopic } from "#ui/guide-topics.ts";

const ProgressTab = lazy(async () => ({
  default: (await import("./progress-tab.tsx")).ProgressTab,
}));
const EmulatorTab = lazy(async () => ({
  default: (await import("#features/emulator/emulator-tab.tsx")).EmulatorTab,
}));
const SimulationsTab = lazy(async () => ({
  default: (await import("#features/simulations/simulations-tab.tsx")).SimulationsTab,
}));
const SensitivityTab = lazy(async () => ({
  default: (await import("#features/emulator/sensitivity/sensitivity-tab.tsx")).SensitivityTab,
}));
const TrainingConfig = lazy(async () => ({
  default: (await import("#features/training-config/training-config.tsx")).TrainingConfig,
}));
const DisplayConfig = lazy(async () => ({
  default: (await import("#features/training-config/display-config/display-config.tsx")).DisplayConfig,
}));

/** The content of each tab of a job's page, which is loaded when the tab is opened. */
export const JOB_PANELS: Readonly<Record<TabName, Panel>> = {
  progress: ProgressTab,
  simulations: SimulationsTab,
  emulator: EmulatorTab,
  sensitivity: SensitivityTab,
  "training-config": ({ job, onGo }) => <TrainingConfig job={job} onStarted={() => onGo("progress")} />,
  "display-config": DisplayConfig,
};

/** The header of a job, with the buttons that other features add to it. @param topic of the guide, of what is shown below */
export function JobHead({ job, topic }: { job: Job; topic: GuideTopic }) {
  return (
    <JobHeader
      job={job}
      topic={topic}
      actions={<ActivityButton job={job} />}
      comments={<DiscussionButtons job={job} />}
      people={
        <>
          <Viewers job={job} />
          {job.can_be_changed && <ShareButton job={job} />}
        </>
      }
    />
  );
}
