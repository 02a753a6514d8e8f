import "./plot.css";
import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, type Ref, useId } from "react";
import type { ReadoutPart } from "./model/chart.ts";

/** Height of the line above the axes, in pixels. */
export const READOUT_HEIGHT_PX = 22;

type PlotFrameProps = {
  frame: Ref<HTMLElement>;
  /** The accessible name: a few words that say what the plot shows. */
  label: string;
  /** Pixels, the line above the axes included. */
  height: number;
  /** The text alternative. */
  summary: string;
  /** They describe the points at the pointer, or those that the keyboard chose. */
  parts: readonly ReadoutPart[];
  /** Read out at once. */
  announcement: string;
  tools: ReactNode;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
  children: ReactNode;
};

/** The frame that all plots have, whoever draws them: a name, a text alternative, keyboard access, values and tools. */
export function PlotFrame(props: PlotFrameProps) {
  const { frame, label, height, summary, parts, announcement, tools, onKeyDown, onBlur, children } = props;
  const summaryId = useId();
  return (
    <figure className="plot" ref={frame} aria-labelledby={summaryId}>
      <section
        className="plot-walk"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are walked through with the arrow keys
        tabIndex={0}
        aria-label={label}
        aria-describedby={summaryId}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        style={{ height }}
      >
        <ReadoutLine parts={parts} />
        {children}
      </section>
      {tools}
      <VisuallyHidden component="figcaption" id={summaryId}>
        {summary}
      </VisuallyHidden>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </figure>
  );
}

/** Values above the axes; those that do not fit the line stand below it, over the plot. */
function ReadoutLine({ parts }: Pick<PlotFrameProps, "parts">) {
  return (
    <div className="plot-readout" aria-hidden="true">
      <div>
        {parts.map(({ label, text, color }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two traces may have one name
          <span key={at}>
            {color !== null && (
              <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
                <circle cx="5" cy="5" r="4" fill={color} />
              </svg>
            )}
            {label} <b>{text}</b>
          </span>
        ))}
      </div>
    </div>
  );
}
