import { Alert } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useParams } from "react-router-dom";
import { useSpecVersion } from "#data/specs.ts";
import { EditSpecForm } from "#features/specs/edit/edit-spec-form.tsx";
import { ErrorBanner, LoadingPage } from "#ui/load-states.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { TextLink } from "#ui/text-link.tsx";

export function EditSpecPage() {
  const { specVersionId } = useParams();
  const id = numberInAddress(specVersionId);
  return id === null ? <NotFoundPage /> : <EditSpecVersion key={id} id={id} />;
}

function EditSpecVersion({ id }: { id: number }) {
  const { spec: version, failure, retry } = useSpecVersion(id);
  if (failure?.status === 404 || (version !== null && version.run === null)) return <NotFoundPage />;
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingSpec} onRetry={retry} />;
  if (version === null) return <LoadingPage />;
  const { latest_version_id: latest } = version;
  return (
    <>
      <PageHeader title={`Edit ${version.name}`} />
      {latest !== null && latest !== id && (
        <Alert color="yellow" mb="md">
          There is a newer version of this spec.{" "}
          <TextLink to={`/spec_versions/${latest}/edit`}>Open it</TextLink>
        </Alert>
      )}
      <EditSpecForm version={version} />
    </>
  );
}
