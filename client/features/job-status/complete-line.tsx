import { Button, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { type ReactNode, useId, useState } from "react";
import { EmulatorOfJobWarning } from "#designs/emulator-warning.tsx";
import { VerdictBadge } from "#ui/verdict-badge.tsx";
import type { Banner } from "./banner.ts";
import classes from "./status-banner.module.css";
import { NextStepButton, useNextStep, useVerdict } from "./verdict-line.tsx";

type Props = {
  job: Job;
  banner: Banner;
  /** The buttons of the banner. */
  children: ReactNode;
};

/** The status of a complete job: one line that stays at the top of the window, with the rest of it on demand. */
export function CompleteLine({ job, banner, children }: Props) {
  const verdict = useVerdict(job);
  const step = useNextStep(job);
  // As in status-banner.module.css: where the line has no room for the button of the next step, it stands below.
  const isWide = useMediaQuery("(min-width: 75em)", true, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const button = step?.isOffered ? <NextStepButton job={job} step={step} /> : null;
  return (
    <section className={classes.banner} data-tone={banner.tone} data-line aria-label="Status">
      <div className={classes.line}>
        <Text fw={600} role="status">
          {banner.title}
        </Text>
        {verdict === null ? (
          <span className={classes.reason} />
        ) : (
          <section className={classes.summary} aria-label="Verdict on the emulator">
            <VerdictBadge verdict={verdict.verdict} />
            <Text size="sm" className={classes.reason} title={verdict.reason}>
              {verdict.reason}
            </Text>
            <Button
              size="compact-xs"
              variant="subtle"
              className={classes.opener}
              rightSection={<IconChevronDown size={13} />}
              aria-label="Details"
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => setOpen(!isOpen)}
            >
              <span className={classes.openerText}>Details</span>
            </Button>
            {isWide && button}
          </section>
        )}
        {children}
      </div>
      {verdict !== null && (
        <div id={detailsId} className={classes.details} hidden={!isOpen}>
          <Text size="sm">{verdict.reason}</Text>
          {verdict.details.length > 0 && (
            <Text size="sm" c="dimmed">
              {verdict.details.join(" ")}
            </Text>
          )}
          {step !== null && (
            <div className={classes.next}>
              <Text size="sm" fw={600}>
                {step.text}
              </Text>
              {!isWide && button}
            </div>
          )}
        </div>
      )}
      <EmulatorOfJobWarning job={job} />
    </section>
  );
}
