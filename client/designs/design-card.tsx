import { Group, Paper, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization, PredictedDesign } from "@understudy/shared/api/optimization.ts";
import { type ReactNode, useId } from "react";
import badgeClasses from "#ui/status-badge.module.css";
import { DesignActions } from "./design-actions.tsx";
import { designWarnings, specState } from "./design-text.ts";
import { FrontValues, InputValues, OutputValues } from "./design-values.tsx";
import classes from "./optimization.module.css";
import { type Looks, scoreText } from "./quantities.ts";
import type { ShownDesign } from "./shown-designs.ts";

type Props = {
  job: Job;
  optimization: Optimization;
  shown: ShownDesign;
  /** Names and units; null while they are being read. */
  looks: Looks | null;
  /** The reason to use this design. */
  note: string | null;
  children?: ReactNode;
};

/** One design: how good it is and how sure that is, what it gives, what it takes, and what to do with it. */
export function DesignCard({ job, optimization, shown, looks, note, children }: Props) {
  const id = useId();
  const { title, design } = shown;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id} className={classes.card}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5" id={id}>
          {title}
        </Title>
        {children}
      </Group>
      {note !== null && <Text size="sm">{note}</Text>}
      {shown.kind === "maximum" ? (
        <Rated design={shown.design} looks={looks} />
      ) : (
        <FrontValues goals={optimization.goals} design={shown.design} />
      )}
      <div className={classes.values}>
        {shown.kind === "maximum" && <OutputValues design={shown.design} looks={looks} />}
        <InputValues inputs={design.inputs} looks={looks} />
      </div>
      <DesignActions
        job={job}
        emulator={optimization.emulator}
        inputs={design.inputs}
        simulation={shown.kind === "maximum" && optimization.is_simulated ? shown.design.simulation_id : null}
      />
    </Paper>
  );
}

export function SpecBadge({ design }: { design: PredictedDesign }) {
  const state = specState(design);
  if (state === null) return null;
  return (
    <span className={badgeClasses.badge} data-tone={state.tone}>
      {state.text}
    </span>
  );
}

function Rated({ design, looks }: { design: PredictedDesign; looks: Looks | null }) {
  const { score, lower_bound, upper_bound } = design;
  const hasBounds = lower_bound !== null && upper_bound !== null;
  return (
    <>
      <Group gap="md" align="center">
        <div className={classes.score} data-numeric>
          <span className={classes.scoreLabel}>Score</span> {scoreText(score)}
        </div>
        <SpecBadge design={design} />
        {hasBounds && (
          <Text size="sm" c="dimmed" data-numeric>
            95% bounds {scoreText(lower_bound)} to {scoreText(upper_bound)}
          </Text>
        )}
      </Group>
      <ul className={classes.warnings}>
        {designWarnings(design, looks).map((warning) => (
          <li key={warning}>
            <IconAlertTriangle size={15} aria-hidden />
            <span>{warning}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
