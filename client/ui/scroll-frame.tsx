import type { ReactNode } from "react";
import classes from "./scroll-frame.module.css";

type Props = {
  /** The accessible name of the content. */
  label: string;
  className?: string | undefined;
  "data-selectable"?: boolean;
  children: ReactNode;
};

/** A frame whose content scrolls where it does not fit, with the arrow keys too. */
export function ScrollFrame({ label, className = "", children, ...rest }: Props) {
  return (
    <section
      {...rest}
      className={`${classes.frame} ${className}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
      tabIndex={0}
    >
      {children}
    </section>
  );
}
