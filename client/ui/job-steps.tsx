import { Stepper } from "@mantine/core";
import classes from "./job-steps.module.css";

const STEP_LABELS = ["Job Info", "Configuration", "Training"] as const;

/** The steps of making a data-driven job. The first step has a page of its own, the others are on the job's. */
export function JobSteps({ active }: { active: 0 | 1 | 2 }) {
  return (
    <Stepper
      active={active}
      size="xs"
      iconSize={24}
      allowNextStepsSelect={false}
      wrap={false}
      classNames={classes}
    >
      {STEP_LABELS.map((label, index) => (
        <Stepper.Step
          key={label}
          label={label}
          component="div"
          tabIndex={-1}
          {...(index === active && { "aria-current": "step" as const })}
        />
      ))}
    </Stepper>
  );
}
