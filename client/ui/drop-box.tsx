import { Dropzone } from "@mantine/dropzone";
import { IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./drop-box.module.css";

/** The dashed frame of a field of files. */
export const DropFrame = ({ isWrong, children }: { isWrong: boolean; children: ReactNode }) => (
  <div className={classes.box} data-error={isWrong}>
    {children}
  </div>
);

type Props = {
  /** The label of the field. */
  label: string;
  /** Invites to drop files: "Drop a CSV file here". */
  invitation: string;
  /** The text of the button: "choose files". */
  choice: string;
  multiple: boolean;
  isWrong: boolean;
  /** Id of the element with the error text. */
  describedBy?: string;
  onFiles: (files: File[]) => void;
};

/** Takes files that are dropped on it, or chosen with its button. */
export function DropBox({ label, invitation, choice, multiple, isWrong, describedBy, onFiles }: Props) {
  return (
    <Dropzone
      className={classes.drop}
      multiple={multiple}
      onDrop={onFiles}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ "aria-label": label }}
    >
      <IconUpload size={18} aria-hidden />
      <span>
        {invitation} or {/* Its click reaches the drop zone, which opens the dialog. */}
        <button
          type="button"
          className={classes.choose}
          aria-label={`${choice}: ${label}`}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy}
        >
          {choice}
        </button>
      </span>
    </Dropzone>
  );
}
