import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import type { Spec } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import type { ApiFailure } from "#api/call.ts";
import { call } from "#api/call.ts";
import { specListChanged } from "#data/specs.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { FilesField } from "#ui/files-field.tsx";
import { useAction } from "#ui/use-action.ts";
import { useFileUploads } from "#ui/use-file-uploads.ts";

/** Unpacking and checking a large model takes its time. */
export const FILES_TIMEOUT_MS = 10 * 60_000;

/** The message about an error that the field of the files does not show. */
const findUnshownMessage = ({ status, message, fields }: ApiFailure): string | null => {
  if (fields.file !== undefined) return null;
  return status === 409 ? message : MESSAGES.updatingSpec;
};

/** New files for a spec: they become its next version. */
export function UploadFiles({ spec, onClose }: { spec: Spec; onClose: () => void }) {
  const uploads = useFileUploads();
  const [keepOthers, setKeepOthers] = useState(true);
  const [isMissing, setMissing] = useState(false);
  const { run, busy, failure } = useAction("updating the spec", { message: findUnshownMessage });

  async function update(): Promise<void> {
    setMissing(uploads.files.length === 0);
    if (uploads.files.length === 0) return;
    let isDone = false;
    await run(async () => {
      const files = await uploads.finished();
      // The field shows which one failed.
      if (files === null) return;
      const body = {
        source: "files" as const,
        source_spec_version_id: spec.latest_version_id,
        files,
        keep_others: keepOthers,
      };
      await call("createSpecVersion", { body, timeoutMs: FILES_TIMEOUT_MS });
      isDone = true;
    });
    if (!isDone) return;
    notifySuccess(MESSAGES.updatedSpec(spec.name));
    specListChanged();
    onClose();
  }

  const missing = isMissing && uploads.files.length === 0 ? [MESSAGES.specFilesRequired] : [];
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={`Upload Files: ${spec.name}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The files create a new version of the spec. Existing jobs keep their version.
        </Text>
        <FilesField
          label="Files"
          required
          invitation="Drop a zip file, files or a folder here"
          problems={[...missing, ...(failure?.fields.file ?? [])]}
          uploads={uploads}
        />
        <Checkbox
          label="Keep the spec's other files"
          description="Otherwise only its spec.json is kept, unless you upload a new one."
          checked={keepOthers}
          onChange={(event) => setKeepOthers(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void update()}>
            Update Spec
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
