import { Button, CloseButton, FileButton, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { sanitiseFileName } from "@understudy/shared/limits.ts";
import { bytesText, fixedPercentText } from "@understudy/shared/number-text.ts";
import type { FileState } from "#uploads/use-file-upload.ts";
import classes from "./upload-line.module.css";
import { useFieldUpload } from "./use-field-upload.ts";
import type { Uploads } from "./use-uploads.ts";

type Props = {
  label: string;
  field: string;
  uploads: Uploads;
  state: FileState;
  required: boolean;
  isWrong: boolean;
};

/** A file in one line: a button before it is chosen, then its name and how far its upload is. */
export function UploadLine({ label, field, uploads, state, required, isWrong }: Props) {
  const { pick, clear } = useFieldUpload(field, uploads, state);
  if (state.status === "empty") {
    return (
      <FileButton onChange={(file) => file && pick(file)}>
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            aria-label={`Choose a file for ${label}`}
            aria-invalid={isWrong || undefined}
            className={classes.choose}
            leftSection={<IconUpload size={14} />}
          >
            {required ? "Choose a file" : "Choose a file (optional)"}
          </Button>
        )}
      </FileButton>
    );
  }
  const name = sanitiseFileName(state.status === "done" ? state.name : state.file.name);
  return (
    <div className={classes.line}>
      <Text size="xs" fw={500} truncate title={name}>
        {name}
      </Text>
      <Text
        size="xs"
        c={state.status === "failed" ? "var(--mantine-color-error)" : "dimmed"}
        className={classes.state}
        data-numeric
      >
        {stateText(state)}
      </Text>
      {state.status === "failed" && (
        <Button size="compact-xs" variant="default" onClick={() => pick(state.file)}>
          Try again
        </Button>
      )}
      <CloseButton size="sm" aria-label={`Remove the file of ${label}`} onClick={clear} />
    </div>
  );
}

function stateText(state: Exclude<FileState, { status: "empty" }>): string {
  switch (state.status) {
    case "uploading": {
      const share = state.file.size === 0 ? 1 : state.sentBytes / state.file.size;
      return fixedPercentText(Math.floor(100 * share) / 100, 0);
    }
    case "failed":
      return state.message;
    case "done":
      return state.size === null ? "Uploaded" : bytesText(state.size);
    default:
      return assertNever(state);
  }
}
