import { useId } from "react";
import { NUMBER_INPUT, type NumberBoxOptions, useNumberBox } from "#ui/use-number-box.ts";
import classes from "./parameters.module.css";

type Props = NumberBoxOptions & {
  label: string;
  isOutside: boolean;
  /** Called when it loses the focus. */
  onLeave: () => void;
};

/** The box beside a slider: a plain one, for it is drawn again with every step of the slider. */
export function SliderBox({ label, isOutside, onLeave, ...options }: Props) {
  const { text, hint, problem, note, type, leave, press } = useNumberBox(options);
  const aboutId = useId();
  const about = problem ?? note;
  return (
    <>
      <input
        {...NUMBER_INPUT}
        className={classes.box}
        title={hint}
        aria-label={label}
        aria-invalid={problem !== null}
        {...(about !== null && { "aria-describedby": aboutId })}
        data-outside={isOutside || undefined}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => {
          leave();
          onLeave();
        }}
        onKeyDown={press}
      />
      {about !== null && (
        <p id={aboutId} role="status" className={classes.note} data-problem={problem !== null || undefined}>
          {about}
        </p>
      )}
    </>
  );
}
