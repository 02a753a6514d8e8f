import { Button } from "@mantine/core";
import { call } from "#api/call.ts";
import { upsertJob } from "#data/jobs.ts";
import { useAction } from "#ui/use-action.ts";
import type { BannerAction } from "./banner.ts";
import classes from "./status-banner.module.css";

type Props = {
  jobId: number;
  action: BannerAction & { call: Exclude<BannerAction["call"], "configure"> };
  variant?: "default" | "light" | "filled";
};

/** Does what a person can do about a job's state. */
export function ActionButton({ jobId, action, variant = "default" }: Props) {
  const { run, busy } = useAction(action.doing);
  const act = () =>
    run(async () => {
      upsertJob(await call(action.call, { params: { job_id: jobId } }));
    });
  return (
    <Button size="xs" variant={variant} className={classes.button} loading={busy} onClick={() => void act()}>
      {action.label}
    </Button>
  );
}
