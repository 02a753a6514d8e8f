import type { DataOptions } from "@understudy/shared/api/job-config.ts";
import type { Field } from "@understudy/shared/csv/problems.ts";
import { useEffect, useState } from "react";
import { readHead } from "./file-head.ts";
import type { FilePreview } from "./preview-csv.ts";

/** The preview of a chosen file; null without one, and until its beginning is read. */
export function usePreview(file: File | null, field: Field, options: DataOptions): FilePreview | null {
  // While options change, what the file held before them stays on the page.
  const [read, setRead] = useState<{ file: File; preview: FilePreview } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (file === null) return;
    const readFile = async () => {
      // The CSV reader is loaded once a file is chosen.
      const [head, { previewCsv }] = await Promise.all([readHead(file), import("./preview-csv.ts")]);
      if (isCurrent) setRead({ file, preview: previewCsv(head, { field, name: file.name, options }) });
    };
    // A file that cannot be read has changed or gone since it was chosen: its upload says so.
    readFile().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [file, field, options]);
  return read !== null && read.file === file ? read.preview : null;
}
