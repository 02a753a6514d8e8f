import type { SpecDetail } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "#api/call.ts";
import { createBody } from "#pages/spec-versions/edit/body.ts";
import { createDraft } from "#pages/spec-versions/edit/draft.ts";
import { type About, AboutForm } from "#ui/about-form.tsx";
import { useAction } from "#ui/use-action.ts";
import { FILES_TIMEOUT_MS } from "../upload-files.tsx";

type Props = { spec: SpecDetail; onSaved: () => void; onClose: () => void };

/** The name and the description of a spec, edited in their place: they are part of its manifest, and so of its next version. */
export function EditSpecAbout({ spec, onSaved, onClose }: Props) {
  const { run, busy } = useAction("saving the name and description", { message: () => MESSAGES.savingSpec });
  const save = async ({ name, description }: About): Promise<void> => {
    const isSaved = await run(async () => {
      const spec_version_id = spec.latest_version_id;
      const version = await call("getSpecVersion", { params: { spec_version_id } });
      const draft = { ...createDraft(version), verbose_name: name, help_text: description };
      const body = {
        source: "form-params" as const,
        source_spec_version_id: spec_version_id,
        ...createBody(draft),
      };
      await call("createSpecVersion", { body, timeoutMs: FILES_TIMEOUT_MS });
    });
    if (!isSaved) return;
    onSaved();
    onClose();
  };
  return (
    <AboutForm
      name={spec.name}
      description={spec.description}
      isDescriptionRequired
      note={`Saving creates version ${Math.max(...spec.versions.map(({ number }) => number)) + 1}. Existing jobs keep their version.`}
      busy={busy}
      onSave={(about) => void save(about)}
      onClose={onClose}
    />
  );
}
