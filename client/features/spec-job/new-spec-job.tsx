import { Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { OBJECTIVE_TRAITS, type Objective } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useMemo } from "react";
import { Navigate } from "react-router-dom";
import { ApiFailure, asFailure, call, isAbort } from "#api/call.ts";
import { toValues, useLiveDraft, useStoredDraft } from "#data/job-drafts.ts";
import { useJob } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { findOtherAddress } from "#shared-form/draft-address.ts";
import { ErrorBanner, LoadingPage } from "#ui/load-states.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { NewSpecJobForm } from "./new-spec-job-form.tsx";
import { parsePoint, startAt } from "./start.ts";

type Props = {
  id: number;
  objective: Objective;
  emulatorJobId: number | null;
  /** The job that this one is to be like. */
  sourceJobId: number | null;
  /** The position of the emulator's sliders, as the address has it. */
  at: string | null;
  /** The search begins there instead of spreading over the ranges. */
  isWarm: boolean;
  /** The form that several people fill in together; null: this person fills it in alone. */
  draftId: number | null;
};

/** The spec, and what an earlier job was given: the one to be like, or the one that trained the emulator. */
const createLoader =
  (
    spec_version_id: number,
    { sourceJobId, emulatorJobId, at, isWarm }: Omit<Props, "id" | "objective" | "draftId">,
  ) =>
  async (signal: AbortSignal) => {
    const job_id = sourceJobId ?? emulatorJobId;
    const [spec, settings] = await Promise.all([
      call("getSpecVersion", { params: { spec_version_id }, signal }),
      job_id === null ? null : loadSettings(job_id, signal),
    ]);
    if (settings instanceof ApiFailure) return { spec, settings: null, settingsFailure: settings };
    const isLike = sourceJobId !== null;
    if (settings === null) return { spec, settings, settingsFailure: null };
    const moved = { ...startAt(settings, parsePoint(at)), ...(isWarm && { warm_start: true }) };
    return { spec, settings: isLike ? { ...settings, ...moved } : moved, settingsFailure: null };
  };

/** A failure is returned, not thrown, so that the page can say that the job is wrong and not the spec. */
const loadSettings = (job_id: number, signal: AbortSignal) =>
  call("getSpecJobSettings", { params: { job_id }, signal }).catch((thrown: unknown) => {
    if (isAbort(thrown)) throw thrown;
    return asFailure(thrown);
  });

/** The form of a job that runs a spec, or why the job cannot be created. */
export function NewSpecJob({ id, objective, emulatorJobId, sourceJobId, at, isWarm, draftId }: Props) {
  const draft = useStoredDraft(draftId);
  const { failure: draftFailure, reload: readDraft } = useLiveDraft(draftId);
  const load = useMemo(
    () => createLoader(id, { sourceJobId, emulatorJobId, at, isWarm }),
    [id, sourceJobId, emulatorJobId, at, isWarm],
  );
  const { value, failure, reload: retry } = useQuery(load);
  const { job, failure: jobFailure, reload } = useJob(emulatorJobId);
  const title = `Create ${objective} Job`;
  if (failure?.status === 401) return <LoadingPage label="Loading the spec" />;
  if (failure !== null)
    return <Refusal title={title} text={MESSAGES.loadingSpec} detail={failure.message} onRetry={retry} />;
  if (value?.spec.latest_version_id === null)
    return <Refusal title={title} text={`${MESSAGES.specDeleted}.`} />;
  // A job like one whose emulator is gone can run on servers, or on another emulator.
  const isGone = sourceJobId !== null && job === null && jobFailure?.status === 404;
  const isAwaited = emulatorJobId !== null && job === null && !isGone;
  if (isAwaited && jobFailure !== null) {
    const detail = jobFailure.message;
    return (
      <Refusal title={title} text={MESSAGES.loadingEmulator} detail={detail} onRetry={() => void reload()} />
    );
  }
  if (draftId !== null && draft === null && draftFailure !== null) {
    const detail = draftFailure.message;
    return (
      <Refusal title={title} text={MESSAGES.loadingDraft} detail={detail} onRetry={() => void readDraft()} />
    );
  }
  if (value === null || isAwaited || (draftId !== null && draft === null))
    return <LoadingPage label="Loading the spec" />;
  const draftAddress = draft === null ? null : findOtherAddress(draft, id, window.location.search);
  if (draftAddress !== null) return <Navigate to={draftAddress} replace />;
  const { spec, settings, settingsFailure } = value;
  // A Single Run is to be compared with the emulator that it is created from; the others run on it.
  const isCheck = at !== null && OBJECTIVE_TRAITS[objective].isSingle;
  const unfit = job === null ? null : unfitEmulator(job, spec);
  if (unfit !== null) return <Refusal title={title} text={unfit} />;
  if (settingsFailure !== null) {
    const text = sourceJobId === null ? MESSAGES.loadingEmulator : MESSAGES.sourceJob;
    return <Refusal title={title} text={text} detail={settingsFailure.message} onRetry={retry} />;
  }
  return (
    <>
      <PageHeader title={title} />
      <About
        spec={spec}
        sourceJobId={sourceJobId}
        emulator={job}
        isGone={isGone}
        isCheck={isCheck}
        isMoved={at !== null}
      />
      <NewSpecJobForm
        spec={spec}
        settings={settings}
        objective={objective}
        emulatorJob={job}
        isCheck={isCheck}
        draftId={draftId}
        shared={draft === null ? null : toValues(draft)}
      />
    </>
  );
}

/** Explains why the job that the address names cannot lend its emulator. */
function unfitEmulator(job: Job, spec: SpecVersion): string | null {
  const { id, name, emulator_status, emulator_is_provisional, spec_id } = job;
  if (emulator_status === null) return MESSAGES.noEmulator(name);
  if (emulator_is_provisional) return MESSAGES.provisionalEmulator(name);
  const isOfSpec = spec.spec_id === null ? spec.data_job_id === id : spec_id === spec.spec_id;
  return isOfSpec ? null : `${MESSAGES.emulatorOfOtherSpec(name)}.`;
}

type RefusalProps = { title: string; text: string; detail?: string; onRetry?: () => void };

/** Stands in place of the form, and says what keeps the job from being created. */
function Refusal({ title, text, detail, onRetry }: RefusalProps) {
  return (
    <>
      <PageHeader title={title} />
      <ErrorBanner message={text} {...(onRetry && { onRetry })}>
        {detail !== undefined && <Text size="sm">{detail}</Text>}
      </ErrorBanner>
    </>
  );
}

type AboutProps = {
  spec: SpecVersion;
  sourceJobId: number | null;
  emulator: Job | null;
  /** That job had an emulator, and its job has been deleted. */
  isGone: boolean;
  isCheck: boolean;
  isMoved: boolean;
};

/** The spec, its newer version, the job that this one is to be like, and the emulator. */
function About({ spec, sourceJobId, emulator, isGone, isCheck, isMoved }: AboutProps) {
  const { id, data_job_id, latest_version_id: latest } = spec;
  return (
    <Text size="sm" c="dimmed" mt={-10} mb="md">
      {data_job_id === null ? (
        `From ${spec.name}, version ${spec.number} of spec ${spec.spec_id}. `
      ) : (
        <>
          From the data of <TextLink to={`/jobs/${data_job_id}`}>{spec.name}</TextLink>.{" "}
        </>
      )}
      {sourceJobId !== null && (
        <>
          With the settings of <TextLink to={`/jobs/${sourceJobId}`}>job {sourceJobId}</TextLink>
          {emulator === null ? ". " : ", "}
        </>
      )}
      {emulator !== null && sourceJobId !== null && (
        <>
          and the emulator of <TextLink to={`/jobs/${emulator.id}`}>{emulator.name}</TextLink>.{" "}
        </>
      )}
      {emulator !== null && sourceJobId === null && (
        <>
          {isMoved ? "With the slider values of " : "With the variables of "}
          <TextLink to={`/jobs/${emulator.id}`}>{emulator.name}</TextLink>
          {isCheck ? ", to compare with its emulator. " : ", whose emulator can run it. "}
        </>
      )}
      {isGone && "The emulator that it ran on has been deleted. "}
      {latest !== null && latest !== id && (
        <TextLink to={`/spec_versions/${latest}/jobs/new${window.location.search}`}>
          There is a newer version
        </TextLink>
      )}
    </Text>
  );
}
