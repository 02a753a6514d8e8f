import { Stack, Text } from "@mantine/core";
import type { SpecDetail } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback, useState } from "react";
import { useParams } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { NotFoundPage } from "#pages/not-found-page.tsx";
import { BackButton } from "#ui/back-button.tsx";
import { EditAboutButton } from "#ui/edit-about-button.tsx";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingPage } from "#ui/loading.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { DownloadZip, RunJob, UpdateSpec } from "../columns.tsx";
import { UploadFiles } from "../upload-files.tsx";
import { DemoLine } from "./demo-line.tsx";
import { EditSpecAbout } from "./edit-about.tsx";
import { SpecJobs } from "./spec-jobs.tsx";
import { SpecVariables } from "./spec-variables.tsx";
import { SpecVersions } from "./spec-versions.tsx";

export function SpecPage() {
  const { specId } = useParams();
  const id = numberInAddress(specId);
  return id === null ? <NotFoundPage /> : <LoadedSpec key={id} id={id} />;
}

function LoadedSpec({ id }: { id: number }) {
  const load = useCallback(
    (signal: AbortSignal) => call("getSpec", { params: { spec_id: id }, signal }),
    [id],
  );
  const { value: spec, failure, reload } = useQuery(load);
  if (failure?.status === 404) return <NotFoundPage />;
  if (failure !== null && spec === null)
    return <ErrorBanner message={MESSAGES.loadingSpec} onRetry={reload} />;
  if (spec === null) return <LoadingPage />;
  return <WholeSpec spec={spec} onChanged={reload} />;
}

/** A spec: its description, the jobs made from it, its variables and its versions. */
function WholeSpec({ spec, onChanged }: { spec: SpecDetail; onChanged: () => void }) {
  const [isUploading, setIsUploading] = useState(false);
  const [isEdited, setIsEdited] = useState(false);
  return (
    <>
      <PageHeader title={spec.name} before={<BackButton to="/specs" label="Back to the specs" />}>
        {spec.can_be_changed && !isEdited && <EditAboutButton onClick={() => setIsEdited(true)} />}
        <DownloadZip spec={spec} />
        <UpdateSpec spec={spec} onUpload={() => setIsUploading(true)} />
        <RunJob spec={spec} />
      </PageHeader>
      <Stack gap="xl">
        <div>
          <Text size="sm" c="dimmed">
            Spec {spec.id}, created by {spec.creator.name}
          </Text>
          {isEdited ? (
            <EditSpecAbout spec={spec} onSaved={onChanged} onClose={() => setIsEdited(false)} />
          ) : (
            <Text maw="90ch" mt={4} style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
              {spec.description}
            </Text>
          )}
          <DemoLine problem={spec.demo_problem} />
        </div>
        <SpecJobs specId={spec.id} />
        <SpecVariables versionId={spec.latest_version_id} />
        <SpecVersions spec={spec} />
      </Stack>
      {isUploading && (
        <UploadFiles
          spec={spec}
          onClose={() => {
            setIsUploading(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}
