import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback } from "react";
import { useParams } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { TemplateForm } from "#features/specs/template/template-form.tsx";
import { ErrorBanner, LoadingPage } from "#ui/load-states.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";

/** /spec_templates/{specTemplateId}/specs/new */
export function TemplateSpecPage() {
  const { specTemplateId = "" } = useParams();
  // Another template is another form.
  return <ForTemplate key={specTemplateId} spec_template_id={specTemplateId} />;
}

function ForTemplate({ spec_template_id }: { spec_template_id: string }) {
  const load = useCallback(
    (signal: AbortSignal) => call("getSpecTemplate", { params: { spec_template_id }, signal }),
    [spec_template_id],
  );
  const { value: template, failure, reload } = useQuery(load);
  if (failure?.status === 404 || failure?.status === 400) return <NotFoundPage />;
  if (failure !== null) return <ErrorBanner message={MESSAGES.sorry} onRetry={reload} />;
  return template === null ? <LoadingPage /> : <TemplateForm template={template} />;
}
