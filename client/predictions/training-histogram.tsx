import { useMemo } from "react";
import { BARS_HEIGHT, BARS_WIDTH, type Bar, barsPath, findTallest } from "./histogram.ts";
import classes from "./parameters.module.css";

type Props = {
  bars: readonly Bar[];
  /** The bar that holds the present value; null: none does. */
  current: number | null;
  /** The description, for those who do not see the histogram and for a resting pointer. */
  text: string;
  /** The histogram of a slider is as wide as the range of the slider's thumb. */
  kind: "slider" | "list";
};

/** The distribution of the training rows over an input. */
export function TrainingHistogram({ bars, current, text, kind }: Props) {
  const tallest = useMemo(() => findTallest(bars), [bars]);
  const all = useMemo(() => barsPath(bars, tallest), [bars, tallest]);
  const marked = current === null ? undefined : bars[current];
  return (
    <svg
      className={classes.histogram}
      data-kind={kind}
      viewBox={`0 0 ${BARS_WIDTH} ${BARS_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <path d={all} className={classes.bars} />
      {marked !== undefined && <path d={barsPath([marked], tallest)} className={classes.marked} />}
      <path d={`M0 ${BARS_HEIGHT}H${BARS_WIDTH}`} className={classes.ground} />
    </svg>
  );
}
