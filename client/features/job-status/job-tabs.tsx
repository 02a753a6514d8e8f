import { Loader, Tabs } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { TabName } from "@understudy/shared/api/job-view.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { type ComponentType, Suspense, useEffect, useRef, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { defaultTab, isTabName, listTabs, tabAfter, tabLabel } from "#job/tabs.ts";
import { readAddress, updateAddress } from "#job/url-state.ts";
import { useViewPart } from "#job/view-parts.ts";
import { LoadingPage } from "#ui/load-states.tsx";
import { StatusBanner } from "./status-banner.tsx";

/** A tab's content. `onGo` opens another tab. */
export type Panel = ComponentType<{ job: Job; onGo: (name: TabName) => void }>;

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

type Props = {
  job: Job;
  panels: Readonly<Record<TabName, Panel>>;
  /** It is called with the tab that is shown. */
  onTab: (tab: TabName | null) => void;
};

/** The content of a job's page once its data is known. */
export function JobTabs({ job, panels, onTab }: Props) {
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
  const Content = panels[tab];
  const content = (
    <Suspense fallback={<LoadingPage />}>
      <Content job={job} onGo={choose} />
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
