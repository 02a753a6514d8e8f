import { Button, Menu, Text, Tooltip } from "@mantine/core";
import { IconChevronDown, IconPlayerPlay, IconRepeat } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { type Objective, scoredObjective } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { Link, useNavigate } from "react-router-dom";
import { predictionCode } from "#copy-as-code/code.ts";
import { CodeButton } from "#copy-as-code/code-button.tsx";
import { useCurrentUser } from "#data/current-user.ts";
import { useSpecIsDeleted } from "#data/specs.ts";
import classes from "#predictions/emulator.module.css";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { ensureVersionId, onEmulatorPath, trainAgainPath } from "#predictions/new-job-links.ts";
import { DownloadChoice } from "#ui/download-choice.tsx";
import { useAction } from "#ui/use-action.ts";
import { ExportButtons } from "./exports/export-buttons.tsx";

type Origin = Pick<Job, "id" | "spec_version_id">;

type Props = { job: Origin & Pick<Job, "emulator_is_provisional">; config: JobConfig; store: EmulatorStore };

/** The actions on the emulator and its data. What would keep the emulator as it is waits for the last one of the training. */
export function Actions({ job, config, store }: Props) {
  const { restricted } = useCurrentUser();
  const isFromSpec = job.spec_version_id !== null;
  const isDeleted = useSpecIsDeleted(restricted ? null : job.spec_version_id);
  const isFinal = !job.emulator_is_provisional;
  return (
    <div className={classes.actions}>
      {!isFinal && (
        <Text size="xs" c="dimmed" className={classes.wide}>
          Exports, and jobs on this emulator, wait until its training is over.
        </Text>
      )}
      {isDeleted && (
        <Text size="xs" c="dimmed" className={classes.wide}>
          {MESSAGES.specDeleted}.
        </Text>
      )}
      {isFinal && !restricted && job.spec_version_id !== null && !isDeleted && (
        <SimulateHere job={job} versionId={job.spec_version_id} store={store} />
      )}
      {!restricted && !isDeleted && (
        <>
          {isFinal && <CreateJobMenu job={job} store={store} />}
          <Tooltip
            label={
              isFromSpec
                ? "Create a job with the same variables"
                : "Create a job with the same data and configuration"
            }
          >
            <Button
              component={Link}
              to={trainAgainPath(job)}
              size="xs"
              variant="default"
              leftSection={<IconRepeat size={14} />}
            >
              Train Again
            </Button>
          </Tooltip>
        </>
      )}
      {!restricted && (
        <CodeButton
          title="Predict at the sliders' values"
          createCode={(origin) => predictionCode(origin, job.id, store.here())}
        />
      )}
      {!restricted && (
        <DownloadChoice
          label="Download data"
          file={{
            href: `/static/work_dirs/${job.id}/data.csv`,
            parquetHref: `/static/work_dirs/${job.id}/data.parquet`,
          }}
        />
      )}
      {isFinal && <ExportButtons jobId={job.id} config={config} />}
    </div>
  );
}

/** The specification's menu; a Single Run is no part of it. The jobs begin where the sliders are on click. */
function CreateJobMenu({ job, store }: { job: Origin; store: EmulatorStore }) {
  const navigate = useNavigate();
  const { run, busy } = useAction("preparing the job");
  const create = (objective: Objective) =>
    void run(
      async () => void navigate(onEmulatorPath(job, await ensureVersionId(job), objective, store.here())),
    );
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" loading={busy} rightSection={<IconChevronDown size={14} />}>
          Create Job
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {scoredObjective.options.map((objective) => (
          <Menu.Item key={objective} onClick={() => create(objective)}>
            {objective}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type SimulateProps = { job: Origin; versionId: number; store: EmulatorStore };

/** The sliders' values are read on click: a moved slider does not re-render this. */
function SimulateHere({ job, versionId, store }: SimulateProps) {
  const navigate = useNavigate();
  return (
    <Tooltip label="Create a Single Run with these values to compare with the emulator" multiline w={240}>
      <Button
        size="xs"
        variant="light"
        leftSection={<IconPlayerPlay size={14} />}
        onClick={() => navigate(onEmulatorPath(job, versionId, "Single Run", store.here()))}
      >
        Simulate this point
      </Button>
    </Tooltip>
  );
}
