import { Loader, Tabs } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { TabName } from "@understudy/shared/api/job-view.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { defaultTab, isTabName, listTabs, tabAfter, tabLabel } from "#job/tabs.ts";
import { readAddress, updateAddress } from "#job/url-state.ts";
import { useViewPart } from "#job/view-parts.ts";
import { LoadingPage } from "#ui/loading.tsx";
import { StatusBanner } from "./status-banner.tsx";

const ProgressTab = lazy(async () => ({
  default: (await import("#pages/progress-tab.tsx")).ProgressTab,
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

function Panel({ name, job, onGo }: { name: TabName; job: Job; onGo: (name: TabName) => void }) {
  switch (name) {
    case "progress":
      return <ProgressTab job={job} />;
    case "simulations":
      return <SimulationsTab job={job} />;
    case "emulator":
      return <EmulatorTab job={job} />;
    case "sensitivity":
      return <SensitivityTab job={job} />;
    case "training-config":
      return <TrainingConfig job={job} onStarted={() => onGo("progress")} />;
    case "display-config":
      return <DisplayConfig job={job} />;
  }
}

/** Chooses the tab, following the job from state to state. */
function useTab(job: Job, restricted: boolean): [TabName | null, (name: TabName) => void] {
  const [state, setState] = useState(() => {
    const requestedTab = readAddress().get("tab");
    const tab = isTabName(requestedTab) ? requestedTab : null;
    return { tab: tabAfter(tab, job, job, restricted), job };
  });
  if (state.job !== job) setState({ tab: tabAfter(state.tab, state.job, job, restricted), job });
  const { tab } = state;
  // A link without a tab means the default one, whichever that is by then.
  const inAddress = tab === defaultTab(job, restricted) ? null : tab;
  useEffect(() => updateAddress({ tab: inAddress }), [inAddress]);
  return [tab, (next) => setState({ tab: next, job })];
}

/** The content of a job's page once its data is known. @param onTab is called with the tab that is shown */
export function JobTabs({ job, onTab }: { job: Job; onTab: (tab: TabName | null) => void }) {
  const { restricted } = useCurrentUser();
  const [tab, choose] = useTab(job, restricted);
  useEffect(() => onTab(tab), [onTab, tab]);
  const tabs = listTabs(job, restricted);
  useViewPart({
    read: () => (tab === null ? {} : { tab }),
    apply: (view) => view.tab !== tab && tabs.includes(view.tab) && choose(view.tab),
  });
  const panel = useRef<HTMLDivElement>(null);
  if (tab === null) return null;
  const isConfiguring = tab === "training-config";
  const configure = () => {
    choose("training-config");
    if (isConfiguring) panel.current?.focus();
  };
  const content = (
    <Suspense fallback={<LoadingPage />}>
      <Panel name={tab} job={job} onGo={choose} />
    </Suspense>
  );
  const banner = restricted ? null : (
    <StatusBanner
      job={job}
      onConfigure={tabs.includes("training-config") ? configure : null}
      isConfiguring={isConfiguring}
    />
  );
  if (tabs.length === 1)
    return (
      <>
        {banner}
        {content}
      </>
    );
  return (
    <>
      {banner}
      <Tabs value={tab} onChange={(value) => isTabName(value) && choose(value)} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                name === "progress" && isActive(job.status) ? <Loader size={12} aria-label="Running" /> : null
              }
            >
              {tabLabel(name, job)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel ref={panel} value={tab} tabIndex={-1}>
          {content}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
