import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./report.module.css";

/** A section of the report with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={2} mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}
