import { Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { type Objective, objective as objectiveSchema } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { call } from "../../../api/call.ts";
import { ErrorBanner } from "../../../components/error-banner.tsx";
import { LoadingPage } from "../../../components/loading.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { useJob } from "../../../hooks/use-job.ts";
import { useLoaded } from "../../../hooks/use-loaded.ts";
import { NotFoundPage } from "../../not-found-page.tsx";
import { NewSpecJobForm } from "./new-spec-job-form.tsx";
import { pointOf, startAt } from "./start.ts";

const idOf = (text: string | null | undefined): number | null =>
  text != null && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** /spec_versions/{specVersionId}/jobs/new. @throws without an objective: the router shows its error page. */
export function NewSpecJobPage() {
  const { specVersionId } = useParams();
  const [search] = useSearchParams();
  const objective = objectiveSchema.safeParse(search.get("objective"));
  if (!objective.success) throw new Error("The address must name an objective.");
  const id = idOf(specVersionId);
  if (id === null) return <NotFoundPage />;
  const emulatorJobId = idOf(search.get("emulator_job_id"));
  const sourceJobId = idOf(search.get("source_job_id"));
  // Another spec or objective is another form.
  const at = search.get("at");
  const key = JSON.stringify([id, objective.data, emulatorJobId, sourceJobId, at]);
  const jobs = { emulatorJobId, sourceJobId, at };
  return <ForSpecVersion key={key} id={id} objective={objective.data} {...jobs} />;
}

type Props = {
  id: number;
  objective: Objective;
  emulatorJobId: number | null;
  /** The job that this one is to be like. */
  sourceJobId: number | null;
  /** Where the sliders of the emulator stood, as the address has it. */
  at: string | null;
};

/** The spec, and what an earlier job was given: the one to be like, or the one that trained the emulator. */
const loaderOf =
  (spec_version_id: number, sourceJobId: number | null, emulatorJobId: number | null, at: string | null) =>
  async (signal: AbortSignal) => {
    const job_id = sourceJobId ?? emulatorJobId;
    const [spec, settings] = await Promise.all([
      call("getSpecVersion", { params: { spec_version_id }, signal }),
      job_id === null ? null : call("getSpecJobSettings", { params: { job_id }, signal }),
    ]);
    const isLike = sourceJobId !== null || settings === null;
    return { spec, settings: isLike ? settings : startAt(settings, pointOf(at)) };
  };

function ForSpecVersion({ id, objective, emulatorJobId, sourceJobId, at }: Props) {
  const load = useMemo(
    () => loaderOf(id, sourceJobId, emulatorJobId, at),
    [id, sourceJobId, emulatorJobId, at],
  );
  const { value, failure, reload: retry } = useLoaded(load);
  const { job, failure: jobFailure, reload } = useJob(emulatorJobId);
  const title = `Create ${objective} Job`;
  if (failure?.status === 404) return <NotFoundPage />;
  if (failure?.status === 401) return <LoadingPage label="Loading the spec" />;
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingSpec} onRetry={retry} />;
  if (emulatorJobId !== null && job === null && jobFailure !== null) {
    return <ErrorBanner message={MESSAGES.loadingEmulator} onRetry={() => void reload()} />;
  }
  if (value === null || (emulatorJobId !== null && job === null))
    return <LoadingPage label="Loading the spec" />;
  return (
    <>
      <PageHeader title={title} />
      <About spec={value.spec} emulator={job} isCheck={at !== null} />
      <NewSpecJobForm {...value} objective={objective} emulatorJob={job} isCheck={at !== null} />
    </>
  );
}

type AboutProps = { spec: SpecVersion; emulator: Job | null; isCheck: boolean };

/** Which spec, whether there is a newer version of it, and which emulator. */
function About({ spec, emulator, isCheck }: AboutProps) {
  const { id, latest_version_id: latest } = spec;
  return (
    <Text size="sm" c="dimmed" mt={-10} mb="md">
      From {spec.name}, version {spec.number} of spec {spec.spec_id}.{" "}
      {emulator !== null && (
        <>
          {isCheck ? "With the slider values of " : "With the variables of "}
          <TextLink to={`/jobs/${emulator.id}`}>{emulator.name}</TextLink>
          {isCheck ? ", to compare with its emulator. " : ", whose emulator can run it. "}
        </>
      )}
      {latest === null && MESSAGES.specDeleted}
      {latest !== null && latest !== id && (
        <TextLink to={`/spec_versions/${latest}/jobs/new${window.location.search}`}>
          There is a newer version
        </TextLink>
      )}
    </Text>
  );
}
