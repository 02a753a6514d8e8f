import { Button, CloseButton, Input, Progress, Text } from "@mantine/core";
import { IconCircleCheck, IconFileSpreadsheet } from "@tabler/icons-react";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { sanitiseFileName } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { useId } from "react";
import { DropBox, DropFrame } from "#ui/drop-box.tsx";
import classes from "./file-field.module.css";
import { FilePreviewBox, type OptionChoice } from "./file-preview.tsx";
import type { FilePreview } from "./preview-csv.ts";
import { isSound } from "./preview-text.ts";
import { type FileState, type FileUpload, fileName } from "./use-file-upload.ts";

type Props = {
  label: string;
  description: string;
  required: boolean;
  /** The problems of the file, a line each; null: none is known. */
  error: string | null;
  upload: FileUpload;
  /** The preview of the chosen file; null until it is read, and without one. */
  preview?: FilePreview | null;
  /** The choices about how it is read, which its preview offers; without them it offers none. */
  choice?: OptionChoice;
};

const FIXED_CHOICE: OptionChoice = { options: NO_DATA_OPTIONS };

/** One CSV file: dropped or chosen, then its upload. Its box keeps its height in every state. */
export function FileField({
  label,
  description,
  required,
  error,
  upload,
  preview = null,
  choice = FIXED_CHOICE,
}: Props) {
  const id = useId();
  const { state, pick, clear } = upload;
  const unusable = preview !== null && "notCsv" in preview ? MESSAGES.notCsv(preview.notCsv) : null;
  const failed = state.status === "failed" ? state.message : unusable;
  return (
    <Input.Wrapper
      label={label}
      description={description}
      withAsterisk={required}
      error={failed ?? error}
      errorProps={{ className: classes.problems }}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
    >
      <DropFrame isWrong={(failed ?? error) !== null}>
        {state.status === "empty" ? (
          <DropBox
            label={label}
            invitation="Drop a CSV file here"
            choice="choose one"
            multiple={false}
            isWrong={(failed ?? error) !== null}
            onFiles={(files) => files[0] && pick(files[0])}
          />
        ) : (
          <Chosen
            label={label}
            state={state}
            isWrong={failed !== null}
            hasTick={state.status === "done" && (state.file === undefined || isSound(preview))}
            retry={pick}
            clear={clear}
          />
        )}
      </DropFrame>
      {preview !== null && <FilePreviewBox label={label} preview={preview} choice={choice} />}
    </Input.Wrapper>
  );
}

type ChosenProps = {
  label: string;
  state: Exclude<FileState, { status: "empty" }>;
  isWrong: boolean;
  /** It has been uploaded, and nothing is known to be wrong with it. */
  hasTick: boolean;
  retry: (file: File) => void;
  clear: () => void;
};

function Chosen({ label, state, isWrong, hasTick, retry, clear }: ChosenProps) {
  const uploading = state.status === "uploading";
  const name = fileName(state);
  return (
    <div className={classes.chosen} data-sound={hasTick}>
      {hasTick ? (
        <IconCircleCheck size={20} className={classes.done} aria-hidden />
      ) : (
        <IconFileSpreadsheet size={20} aria-hidden />
      )}
      <div className={classes.text}>
        <Text size="sm" fw={500} truncate title={name}>
          {sanitiseFileName(name)}
        </Text>
        <Text size="xs" c="dimmed" data-numeric>
          {progressText(state)}
        </Text>
        {uploading && (
          <Progress
            size={4}
            value={state.file.size === 0 ? 0 : (100 * state.sentBytes) / state.file.size}
            aria-label={`Upload of ${label}`}
            className={classes.progress}
          />
        )}
      </div>
      {state.status === "failed" && (
        <Button size="compact-sm" variant="default" onClick={() => retry(state.file)}>
          Try again
        </Button>
      )}
      <CloseButton
        aria-label={uploading ? `Cancel the upload of ${label}` : `Remove ${label}`}
        // Where the focus goes when the form is refused.
        aria-invalid={isWrong || undefined}
        onClick={clear}
      />
    </div>
  );
}

function progressText(state: ChosenProps["state"]): string {
  switch (state.status) {
    case "uploading": {
      const sent = `${bytesText(state.sentBytes)} of ${bytesText(state.file.size)}`;
      const speed = state.bytesPerSecond;
      return speed === null ? sent : `${sent} · ${bytesText(speed)}/s`;
    }
    case "failed":
      return "Not uploaded";
    case "done":
      return state.size === null ? "Sample data" : `${bytesText(state.size)} · uploaded`;
  }
}
