import type { SuspectedMark } from "@understudy/shared/api/job-config.ts";
import { describeMark } from "@understudy/shared/failed-runs/mark-text.ts";
import type { ReactNode } from "react";
import { DoubtfulRows } from "./doubtful-rows.tsx";

type Props = {
  marks: readonly SuspectedMark[];
  /** Controls that leave their rows out. */
  children?: ReactNode;
};

/** Names the values that look like marks of failed runs, with their rows. */
export const SuspectedMarks = ({ marks, children }: Props) => (
  <DoubtfulRows
    label="Marks of failed runs"
    sentences={marks.map(describeMark)}
    remark="They look like marks of failed runs."
  >
    {children}
  </DoubtfulRows>
);
