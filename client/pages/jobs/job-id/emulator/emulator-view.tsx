import { useElementSize } from "@mantine/hooks";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { ErrorBanner } from "../../../../components/error-banner.tsx";
import { useCurrentUser } from "../../../../store/current-user.ts";
import { Heatmap } from "../distribution/heatmap.tsx";
import { PairPlots } from "../distribution/pair-plots.tsx";
import { JobGraphs } from "../simulations/spec-graphs.tsx";
import { Actions } from "./actions.tsx";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
import { ParameterPanel } from "./parameter-panel.tsx";
import { Predictions } from "./predictions.tsx";
import { Quality } from "./quality.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useChoices } from "./use-choices.ts";
import { useReport } from "./use-report.ts";
import { useRequests, useShown } from "./use-shown.ts";
import type { ViewProps } from "./view-props.ts";

type Props = { job: Job; config: JobConfig; store: EmulatorStore };

/** The sliders, and the predictions at their values. */
export function EmulatorView({ job, config, store }: Props) {
  const [choices, choose] = useChoices();
  const { ref, width } = useElementSize();
  const report = useReport(job.id);
  const { restricted } = useCurrentUser();
  const shown = useShown(job.id, config, choices);
  useRequests(store, config, shown, choices, width);
  const view: ViewProps = { config, store, report, shown, choices, choose };
  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <ParameterPanel {...view} />
        <Actions job={job} config={config} store={store} />
      </div>
      <div className={classes.main}>
        <div ref={ref}>
          <Toolbar {...view} />
        </div>
        <Failure store={store} />
        <Predictions {...view} />
      </div>
      <div className={classes.rest}>
        <Quality {...view} jobId={job.id} />
        <Heatmap jobId={job.id} config={config} choices={choices} choose={choose} />
        <PairPlots jobId={job.id} config={config} choices={choices} choose={choose} />
        {!restricted && <JobGraphs job={job} />}
      </div>
    </div>
  );
}

function Failure({ store }: { store: EmulatorStore }) {
  const failure = store.useFailure();
  return failure === null ? null : <ErrorBanner message={failure} onRetry={() => store.refresh()} />;
}
