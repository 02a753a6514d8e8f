import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { type KeptRelation, relationText } from "@understudy/shared/domain/data-note.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { keptRelationText } from "@understudy/shared/spec-job/keep-relation.ts";
import { type ReactNode, useCallback } from "react";
import { Link } from "react-router-dom";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useJob, useJobConfig } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { inputLook, outputLook } from "./quantities.ts";
import { describeWeakOutputs, type EmulatorJob, scoredOutputs } from "./weak-outputs.ts";

type Props = {
  /** The job with the emulator. */
  job: EmulatorJob;
  /** The outputs that matter; null: all of them. */
  outputs: readonly string[] | null;
};

/** Warns where what is computed on an emulator depends on outputs that it predicts too badly. */
export function EmulatorWarning({ job, outputs }: Props) {
  const { config } = useJobConfig(job.id);
  const sentences = describeWeakOutputs(job, outputs, (name) => outputLook(config, name).display);
  if (sentences.length === 0) return null;
  return (
    <Warning label="The emulator is not good enough">
      <Group justify="space-between" gap="sm" wrap="wrap">
        <Text size="sm">{sentences.join(" ")}</Text>
        <Button component={Link} to={`/jobs/${job.id}`} size="compact-sm" variant="default">
          Improve the emulator
        </Button>
      </Group>
    </Warning>
  );
}

/** The warnings about the emulator that a job was computed on, and the relation that its designs keep. */
export function EmulatorOfJobWarning({ job }: { job: Job }) {
  const { restricted } = useCurrentUser();
  const { id, objective, is_data_driven, emulator_job_id } = job;
  const { isSingle, hasTraining } = OBJECTIVE_TRAITS[objective];
  if (isSingle || is_data_driven || restricted) return null;
  if (hasTraining || emulator_job_id === null) return <RelationOfJob jobId={id} />;
  return (
    <>
      <WeakEmulator jobId={id} emulatorJobId={emulator_job_id} />
      <RelationOfSearch jobId={id} emulatorJobId={emulator_job_id} />
    </>
  );
}

/** Says which relation between their inputs the simulations of a job keep. */
function RelationOfJob({ jobId }: { jobId: number }) {
  const { config } = useJobConfig(jobId);
  const settings = useSettings(jobId);
  return <KeptRelationLine relation={settings?.kept_relation ?? null} config={config} />;
}

/** Says which relation between its inputs the designs of a job keep, or warns where they need not keep that of the emulator's rows. */
function RelationOfSearch({ jobId, emulatorJobId }: { jobId: number; emulatorJobId: number }) {
  const { config } = useJobConfig(emulatorJobId);
  const relation = config?.data_notes.find((note) => note.kind === "relation");
  const settings = useSettings(jobId);
  if (settings === null) return null;
  if (settings.kept_relation !== null)
    return <KeptRelationLine relation={settings.kept_relation} config={config} />;
  return relation === undefined ? null : (
    <Warning label="The inputs keep a relation">
      <Text size="sm">
        {relationText(relation, (name) => inputLook(config, name).display)} in every row that the emulator was
        trained on. Designs of this job need not keep this: check it before you use one.
      </Text>
    </Warning>
  );
}

function KeptRelationLine({ relation, config }: { relation: KeptRelation | null; config: JobConfig | null }) {
  return relation === null ? null : (
    <Text size="sm" c="dimmed">
      {keptRelationText(relation, (name) => inputLook(config, name).display)}
    </Text>
  );
}

function useSettings(jobId: number) {
  const load = useCallback(
    (signal: AbortSignal) => call("getSpecJobSettings", { params: { job_id: jobId }, signal }),
    [jobId],
  );
  return useQuery(load).value;
}

function WeakEmulator({ jobId, emulatorJobId }: { jobId: number; emulatorJobId: number }) {
  const { job: emulatorJob } = useJob(emulatorJobId);
  if (emulatorJob === null) return null;
  const { emulator_verdict: verdict } = emulatorJob;
  const isWeak = verdict === "rough" || verdict === "not usable";
  return isWeak ? <ScoredWarning jobId={jobId} emulatorJob={emulatorJob} /> : null;
}

/** Reads which outputs the score depends on, which is needed only for an emulator with weak ones. */
function ScoredWarning({ jobId, emulatorJob }: { jobId: number; emulatorJob: EmulatorJob }) {
  const settings = useSettings(jobId);
  return settings && <EmulatorWarning job={emulatorJob} outputs={scoredOutputs(settings)} />;
}

export function Warning({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      icon={<IconAlertTriangle size={18} />}
      aria-label={label}
    >
      {children}
    </Alert>
  );
}
