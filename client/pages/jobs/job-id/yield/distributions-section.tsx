import { Button, Paper, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { useId, useState } from "react";
import type { Looks } from "../optimization/quantities.ts";
import { DistributionEditing } from "./distribution-editing.tsx";
import { useDistributions } from "./use-distributions.ts";
import classes from "./yield.module.css";

type Props = { readonly job: Job; readonly looks: Looks };

/** How the inputs of a search on servers vary: it then looks for the designs that fail among those that are built. */
export function DistributionsSection({ job, looks }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        Distributions of the inputs
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        Without any, the search covers the ranges evenly. With them it places simulations where most of the
        designs that are built may fail.
      </Text>
      {isOpen ? (
        <OpenDistributions job={job} looks={looks} />
      ) : (
        <Button size="xs" mt="sm" onClick={() => setOpen(true)}>
          Enter distributions
        </Button>
      )}
    </Paper>
  );
}

/** Without a design they lie in the ranges of the job, where none has one to begin with. */
const IN_RANGES = { design: null, distributions: {} };

function OpenDistributions({ job, looks }: Props) {
  const editor = useDistributions(job, IN_RANGES, looks);
  return (
    <div className={classes.body}>
      <DistributionEditing job={job} editor={editor} looks={looks} isBusy={false} />
    </div>
  );
}
