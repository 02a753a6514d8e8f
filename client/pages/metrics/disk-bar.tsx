import { Progress, Text } from "@mantine/core";
import { DISK_BAR_DELAY_MS, DISK_BAR_THRESHOLDS } from "@understudy/shared/limits.ts";
import { useEffect, useState } from "react";
import { gigabytesText } from "./gigabytes.ts";

const ANIMATION_MS = 500;

/** @param percent of the space that is used */
export function diskBarColor(percent: number): "green" | "yellow" | "red" {
  if (percent > DISK_BAR_THRESHOLDS.red) return "red";
  return percent > DISK_BAR_THRESHOLDS.yellow ? "yellow" : "green";
}

/** The used part of the space, in GB: the bar fills a moment after the text is there. */
export function DiskBar({ used, total }: { used: number; total: number }) {
  const percent = Math.min(100, (100 * used) / total);
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFilled(true), DISK_BAR_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Text size="lg" mb={6} data-numeric>
        {gigabytesText(used)} GB of {gigabytesText(total)} GB used
      </Text>
      <Progress
        size="xl"
        value={isFilled ? percent : 0}
        color={diskBarColor(percent)}
        transitionDuration={ANIMATION_MS}
        aria-label="Disk space used"
      />
    </>
  );
}
