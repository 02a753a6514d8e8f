import { Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { Navigate } from "react-router-dom";
import { toValues, useLiveDraft, useStoredDraft } from "#data/job-drafts.ts";
import { findOtherAddress } from "#shared-form/draft-address.ts";
import { ErrorBanner, LoadingPage } from "#ui/load-states.tsx";
import { NewJobForm } from "./new-job-form.tsx";

type Props = {
  sourceJobId: number | null;
  opensSamples: boolean;
  /** The form that several people fill in together; null: this person fills it in alone. */
  draftId: number | null;
};

/** The form of a job that is made from files, once it is read where several people fill it in. */
export function NewJob({ sourceJobId, opensSamples, draftId }: Props) {
  const draft = useStoredDraft(draftId);
  const { failure, reload } = useLiveDraft(draftId);
  if (draftId !== null && draft === null) {
    if (failure === null) return <LoadingPage label="Loading the form" />;
    return (
      <ErrorBanner message={MESSAGES.loadingDraft} onRetry={() => void reload()}>
        <Text size="sm">{failure.message}</Text>
      </ErrorBanner>
    );
  }
  const draftAddress = draft === null ? null : findOtherAddress(draft, null, window.location.search);
  if (draftAddress !== null) return <Navigate to={draftAddress} replace />;
  return (
    <NewJobForm
      sourceJobId={sourceJobId}
      opensSamples={opensSamples && draftId === null}
      draftId={draftId}
      sharedValues={draft && toValues(draft)}
    />
  );
}
