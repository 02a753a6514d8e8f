import { MAX_DIRECTORY_ENTRIES } from "../limits.ts";
import { countText } from "../number-text.ts";

/** Texts of the file explorer and of the disk usage page. */
export const FILES_MESSAGES = {
  emptyDirectory: "This directory is empty.",
  directoryCut: `Only ${countText(MAX_DIRECTORY_ENTRIES)} entries of this directory are listed.`,
  directoryNotFound: "Directory not found.",
  noFileChosen: "Click a file to preview it here.",
  emptyFile: "(empty)",
  notPreviewable: "Sorry, you can't preview this file. Click here to download it instead.",
  loadingDirectory: "Sorry, there was an error loading the directory.",
  loadingPreview: "Sorry, there was an error loading the preview.",
  diskUsage: "Unable to retrieve disk usage.",
} as const;
