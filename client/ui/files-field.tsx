import { Button, CloseButton, Input, Progress, Text } from "@mantine/core";
import { IconCircleCheck, IconFile } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { type ReactNode, useId } from "react";
import { DropBox, DropFrame } from "./drop-box.tsx";
import classes from "./files-field.module.css";
import { ProblemList } from "./problem-list.tsx";
import type { FileUploads, UploadedFile } from "./use-file-uploads.ts";

type Props = {
  label: string;
  description?: string;
  required?: boolean;
  /** Invites to drop files: "Drop a zip file, files or a folder here". */
  invitation: string;
  /** One file only: a new file replaces it. */
  single?: boolean;
  problems: readonly string[];
  uploads: FileUploads;
  children?: ReactNode;
};

/** Files of a form: dropped or chosen, each with its upload below, and what is wrong with them as a list. */
export function FilesField({
  label,
  description,
  required = false,
  invitation,
  single = false,
  problems,
  uploads,
  children,
}: Props) {
  const id = useId();
  const { files, add, remove } = uploads;
  const pick = (picked: readonly File[]) => {
    if (single) for (const { key } of files) remove(key);
    add(single ? picked.slice(0, 1) : picked);
  };
  return (
    <Input.Wrapper
      label={label}
      description={description}
      withAsterisk={required}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
    >
      <DropFrame isWrong={problems.length > 0}>
        <DropBox
          label={label}
          invitation={invitation}
          choice={single ? "choose a file" : "choose files"}
          multiple={!single}
          isWrong={problems.length > 0}
          describedBy={`${id}-problems`}
          onFiles={pick}
        />
        {files.length > 0 && (
          <ul className={classes.files} aria-label={`Chosen: ${label}`}>
            {files.map((file) => (
              <ChosenFile key={file.key} file={file} uploads={uploads} />
            ))}
          </ul>
        )}
      </DropFrame>
      {children}
      <ProblemList id={`${id}-problems`} problems={problems} />
    </Input.Wrapper>
  );
}

function ChosenFile({ file, uploads }: { file: UploadedFile; uploads: FileUploads }) {
  const { key, path, size, status, sentBytes } = file;
  return (
    <li className={classes.file}>
      {status === "done" ? (
        <IconCircleCheck size={17} className={classes.done} aria-hidden />
      ) : (
        <IconFile size={17} aria-hidden />
      )}
      <Text size="sm" truncate title={path} className={classes.path}>
        {path}
      </Text>
      {status === "uploading" && (
        <Progress
          size={4}
          value={size === 0 ? 0 : (100 * sentBytes) / size}
          aria-label={`Upload of ${path}`}
          className={classes.progress}
        />
      )}
      {status === "failed" ? (
        <>
          <Text size="xs" c="var(--mantine-color-error)">
            {MESSAGES.uploading}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => uploads.retry(key)}>
            Try again
          </Button>
        </>
      ) : (
        <Text size="xs" c="dimmed" data-numeric className={classes.size}>
          {bytesText(size)}
        </Text>
      )}
      <CloseButton size="sm" aria-label={`Remove ${path}`} onClick={() => uploads.remove(key)} />
    </li>
  );
}
