/** Styles of elements may set variables of their style sheets. */
import "react";

declare module "react" {
  interface CSSProperties {
    [variable: `--${string}`]: string;
  }
}
