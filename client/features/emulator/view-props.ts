import { useMediaQuery } from "@mantine/hooks";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import type { PinnedPoint } from "#predictions/pinned-points.ts";
import type { Choices } from "#predictions/use-choices.ts";
import type { ShownColumns } from "#predictions/use-shown.ts";

/** The props that every part of the emulator page needs. */
export type ViewProps = {
  config: JobConfig;
  store: EmulatorStore;
  /** The report is null until it is first read. */
  report: EmulatorReport | null;
  shown: ShownColumns;
  choices: Choices;
  /** The points that are drawn over the sliders' predictions. */
  pinned: readonly PinnedPoint[];
  choose: (change: Partial<Choices>) => void;
};

/**
 * True where the sliders stand under the plots, which then stick to the window's top and are small. As in
 * emulator.module.css.
 */
export const useIsNarrow = (): boolean =>
  useMediaQuery("(max-width: 62em)", false, { getInitialValueInEffect: false });
