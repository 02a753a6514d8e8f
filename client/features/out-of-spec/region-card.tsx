import { Group, Paper, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { DesignActions } from "#designs/design-actions.tsx";
import { SpecBadge } from "#designs/design-card.tsx";
import { designWarnings } from "#designs/design-text.ts";
import { InputValues, OutputValues } from "#designs/design-values.tsx";
import optimization from "#designs/optimization.module.css";
import { type Looks, scoreText } from "#designs/quantities.ts";
import { CLASS_TEXTS } from "./classes.ts";
import { regionText } from "./region-text.ts";

type Props = { job: Job; outOfSpec: OutOfSpec; looks: Looks | null; region: number };

/** A region and its worst design: what it gives, what it takes, and what to do with it. */
export function RegionCard({ job, outOfSpec, looks, region }: Props) {
  const shown = outOfSpec.regions[region];
  if (shown === undefined) return null;
  const { worst } = shown;
  const { score, lower_bound, upper_bound } = worst;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="worst-design" className={optimization.card}>
      <Title order={2} id="worst-design">
        {`Region ${region + 1}: worst design`}
      </Title>
      <Text size="sm">{regionText(shown, looks)}</Text>
      <Group gap="md" align="center">
        <div className={optimization.score} data-numeric>
          <span className={optimization.scoreLabel}>Score</span> {scoreText(score)}
        </div>
        <SpecBadge design={worst} />
        {lower_bound !== null && upper_bound !== null && (
          <Text size="sm" c="dimmed" data-numeric>
            95% bounds {scoreText(lower_bound)} to {scoreText(upper_bound)}
          </Text>
        )}
      </Group>
      <ul className={optimization.warnings}>
        {designWarnings({ ...worst, at_limits: [] }, looks).map((warning) => (
          <li key={warning}>
            <IconAlertTriangle size={15} aria-hidden />
            <span>{warning}</span>
          </li>
        ))}
      </ul>
      <div className={optimization.values}>
        <OutputValues design={worst} looks={looks} />
        <InputValues inputs={worst.inputs} looks={looks} />
      </div>
      <DesignActions
        job={job}
        emulator={outOfSpec.emulator}
        inputs={worst.inputs}
        simulation={getSimulationId(outOfSpec, worst.simulation_id)}
      />
    </Paper>
  );
}

/** A row that holds a simulation, not a prediction. */
const getSimulationId = ({ is_simulated, is_verified }: OutOfSpec, id: number | null): number | null =>
  is_simulated || is_verified ? id : null;

/** A design of the overview that was clicked. */
export function PointCard({
  job,
  outOfSpec,
  looks,
  point,
}: Omit<Props, "region"> & { point: OutOfSpec["points"][number] }) {
  const { inputs, score, lower_bound, upper_bound, simulation_id } = point;
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-labelledby="chosen-design"
      className={optimization.card}
    >
      <Title order={2} id="chosen-design">
        Selected design
      </Title>
      <Group gap="md" align="center">
        <div className={optimization.score} data-numeric>
          <span className={optimization.scoreLabel}>Score</span> {scoreText(score)}
        </div>
        <Text size="sm">{CLASS_TEXTS[point.class]}</Text>
        {lower_bound !== null && upper_bound !== null && (
          <Text size="sm" c="dimmed" data-numeric>
            95% bounds {scoreText(lower_bound)} to {scoreText(upper_bound)}
          </Text>
        )}
      </Group>
      <InputValues inputs={inputs} looks={looks} />
      <DesignActions
        job={job}
        emulator={outOfSpec.emulator}
        inputs={inputs}
        simulation={getSimulationId(outOfSpec, simulation_id)}
      />
    </Paper>
  );
}
