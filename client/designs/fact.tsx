import type { ReactNode } from "react";
import classes from "./progress.module.css";

/** A figure with its name, in a `<dl>`. Its width does not change with its digits. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
